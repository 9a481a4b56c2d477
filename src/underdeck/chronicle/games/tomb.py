"""The planner of Tomb: which beats of a game its chronicle tells."""

import hashlib
from collections.abc import Iterator, Sequence
from types import MappingProxyType

from underdeck.cards import KING, code_of, rank_of
from underdeck.chronicle.games.tomb_facts import (
    end_names,
    foe_names,
    foe_ref,
    king_ref,
    room_facts,
    room_names,
    standing_facts,
    state_facts,
    story_facts,
)
from underdeck.chronicle.games.tomb_plot import LAST_TORCHES, NEAR, RICH, Plot, plot_of
from underdeck.chronicle.games.tomb_rooms import Room, Torch
from underdeck.chronicle.games.tomb_terms import FACTS, KINDS, NAMES
from underdeck.chronicle.story import (
    Beat,
    Facts,
    Length,
    Names,
    Ref,
    Story,
    Storyteller,
    runs,
)
from underdeck.games.tomb.state import DODGE_BLOW, SCROLL, TORCHES
from underdeck.games.tomb.treasure import ALL_HOARDS, GOLD_PER_POINT, worth
from underdeck.playthrough import AnyPlaythrough

MAX_ROOMS = 4
"""Number of turns that a full chronicle tells because they weigh the most.

The first and the fatal turn are told too, and those with a hoard, the scroll or the rival.
"""
WORTH_TELLING = 12
"""Minimum weight of the last turn before daylight for it to be told in any case."""
MIN_SKIPPED = 2
"""Minimum number of turns passed over that are mentioned."""
FEW_HIT_POINTS = 3
"""Maximum hit points at which wounds are the reason to turn around."""
FINE_LOOT = 8
"""Minimum points of treasure without a hoard that are worth a sentence."""
DEEP = 5
"""Minimum turn for a deep delve."""
CALL_BACK_WOUNDS = 2


class TombStoryteller(Storyteller):
    """Plans the chronicles of Tomb."""

    game = "tomb"
    phases = ("opening", "descent", "found", "turn", "return", "ending")
    kinds = MappingProxyType(KINDS)
    facts = MappingProxyType(FACTS)
    names = MappingProxyType(NAMES)

    def story(
        self,
        played: AnyPlaythrough,
        length: Length,
        seat: int | None = None,
        players: Sequence[str | None] = (),
    ) -> Story:
        """Return the plan for a finished game."""
        plot = plot_of(played)
        beats = tuple(short_beats(plot) if length == "short" else full_beats(plot))
        return Story(
            game=self.game,
            seat=None,
            seed=seed_of(played),
            facts=story_facts(plot),
            names={name: Ref(name) for name in ("hero", "trade", "motive", "keepsake", "place")}
            | {"goddess": Ref("goddess")},
            beats=beats,
            plot=plot.as_facts(),
        )


def seed_of(played: AnyPlaythrough) -> str:
    """Return a hash of everything that happened: the same game is told the same way."""
    text = "\n".join(repr(event) for moment in played.history for event in moment)
    return hashlib.sha256(f"{played.game.name}\n{text}".encode()).hexdigest()


def full_beats(plot: Plot) -> Iterator[Beat]:
    """Return the beats of a full chronicle."""
    rooms = plot.rooms
    chosen = choose_rooms(plot)
    skipped = gaps(rooms, chosen)
    yield Beat("opening", "opening", 0, 0)
    called_back = False
    near = False
    for place, room in enumerate(rooms):
        phase = "return" if room.is_return else "descent"
        if room.is_return and not rooms[place - 1].is_return:
            yield from turning_beats(plot, rooms[place - 1])
        if place in skipped:
            yield from gap_beats(rooms[place : skipped[place]], phase)
        if not chosen[place]:
            continue
        is_end = place == len(rooms) - 1 and not plot.is_out
        yield from light_beats(room, phase, is_during=False)
        if is_end:
            yield end_beat(plot, room)
            continue
        if room.is_return and not called_back and plot.rival and not plot.rival.is_return:
            yield callback_beat(plot.rival, room)
            called_back = True
        if room.is_return and place == len(rooms) - 1 and len(rooms) > 3:
            yield Beat("last_turn", phase, room.first, room.first, state_facts(rooms[place - 1]))
        yield encounter_beat(plot, room, phase)
        later = [each for each, is_told in zip(rooms, chosen, strict=True) if is_told]
        yield from after_beats(room, phase, later[later.index(room) + 1 :])
        if not near and room.hp <= NEAR and room.wounds:
            near = True
            close = state_facts(room) | {"foe_kind": room.kind, "outcome": room.outcome}
            yield Beat("near", phase, room.last, room.last, close, foe_names(room))
    if plot.ending == "walkout":
        yield out_beat("walkout", plot)
    elif plot.is_out:
        yield out_beat("out", plot)
    yield Beat("epilogue", "ending", plot.end, plot.end, state_facts(rooms[-1]), end_names(plot))


