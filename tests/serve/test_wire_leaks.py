"""Nothing hidden leaks over the wire: worlds that a watcher can't tell apart send the same bytes.

The pairs of worlds are those of `random_games/dungeon/shadows.py`: a game, and its shadow, in which
all that a watcher can't know is dealt again. Here both are live tables with all seats connected.
The shadow gets the same messages; answers to a window, which are face down, may differ or be
missing, and seats may pass in another order. Until the rules themselves show a difference, frames,
HTTP responses, the lobby and the log are the same.
"""

import asyncio
import json
import os
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
import pytest

from games.dungeon.position import view_of
from random_games.dungeon.revealed import bare, learn, public_part
from random_games.dungeon.shadows import (
    Onlooker,
    Shadow,
    cell,
    choose_move,
    dump_events,
    events_for,
    legal,
)
from random_games.dungeon.variants import VARIANTS, options_with, variant_of, variants_of
from serve.leak_worlds import NOON, WATCHING, WINDOW, World, new_table, shadow_of
from underdeck.game import Event
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.belief import sample_states
from underdeck.games.dungeon.facts import DungeonClientView
from underdeck.games.dungeon.frames import pending_kind
from underdeck.games.dungeon.knowledge import Knowledge
from underdeck.games.dungeon.moves import RESIGN, DungeonMove
from underdeck.games.dungeon.moves import WORDS as MOVE_WORDS
from underdeck.games.dungeon.view import DungeonView, view
from underdeck.refusal import IllegalMove
from underdeck.store.model import Summary
from underdeck.table.entries import Answered, Clock, Made
from underdeck.table.summaries import summary_of
from underdeck.table.table import Table
from underdeck.table.window import PASS

GAMES = int(os.environ.get("LEAK_GAMES", "1"))
MAX_STEPS = 150
JUNK = ("", "[", '{"type":"move"}', "pass", "\x00")


@dataclass
class Pair:
    """A live shadow of the game, its watcher, and the moves it is compared for."""

    shadow: Shadow
    world: World
    differs: bool = False
    """Whether an answer that is face down differs."""
    late: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    """Seats that pass later than in the game, but in time."""


