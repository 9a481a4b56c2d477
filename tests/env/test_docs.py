"""The examples in docs/environments.md run."""

import re
from pathlib import Path

import pytest

for library in ("gymnasium", "pettingzoo", "pyspiel"):
    pytest.importorskip(
        library,
        reason="the examples of docs/environments.md need all of: pip install 'underdeck[env]'",
    )

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=["tomb", "many tombs", "dungeon", "openspiel"])
def test_the_examples_run(block: str) -> None:
    exec(compile(block, "docs/environments.md", "exec"), {})
