"""Conditions of scenes: what they accept, what they refuse, and what they mean."""

import pytest

from underdeck.chronicle.conditions import Condition, condition
from underdeck.chronicle.story import Facts
from underdeck.refusal import Refusal

FACTS: Facts = {"hp": 2, "ending": "slain", "kings": 4, "is_return": 1}


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("", True),
        ("hp <= 2", True),
        ("hp > 2", False),
        ("1 <= hp < 3", True),
        ("ending == 'slain' and kings == 4", True),
        ("ending != 'slain' or kings", True),
        ("not is_return", False),
        ("ending in ['slain', 'dark']", True),
        ("ending not in ('slain', 'dark')", False),
        ("unknown_here", False),
        ("unknown_here == 0", True),
        ("hp > 'slain'", False),
    ],
)
def test_a_condition_compares_facts(text: str, holds: bool) -> None:
    assert Condition(text).holds(FACTS) is holds


@pytest.mark.parametrize(
    "text",
    [
        "hp =< 2",
        "1or hp",
        "__import__('os')",
        "hp.real",
        "hp + 1 > 2",
        "hp if kings else 0",
        "lambda: 1",
        "hp is 2",
        "1.5 < hp",
        "-hp",
        "(" * 500,
        "not " * 5000 + "hp",
        "not " * 60 + "hp",
        "(hp and " * 60 + "hp" + ")" * 60,
        "[" * 60 + "]" * 60,
    ],
)
def test_anything_but_a_comparison_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        Condition(text)
    assert refused.value.code == "scene_condition"


def test_a_condition_knows_its_facts_and_how_specific_it_is() -> None:
    assert Condition("").clauses == 0
    assert Condition("hp <= 2").clauses == 1
    assert Condition("hp <= 2 and kings == 4 or is_return").clauses == 3
    assert condition("hp <= 2 and ending == 'slain'").facts == {"hp", "ending"}