@dataclass
class Comparison:
    """A game, its shadows, and counts of comparisons."""

    seed: int
    often: float = 0.05
    counted: Counter[str] = field(default_factory=Counter)
    pairs: list[Pair] = field(default_factory=list)
    met: Counter[int] = field(default_factory=Counter)
    moves: int = 0

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.options = options_with(variant_of(self.seed), self.random)
        clock = Clock(60, 300) if self.random.random() < 0.5 else None
        self.watchers: tuple[int | None, ...] = (*range(self.options.players), WATCHING)
        self.real = World(
            new_table(self.options, self.random.randbytes(32).hex(), clock), NOON, self.watchers
        )
        start = GAME.start(
            self.options, self.real.table.game_played.record.deal.cards, self.real.table.terms.rules
        )
        self.minds = {
            seat: (Onlooker if seat is None else Knowledge)(view_of(start, seat))
            for seat in self.watchers
        }
        self.seen_stage = 0

    async def run(self) -> Counter[str]:
        """Play the game, and compare it with its shadows at every step."""
        await self.real.connect(*self.watchers)
        try:
            for _ in range(MAX_STEPS):
                if self.real.table.is_over:
                    break
                self.listen()
                if not self.real.table.window.answers:
                    await self.cast()
                await self.step()
        finally:
            for world in (self.real, *(pair.world for pair in self.pairs)):
                await world.close()
        return self.counted

    def listen(self) -> None:
        """Update the belief of every watcher with what was shown."""
        for stage in self.real.table.history.stages[self.seen_stage :]:
            for event in stage.events:
                for mind in self.minds.values():
                    mind.observe(event)
        self.seen_stage = self.real.table.stage

    async def cast(self) -> None:
        """Now and then add a shadow, in which all that a watcher can't know is dealt again."""
        table, state, random = self.real.table, self.real.state, self.random
        for seat, mind in self.minds.items():
            if random.random() >= self.often or len(self.pairs) >= 4:
                continue
            for other_state in sample_states(state, mind, view_of(state, seat), random, 1):
                if other_state == state:
                    continue
                world = World(shadow_of(table, other_state), self.real.now, self.watchers)
                await world.connect(seat, WATCHING)
                for socket in (*world.sockets.values(), *self.real.sockets.values()):
                    socket.take()
                self.pairs.append(
                    Pair(Shadow(seat, other_state, random.choice((2, 4, 8, 25))), world)
                )
                for name in (
                    "pairs",
                    *(cell(variant, seat) for variant in variants_of(self.options)),
                ):
                    self.counted[name] += 1

    async def step(self) -> None:
        """Do one thing in all worlds: a move, an answer, a resignation, a pause or nonsense."""
        table, random = self.real.table, self.random
        if self.pairs and random.random() < 0.5:
            await self.send_nonsense(random.choice(self.pairs))
        seat, move = choose_move(
            self.real.state, [pair.shadow for pair in self.pairs], self.met, random
        )
        stage, answering = table.stage, None
        shuts = table.window.is_open and (random.random() < 0.1 or seat in table.window.answers)
        if not shuts and move.kind != RESIGN and table.window.is_open and seat in table.waiting:
            answering = seat
        await self.catch_up(everybody=answering is None)
        if shuts:
            await self.in_all(lambda world, _: world.wait(WINDOW))
        elif move.kind == RESIGN:
            await self.in_all(lambda world, _: world.send(seat, type="resign"))
        else:
            await self.make(seat, move, answering is not None)
        self.met[pending_kind(self.real.state)] += 1
        await self.compare(stage, answering)

    async def in_all(self, happen: Any) -> None:
        """Do something in the game and in every shadow."""
        await happen(self.real, None)
        for pair in self.pairs:
            await happen(pair.world, pair)

    async def catch_up(self, everybody: bool) -> None:
        """Let late seats pass in the shadows: now and then, or all of them."""
        for pair in self.pairs:
            if everybody or self.random.random() < 0.3:
                for seat, message in self.random.sample(pair.late, len(pair.late)):
                    await pair.world.send(seat, **message)
                pair.late.clear()

    async def make(self, seat: int, move: DungeonMove, face_down: bool) -> None:
        """Make a move in the game, and in each shadow one that looks the same to its watcher."""
        self.moves += 1
        seconds = 0.0 if self.real.table.window.is_open else self.random.choice((0.0, 0.5, 2.0))
        message = {"type": "move", "id": f"move {self.moves}", "version": self.real.table.stage}
        followers = [(pair, self.follow(pair, seat, move, face_down)) for pair in self.pairs]
        await self.real.wait(seconds)
        await self.real.send(seat, move=str(move), **message)
        for pair, other in followers:
            await pair.world.wait(seconds)
            if other is None and not face_down:
                await self.drop(pair)
            elif (
                other is not None
                and face_down
                and str(other) == PASS
                and seat != pair.shadow.seat
                and self.random.random() < 0.5
            ):
                pair.late.append((seat, {"move": PASS, **message}))
                self.counted["late"] += 1
            elif other is not None:
                await pair.world.send(seat, move=str(other), **message)

    def follow(
        self, pair: Pair, seat: int, move: DungeonMove, face_down: bool
    ) -> DungeonMove | None:
        """Return a move for a shadow that looks the same; face down it may be any, or none."""
        alike = public_part(move, self.options)
        moves = legal(pair.shadow.world, seat)
        if seat == pair.shadow.seat:
            assert move in moves
            return move
        same = [other for other in moves if public_part(other, self.options) == alike]
        if not face_down:
            return (
                move
                if move in same and self.random.random() < 0.5
                else self.random.choice(same)
                if same
                else None
            )
        if move in moves and self.random.random() < 0.5:
            return move
        pair.differs = True
        return self.random.choice([None, *moves])

    async def send_nonsense(self, pair: Pair) -> None:
        """Send an illegal or invalid message of a watcher in both worlds."""
        parts = [self.random.randrange(limit) for limit in (15, 15, self.options.players + 1, 15)]
        move = DungeonMove(self.random.randrange(1, len(MOVE_WORDS)), *parts)
        seat = pair.shadow.seat
        if seat is not None and str(move) in map(
            str, legal(self.real.state, seat)
        ):  # parts that a word doesn't have are left out of the text
            return
        stage = self.real.table.stage - (self.random.random() < 0.2)
        message: dict[str, Any] = {
            "type": "move",
            "id": "nonsense",
            "version": stage,
            "move": str(move),
        }
        if self.random.random() < 0.2:
            message = {"type": "sync", "seen": stage, "junk": self.random.choice(JUNK)}
        for world in (self.real, pair.world):
            for socket in world.sockets.values():
                socket.take()
            await world.send(seat, **message)
        for watcher in dict.fromkeys((seat, WATCHING)):
            assert self.real.sockets[watcher].take() == pair.world.sockets[watcher].take(), (
                f"{watcher} is refused otherwise: {message}"
            )
        self.counted["refusals"] += 1

    async def compare(self, stage: int, answering: int | None) -> None:
        """Compare what watchers were sent; an answer face down sends nothing to the others."""
        sent = {seat: socket.take() for seat, socket in self.real.sockets.items()}
        shown = answering is None and self.real.table.stage != stage
        if answering is not None:
            noticed = [seat for seat, frames in sent.items() if frames and seat != answering]
            assert noticed == [], f"an answer that lies face down was noticed by {noticed}"
            self.counted["face down"] += 1
        for pair in list(self.pairs):
            pair.shadow.steps -= 1
            apart = await self.tell_apart(pair, sent, stage, shown)
            if apart or pair.shadow.steps <= 0 or (shown and pair.differs):
                await self.drop(pair)

    async def tell_apart(
        self, pair: Pair, sent: dict[int | None, list[bytes]], stage: int, shown: bool
    ) -> bool:
        """Return whether the rules let the watcher tell game and shadow apart; check all frames."""
        for seat in dict.fromkeys((pair.shadow.seat, WATCHING)):
            frames, others = sent[seat], pair.world.sockets[seat].take()
            self.counted["frames"] += len(frames)
            if pair.differs and shown:
                continue
            if frames != others:
                assert self.may_part(pair, seat, stage), difference(frames, others)
                return True
        for socket in pair.world.sockets.values():
            socket.take()
        if not (pair.differs and shown):
            await self.compare_answers(pair)
        return False

    def may_part(self, pair: Pair, seat: int | None, stage: int) -> bool:
        """Return whether the rules have shown a difference since that stage."""
        here, there = (new_events(world.table, stage, seat) for world in (self.real, pair.world))
        you = -1 if seat is None else seat
        if dump_events(here) != dump_events(there):
            return learn(unlost(here, you), unlost(there, you), you, self.options)
        view, other = view_of(self.real.state, seat), view_of(pair.shadow.world, seat)
        return view != other and bare(view, here) == bare(other, here)

    async def compare_answers(self, pair: Pair) -> None:
        """Compare HTTP responses, the lobby, the store's index and the log."""
        seat = pair.shadow.seat
        if self.random.random() < 0.2 and not self.real.table.is_over:
            for path in ("/api/table", "/api/record"):
                assert await self.real.ask(path, seat) == await pair.world.ask(path, seat), path
            tale = "/api/chronicle", seat, "POST", b'{"seat": 0}'
            assert await self.real.ask(*tale) == await pair.world.ask(*tale)
            self.counted["answers"] += 1
        assert self.real.in_lobby() == pair.world.in_lobby()
        assert self.real.lines.lines == [] == pair.world.lines.lines

    async def drop(self, pair: Pair) -> None:
        """Remove a shadow."""
        self.pairs.remove(pair)
        await pair.world.close()


