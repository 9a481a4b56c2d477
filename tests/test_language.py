"""The project is written in plain technical English: words of its former dialect don't return."""

import pytest

from dialect import ROOT, findings, sources


def test_no_file_uses_the_dialect() -> None:
    found = [
        finding
        for path in sources()
        for finding in findings(path, (ROOT / path).read_text("utf-8"))
    ]
    assert not found, "write plain technical English instead:\n" + "\n".join(found)


@pytest.mark.parametrize(
    "line",
    [
        "the so-manieth time",
        "Whoever comes next",
        "ask anew",
        "def test_whoever_is_away",
        "told = json.loads(text)",
        "most_turns: int",
        "MOST_NAME = 3",
        "what is to be had",
        "--thinkers, the thinkers",
        "how it came\n    # by",
    ],
)
def test_the_dialect_is_found(line: str) -> None:
    assert len(findings("a.py", line)) == 1


@pytest.mark.parametrize(
    "line",
    [
        "--thinkers 2",
        "almost_black=True",
        "counted.most_common()",
        "a new deck",
        "it told the story",
    ],
)
def test_plain_english_is_accepted(line: str) -> None:
    assert findings("a.py", line) == []
