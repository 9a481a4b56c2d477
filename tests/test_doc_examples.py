"""The Python in README and in the documentation runs as it is printed."""

import doctest
import importlib
from pathlib import Path

import pytest

from doc_examples import FLAGS, Block, python_blocks, run_block, run_page

ROOT = Path(__file__).parents[1]
READMES = ("README.md", "README.es.md")
LEFT_OUT = (
    "docs/decisions/",
    "docs/guides/fairness.md",
    "docs/guides/train.md",
    "docs/guides/write-a-client.md",
)
"""Decisions show the code of their day; the other pages have tests of their own."""
PAGES = sorted(
    str(path.relative_to(ROOT))
    for path in [*(ROOT / name for name in READMES), *(ROOT / "docs").rglob("*.md")]
    if not str(path.relative_to(ROOT)).startswith(LEFT_OUT)
    and any(python_blocks(path.read_text("utf-8")))
)
DOCTESTED = (
    "underdeck",
    "underdeck.api.start",
    "underdeck.api.session",
    "underdeck.api.simulations",
)
"""Modules whose docstrings have examples."""


def test_both_readmes_have_examples() -> None:
    assert set(READMES) <= set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_page(ROOT / page) > 0


@pytest.mark.parametrize("name", DOCTESTED)
def test_the_examples_of_a_module_run(name: str) -> None:
    module = importlib.import_module(name)
    failed, tried = doctest.testmod(module, optionflags=FLAGS)
    assert (failed, tried > 0) == (0, True)


# The runner itself


PAGE = """
# Title

```python
x = 1
```
```
python: no
```
<!-- not run: it never ends -->
```python
while True: pass
```
- in a list:
  ```python
  print(x)
  ```

  ```text
  1
  ```
```python no-run
1 / 0
```
"""


def test_blocks_are_found_with_their_lines_and_output() -> None:
    assert list(python_blocks(PAGE)) == [
        Block(5, "x = 1\n"),
        Block(16, "print(x)\n", "1\n"),
    ]


@pytest.mark.parametrize(
    "block",
    [
        Block(1, "assert x == 2\n"),
        Block(1, "print(x)\n", "2\n"),
        Block(1, ">>> x\n2\n"),
        Block(1, ">>> 1 / 0\n"),
    ],
)
def test_a_wrong_example_fails(block: Block) -> None:
    with pytest.raises(AssertionError):
        run_block(block, {"x": 1}, "page.md")


def test_names_last_from_block_to_block() -> None:
    names: dict[str, object] = {}
    run_block(Block(1, ">>> x = 1\n"), names, "page.md")
    run_block(Block(4, "y = x + 1\n"), names, "page.md")
    run_block(Block(7, ">>> y\n2\n"), names, "page.md")
    assert names["y"] == 2