def difference(frames: list[bytes], others: list[bytes]) -> str:
    """Describe where two lists of frames begin to differ."""
    one, two = b" | ".join(frames).decode(), b" | ".join(others).decode()
    place = next(
        (place for place, (here, there) in enumerate(zip(one, two, strict=False)) if here != there),
        min(len(one), len(two)),
    )
    start, end = max(0, place - 80), place + 120
    lengths = f"{len(frames)} or {len(others)} frames"
    return f"{lengths}: ...{one[start:end]!r} or ...{two[place:end]!r}"


def new_events(table: Table, stage: int, seat: int | None) -> list[Event]:
    """Return the events that a watcher was shown since that stage."""
    events = [event for each in table.history.stages[stage:] for event in each.events]
    return events_for(events, seat)


def unlost(events: list[Event], you: int) -> list[Event]:
    """Return events without losses of cards just drawn, by a resignation that was pending."""
    drawn = {
        event.parts["card"]
        for event in events
        if event.name == "drew_card" and event.parts["seat"] == you
    }
    return [
        event
        for event in events
        if event.name != "lost_card"
        or event.parts["seat"] != you
        or event.parts["card"] not in drawn
    ]


def compare_wire(seed: int, often: float = 0.05) -> Counter[str]:
    """Compare a random game with its shadows over the wire; return counts of comparisons."""
    return asyncio.run(Comparison(seed, often).run())


def compare_several(seeds: range) -> None:
    """Compare some games with many shadows."""
    for seed in seeds:
        compare_wire(seed, 0.15)


