"""Dungeon as text: each dungeon drawn as a tree, from one seat's view and from nothing else."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from underdeck.cards import rank_of
from underdeck.games.dungeon.moves import RANKS
from underdeck.games.dungeon.view import DungeonView, Passage, PlayerView
from underdeck.say.drawings.drawing import Page, card_row, wrap

INDENT = "  "
Show = Callable[[int], str]
"""How a passage is shown, by its number."""
Names = Mapping[int, str]
"""The names of the bots, by seat."""


def dungeon_lines(page: Page, view: DungeonView, bots: Names = MappingProxyType({})) -> list[str]:
    """Draw every dungeon, the piles, and the viewer's own hand."""
    lines: list[str] = []
    for player in view.players:
        told = title(page, player, view, bots)
        lines += wrap(told, page.width) if page.letters else [page.bold(told)]
        if player.alive:
            lines += player_lines(page, player)
    lines += wrap(piles(page, view), page.width)
    return lines + wrap(hand_text(page, view), page.width)


def player_lines(page: Page, player: PlayerView) -> list[str]:
    """Draw a player's passages; where the tree is too wide, list them."""
    lines = [INDENT + line for line in tree(page, player)]
    if not page.letters and max(map(len, lines)) <= page.width:
        return lines
    return [line for text in paths(page, player) for line in wrap(text, page.width, INDENT, INDENT)]


def hand_text(page: Page, view: DungeonView) -> str:
    """Return the viewer's own hand; nothing for a spectator."""
    if view.seat is None:
        return ""
    cards = card_row(page, sorted(view.players[view.seat].hand or ()))
    return page.words.say("cli.dungeon.hand", cards=cards or page.words.say("cli.spread.empty"))


def title(page: Page, player: PlayerView, view: DungeonView, bots: Names) -> str:
    """Return a player's name and what everyone knows of the hand; a bot's name comes with what it is typed as."""
    bot, number = bots.get(player.seat), player.seat + 1
    name = bot or page.words.say("cli.dungeon.player", n=number)
    if not player.alive:
        return page.words.say("cli.dungeon.out", name=name)
    key = "you" if player.seat == view.seat else "bot" if bot else "other"
    turn = "* " if player.seat == view.current else "  "
    told = page.words.say(f"cli.dungeon.{key}", name=name, place=number, n=player.cards)
    return told if page.letters else turn + told


def piles(page: Page, view: DungeonView) -> str:
    """Return the sizes of deck and discards, and the ranks of the discards where they lie open."""
    if view.seen_discards is None or not view.seen_discards:
        return page.words.say("cli.dungeon.piles", deck=view.deck, discards=view.discards)
    counts = sorted(Counter(rank_of(card) for card in view.seen_discards).items())
    if page.plain:
        cards = ", ".join(
            page.words.say("cli.dungeon.times", rank=RANKS[rank], n=count) for rank, count in counts
        )
    else:
        times = "x" if page.letters else "×"
        cards = " ".join(
            RANKS[rank] + (f"{times}{count}" if count > 1 else "") for rank, count in counts
        )
    return page.words.say(
        "cli.dungeon.piles_open", deck=view.deck, discards=view.discards, cards=cards
    )


def tree(page: Page, player: PlayerView) -> list[str]:
    """Draw a dungeon as a tree that grows to the right, its front marked."""
    cell = "[Jk]" if player.cell is not None else "[▒]"
    return branch_lines(
        cell, children(player.dungeon), 0, lambda place: passage_text(page, player.dungeon, place)
    )


def paths(page: Page, player: PlayerView) -> list[str]:
    """Return a dungeon as the list of its passages, for a screen reader."""
    if not player.dungeon:
        return [page.words.say("cli.dungeon.in_cell")]
    lines = []
    for place, passage in enumerate(player.dungeon, 1):
        where = page.words.say("cli.dungeon.cell") if passage.next_to == 0 else str(passage.next_to)
        key = "front" if place == len(player.dungeon) else "passage"
        card = passage_text(page, player.dungeon, place, mark=False)
        lines.append(page.words.say(f"cli.dungeon.{key}", place=place, card=card, where=where))
    return lines


def passage_text(page: Page, dungeon: Sequence[Passage], place: int, *, mark: bool = True) -> str:
    """Return a passage's card, or the value it claims; a joker and a lie show both."""
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
        return page.words.say("cli.dungeon.claimed", a_rank=claim)
    face = page.face(passage.card)
    return (
        face
        if rank_of(passage.card) == passage.value
        else page.words.say("dungeon.joker.as", card=face, a_rank=claim)
    )


def children(dungeon: Sequence[Passage]) -> dict[int, list[int]]:
    """Which passages lie next to which place."""
    found: dict[int, list[int]] = {}
    for place, passage in enumerate(dungeon, 1):
        found.setdefault(passage.next_to, []).append(place)
    return found


def branch_lines(label: str, followers: dict[int, list[int]], place: int, show: Show) -> list[str]:
    """A place and all that grows from it: the first follower to its right, the others beneath."""
    below = followers.get(place, [])
    if not below:
        return [label]
    lines: list[str] = []
    for number, child in enumerate(below):
        grown = branch_lines(show(child), followers, child, show)
        stem = (
            f"{label}─"
            if number == 0
            else " " * (len(label) - 1) + ("├─" if number < len(below) - 1 else "└─")
        )
        lines.append(stem + grown[0])
        bar = "│" if number < len(below) - 1 else " "
        lines += [" " * (len(label) - 1) + bar + " " + line for line in grown[1:]]
    return lines
