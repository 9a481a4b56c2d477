"""Tomb of Four Kings as text: the rulebook's spread, or sentences."""

import textwrap

from underdeck.cards import JACK, code_of, rank_of, suit_of
from underdeck.games.tomb.state import HIT_POINTS, SCROLL, TORCHES
from underdeck.games.tomb.view import TombView
from underdeck.say.drawings.base import NO_BOTS, BotNames, Page, card_row, wrap
from underdeck.say.sentences import card_name, listed
from underdeck.say.tellers.tomb import KINDS

TURN_COLUMNS = 4
"""Columns for one finished turn."""
CARD_COLUMNS = 5
"""Columns for one open card."""
MIN_PICTURE_COLUMNS = 36
"""On a narrower page the spread is written in sentences."""


class TombDrawing:
    """Draws the spread as a picture, or in sentences on a page of letters or a narrow page."""

    def lines(self, page: Page, view: TombView, bots: BotNames = NO_BOTS) -> list[str]:
        """Return the lines of a view."""
        if page.letters or page.width < MIN_PICTURE_COLUMNS:
            texts = spread_sentences(page, view)
            return [line for text in texts for line in wrap(text, page.width)]
        return picture_lines(page, view)


DRAWING = TombDrawing()

# In sentences


def spread_sentences(page: Page, view: TombView) -> list[str]:
    """Return the spread as sentences, for a screen reader and for pages without symbols."""
    say = page.words.say
    delve, retreat = split_turns(view)
    texts = [torches_sentence(page, view)]
    if delve:
        stacks = listed(page.words, [*map(str, delve)])
        texts.append(say("tomb.plain.delve", n=len(delve), stacks=stacks, last=delve[-1]))
    if view.deepest:
        left = 2 * view.deepest - 1 - len(view.stacks)
        texts.append(say("tomb.plain.retreat", n=len(retreat), left=left))
    if view.column:
        cards = ", ".join(column_card(page, card, view) for card in view.column)
        texts.append(say("tomb.plain.turn", turn=view.turn, cards=cards))
    texts.append(say("tomb.plain.piles", deck=view.deck, discards=view.discards))
    texts.append(say("tomb.plain.life", hp=view.hit_points, most=HIT_POINTS))
    return [*texts, hand_sentence(page, view)]


def hand_sentence(page: Page, view: TombView) -> str:
    """Return the cards in the hand and their worth."""
    cards = card_row(page, view.hand)
    if page.plain:
        cards = ", ".join(page.face(card) + skill_of(page, card) for card in view.hand)
    return page.words.say(
        "tomb.plain.hand",
        cards=cards or page.words.say("common.hand.empty"),
        points=view.points,
        kings=view.kings,
    )


def torches_sentence(page: Page, view: TombView) -> str:
    """Return how many torches are burnt, which, and whether the scroll was read."""
    aces = [card for card in view.torches if card != SCROLL]
    key = "torches" if aces else "no_torches"
    cards = card_row(page, aces)
    text = page.words.say(f"tomb.plain.{key}", n=view.burnt, most=TORCHES, cards=cards)
    return f"{text} {page.words.say('tomb.plain.scroll_used')}" if SCROLL in view.torches else text


def skill_of(page: Page, card: int) -> str:
    """Return the name of a jack's skill in brackets; an empty text for other cards."""
    return f" ({page.words.table('tomb.skill')[code_of(card)]})" if rank_of(card) == JACK else ""


def tomb_changes(page: Page, view: TombView) -> dict[str, str]:
    """Return the sentences, by subject, that a screen reader gets after a move if they changed."""
    key = "hand_short" if view.points else "hand_poor"
    hand = page.words.say(
        f"tomb.plain.{key}", n=len(view.hand), points=view.points, kings=view.kings
    )
    return {"discards": page.words.say("tomb.plain.discards", n=view.discards), "hand": hand}


def column_card(page: Page, card: int, view: TombView) -> str:
    """Return a card of the column; the encounter with its kind and its full name."""
    if card != view.encounter:
        return page.face(card)
    name = "" if page.plain else f"{card_name(page.words, card)}, "
    return f"{page.face(card)} ({name}{page.words.say('tomb.kind.' + KINDS[suit_of(card)])})"


# As a picture


