"""What really happened in a game of Tomb, worked out from the oracle, to check chronicles against.

Nothing here is taken from the planner: the record's moves are played by the second implementation
of the rules, and every fact is computed from the table before and after each move.
"""

from dataclasses import dataclass, field
from typing import Any

from oracle.tomb import JOKER, TombOracle, is_number, number, rank, suit, worth
from underdeck.cards import codes_of
from underdeck.playthrough import AnyPlaythrough

KINDS = {"S": "monster", "D": "trap", "C": "door"}


@dataclass(slots=True)
class Turn:
    """One turn as the cards tell it."""

    first: int
    """The number of the move that began it."""
    before: dict[str, Any]
    """The table before it."""
    after: dict[str, Any] = field(default_factory=dict)
    last: int = 0
    moves: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    """The cards that left the deck, in order."""
    drawn_at: list[int] = field(default_factory=list)
    """The move with which each of them left the deck."""
    states: list[dict[str, Any]] = field(default_factory=list)


class TombTruth:
    """The turns of a finished game."""

    def __init__(self, played: AnyPlaythrough) -> None:
        record = played.record
        oracle = TombOracle(codes_of(record.deal.cards), record.options_as_dict())
        self.states: list[dict[str, Any]] = [oracle.state()]
        self.moves = ["", *record.moves]
        self.turns: list[Turn] = []
        for place, move in enumerate(record.moves, 1):
            before = self.states[-1]
            oracle.play(move)
            after: dict[str, Any] = oracle.state()
            self.states.append(after)
            if after["turn"] != before["turn"]:
                self.turns.append(Turn(place, before))
            elif move == "retreat":  # a walk-out: no further turn
                continue
            turn = self.turns[-1]
            count = len(before["deck"]) - len(after["deck"]) + (move == "read")
            turn.drawn += before["deck"][:count]
            turn.drawn_at += [place] * count
            turn.moves.append(move)
            turn.states.append(after)
            turn.after, turn.last = after, place
        self.end = len(record.moves)
        self.final = self.states[-1]

    # The whole game

    def story(self) -> dict[str, int | str]:
        """Return the facts about the whole game."""
        held = [card for card in self.final["hand"] if worth(card)]
        points = sum(map(worth, held))
        kings = sum(rank(card) == "K" for card in held)
        deepest = self.final["deepest"]
        ending = {
            "slain": "slain",
            "lost": "dark",
            "escaped": "walkout"
            if deepest == 1
            else "triumph"
            if kings == 4
            else "rich"
            if points >= 30
            else "modest"
            if points
            else "empty",
        }[self.final["ending"]]
        return {
            "ending": ending,
            "points": points,
            "gold": 100 * points,
            "kings": kings,
            "depth": deepest or len(self.turns),
            "turns": len(self.turns),
            "turned": deepest,
            "favors": sum(self.facts(turn)["by"] == "favor" for turn in self.turns),
        }

    # One turn

    def foe(self, turn: Turn) -> str:
        """Return the encounter: the first number that was drawn."""
        return next(filter(is_number, turn.drawn), "")

    def is_finished(self, turn: Turn) -> bool:
        """Return whether the turn came to its end."""
        return len(turn.after["turns"]) > len(turn.before["turns"])

    def actions(self, turn: Turn) -> list[str]:
        """Return the action cards: the numbers after the encounter that weren't discarded."""
        numbers = [card for card in turn.drawn if is_number(card)][1:]
        return [card for card in numbers if card not in turn.after["discards"]]

    def gained(self, turn: Turn) -> list[str]:
        """Return the treasure that came into the hand."""
        return [
            card for card in turn.after["hand"] if worth(card) and card not in turn.before["hand"]
        ]

    def dropped(self, turn: Turn) -> list[str]:
        """Return the treasure that was dropped."""
        return [move.split()[1] for move in turn.moves if move.startswith("drop")]

    def torches(self, state: dict[str, Any]) -> int:
        """Return the number of aces in the torch row."""
        return sum(rank(card) == "A" for card in state["torches"])

    def outcome(self, turn: Turn) -> tuple[str, str]:
        """Return how a turn ended and what won it."""
        foe, actions = self.foe(turn), self.actions(turn)
        if not self.is_finished(turn):
            return "", ""
        if self.dropped(turn):
            return "fled", ""
        if any(move.startswith("play") for move in turn.moves):
            return "won", "skill"
        if any(rank(card) == "Q" and card not in turn.after["discards"] for card in turn.drawn):
            return "won", "favor"
        if number(actions[-1]) >= number(foe):
            return "won", "blow"
        return "lost", ""

    def damage(self, turn: Turn) -> tuple[list[int], int]:
        """Return the damage of each blow suffered, and of the blow dodged."""
        foe = self.foe(turn)
        if not foe or suit(foe) == "C":
            return [], 0
        short = [number(foe) - number(card) for card in self.actions(turn)]
        blows = [damage for damage in short if damage > 0]
        if suit(foe) == "D" and any(move.startswith("play") for move in turn.moves):
            blows = []  # R-19 disarmed after it was sprung
        dodged = 0
        if "dodge" in turn.moves:
            # Work out which blow it was: the ones before it were suffered.
            hp = turn.before["hit_points"]
            for place, move in enumerate(turn.moves):
                if move == "dodge":
                    suffered = hp - turn.states[place]["hit_points"]
                    index = 0
                    while sum(blows[:index]) < suffered:
                        index += 1
                    dodged = blows.pop(index)
        return blows, dodged

    def standing(self, turn: Turn, state: dict[str, Any]) -> dict[str, int | str]:
        """Return how the hero stands."""
        held = [card for card in state["hand"] if worth(card)]
        carried = sum(map(worth, held))
        burnt = self.torches(state)
        deepest = state["deepest"]
        number_of_turn = self.turns.index(turn) + 1
        return {
            "turn": number_of_turn,
            "is_return": int(0 < deepest < number_of_turn),
            "hp": state["hit_points"],
            "lost_hp": 9 - state["hit_points"],
            "burnt": burnt,
            "torches": 4 - burnt,
            "carried": carried,
            "gold_carried": 100 * carried,
            "kings_held": sum(rank(card) == "K" for card in held),
            "treasures": len(held),
            "has_scroll": int(JOKER in held),
        }

    def facts(self, turn: Turn) -> dict[str, int | str]:
        """Return everything about a turn, after it."""
        foe = self.foe(turn)
        outcome, by = self.outcome(turn)
        blows, dodged = self.damage(turn)
        gained, dropped = self.gained(turn), self.dropped(turn)
        n = self.turns.index(turn) + 1
        deepest = self.final["deepest"]
        is_return = 0 < deepest < n
        held = foe.endswith("C") and any(number(foe) > number(c) for c in self.actions(turn))
        short = number(foe) - number(self.actions(turn)[-1]) if held else 0
        queen = next((place for place, c in enumerate(turn.drawn) if rank(c) == "Q"), 99)
        met = turn.drawn.index(foe) if foe else 99
        return self.standing(turn, turn.after) | {
            "is_first": int(n == 1),
            "is_last": int(self.final["ending"] == "escaped" and n == len(self.turns)),
            "left": 2 * deepest - n if is_return else 0,
            "value": number(foe) if foe else 0,
            "foe_kind": KINDS[suit(foe)] if foe else "",
            "outcome": outcome,
            "by": by,
            "tries": len(self.actions(turn)),
            "blows": len(blows),
            "wounds": sum(blows),
            "worst": blows[-1] if blows else 0,
            "dodged": dodged,
            "favored": int(queen < met),
            "is_late": int(held and outcome == "won"),
            "gap": short if outcome != "won" else 0,
            "loot": sum(map(worth, gained)),
            "gold_loot": 100 * sum(map(worth, gained)),
            "taken": len(gained),
            "kings_taken": sum(rank(card) == "K" for card in gained),
            "dropped": sum(map(worth, dropped)),
            "dropped_gold": 100 * sum(map(worth, dropped)),
            "dropped_king": int(any(rank(card) == "K" for card in dropped)),
        }

    def turn_at(self, step: int) -> Turn:
        """Return the turn that a move belongs to; before the first move, the first one."""
        return next((turn for turn in reversed(self.turns) if turn.first <= step), self.turns[0])