def short_beats(plot: Plot) -> Iterator[Beat]:
    """Return the beats of a short chronicle."""
    yield Beat("short_opening", "opening", 0, 0)
    room = peak(plot)
    facts, names = room_facts(plot, room), room_names(room)
    if plot.rival is not None:
        names = {**names, "rival": foe_ref(plot.rival)}
    yield Beat("short_middle", "descent", room.first, room.last, facts, names, tuple(room.cards))
    last = plot.rooms[-1]
    names = {**end_names(plot), **({} if plot.is_out else foe_names(last))}
    facts = {**room_facts(plot, last), **state_facts(last)}
    yield Beat("short_ending", "ending", last.first, plot.end, facts, names, plot.held)


def peak(plot: Plot) -> Room:
    """Return the turn that a short chronicle tells: the one its theme is about."""
    rooms = plot.rooms if plot.is_out or len(plot.rooms) == 1 else plot.rooms[:-1]
    tests = {
        "ransom": lambda room: bool(room.dropped),
        "scroll": lambda room: room.scroll_read >= 0,
        "nemesis": lambda room: room.wounds,
        "darkness": lambda room: len(room.torches),
        "blood": lambda room: -room.hp,
        "grace": lambda room: room.by == "favor",
        "craft": lambda room: bool(room.skill or room.dodged),
        "greed": lambda room: room.loot,
    }
    return max(rooms, key=tests.get(plot.theme, weight_of))


# Which turns are told


def weight_of(room: Room) -> int:
    """Return how much a turn matters."""
    return (
        room.value
        + 4 * room.wounds
        + 12 * bool(room.kings_taken)
        + 8 * bool(room.kings_lost or room.kings_buried)
        + 6 * (room.by in ("favor", "skill"))
        + 10 * bool(room.dropped)
        + 6 * bool(room.dodged)
        + 3 * len(room.torches)
        + 9 * (room.scroll_read >= 0)
        + room.gap
    )


def choose_rooms(plot: Plot) -> list[bool]:
    """Choose the turns to tell: the first, the fatal one, and those that matter the most."""
    rooms = plot.rooms
    ranked = sorted(range(len(rooms)), key=lambda place: (-weight_of(rooms[place]), place))
    chosen = set(ranked[:MAX_ROOMS]) | {0}
    if not plot.is_out or weight_of(rooms[-1]) >= WORTH_TELLING:
        chosen.add(len(rooms) - 1)
    is_scroll_read = any(room.scroll_read >= 0 for room in rooms)
    for place, room in enumerate(rooms):
        is_scroll = room.scroll_read >= 0 or (is_scroll_read and SCROLL in room.taken)
        if room.kings_taken or is_scroll or room is plot.rival:
            chosen.add(place)
    return [place in chosen for place in range(len(rooms))]


def gaps(rooms: list[Room], chosen: list[bool]) -> dict[int, int]:
    """Return the beginning and end of each run of turns that aren't told, in one phase."""
    turned = sum(not room.is_return for room in rooms)
    later = {turned + first: turned + end for first, end in runs(chosen[turned:])}
    return dict(runs(chosen[:turned])) | later


# Beats


def light_beats(room: Room, phase: str, *, is_during: bool) -> Iterator[Beat]:
    """Return the last torch that burned out, and the scroll, before or during the encounter.

    If the game ends in this turn, they are told before its encounter. The fourth torch is told by
    the scroll or by the ending.
    """
    torches = [
        torch
        for torch in room.torches
        if torch.n < TORCHES and is_after(room, is_during=torch.is_during) == is_during
    ]
    for torch in torches[-1:]:
        yield torch_beat(room, torch, phase)
    was_during = 0 < room.met <= room.scroll_read
    if room.scroll_read >= 0 and is_after(room, is_during=was_during) == is_during:
        step = room.scroll_read
        yield Beat("scroll_read", phase, step, step, state_facts(room), cards=(SCROLL,))


def gap_beats(rooms: list[Room], phase: str) -> Iterator[Beat]:
    """Return the last torch that burned out in turns that aren't told, and how many they are."""
    torches = [(room, torch) for room in rooms for torch in room.torches]
    for room, torch in torches[-1:]:
        yield torch_beat(room, torch, phase, is_told=False)
    if len(rooms) >= MIN_SKIPPED:
        yield skip_beat(rooms)


def is_after(room: Room, *, is_during: bool) -> bool:
    """Return whether something is told after the encounter of its turn."""
    return is_during and bool(room.outcome)


def torch_beat(room: Room, torch: Torch, phase: str, *, is_told: bool = True) -> Beat:
    """Return the beat of a torch that burned out, in a turn that is told or not."""
    is_during = is_told and is_after(room, is_during=torch.is_during)
    facts = standing_facts(room, torch.hp, torch.n, torch.held) | {
        "is_during": int(is_during),
        "is_discarded": int(torch.is_discarded and is_during),
        "foe_kind": room.kind if is_during else "",
        "outcome": room.outcome if is_during else "",
    }
    names = foe_names(room) if is_during else {}
    return Beat("torch", phase, torch.step, torch.step, facts, names, (torch.card,))