def picture_lines(page: Page, view: TombView) -> list[str]:
    """Return the spread as a picture, never wider than the page."""
    labels = [
        page.words.say(f"tomb.spread.{name}")
        for name in ("torches", "turns", "delve", "retreat", "now", "life", "hand")
    ]
    margin = max(map(len, labels)) + 2
    torches, turns, delve, retreat, now, life, hand = (
        page.bold(label) + " " * (margin - len(label)) for label in labels
    )
    blank = " " * margin
    room = page.width - margin
    top, *more = torch_rows(page, view, room)
    lines = [torches + top, *(blank + row for row in more)]
    for numbers, upper, lower, numbers_back in corridor(view, room // TURN_COLUMNS):
        lines += [turns + numbers, delve + upper]
        if view.deepest:
            lines += [retreat + lower, turns + numbers_back]
        turns = delve = retreat = blank
    for place, row in enumerate(open_cards(page, view, room)):
        lines.append((now if place == 1 else blank) + row)
    lines.append(life + hearts(view))
    top, *more = hand_rows(page, view, room)
    lines += [hand + top, *(blank + row for row in more)]
    return [line.rstrip() for line in lines]


def hearts(view: TombView) -> str:
    """Return the hit points as hearts and as a number."""
    lost = HIT_POINTS - view.hit_points
    return "♥" * view.hit_points + "♡" * lost + f" {view.hit_points}/{HIT_POINTS}"


def hand_rows(page: Page, view: TombView, room: int) -> list[str]:
    """Return the hand and its worth, on one line if both fit."""
    held = textwrap.wrap(card_row(page, view.hand), room) or [page.words.say("common.hand.empty")]
    if view.points:
        held.append(page.words.say("tomb.spread.worth", points=view.points, kings=view.kings))
    if len(held) == 2 and len(held[0]) + 3 + len(held[1]) <= room:
        held = [f"{held[0]}   {held[1]}"]
    return held


def open_cards(page: Page, view: TombView, room: int) -> list[str]:
    """Draw the cards of the current turn in a row, below its arrow if they fit.

    The kind of the encounter is written beside them if there is room.
    """
    rows: list[str] = []
    row_length = room // CARD_COLUMNS
    kind = encounter_text(page, view)
    for start in range(0, len(view.column), row_length):
        cards = view.column[start : start + row_length]
        shown = [page.face(card).rjust(3) for card in cards]
        marks = ["┏━━━┓" if card == view.encounter else "┌───┐" for card in cards]
        feet = ["┗━━━┛" if card == view.encounter else "└───┘" for card in cards]
        sides = ["┃" if card == view.encounter else "│" for card in cards]
        middle = "".join(f"{side}{face}{side}" for side, face in zip(sides, shown, strict=True))
        rows += ["".join(marks), middle, "".join(feet)]
    if 0 < len(view.column) <= row_length:
        spare = room - CARD_COLUMNS * len(view.column)
        if len(kind) + 2 <= spare:
            rows[1] += f"  {kind}"
            spare -= len(kind) + 2
        place = current_place(view) % (room // TURN_COLUMNS)
        blank = " " * min(spare, max(0, place * TURN_COLUMNS - 1))
        rows = [blank + row for row in rows]
    return rows


def encounter_text(page: Page, view: TombView) -> str:
    """Return the kind and the number of the encounter: `trap 5`."""
    if not view.encounter:
        return ""
    kind = page.words.say(f"tomb.kind.{KINDS[suit_of(view.encounter)]}")
    return f"{kind} {rank_of(view.encounter)}"


def current_place(view: TombView) -> int:
    """Return the place of the current turn in the corridor, from 0."""
    return 2 * view.deepest - 1 - view.turn if view.deepest else view.turn - 1


def split_turns(view: TombView) -> tuple[list[int], list[int]]:
    """Return the sizes of the finished turns' stacks, for the delve and for the retreat."""
    delved = view.deepest or len(view.stacks)
    return list(view.stacks[:delved]), list(view.stacks[delved:])


def corridor(view: TombView, row_length: int) -> list[tuple[str, str, str, str]]:
    """Return blocks of four lines: turn numbers, delve, retreat, the retreat's turn numbers.

    The delve goes from left to right, the retreat below it from right to left. A finished turn
    is a stack (`▒×2`: two cards), the current one an arrow.
    """
    delve, retreat = split_turns(view)
    upper = [f"▒×{size}" for size in delve]
    if view.column and not view.deepest:
        upper.append("▼")
    lower = [""] * len(upper)
    for place, size in enumerate(retreat):
        lower[len(delve) - 2 - place] = f"▒×{size}"
    if view.column and view.deepest and view.ending != "escaped":
        lower[2 * view.deepest - 1 - view.turn] = "▲"
    numbers = [str(turn) for turn in range(1, len(upper) + 1)]
    numbers_back = [str(2 * view.deepest - turn) for turn in range(1, len(upper))] + [""]
    return [
        (
            corridor_row(numbers[start : start + row_length]),
            corridor_row(upper[start : start + row_length]),
            corridor_row(lower[start : start + row_length]),
            corridor_row(numbers_back[start : start + row_length]),
        )
        for start in range(0, len(upper), row_length)
    ]


def corridor_row(cells: list[str]) -> str:
    """Return one line of the corridor, each cell centered in its columns."""
    return "".join(cell.center(TURN_COLUMNS - 1).ljust(TURN_COLUMNS) for cell in cells).rstrip()


def torch_rows(page: Page, view: TombView, room: int) -> list[str]:
    """Return the torch row and the piles, on one line if both fit."""
    torches = f"{card_row(page, view.torches)} {'□ ' * (TORCHES - view.burnt)}".strip()
    piles = page.words.say("tomb.spread.piles", deck=view.deck, discards=view.discards)
    if len(torches) + 4 + len(piles) > room:
        return [torches, piles]
    return [torches + " " * (min(room, 60) - len(torches) - len(piles)) + piles]
