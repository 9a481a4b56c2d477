"""Tomb of Four Kings as text: the rulebook's spread, drawn from the view and from nothing else."""

import textwrap

from underdeck.cards import JACK, code_of, rank_of, suit_of
from underdeck.games.tomb.state import HIT_POINTS, SCROLL, TORCHES
from underdeck.games.tomb.view import TombView
from underdeck.say.drawings.drawing import Page, card_row, wrap
from underdeck.say.sentences import card_name, listed
from underdeck.say.tellers.tomb import KINDS

CELL = 4
"""Columns for one finished turn."""
CARD = 5
"""Columns for one open card."""
NARROW = 36
"""With fewer columns than this the picture gives way to sentences."""


def tomb_lines(page: Page, view: TombView) -> list[str]:
    """Draw the spread: a picture, or sentences where letters are wanted or the page is narrow."""
    if page.letters or page.width < NARROW:
        return [
            line for text in tomb_sentences(page, view).values() for line in wrap(text, page.width)
        ]
    return drawn_lines(page, view)


def tomb_sentences(page: Page, view: TombView) -> dict[str, str]:
    """Return the spread as sentences by subject, for a screen reader and for pages without symbols."""
    say = page.words.say
    empty = say("cli.spread.empty")
    down, back = split_turns(view)
    told = {"torches": torches_sentence(page, view)}
    if down:
        told["delve"] = say(
            "cli.plain.delve",
            n=len(down),
            stacks=listed(page.words, [*map(str, down)]),
            last=down[-1],
        )
    if view.deepest:
        told["retreat"] = say(
            "cli.plain.retreat", n=len(back), left=2 * view.deepest - 1 - len(view.stacks)
        )
    if view.column:
        told["turn"] = say(
            "cli.plain.turn",
            turn=view.turn,
            cards=", ".join(named(page, card, view) for card in view.column),
        )
    told["piles"] = say("cli.plain.piles", deck=view.deck, discards=view.discards)
    told["life"] = say("cli.plain.life", hp=view.hit_points, most=HIT_POINTS)
    held = (
        ", ".join(page.face(card) + skill_of(page, card) for card in view.hand)
        if page.plain
        else card_row(page, view.hand)
    )
    told["hand"] = say("cli.plain.hand", cards=held or empty, points=view.points, kings=view.kings)
    return told


def torches_sentence(page: Page, view: TombView) -> str:
    """Return how many torches are burnt, which, and whether the scroll was read."""
    aces = [card for card in view.torches if card != SCROLL]
    key = "torches" if aces else "no_torches"
    told = [
        page.words.say(f"cli.plain.{key}", n=view.burnt, most=TORCHES, cards=card_row(page, aces))
    ]
    return " ".join(
        [*told, *([page.words.say("cli.plain.scroll_used")] if SCROLL in view.torches else [])]
    )


def skill_of(page: Page, card: int) -> str:
    """Return the name of a jack's skill, in brackets."""
    return f" ({page.words.table('tomb.skill')[code_of(card)]})" if rank_of(card) == JACK else ""


def tomb_changes(page: Page, view: TombView) -> dict[str, str]:
    """Return what is told after a move to a screen reader, if it has changed; the story tells the rest."""
    key = "hand_short" if view.points else "hand_poor"
    hand = page.words.say(
        f"cli.plain.{key}", n=len(view.hand), points=view.points, kings=view.kings
    )
    return {"discards": page.words.say("cli.plain.discards", n=view.discards), "hand": hand}


def named(page: Page, card: int, view: TombView) -> str:
    """Return a card of the column, and for the encounter its kind, and its full name where the card isn't in words already."""
    if card != view.encounter:
        return page.face(card)
    name = "" if page.plain else f"{card_name(page.words, card)}, "
    return f"{page.face(card)} ({name}{page.words.say('cli.kind.' + KINDS[suit_of(card)])})"