def test_worlds_that_a_watcher_cannot_tell_apart_send_the_same_bytes() -> None:
    counted: Counter[str] = Counter()
    for seed in range(GAMES * len(VARIANTS)):
        counted += compare_wire(seed)
    assert counted["pairs"] >= 25 * GAMES
    assert min(counted["frames"], counted["refusals"], counted["answers"]) > 0


# Planted leaks


def leak_version(patch: pytest.MonkeyPatch) -> None:
    """Acknowledge moves with the length of the log, which counts answers face down."""
    apply = Table.apply

    def leaky(table: Table, entry: Any, at: float) -> None:
        apply(table, entry, at)
        if isinstance(entry, Made | Answered):
            table.made[entry.seat, entry.move_id] = table.version

    patch.setattr(Table, "apply", leaky)


def leak_window(patch: pytest.MonkeyPatch) -> None:
    """Close a window earlier if nobody could answer."""
    closes = Table.window_closes

    def leaky(table: Table) -> float | None:
        closing = closes(table)
        state = table.game_played.state if table.played else None
        able = state is not None and any(len(GAME.legal(state, seat)) > 1 for seat in table.waiting)
        return closing if closing is None or able else closing - 1

    patch.setattr(Table, "window_closes", leaky)


def leak_moves(patch: pytest.MonkeyPatch) -> None:
    """List the moves of the next seat in an error."""
    move = Table.move

    def leaky(
        table: Table, seat: int, text: str, move_id: str, stage: int | None = None
    ) -> Made | Answered:
        try:
            return move(table, seat, text, move_id, stage)
        except IllegalMove as refusal:
            beside = GAME.legal(table.game_played.state, (seat + 1) % len(table.seats))
            raise IllegalMove(refusal.code, move=refusal.params["move"], legal=beside) from None

    patch.setattr(Table, "move", leaky)


def leak_answer(patch: pytest.MonkeyPatch) -> None:
    """Show everyone that somebody has answered."""
    apply = Table.apply

    def leaky(table: Table, entry: Any, at: float) -> None:
        apply(table, entry, at)
        if isinstance(entry, Answered):
            table._show([], at)

    patch.setattr(Table, "apply", leaky)


def leak_order(patch: pytest.MonkeyPatch) -> None:
    """Show passes in the order in which they came."""

    def leaky(table: Table) -> list[Event]:
        answers, table.window.answers = table.window.answers, {}
        played, events = table.game_played, list[Event]()
        window = played.game.window(played.state)
        in_order = sorted(answers, key=lambda seat: answers[seat].move == PASS)
        for seat in (*in_order, *table.waiting):
            if seat in table.waiting and played.game.window(played.state) == window:
                events += table._play(seat, answers[seat].move if seat in answers else PASS)
        return events

    patch.setattr(Table, "_close_window", leaky)


def leak_lobby(patch: pytest.MonkeyPatch) -> None:
    """Reveal a hand in the lobby."""
    patch.setattr("serve.leak_worlds.summary_of", leaky_summary)


def leaky_summary(table: Table) -> Summary:
    """Return a summary that names the first player by a card of their hand."""
    summary = summary_of(table)
    hand = view_of(table.game_played.state, 0).players[0].hand or (0,)
    return msgspec.structs.replace(summary, names=(str(max(hand)), *summary.names[1:]))


def leak_discard(patch: pytest.MonkeyPatch) -> None:
    """Show the top of the discards even if they are face down."""
    shown = DungeonClientView.shown
    states: list[Any] = []

    def look(state: Any, seat: int | None) -> DungeonView:
        states[:] = [state]
        return view(state, seat)

    def leaky(client: DungeonClientView, seen: DungeonView) -> dict[str, Any]:
        discards = states[0].discards[: states[0].discard_size]
        return shown(client, seen) | {"top_discard": discards[-1] if discards else None}

    patch.setattr("underdeck.games.dungeon.view", look)
    patch.setattr(DungeonClientView, "shown", leaky)


@pytest.mark.parametrize(
    "plant",
    [leak_version, leak_window, leak_moves, leak_answer, leak_order, leak_lobby, leak_discard],
)
def test_a_planted_leak_is_found(plant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError):
        compare_several(range(40))


def test_a_frame_is_json() -> None:
    """Frames are compared as they are sent."""
    world = World(new_table(options_with("base", Random(1)), "00" * 32, None), NOON, (0, WATCHING))

    async def look() -> list[bytes]:
        await world.connect(0)
        frames = world.sockets[0].take()
        await world.close()
        return frames

    accepted, shown = asyncio.run(look())
    assert json.loads(accepted)["type"] == "websocket.accept"
    assert json.loads(json.loads(shown)["text"])["type"] == "table"