def encounter_beat(plot: Plot, room: Room, phase: str) -> Beat:
    """Return the beat of an encounter that was survived."""
    return Beat(
        room.kind,
        phase,
        room.first,
        room.last,
        room_facts(plot, room),
        room_names(room),
        tuple(card for card in room.cards if card not in [t.card for t in room.torches]),
        weight_of(room),
    )


def after_beats(room: Room, phase: str, later: list[Room]) -> Iterator[Beat]:
    """Return what a turn brought: darkness, skills, treasure."""
    yield from light_beats(room, phase, is_during=True)
    facts = state_facts(room) | {
        "loot": room.loot,
        "gold_loot": room.loot * GOLD_PER_POINT,
        "taken": len(room.taken),
        "kings_taken": len(room.kings_taken),
    }
    for card in room.skills:
        if is_skill_used(card, later):
            names = {"skill_name": Ref("skill_name", code_of(card))}
            yield Beat("skill", phase, room.first, room.last, facts, names, (card,))
    for card in room.kings_taken:
        yield Beat("hoard", phase, room.last, room.last, facts, {"king": king_ref(card)}, (card,))
    for card in room.kings_lost:
        lost: Names = {"king": king_ref(card), **foe_names(room)}
        yield Beat(
            "hoard_lost",
            phase,
            room.last,
            room.last,
            facts | {"outcome": room.outcome, "foe_kind": room.kind},
            lost,
            (card,),
        )
    for card in room.kings_buried[:1]:
        yield Beat("buried", phase, room.last, room.last, facts, {"king": king_ref(card)}, (card,))
    if SCROLL in room.taken:
        yield Beat("scroll_found", phase, room.last, room.last, facts, cards=(SCROLL,))
    elif not room.kings_taken and room.loot >= FINE_LOOT and room.kind != "trap":
        yield Beat("loot", phase, room.last, room.last, facts, cards=tuple(room.taken))


def is_skill_used(card: int, later: list[Room]) -> bool:
    """Return whether a skill is used in a later turn that is told."""
    return any(room.skill == card for room in later) or (
        card == DODGE_BLOW and any(room.dodged for room in later)
    )


def skip_beat(rooms: list[Room]) -> Beat:
    """Return the beat of turns that aren't told."""
    facts = state_facts(rooms[-1]) | {
        "skipped": len(rooms),
        "wounds": sum(room.wounds for room in rooms),
        "loot": sum(room.loot for room in rooms),
        "gold_loot": sum(room.loot for room in rooms) * GOLD_PER_POINT,
    }
    phase = "return" if rooms[0].is_return else "descent"
    return Beat("skip", phase, rooms[0].first, rooms[-1].last, facts)


def turning_beats(plot: Plot, room: Room) -> Iterator[Beat]:
    """Return the stock-taking, the decision and the first steps back."""
    facts = state_facts(room) | {
        "reason": reason_of(room),
        "left": plot.turned - 1,
    }
    kings = [king_ref(card) for card in room.held if rank_of(card) == KING]
    names: Names = {"kings_list": tuple(kings), "king": kings[-1]} if kings else {}
    step = plot.turned_at
    if room.held:
        yield Beat("stock", "found", step, step, facts, names, room.held)
    yield Beat("turning", "turn", step, step, facts, names)
    yield Beat("way_back", "return", step, step, facts, names)


def reason_of(room: Room) -> str:
    """Return the best reason to turn around now."""
    if sum(rank_of(card) == KING for card in room.held) == ALL_HOARDS:
        return "kings"
    if room.burnt >= LAST_TORCHES:
        return "torch"
    if room.hp <= FEW_HIT_POINTS:
        return "blood"
    if sum(map(worth, room.held)) >= RICH:
        return "pack"
    return "fear" if room.turn < DEEP else "plain"


def callback_beat(rival: Room, room: Room) -> Beat:
    """Return the memory of the hardest fight."""
    facts: Facts = {
        "wounds": rival.wounds,
        "outcome": rival.outcome,
        "by": rival.by,
        "value": rival.value,
    }
    return Beat("callback", "return", room.first, room.first, facts, {"rival": foe_ref(rival)})


def end_beat(plot: Plot, room: Room) -> Beat:
    """Return the beat of a death or of the last torch."""
    facts = room_facts(plot, room) | {
        "left": 2 * plot.turned - room.turn if plot.turned else 0,
        "is_during": int(bool(room.foe)),
        "is_discarded": int(any(t.n == TORCHES and t.is_discarded for t in room.torches)),
    }
    names = {**end_names(plot), **foe_names(room)}
    return Beat(plot.ending, "ending", room.first, plot.end, facts, names, tuple(room.cards))


def out_beat(kind: str, plot: Plot) -> Beat:
    """Return the beat of an escape."""
    room = plot.rooms[-1]
    return Beat(kind, "ending", plot.end, plot.end, state_facts(room), end_names(plot), plot.held)


CHRONICLE = TombStoryteller()