def drawn_lines(page: Page, view: TombView) -> list[str]:
    """Return the spread as a picture, never wider than the page."""
    say = page.words.say
    labels = [
        say(f"cli.spread.{name}")
        for name in ("torches", "turns", "delve", "retreat", "now", "life", "hand")
    ]
    margin = max(map(len, labels)) + 2
    torches, turns, delve, retreat, now, life, hand = (
        page.bold(label) + " " * (margin - len(label)) for label in labels
    )
    blank = " " * margin
    room = page.width - margin
    rows = [f"{card_row(page, view.torches)} {'□ ' * (TORCHES - view.burnt)}".strip()]
    rows += [say("cli.spread.piles", deck=view.deck, discards=view.discards)]
    lines = flow([torches, blank], rows, room, blank)
    for numbers, upper, lower, numbers_back in corridor(view, room // CELL):
        lines += [turns + numbers, delve + upper]
        if view.deepest:
            lines += [retreat + lower, turns + numbers_back]
        turns = delve = retreat = blank
    for place, row in enumerate(open_cards(page, view, room)):
        lines.append((now if place == 1 else blank) + row)
    lines.append(
        life
        + "♥" * view.hit_points
        + "♡" * (HIT_POINTS - view.hit_points)
        + f" {view.hit_points}/{HIT_POINTS}"
    )
    lines += [
        (hand if place == 0 else blank) + row
        for place, row in enumerate(held_rows(page, view, room))
    ]
    return [line.rstrip() for line in lines]


def held_rows(page: Page, view: TombView, room: int) -> list[str]:
    """Return the hand and what it is worth, on one line where both fit."""
    held = textwrap.wrap(card_row(page, view.hand), room) or [page.words.say("cli.spread.empty")]
    if view.points:
        held.append(page.words.say("cli.spread.worth", points=view.points, kings=view.kings))
    if len(held) == 2 and len(held[0]) + 3 + len(held[1]) <= room:
        held = [f"{held[0]}   {held[1]}"]
    return held


def open_cards(page: Page, view: TombView, room: int) -> list[str]:
    """Draw the running turn's cards side by side, below its arrow where they fit, with the encounter's kind beside them."""
    rows: list[str] = []
    most = room // CARD
    kind = encounter_text(page, view)
    for start in range(0, len(view.column), most):
        cards = view.column[start : start + most]
        shown = [page.face(card).rjust(3) for card in cards]
        marks = ["┏━━━┓" if card == view.encounter else "┌───┐" for card in cards]
        feet = ["┗━━━┛" if card == view.encounter else "└───┘" for card in cards]
        sides = ["┃" if card == view.encounter else "│" for card in cards]
        middle = "".join(f"{side}{face}{side}" for side, face in zip(sides, shown, strict=True))
        rows += ["".join(marks), middle, "".join(feet)]
    if 0 < len(view.column) <= most:
        spare = room - CARD * len(view.column)
        if len(kind) + 2 <= spare:
            rows[1] += f"  {kind}"
            spare -= len(kind) + 2
        blank = " " * min(spare, max(0, running_place(view) % (room // CELL) * CELL - 1))
        rows = [blank + row for row in rows]
    return rows


def encounter_text(page: Page, view: TombView) -> str:
    """Return the kind and the number of the encounter: `trap 5`."""
    return (
        f"{page.words.say('cli.kind.' + KINDS[suit_of(view.encounter)])} {rank_of(view.encounter)}"
        if view.encounter
        else ""
    )


def running_place(view: TombView) -> int:
    """Return the place of the running turn in the corridor, from 0."""
    return 2 * view.deepest - 1 - view.turn if view.deepest else view.turn - 1


def split_turns(view: TombView) -> tuple[list[int], list[int]]:
    """The finished turns of the delve and of the retreat."""
    delved = view.deepest or len(view.stacks)
    return list(view.stacks[:delved]), list(view.stacks[delved:])


def corridor(view: TombView, most: int) -> list[tuple[str, str, str, str]]:
    """The delve from left to right under its turn numbers, and the retreat under it from right to left over its own, in blocks that fit.

    A finished turn is a stack (`▒×2`: two cards), the running one an arrow.
    """
    down, back = split_turns(view)
    upper = [f"▒×{size}" for size in down]
    if view.column and not view.deepest:
        upper.append("▼")
    lower = [""] * len(upper)
    for place, size in enumerate(back):
        lower[len(down) - 2 - place] = f"▒×{size}"
    if view.column and view.deepest and view.ending != "escaped":
        lower[2 * view.deepest - 1 - view.turn] = "▲"
    numbers = [str(turn) for turn in range(1, len(upper) + 1)]
    numbers_back = [str(2 * view.deepest - turn) for turn in range(1, len(upper))] + [""]
    rows = (numbers, upper, lower, numbers_back)
    return [
        tuple(
            "".join(
                cell.center(CELL - 1).ljust(CELL) for cell in row[start : start + most]
            ).rstrip()
            for row in rows
        )  # type: ignore[misc]
        for start in range(0, len(upper), most)
    ]


def flow(labels: list[str], rows: list[str], room: int, blank: str) -> list[str]:
    """The torch row and the piles on one line where they fit, else beneath each other."""
    if len(rows[0]) + 4 + len(rows[1]) <= room:
        return [labels[0] + rows[0] + " " * (min(room, 60) - len(rows[0]) - len(rows[1])) + rows[1]]
    return [labels[0] + rows[0], blank + rows[1]]
