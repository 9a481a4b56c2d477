"""The knowledge of one seat: the places where each card may be after each kind of event."""

from random import Random
from typing import Any

from games.dungeon.position import Position
from underdeck.cards import codes_of
from underdeck.games.dungeon.belief import sample_state
from underdeck.games.dungeon.knowledge import Knowledge
from underdeck.games.dungeon.state import MAX_CARDS


class Watched:
    """A game and the knowledge of one of its players, who are numbered from 1."""

    def __init__(self, player: int, *args: Any, **options: Any) -> None:
        self.player = player
        self.position = Position(*args, **options)
        self.knowledge = Knowledge(self.position.view(player))

    def play(self, *moves: str) -> "Watched":
        """Make moves and let the player learn from their events."""
        for move in moves:
            for event in self.position.play(move).events:
                self.knowledge.observe(event)
        return self

    def places(self, code: str) -> set[str]:
        """Return the places where a card may be; passages are numbered in the order laid."""
        (token,) = [token for token in self.knowledge.tokens if codes_of([token.card]) == [code]]
        names = set()
        for kind, seat, number in token.places:
            owner = f" p{seat + 1}" if kind in ("hand", "bid", "cell", "passage") else ""
            names.add(kind + owner + (f" {number}" if number else ""))
        return names

    def imagined_hands(self, player: int) -> list[set[str]]:
        """Return a player's hand in several sampled states."""
        view = self.position.view(self.player)
        worlds = [
            sample_state(self.position.state, self.knowledge, view, Random(seed))
            for seed in range(5)
        ]
        row = (player - 1) * MAX_CARDS
        return [
            set(codes_of(world.hands[row : row + world.hand_size[player - 1]])) for world in worlds
        ]


UNSEEN = {"deck", "hand p2"}
"""The places of a card that player 1 has not seen in a game of two."""


# §1 The bid


def test_a_bid_is_hidden_until_it_is_shown() -> None:
    watched = Watched(1, {1: "3S", 2: "KS"}, first=None).play("p2 bid K")
    assert watched.places("KS") == watched.places("2C") == {*UNSEEN, "bid p2"}
    assert not any("3S" in hand for hand in watched.imagined_hands(2))
    watched.play("p1 bid 3")
    assert (watched.places("KS"), watched.places("3S")) == ({"discards"}, {"discards"})
    assert watched.places("2C") == UNSEEN


def test_the_own_bid_is_known_at_once() -> None:
    watched = Watched(1, {1: "3S", 2: "KS"}, first=None).play("p1 bid 3")
    assert (watched.places("3S"), watched.places("KS")) == ({"bid p1"}, UNSEEN)


# §2 Turns


def test_a_renewed_deck_consists_of_the_discards() -> None:
    watched = Watched(1, {1: "AS 5H 5D 5C 6S"}, only=True).play("p1 ace A", "p2 pass")
    assert (watched.places("AS"), watched.places("2C")) == ({"hand p1"}, {"hand p2"})


def test_a_card_of_this_turn_may_have_missed_the_renewal() -> None:
    watched = Watched(2, {1: "10S 10H JS AS 3S", 2: "10D"}, "4S 4H 4D", only=True, rules=1)
    watched.play("p1 dig 10 @0", "p2 cave 10 p1", "p1 rob J", "p1 ace A", "p2 pass")
    assert {"deck", "discards"} <= watched.places("JS")
    assert watched.knowledge.arrivals is not None
    assert watched.knowledge.arrivals[0] > 0


def test_a_card_discarded_face_down_is_known_to_its_player_only() -> None:
    own, other = (
        Watched(player, {1: "10S"}, "KS", almost_black=True).play("p1 pass", "p1 discard K")
        for player in (1, 2)
    )
    assert own.places("KS") == {"discards"}
    assert {"hand p1", "discards"} < other.places("KS")


# §3, §12 Passages


def test_a_passage_that_caves_in_is_discarded_with_the_card_against_it() -> None:
    watched = Watched(3, {1: "10S", 2: "10H"}, players=3, decks=1).play("p1 dig 10 @0")
    assert watched.places("10S") == {"passage p1 1"}
    watched.play("p2 cave 10 p1")
    assert (watched.places("10S"), watched.places("10H")) == ({"discards"}, {"discards"})


def test_the_card_that_caves_in_a_joker_is_discarded_even_if_the_joker_is_saved() -> None:
    for answer in ("yield", "save 10"):
        watched = Watched(1, {1: "Jk 10C", 2: "10H"}, jokers_wild=True)
        watched.play("p1 dig Jk=10 @0", "p2 cave 10 p1", f"p1 {answer}")
        assert watched.places("10H") == {"discards"}
        assert watched.places("10C") == ({"hand p1"} if answer == "yield" else {"discards"})


# §4 Creatures


def test_creatures_and_fighting_cards_are_discarded() -> None:
    watched = Watched(1, {1: "10S 6H 7H", 2: "QS"}).play("p1 dig 10 @0", "p2 attack Q p1")
    assert watched.places("QS") == {"discards"}
    watched.play("p1 fight 6", "p1 fight 7", "p1 strike")
    assert watched.places("6H") == watched.places("7H") == {"discards"}


# §5, §11 The Graverobber and counters


