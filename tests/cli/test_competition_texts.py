"""Debts, amounts and results of competitions in words."""

from typing import Any

import msgspec
import pytest

from underdeck.cli.amounts import amount_text
from underdeck.cli.competition_texts import debt_text, over_text, status
from underdeck.say import Words
from underdeck.serve import messages

EN, ES = Words("en"), Words("es")

DEBT = messages.DebtShown(
    debt="d",
    competition="c",
    number=1,
    debtor="Ada",
    creditor="Bruno",
    amount=350,
    cancelled_amount=0,
    currency="gold",
    created=0.0,
    you="",
    settled_by=[],
    is_settled=False,
)


def debt(**changed: Any) -> messages.DebtShown:
    return msgspec.structs.replace(DEBT, **changed)


@pytest.mark.parametrize(
    ("hundredths", "english", "spanish"),
    [(50, "0.50 gold", "0,50 gold"), (200, "2 gold", "2 gold"), (1, "0.01 gold", "0,01 gold")],
)
def test_amounts(hundredths: int, english: str, spanish: str) -> None:
    assert amount_text(EN, hundredths, "gold") == english
    assert amount_text(ES, hundredths, "gold") == spanish


@pytest.mark.parametrize(
    ("you", "english", "spanish"),
    [
        ("", "Ada owes Bruno 3.50 gold.", "Ada debe 3,50 gold a Bruno."),
        ("debtor", "You owe Bruno 3.50 gold.", "Debes 3,50 gold a Bruno."),
        ("creditor", "Ada owes you 3.50 gold.", "Ada te debe 3,50 gold."),
    ],
)
def test_who_owes_whom(you: str, english: str, spanish: str) -> None:
    assert debt_text(EN, debt(you=you)) == english
    assert debt_text(ES, debt(you=you)) == spanish


@pytest.mark.parametrize(
    ("you", "english", "spanish"),
    [
        (
            "",
            "Ada brought out all four kings, so the debt of 3.50 gold to Bruno is cancelled.",
            "Ada sacó los cuatro reyes: queda cancelada su deuda de 3,50 gold con Bruno.",
        ),
        (
            "debtor",
            "You brought out all four kings, so your debt of 3.50 gold to Bruno is cancelled.",
            "Sacaste los cuatro reyes: queda cancelada tu deuda de 3,50 gold con Bruno.",
        ),
        (
            "creditor",
            "Ada brought out all four kings, so the debt of 3.50 gold to you is cancelled.",
            "Ada sacó los cuatro reyes: queda cancelada su deuda de 3,50 gold contigo.",
        ),
    ],
)
def test_a_debt_cancelled_by_four_kings(you: str, english: str, spanish: str) -> None:
    cancelled = debt(you=you, amount=0, cancelled_amount=350)
    assert debt_text(EN, cancelled) == english
    assert debt_text(ES, cancelled) == spanish


@pytest.mark.parametrize(
    ("changed", "end"),
    [
        ({"settled_by": ["debtor"]}, "Ada says that it is settled."),
        ({"settled_by": ["debtor"], "you": "debtor"}, "You say that it is settled."),
        ({"settled_by": ["debtor", "creditor"], "is_settled": True}, "Settled."),
    ],
)
def test_settled_debts(changed: dict[str, Any], end: str) -> None:
    assert debt_text(EN, debt(**changed)).endswith(end)


def entrant(name: str, points: int, rank: int, **changed: Any) -> messages.EntrantShown:
    return messages.EntrantShown(
        **{
            "name": name,
            "is_you": name == "Ada",
            "rank": rank,
            "played": 3,
            "points": points,
            "kings": 0,
            "turns": 9,
            "is_finished": True,
            "games": [],
            **changed,
        }
    )


def contest(*entrants: messages.EntrantShown, **changed: Any) -> messages.CompetitionShown:
    return messages.CompetitionShown(
        **{
            "competition": "c" * 24,
            "kind": "contest",
            "game": "tomb",
            "house": {},
            "games": 3,
            "same_deals": True,
            "stake": 0,
            "currency": "",
            "creator": "Ada",
            "created": 0.0,
            "is_over": True,
            "is_creator": True,
            "can_enter": False,
            "can_play": False,
            "next_game": None,
            "commitment": "",
            "seed": "",
            "entrants": list(entrants),
            "debts": [],
            "key": None,
            "is_open": False,
            **changed,
        }
    )


def test_how_a_contest_ends() -> None:
    ada, bruno = entrant("Ada", 30, 1), entrant("Bruno", 20, 2)
    assert over_text(EN, contest(ada, bruno)) == "It is over, and you win with 30 points."
    ada, bruno = entrant("Ada", 20, 2), entrant("Bruno", 30, 1)
    assert over_text(EN, contest(bruno, ada)) == "It is over. Bruno wins with 30 points."
    both = entrant("Ada", 1, 1), entrant("Bruno", 1, 1)
    assert over_text(EN, contest(*both)) == (
        "It is over. Ada and Bruno share first place with 1 point."
    )
    unplayed = entrant("Ada", 0, 1, played=0)
    assert over_text(EN, contest(unplayed)) == "It is over."


def test_what_happens_next() -> None:
    ada = entrant("Ada", 0, 1, played=0, is_finished=False)
    waiting = contest(ada, kind="wager", is_over=False, next_game=1)
    assert status(EN, waiting) == "It can begin once another player has entered."
    invited = contest(entrant("Bruno", 0, 1), is_over=False)
    assert status(EN, invited) == ""
