"""The stack of pending frames; the top one is handled next.

A frame is a row of five ints: its kind, a seat, and three fields that depend on the kind.

| kind                   | seat            | second         | third              | fourth      |
|------------------------|-----------------|----------------|--------------------|-------------|
| DRAW                   | draws           | cards owed     | 1: opens a turn    |             |
| RENEW                  |                 |                |                    |             |
| LOT                    |                 | possible seats |                    |             |
| BID, JUDGE             |                 | asked seats    | bidders            | tied rounds |
| TURN, END              | player          |                |                    |             |
| ROBBING, ROB_ABILITY   | player          |                |                    |             |
| ATTACKED               | defender        | attacker       | creature's value   |             |
| ASKED, CAUGHT          | player asked    | asker          | rank asked for     |             |
| ANSWERED, FISH_ABILITY | asker           | player asked   | rank asked for     |             |
| SAVING                 | joker's owner   |                | joker's value      |             |
| ACES                   | played the ace  | asked seats    |                    |             |
| COUNTERS               | played last     | asked seats    | rank to counter by |             |
| ACCUSATIONS            | dug the passage | asked seats    | 1: it was the last |             |

Sets of seats are ints with a bit for each seat.
"""

from underdeck.games.dungeon.pending import ATTACKED, BID, DRAW, NOTHING
from underdeck.games.dungeon.state import FRAME_SIZE, State


def push(s: State, kind: int, seat: int, second: int = 0, third: int = 0, fourth: int = 0) -> None:
    """Put a frame on top of the stack, its fields in the order of the table above."""
    start = s.height * FRAME_SIZE
    s.stack[start] = kind
    s.stack[start + 1] = seat
    s.stack[start + 2] = second
    s.stack[start + 3] = third
    s.stack[start + 4] = fourth
    s.height += 1


def push_draw(s: State, seat: int, cards: int) -> None:
    """§2.4 Let a seat draw cards next."""
    push(s, DRAW, seat, cards)


def push_turn_draw(s: State, seat: int) -> None:
    """§2.1 Let a seat draw the card that opens its turn."""
    push(s, DRAW, seat, 1, 1)


def push_bid(s: State, bidders: int, ties: int) -> None:
    """D-1 Ask some seats for a bid, after a number of tied rounds."""
    push(s, BID, 0, bidders, bidders, ties)


def pop(s: State) -> None:
    """Remove the top frame."""
    s.height -= 1


def pending_kind(s: State) -> int:
    """Return the kind of the top frame."""
    return s.stack[(s.height - 1) * FRAME_SIZE] if s.height > 0 else NOTHING


def frame_seat(s: State) -> int:
    """Return the seat that the top frame belongs to."""
    return s.stack[(s.height - 1) * FRAME_SIZE + 1]


def frame_opponent(s: State) -> int:
    """Return the attacker, the asker or the player asked."""
    return s.stack[(s.height - 1) * FRAME_SIZE + 2]


def frame_rank(s: State) -> int:
    """Return the creature's value, the rank asked for or to counter with, or the joker's value."""
    return s.stack[(s.height - 1) * FRAME_SIZE + 3]


# DRAW


def cards_owed(s: State) -> int:
    """Return the number of cards still to draw."""
    return s.stack[(s.height - 1) * FRAME_SIZE + 2]


def count_drawn(s: State) -> None:
    """Count one card as drawn."""
    s.stack[(s.height - 1) * FRAME_SIZE + 2] -= 1


def is_turn_draw(s: State) -> bool:
    """§2.1 Return whether the top frame is the draw at the beginning of a turn."""
    return s.stack[(s.height - 1) * FRAME_SIZE + 3] == 1


# LOT, BID and JUDGE


def lot_seats(s: State) -> int:
    """D-1 Return the seats that the lot decides between."""
    return s.stack[(s.height - 1) * FRAME_SIZE + 2]


def bidding_seats(s: State) -> int:
    """D-1 Return the bidders that are still in the game."""
    return s.stack[(s.height - 1) * FRAME_SIZE + 3] & s.alive


def tied_rounds(s: State) -> int:
    """D-1 Return the number of bids that were tied before this one."""
    return s.stack[(s.height - 1) * FRAME_SIZE + 4]


# BID and windows


def asked_seats(s: State) -> int:
    """Return the seats in the game that haven't answered yet."""
    return s.stack[(s.height - 1) * FRAME_SIZE + 2] & s.alive


def note_answer(s: State, seat: int) -> None:
    """Stop asking a seat."""
    s.stack[(s.height - 1) * FRAME_SIZE + 2] &= ~(1 << seat)


def is_last_passage(s: State) -> bool:
    """§14.5 Return whether the window is about a ninth passage, which leads out."""
    return s.stack[(s.height - 1) * FRAME_SIZE + 3] == 1


# Frames beneath the top


def is_pending(s: State, kind: int) -> bool:
    """Return whether there is a frame of that kind anywhere on the stack."""
    return kind in s.stack[: s.height * FRAME_SIZE : FRAME_SIZE]


def ability_caller(s: State) -> int:
    """§11.2 Return the player whose ability the counter window on top is about."""
    return s.stack[(s.height - 2) * FRAME_SIZE + 1]


def find_attack(s: State) -> int:
    """Return the number of the frame of an attack, even beneath a window; -1 if there is none."""
    for number in range(s.height):
        if s.stack[number * FRAME_SIZE] == ATTACKED:
            return number
    return -1


def find_fight(s: State) -> int:
    """Return the number of the frame of a fight with a card laid, even beneath a window; or -1."""
    return find_attack(s) if s.pile_size > 0 else -1


def fight_defender(s: State, number: int) -> int:
    """Return the player who is attacked in that frame."""
    return s.stack[number * FRAME_SIZE + 1]


def fight_attacker(s: State, number: int) -> int:
    """Return the player who attacks in that frame."""
    return s.stack[number * FRAME_SIZE + 2]


def fight_value(s: State, number: int) -> int:
    """Return the value of the attacking creature in that frame."""
    return s.stack[number * FRAME_SIZE + 3]
