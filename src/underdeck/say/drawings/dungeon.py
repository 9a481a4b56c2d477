"""Dungeon as text: each dungeon drawn as a tree."""

from collections import Counter
from collections.abc import Callable, Sequence

from underdeck.cards import rank_of
from underdeck.games.dungeon.moves import RANKS
from underdeck.games.dungeon.view import DungeonView, Passage, PlayerView
from underdeck.say.drawings.base import NO_BOTS, BotNames, Page, card_row, wrap
from underdeck.say.sentences import seat_name

INDENT = "  "
Show = Callable[[int], str]
"""Return the text of a passage by its place, counted from 1."""


class DungeonDrawing:
    """Draws every dungeon, the piles, and the viewer's own hand."""

    def lines(self, page: Page, view: DungeonView, bots: BotNames = NO_BOTS) -> list[str]:
        """Return the lines of a view."""
        lines: list[str] = []
        for player in view.players:
            heading = title(page, player, view, bots)
            lines += wrap(heading, page.width) if page.letters else [page.bold(heading)]
            if player.alive:
                lines += player_lines(page, player)
        lines += wrap(piles(page, view), page.width)
        return lines + wrap(hand_text(page, view), page.width)


DRAWING = DungeonDrawing()


def player_lines(page: Page, player: PlayerView) -> list[str]:
    """Draw a player's passages as a tree, or list them if the tree is too wide."""
    lines = [INDENT + line for line in tree(page, player)]
    if not page.letters and max(map(len, lines)) <= page.width:
        return lines
    return [line for text in paths(page, player) for line in wrap(text, page.width, INDENT, INDENT)]


def hand_text(page: Page, view: DungeonView) -> str:
    """Return the viewer's own hand; an empty text for a spectator."""
    if view.seat is None:
        return ""
    cards = card_row(page, sorted(view.players[view.seat].hand or ()))
    return page.words.say(
        "dungeon.drawing.hand", cards=cards or page.words.say("common.hand.empty")
    )


def title(page: Page, player: PlayerView, view: DungeonView, bots: BotNames) -> str:
    """Return a player's name and number of cards; a bot's name comes with its short form."""
    bot = bots.get(player.seat)
    name = bot or seat_name(page.words, player.seat)
    if not player.alive:
        key = "out_you" if player.seat == view.seat else "out"
        return page.words.say(f"dungeon.drawing.{key}", name=name)
    key = "you" if player.seat == view.seat else "bot" if bot else "other"
    turn = "* " if player.seat == view.current else "  "
    number = player.seat + 1
    text = page.words.say(f"dungeon.drawing.{key}", name=name, place=number, n=player.cards)
    return text if page.letters else turn + text


def piles(page: Page, view: DungeonView) -> str:
    """Return the sizes of deck and discards, and the ranks of discards that lie open."""
    if view.seen_discards is None or not view.seen_discards:
        return page.words.say("dungeon.drawing.piles", deck=view.deck, discards=view.discards)
    counts = sorted(Counter(rank_of(card) for card in view.seen_discards).items())
    if page.plain:
        cards = ", ".join(
            page.words.say("dungeon.drawing.times", rank=RANKS[rank], n=count)
            for rank, count in counts
        )
    else:
        times = "x" if page.letters else "×"
        cards = " ".join(
            RANKS[rank] + (f"{times}{count}" if count > 1 else "") for rank, count in counts
        )
    return page.words.say(
        "dungeon.drawing.piles_open", deck=view.deck, discards=view.discards, cards=cards
    )


def tree(page: Page, player: PlayerView) -> list[str]:
    """Draw a dungeon as a tree that grows to the right, with its front marked."""
    cell = "[Jk]" if player.cell is not None else "[▒]"

    def show(place: int) -> str:
        return passage_text(page, player.dungeon, place)

    return branch_lines(cell, children(player.dungeon), 0, show)


def paths(page: Page, player: PlayerView) -> list[str]:
    """Return the passages of a dungeon as a list, for a screen reader."""
    if not player.dungeon:
        return [page.words.say("dungeon.drawing.in_cell")]
    lines = []
    for place, passage in enumerate(player.dungeon, 1):
        where = (
            page.words.say("dungeon.drawing.cell") if passage.next_to == 0 else str(passage.next_to)
        )
        key = "front" if place == len(player.dungeon) else "passage"
        card = passage_text(page, player.dungeon, place, mark=False)
        lines.append(page.words.say(f"dungeon.drawing.{key}", place=place, card=card, where=where))
    return lines


def passage_text(page: Page, dungeon: Sequence[Passage], place: int, *, mark: bool = True) -> str:
    """Return a passage's card, or the value it claims, or both for a joker or a lie."""
    passage = dungeon[place - 1]
    value = RANKS[passage.value]
    if page.plain:
        return spoken_passage(page, passage)
    if passage.card is None:
        shown = f"({value})"
    else:
        face = page.face(passage.card)
        shown = face if rank_of(passage.card) == passage.value else f"{face}={value}"
    return shown + ("*" if mark and place == len(dungeon) else "")


def spoken_passage(page: Page, passage: Passage) -> str:
    """Return a passage in words, for a screen reader."""
    claim = page.words.table("dungeon.a_rank")[str(passage.value)]
    if passage.card is None:
        return page.words.say("dungeon.drawing.claimed", a_rank=claim)
    face = page.face(passage.card)
    if rank_of(passage.card) == passage.value:
        return face
    return page.words.say("dungeon.joker.as", card=face, a_rank=claim)


def children(dungeon: Sequence[Passage]) -> dict[int, list[int]]:
    """Return the places of the passages next to each place; the cell is place 0."""
    places: dict[int, list[int]] = {}
    for place, passage in enumerate(dungeon, 1):
        places.setdefault(passage.next_to, []).append(place)
    return places


def branch_lines(label: str, branches: dict[int, list[int]], place: int, show: Show) -> list[str]:
    """Draw a place and its branches: the first to its right, the others below."""
    below = branches.get(place, [])
    if not below:
        return [label]
    lines: list[str] = []
    margin = " " * (len(label) - 1)
    for number, child in enumerate(below):
        is_last = number == len(below) - 1
        first, *rest = branch_lines(show(child), branches, child, show)
        stem = f"{label}─" if number == 0 else margin + ("└─" if is_last else "├─")
        lines.append(stem + first)
        lines += [f"{margin}{' ' if is_last else '│'} {line}" for line in rest]
    return lines