def robbed(player: int, *moves: str, **options: Any) -> Watched:
    """Return a game where player 1 takes the king that player 2 discarded."""
    watched = Watched(player, {1: "JS", 2: "KH JH"}, "3S 3H", first=2, **options)
    return watched.play("p2 pass", "p2 discard K", "p1 rob J", *moves)


def test_a_card_taken_from_open_discards_is_known() -> None:
    watched = robbed(2, "p1 take K")
    assert (watched.places("KH"), watched.places("JS")) == ({"hand p1"}, {"discards"})
    assert all("KH" in hand for hand in watched.imagined_hands(1))


def test_a_card_taken_from_hidden_discards_is_known_to_the_robber_only() -> None:
    assert robbed(1, "p1 take K", almost_black=True).places("KH") == {"hand p1"}
    assert robbed(2, "p1 take K", almost_black=True).places("KH") == {"hand p1", "discards"}


def test_the_discards_that_a_robber_searches_are_known() -> None:
    watched = robbed(1, almost_black=True)
    assert watched.places("KH") == {*UNSEEN, "cell p1", "cell p2", "discards"}
    watched.knowledge.observe_discards(watched.position.view(2))
    assert watched.places("KH") == {*UNSEEN, "cell p1", "cell p2", "discards"}
    watched.knowledge.observe_discards(watched.position.view(1))
    assert watched.places("KH") == {"discards"}
    assert watched.places("2C") == {*UNSEEN, "cell p1", "cell p2"}


def test_counters_are_discarded() -> None:
    assert robbed(1, "p2 counter J", counter_attack=1).places("JH") == {"discards"}


# §6 Fishing


def fished(player: int, *moves: str, **options: Any) -> Watched:
    """Return a game where player 1 has asked player 2, who has one, for a seven."""
    hands = {1: "QS", 2: "7S 5S 6S 8S 9S"}
    watched = Watched(player, hands, players=3, decks=1, **options)
    return watched.play("p1 fish Q p2 7", *moves)


def test_a_card_given_is_known_to_the_two_and_its_rank_to_all() -> None:
    for player in (1, 2):
        assert fished(player, "p2 give").places("7S") == {"hand p1"}
    watched = fished(3, "p2 give")
    assert "hand p1" in watched.places("7S")
    assert fished(3).places("8S") == watched.places("8S")


def test_a_hand_shown_is_known_to_the_asker() -> None:
    watched = fished(1, "p2 deny", "p1 demand")
    assert watched.places("7S") == {"hand p1"}
    assert watched.places("8S") == {"discards"}


def test_a_true_answer_rules_out_all_but_the_hand_shown_or_only_the_rank() -> None:
    hands = {1: "QS", 2: "7S", 3: "5S 6S 8S 9S 9H"}
    moves = ("p1 fish Q p3 7", "p3 deny", "p1 demand")
    asker, asked, other = (
        Watched(player, hands, players=4, decks=1).play(*moves) for player in (1, 3, 4)
    )
    assert asker.places("8S") == asked.places("8S") == {"hand p3"}
    assert "hand p3" not in asker.places("7S") | asker.places("10S") | other.places("7S")
    assert {"hand p3"} < other.places("8S")
    assert asker.imagined_hands(3) == [{"5S", "6S", "8S", "9S", "9H"}] * 5


def test_a_hand_lost_in_the_dark_is_among_the_discards() -> None:
    watched = fished(3, "p2 deny", "p1 demand", almost_black=True)
    assert "discards" in watched.places("8S")
    assert "hand p2" not in watched.places("8S")


# §14 Pitch black


def test_a_hidden_passage_is_known_to_its_player_only() -> None:
    own, other = (
        Watched(player, {1: "7S"}, pitch_black=True).play("p1 dig 7=10 @0") for player in (1, 2)
    )
    assert own.places("7S") == {"passage p1 1"}
    assert {"hand p1", "passage p1 1"} < other.places("7S")


def test_an_accused_dungeon_is_known_and_the_one_that_is_lost_is_discarded() -> None:
    for card, places, lost in (
        ("10H", {"passage p2 1"}, "passage p1 1"),
        ("8H", {"discards"}, "passage p2 1"),
    ):
        claim = "10" if card == "10H" else "8=10"
        watched = Watched(3, {1: "7S", 2: card}, players=3, decks=1, pitch_black=True)
        watched.play("p1 dig 7=10 @0", f"p2 dig {claim} @0", "p1 accuse p2")
        assert watched.places(card) == places
        assert not any(lost in watched.places(code) for code in ("7S", "2C", "3D"))


def test_a_card_tried_in_secret_is_known_to_its_player() -> None:
    own, other = (
        Watched(player, {1: "7S", 2: "9H"}, pitch_black=True).play("p1 dig 7=10 @0", "p2 cave 9 p1")
        for player in (2, 1)
    )
    assert own.places("9H") == {"discards"}
    assert {"hand p2", "discards"} < other.places("9H")


def test_a_card_tried_against_a_joker_is_discarded_whatever_the_owner_does() -> None:
    for answer in ("yield", "save 10"):
        watched = Watched(2, {1: "Jk 10C", 2: "10H"}, first=1, decks=1, pitch_black=True)
        watched.play("p1 dig Jk=10 @0", "p2 cave 10 p1")
        assert watched.places("10H") == {"tried"}
        assert not any("10H" in hand for hand in watched.imagined_hands(1))
        assert watched.play(f"p1 {answer}").places("10H") == {"discards"}
