"""Tomb of Four Kings as text: the rulebook's spread, drawn from the view and from nothing else."""

import textwrap
from collections.abc import Sequence

from underdeck.cards import suit_of
from underdeck.say.drawing import Page, wrap
from underdeck.say.table import card_name
from underdeck.say.tomb import KINDS
from underdeck.tomb.state import HIT_POINTS, TORCHES
from underdeck.tomb.view import TombView

CELL = 4
"""Columns for one finished turn."""
CARD = 5
"""Columns for one open card."""
NARROW = 36
"""With fewer columns than this the picture gives way to sentences."""


def tomb_lines(page: Page, view: TombView) -> list[str]:
    """Draw the spread: a picture, or sentences where letters are wanted or the page is narrow."""
    if page.letters or page.width < NARROW:
        return [line for text in plain_lines(page, view) for line in wrap(text, page.width)]
    return drawn_lines(page, view)


def plain_lines(page: Page, view: TombView) -> list[str]:
    """Return the spread as sentences, for a screen reader."""
    say = page.words.say
    none = say("cli.spread.none")
    down, back = split_turns(view)
    lines = [
        say("cli.plain.torches", cards=faces(page, view.torches) or none, n=view.burnt, most=TORCHES),
    ]
    if down:
        lines.append(say("cli.plain.delve", n=len(down), stacks=", ".join(map(str, down))))
    if view.deepest:
        lines.append(say("cli.plain.retreat", n=len(back), left=2 * view.deepest - 1 - len(view.stacks)))
    if view.column:
        lines.append(say("cli.plain.turn", turn=view.turn, cards=", ".join(named(page, card, view) for card in view.column)))
    lines += [
        say("cli.plain.piles", deck=view.deck, discards=view.discards),
        say("cli.plain.life", hp=view.hit_points, most=HIT_POINTS),
        say("cli.plain.hand", cards=faces(page, view.hand) or say("cli.spread.empty"), points=view.points, kings=view.kings),
    ]
    return lines


def named(page: Page, card: int, view: TombView) -> str:
    """Return a card of the column, and for the encounter its full name and kind."""
    if card != view.encounter:
        return page.face(card)
    return f"{page.face(card)} ({card_name(page.words, card)}, {page.words.say('cli.kind.' + KINDS[suit_of(card)])})"


def drawn_lines(page: Page, view: TombView) -> list[str]:
    """Return the spread as a picture, never wider than the page."""
    say = page.words.say
    labels = [say(f"cli.spread.{name}") for name in ("torches", "delve", "retreat", "turn", "life", "hand")]
    margin = max(map(len, labels)) + 2
    torches, delve, retreat, turn, life, hand = (page.bold(label) + " " * (margin - len(label)) for label in labels)
    blank = " " * margin
    room = page.width - margin
    rows = [f"{faces(page, view.torches)} {'□ ' * (TORCHES - view.burnt)}".strip()]
    rows += [say("cli.spread.piles", deck=view.deck, discards=view.discards)]
    lines = flow([torches, blank], rows, room, blank)
    for upper, lower in dungeon_rows(view, room // CELL):
        lines.append(delve + upper)
        lines.append(retreat + lower if lower.strip() else retreat.rstrip())
        delve = retreat = blank
    for place, row in enumerate(open_cards(page, view, room // CARD)):
        lines.append((turn if place == 1 else blank) + row)
    lines.append(life + "♥" * view.hit_points + "♡" * (HIT_POINTS - view.hit_points) + f" {view.hit_points}/{HIT_POINTS}")
    lines += [(hand if place == 0 else blank) + row for place, row in enumerate(held_rows(page, view, room))]
    return [line.rstrip() for line in lines]


def held_rows(page: Page, view: TombView, room: int) -> list[str]:
    """Return the hand and what it is worth, on one line where both fit."""
    held = textwrap.wrap(faces(page, view.hand), room) or [page.words.say("cli.spread.empty")]
    if view.points:
        held.append(page.words.say("cli.spread.worth", points=view.points, kings=view.kings))
    if len(held) == 2 and len(held[0]) + 3 + len(held[1]) <= room:
        held = [f"{held[0]}   {held[1]}"]
    return held


def open_cards(page: Page, view: TombView, most: int) -> list[str]:
    """Draw the running turn's cards side by side, in rows of at most `most`."""
    rows: list[str] = []
    for start in range(0, len(view.column), most):
        cards = view.column[start : start + most]
        shown = [page.face(card).rjust(3) for card in cards]
        marks = ["┏━━━┓" if card == view.encounter else "┌───┐" for card in cards]
        feet = ["┗━━━┛" if card == view.encounter else "└───┘" for card in cards]
        sides = ["┃" if card == view.encounter else "│" for card in cards]
        middle = "".join(f"{side}{face}{side}" for side, face in zip(sides, shown, strict=True))
        rows += ["".join(marks), middle, "".join(feet)]
    return rows


def faces(page: Page, cards: Sequence[int]) -> str:
    """Return cards in a row."""
    return " ".join(page.face(card) for card in cards)


def split_turns(view: TombView) -> tuple[list[int], list[int]]:
    """The finished turns of the delve and of the retreat."""
    delved = view.deepest or len(view.stacks)
    return list(view.stacks[:delved]), list(view.stacks[delved:])


def dungeon_rows(view: TombView, most: int) -> list[tuple[str, str]]:
    """The delve from left to right and the retreat under it from right to left, in blocks that fit."""
    down, back = split_turns(view)
    upper = [f"▒{size}" for size in down]
    lower = [""] * len(down)
    for place, size in enumerate(back):
        lower[len(down) - 2 - place] = f"▒{size}"
    if view.column and not view.deepest:
        upper.append(f"▼{view.turn}")
    elif view.column and view.ending != "escaped":
        lower[2 * view.deepest - 1 - view.turn] = f"▲{view.turn}"
    lower += [""] * (len(upper) - len(lower))
    blocks = range(0, max(len(upper), 1), most)
    return [tuple("".join(cell.ljust(CELL) for cell in row[start : start + most]) for row in (upper, lower)) for start in blocks]  # type: ignore[misc]


def flow(labels: list[str], rows: list[str], room: int, blank: str) -> list[str]:
    """The torch row and the piles on one line where they fit, else beneath each other."""
    if len(rows[0]) + 4 + len(rows[1]) <= room:
        return [labels[0] + rows[0] + " " * (min(room, 60) - len(rows[0]) - len(rows[1])) + rows[1]]
    return [labels[0] + rows[0], blank + rows[1]]
