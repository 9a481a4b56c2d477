"""The row of a game of Dungeon: who began, what was dealt, and which decisions were made."""

from games.dungeon.position import Position
from underdeck.cards import rank_of
from underdeck.fast.dungeon_rows import COLUMNS, HAND_BITS, note_move, open_row
from underdeck.games.dungeon import GAME


def counted(position: Position, *moves: str) -> dict[str, int]:
    """Return the row after some moves, each written `p1 pass`."""
    row = [0] * len(COLUMNS)
    open_row(position.state, row)
    for text in moves:
        player, _, move = text.partition(" ")
        seat = int(player.removeprefix("p")) - 1
        note_move(position.state, seat, GAME.read_move(move).action, row)
        position.play(text)
    return dict(zip(COLUMNS, row, strict=True))


def test_the_opening_hand_and_the_player_who_begins() -> None:
    position = Position({1: "10S 9S 8S KS AS", 2: "2S 3S 4S 5S 6S"}, first=2)
    row = counted(position, "p2 pass")
    ranks = [row["hand_1"] >> HAND_BITS * place & 15 for place in range(6)]
    hand = position.state.hands[: position.state.hand_size[0]]
    assert sorted(ranks) == sorted([0, *map(rank_of, hand[:5])])
    assert (row["starter"], row["moves"]) == (1, 1)


def test_turns_with_and_without_a_card_of_each_player() -> None:
    position = Position({1: "10S 9S", 2: "3S 4S"})
    row = counted(position, "p1 dig 10 @0", "p2 pass")
    assert [row["turns_1"], row["passes_1"]] == [1, 0]
    assert [row["turns_2"], row["passes_2"]] == [1, 1]


def test_a_lie_that_is_caught() -> None:
    position = Position({1: "QS 2S", 2: "7S 3S"})
    row = counted(position, "p1 fish Q p2 7", "p2 deny", "p1 demand")
    assert [row[name] for name in ("answers", "holders", "lies", "demands", "caught")] == [1] * 5


def test_a_true_denial_that_is_not_believed() -> None:
    position = Position({1: "QS 2S", 2: "8S 3S"})
    row = counted(position, "p1 fish Q p2 7", "p2 deny", "p1 demand")
    assert (row["answers"], row["holders"], row["lies"]) == (1, 0, 0)
    assert (row["demands"], row["caught"]) == (1, 0)


def test_a_card_given() -> None:
    position = Position({1: "QS 2S", 2: "7S 3S"})
    row = counted(position, "p1 fish Q p2 7", "p2 give")
    assert (row["answers"], row["holders"], row["lies"]) == (1, 1, 0)


def test_a_false_passage_and_a_right_accusation() -> None:
    position = Position({1: "3S 4S", 2: "10S 9S"}, dungeons={2: "10H"}, pitch_black=True)
    row = counted(position, "p1 dig 3=10 @0", "p2 accuse p1")
    assert (row["passages"], row["false_passages"]) == (1, 1)
    assert (row["accusations"], row["right_accusations"]) == (1, 1)
