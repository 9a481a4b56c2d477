"""The planner of Dungeon: what each scene says about known games, and what a seat may know."""

import copy
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from chronicle.sample_games import STYLES, sample_game
from games.dungeon.position import QUIET
from random_games.dungeon.variants import VARIANTS, options_with, variant_of
from underdeck.cards import codes_of, rank_of, read_cards
from underdeck.chronicle.games.dungeon import CHRONICLE
from underdeck.chronicle.games.dungeon_choice import MAX_TOLD
from underdeck.chronicle.games.dungeon_history import History
from underdeck.chronicle.games.dungeon_plot import ENDINGS, THEMES
from underdeck.chronicle.story import LENGTHS, Beat, Length, Ref, Story
from underdeck.deal import Seed, deal_from_cards
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.moves import RANKS
from underdeck.games.dungeon.options import Options, is_wild
from underdeck.games.dungeon.state import HAND_LIMIT, MAX_CARDS, State
from underdeck.options import read_options
from underdeck.playthrough import AnyPlaythrough

BIDS = ("KC", "9C", "8C", "7C")
"""What the players lay to decide who begins, which is the first one."""
FIRST = {1: "10S 9S 8S 7S 6S"}
"""A hand that digs for five turns."""


class Table:
    """A game with given hands and deck, after the bid that lets the first player begin.

    The cards of the deck are drawn in its order, the first one by player 1 in turn 1.
    """

    def __init__(self, hands: Mapping[int, str], deck: str = "", **options: Any) -> None:
        parsed: Options = read_options(Options, options)
        seats = range(parsed.players)
        held = [hands.get(seat + 1, "").split() for seat in seats]
        named = [*itertools.chain(*held), *deck.split(), *BIDS[: parsed.players]]
        rest = Counter(GAME.deck(parsed)) - Counter(read_cards(named))
        filler = codes_of(sorted(rest.elements(), key=lambda c: (QUIET.index(rank_of(c)), c)))
        cells = [filler.pop() for seat in seats if is_wild(parsed) or seat >= 2 * parsed.deck_count]
        for hand in held:
            hand += [filler.pop(0) for _ in range(HAND_LIMIT - len(hand))]
        dealt = [[BIDS[seat], *held[seat][:-1]] for seat in seats]
        rounds = [dealt[seat][place] for place in range(HAND_LIMIT) for seat in seats]
        order = [*cells, *rounds, *(hand[-1] for hand in held), *deck.split(), *filler]
        deal = deal_from_cards(GAME.deck(parsed), read_cards(order))
        self.played: AnyPlaythrough = AnyPlaythrough.begin(GAME, parsed, deal)
        self.play(*(f"p{seat + 1} bid {BIDS[seat][:-1]}" for seat in seats))

    @property
    def state(self) -> State:
        state: State = self.played.state
        return state

    def play(self, *moves: str) -> "Table":
        """Make moves, each with its player; `p2 skip` passes and discards the newest card."""
        for text in moves:
            player, _, words = text.partition(" ")
            seat = int(player[1:]) - 1
            self.played.play(GAME.read_move("pass" if words == "skip" else words), seat)
            while words == "skip" and self.state.hand_size[seat] > HAND_LIMIT:
                card = self.state.hands[seat * MAX_CARDS + self.state.hand_size[seat] - 1]
                self.played.play(GAME.read_move(f"discard {RANKS[rank_of(card)]}"), seat)
        return self

    def end(self) -> "Table":
        """Let everybody give up whom the game waits for, until it is over."""
        while self.played.result() is None:
            self.play(f"p{GAME.waiting(self.state)[0] + 1} resign")
        return self

    def story(self, seat: int | None = None, length: Length = "full") -> Story:
        return CHRONICLE.story(self.played, length, seat)

    def beats(self, kind: str, seat: int | None = None) -> list[Beat]:
        return [beat for beat in self.story(seat).beats if beat.kind == kind]

    def beat(self, kind: str, seat: int | None = None) -> Beat:
        found = self.beats(kind, seat)
        assert len(found) == 1, [each.kind for each in self.story(seat).beats]
        return found[0]


def facts_of(beat: Beat, names: str) -> list[int | str]:
    return [beat.facts[name] for name in names.split()]


def prisoner(player: int) -> Ref:
    return Ref("prisoner", "", player - 1)


def dig_out(length: int = 9) -> Table:
    """Let player 1 dig straight ahead while player 2 passes."""
    table = Table({1: "10S 9S 8S 7S 6S"}, "5S 4D 4S 5D 3S 6D 2S 7D")
    for turn in range(length):
        table.play(f"p1 dig {10 - turn} @{turn}", *(["p2 skip"] if turn < 8 else []))
    return table


# Digging and escaping


def test_a_straight_way_out_is_told_by_its_milestones() -> None:
    story = dig_out().story()
    assert [beat.kind for beat in story.beats] == [
        "opening", "dig", "skip", "dig", "skip", "dig", "skip", "escaped", "epilogue",
    ]  # fmt: skip
    digs = [beat for beat in story.beats if beat.kind == "dig"]
    assert [beat.facts["milestone"] for beat in digs] == ["first", "half", "near"]
    assert facts_of(digs[1], "depth left rival_depth is_leader value honest turn") == [
        5, 4, 0, 1, 6, "yes", 9,
    ]  # fmt: skip
    skip = next(beat for beat in story.beats if beat.kind == "skip")
    assert facts_of(skip, "skipped turn depth left alive hits") == [7, 8, 4, 5, 2, 0]
    assert skip.names == {"leader": prisoner(1)}


def test_a_short_tunnel_has_milestones_of_its_own() -> None:
    table = Table({1: "7S 6S 5S 4S 3S"}, "2S 8D", short_tunnel=True)
    for turn in range(6):
        table.play(f"p1 dig {7 - turn} @{turn}", *(["p2 skip"] if turn < 5 else []))
    digs = [beat for beat in table.story().beats if beat.kind == "dig"]
    assert [beat.facts["milestone"] for beat in digs] == ["first", "half", "near"]
    assert [facts_of(beat, "depth left value") for beat in digs] == [
        [1, 5, 7],
        [4, 2, 4],
        [5, 1, 3],
    ]
    assert facts_of(table.beat("escaped"), "margin depth turn") == [6, 6, 11]


def test_the_escape_says_how_far_the_others_came() -> None:
    table = dig_out()
    escaped = table.beat("escaped")
    assert facts_of(escaped, "margin was_accused lies depth turn") == [9, 0, 0, 9, 17]
    assert escaped.names["actor"] == prisoner(1)
    assert len(escaped.cards) == 9
    assert table.story().facts["theme"] == "steady"
    assert table.story().names["loser"] == table.story().names["rival"] == prisoner(2)


def test_the_opening_says_who_begins_and_why() -> None:
    opening = dig_out().story().beats[0]
    assert (opening.kind, opening.facts["by"]) == ("opening", "bid")
    assert opening.names["actor"] == prisoner(1)
    assert codes_of(opening.cards) == ["KC", "9C"]
    lot = sample(random_start=True).story().beats[0]
    assert lot.facts["by"] == "lot"


def sample(**options: Any) -> Table:
    """Return a game in which somebody gives up at once."""
    parsed: Options = read_options(Options, options)
    table = object.__new__(Table)
    table.played = AnyPlaythrough.begin(GAME, parsed, Seed("sample").deal(GAME.deck(parsed)))
    return table.end()


def test_a_game_that_ends_before_anybody_begins_can_be_told() -> None:
    story = sample().story()
    assert [beat.kind for beat in story.beats] == ["opening", "resigned", "alone", "epilogue"]
    assert "actor" not in story.beats[0].names
    assert facts_of(story.beats[1], "is_last lost before cards") == [1, 0, 0, 5]
    assert (story.facts["turns"], story.facts["theme"]) == (0, "desertion")
    assert story.beats[2].facts["reason"] == "resigned"


def test_names_that_players_chose_replace_prisoners() -> None:
    story = CHRONICLE.story(dig_out().played, "full", None, ("Ana", None))
    assert story.names["prisoners"] == ("Ana", prisoner(2))
    assert (story.names["winner"], story.names["loser"]) == ("Ana", prisoner(2))


# Cave-ins and creatures


def test_a_cave_in_throws_the_leader_back() -> None:
    table = Table({1: "10S 9S", 2: "9D"}).play(
        "p1 dig 10 @0", "p2 skip", "p1 dig 9 @1", "p2 cave 9 p1"
    )
    beat = table.end().beat("cave_in")
    assert facts_of(beat, "outcome value lost before depth honest is_on_leader is_first_blood") == [
        "hit", 9, 1, 2, 1, "yes", 1, 1,
    ]  # fmt: skip
    assert (beat.names["actor"], beat.names["target"]) == (prisoner(2), prisoner(1))
    assert beat.names["rank"] == Ref("rank", "9")
    assert codes_of(beat.cards) == ["9D", "9S"]


def test_a_blow_that_answers_a_blow_is_revenge() -> None:
    table = Table({1: "10S 9S KS", 2: "10D 9D"}).play(
        "p1 dig 10 @0",
        "p2 dig 10 @0",
        "p1 dig 9 @1",
        "p2 cave 9 p1",
        "p1 attack K p2",
        "p2 retreat",
    )
    beats = table.end().story().beats
    assert [beat.kind for beat in beats][3:6] == ["cave_in", "attack", "revenge"]
    assert facts_of(beats[5], "was reason since grudge") == ["cave_in", "attack", 1, 1]
    assert beats[5].names == {"actor": prisoner(1), "target": prisoner(2)}


def test_a_joker_may_be_saved_from_a_cave_in() -> None:
    table = Table({1: "Jk 10S", 2: "10D"}, jokers_wild=True).play(
        "p1 dig Jk=10 @0", "p2 cave 10 p1", "p1 save 10"
    )
    beat = table.end().beat("cave_in")
    assert facts_of(beat, "outcome lost depth") == ["saved", 0, 1]
    lost = Table({1: "Jk 10S", 2: "10D"}, jokers_wild=True).play(
        "p1 dig Jk=10 @0", "p2 cave 10 p1", "p1 yield"
    )
    assert facts_of(lost.end().beat("cave_in"), "outcome lost depth") == ["hit", 1, 0]


@pytest.mark.parametrize(
    ("creature", "answers", "expected"),
    [
        ("K", ["fight 9", "fight 4", "strike"], ["beaten", "cards", 2, 13, 0, 1]),
        ("K", ["fight 2", "strike"], ["beaten", "two", 1, 2, 0, 1]),
        ("K", ["fight 2", "fight 9", "fight 4", "strike"], ["beaten", "cards", 3, 15, 0, 1]),
        ("J", ["fight Q"], ["beaten", "creature", 1, 0, 0, 1]),
        ("Q", ["retreat"], ["retreat", "", 0, 0, 1, 0]),
    ],
)
def test_a_creature_is_met(creature: str, answers: list[str], expected: list[int | str]) -> None:
    table = Table({1: "KS QS JS", 2: "10D 9D 4D 2D QD"}).play(
        "p1 skip", "p2 dig 10 @0", f"p1 attack {creature} p2", *(f"p2 {each}" for each in answers)
    )
    beat = table.end().beat("attack")
    assert facts_of(beat, "outcome by cards sum lost depth") == expected
    assert beat.names["creature"] == Ref("creature", creature, int(beat.facts["turn"]))
    assert ("answer" in beat.names) == (expected[1] == "creature")


def test_a_player_who_falls_in_the_cell_is_out_and_the_other_is_alone() -> None:
    table = Table({1: "KS JS", 2: "10D 3D 3H 3S AD"}, "AS 5D AH 5H").play(
        "p1 skip",
        "p2 dig 10 @0",
        "p1 attack J p2",
        "p2 retreat",
        "p2 skip",
        "p1 attack K p2",
        "p2 fall",
    )
    story = table.story()
    assert [beat.kind for beat in story.beats][-3:] == ["fell", "alone", "epilogue"]
    fell = story.beats[-3]
    assert facts_of(fell, "creature strength is_last grudge cards alive") == [
        "wight", 13, 1, 0, 5, 1,
    ]  # fmt: skip
    assert fell.phase == "ending"
    assert facts_of(story.beats[-2], "reason") == ["fell"]
    assert story.beats[-2].names["target"] == prisoner(2)
    assert (story.facts["theme"], story.facts["deaths"]) == ("slaughter", 1)


# Questions


def ask(answers: list[str], hand: str = "7D", **options: Any) -> Table:
    """Let player 1 ask player 2 for a seven."""
    table = Table({1: "QS 5S 5H 5D 6S", 2: f"{hand} 4D 4H 4S 3D"}, "AS", players=3, **options)
    return table.play("p1 fish Q p2 7", *answers).end()


@pytest.mark.parametrize(
    ("answers", "hand", "options", "expected"),
    [
        (["p2 give"], "7D", {}, ["given", "yes", 0]),
        (["p2 deny", "p1 believe"], "8D", {}, ["denied", "yes", 0]),
        (["p2 deny", "p1 believe"], "7D", {}, ["lied", "no", 0]),
        (["p2 deny", "p1 demand"], "7D", {}, ["caught", "no", 4]),
        (["p2 deny", "p1 demand"], "8D", {}, ["wrong", "yes", 5]),
        (["p2 deny", "p1 demand", "p2 burn"], "7D", {"suicide_queen": True}, ["burnt", "no", 5]),
        (["p2 deny", "p1 demand", "p2 give"], "7D", {"suicide_queen": True}, ["caught", "no", 4]),
        (
            ["p2 deny", "p1 demand", "p2 give"],
            "7D",
            {"suicide_queen": True, "surrender_keeps_rest": True},
            ["kept", "no", 0],
        ),
    ],
)
def test_a_question_and_its_answer(
    answers: list[str], hand: str, options: dict[str, Any], expected: list[int | str]
) -> None:
    beat = ask(answers, hand, **options).beat("fish")
    assert facts_of(beat, "outcome honest cards") == expected
    assert beat.names["rank"] == Ref("rank", "7")
    assert beat.names["target"] == prisoner(2)


def test_only_the_liar_and_the_open_tale_know_a_lie_that_was_believed() -> None:
    table = ask(["p2 deny", "p1 believe"])
    known = {seat: table.beat("fish", seat).facts["outcome"] for seat in (None, 0, 1, 2)}
    assert known == {None: "lied", 0: "doubtful", 1: "lied", 2: "doubtful"}
    assert [table.story(seat).facts["lies_told"] for seat in (None, 0, 1)] == [1, 0, 1]


def test_the_card_that_changes_hands_is_shown_to_the_two() -> None:
    table = ask(["p2 give"])
    shown = [codes_of(table.beat("fish", seat).cards) for seat in (None, 0, 1, 2)]
    assert shown == [["QS", "7D"], ["QS", "7D"], ["QS", "7D"], ["QS"]]


def test_a_question_whose_target_leaves_is_not_told() -> None:
    asked = ask(["p2 resign"])
    assert asked.beats("fish") == []
    answered = ask(["p2 deny", "p1 resign"])
    assert answered.beats("fish") == []


def test_a_question_whose_target_leaves_while_it_may_be_countered_is_not_told() -> None:
    table = Table({1: "QS", 3: "QD"}, counter_attack=2, players=3).play(
        "p1 fish Q p2 7", "p2 resign", "p3 counter Q", "p1 pass"
    )
    chosen = {beat.kind for beat in table.end().story().beats}
    assert chosen == {"opening", "resigned", "alone", "epilogue"}


# The Graverobber, counters and aces


@pytest.mark.parametrize(
    ("options", "seen"), [({}, [1, 1, 1]), ({"almost_black": True}, [1, 1, 0])]
)
def test_a_robbery_is_known_to_the_robber_or_to_all(
    options: dict[str, Any], seen: list[int]
) -> None:
    table = Table({1: "JS 10S 10H 5S 5H", 2: "9D"}, **options).play("p1 rob J", "p1 take K")
    beats = [table.end().beat("rob", seat) for seat in (None, 0, 1)]
    assert [beat.facts["is_known"] for beat in beats] == seen
    assert [beat.names.get("rank") == Ref("rank", "K") for beat in beats] == [n == 1 for n in seen]


def test_a_card_that_continues_the_tunnel_is_needed() -> None:
    table = Table({1: "JS 10S", 2: "3D"}).play("p1 dig 10 @0", "p2 skip", "p1 rob J", "p1 take 9")
    assert table.end().beat("rob").facts["is_needed"] == 1


def test_an_ability_is_cancelled_or_restored() -> None:
    cancelled = Table({1: "QS QH", 2: "QD"}, counter_attack=2).play(
        "p1 fish Q p2 7", "p2 counter Q", "p1 pass"
    )
    beat = cancelled.end().beat("counter")
    assert facts_of(beat, "outcome creature counters") == ["cancelled", "myrmiddon", 1]
    assert (beat.names["actor"], beat.names["target"]) == (prisoner(1), prisoner(2))
    assert cancelled.beats("fish") == []
    restored = Table({1: "QS QH", 2: "QD"}, counter_attack=2).play(
        "p1 fish Q p2 7", "p2 counter Q", "p1 counter Q", "p2 pass", "p2 deny", "p1 believe"
    )
    beat = restored.end().beat("counter")
    assert facts_of(beat, "outcome counters") == ["restored", 2]
    assert beat.names["target"] == prisoner(1)
    assert facts_of(restored.beat("fish"), "outcome cards") == ["denied", 0]


def test_aces_in_answer_to_each_other_are_one_incident() -> None:
    table = Table({1: "AS AH", 2: "AD"}, "3S 3D 3H 4D 4H 5D 5H").play(
        "p1 ace A", "p2 ace A", "p1 ace A", "p2 pass"
    )
    beat = table.end().beat("ace")
    assert beat.facts["aces"] == 3
    assert (beat.names["actor"], beat.names["target"]) == (prisoner(1), prisoner(2))
    single = Table({1: "AS"}, "3S 3D 3H").play("p1 ace A", "p2 pass")
    assert single.end().beats("ace") == []


# Pitch black


def test_a_false_passage_is_known_to_its_digger_and_once_it_was_shown() -> None:
    table = Table({1: "KS", 2: "10D"}, pitch_black=True).play("p1 dig K=10 @0", "p2 dig 10 @0")
    table.play("p1 pass", *(["p1 skip"])).end()
    for seat, kinds in ((None, ["false_dig"]), (0, ["false_dig"]), (1, ["dig"])):
        chosen = [beat.kind for beat in table.story(seat).beats if "dig" in beat.kind]
        assert chosen[:1] == kinds, seat
    beat = table.beat("false_dig")
    assert facts_of(beat, "value is_creature lies fate milestone") == [10, 1, 1, "stood", "first"]
    assert beat.names["rank"] == Ref("rank", "K")
    assert table.beats("dig", 1)[0].facts["honest"] == "unknown"
    assert table.beats("dig", 1)[0].cards == ()


def test_a_true_accusation_costs_the_accused_the_tunnel() -> None:
    table = Table({1: "KS", 2: "10D"}, pitch_black=True).play(
        "p1 dig K=10 @0", "p2 dig 10 @0", "p1 pass", "p1 skip", "p2 accuse p1"
    )
    beat = table.end().beat("accuse")
    assert facts_of(beat, "outcome lost before lies honest is_first_blood") == [
        "false", 1, 1, 1, "no", 1,
    ]  # fmt: skip
    assert beat.names["loser"] == beat.names["target"] == prisoner(1)
    assert table.beat("false_dig", 1).facts["fate"] == "caught"  # known since it was shown


def test_a_wrong_accusation_costs_the_accuser_the_tunnel() -> None:
    table = Table({1: "10S", 2: "10D"}, pitch_black=True).play(
        "p1 dig 10 @0", "p2 dig 10 @0", "p1 accuse p2"
    )
    beat = table.end().beat("accuse")
    assert facts_of(beat, "outcome lost before lies depth") == ["honest", 1, 1, 0, 1]
    assert beat.names["loser"] == beat.names["actor"] == prisoner(1)


def dark_way_out(last: str, *answers: str, **options: Any) -> Table:
    """Let player 1 dig out in the dark; the last card is laid as the 2."""
    table = Table(FIRST, f"5S 4D 4S 5D 3S 6D {last}S 7D", pitch_black=True, **options)
    for turn in range(8):
        table.play(f"p1 dig {10 - turn} @{turn}", "p2 skip")
    move = "dig 2 @8" if last == "2" else f"dig {last}=2 @8"
    return table.play(f"p1 {move}", *answers)


def test_a_false_last_passage_that_nobody_accuses_is_a_way_out() -> None:
    table = dark_way_out("A", "p2 pass")
    for seat in (None, 0, 1):  # it is shown in the end
        beat = table.beat("escaped_lie", seat)
        assert facts_of(beat, "lies was_accused") == [1, 0]
        assert table.story(seat).facts["theme"] == "lies"


def test_an_honest_escape_may_be_accused_in_vain() -> None:
    table = dark_way_out("2", "p2 accuse p1")
    story = table.story()
    assert [beat.kind for beat in story.beats][-3:] == ["last_accuse", "escaped", "epilogue"]
    assert facts_of(story.beats[-3], "outcome lost") == ["honest", 0]
    assert story.beats[-2].facts["was_accused"] == 1
    assert {beat.phase for beat in story.beats[-3:]} == {"ending"}


def test_a_false_escape_that_is_accused_goes_on() -> None:
    table = dark_way_out("A", "p2 accuse p1").end()
    beat = table.beat("last_accuse")
    assert facts_of(beat, "outcome lost before lies is_on_leader") == ["false", 9, 9, 1, 1]
    assert table.story().facts["theme"] == "accusation"
    assert table.beats("near_win") == []


def test_an_escape_may_be_checked_by_a_house_rule() -> None:
    table = dark_way_out("A", reveal_on_escape=True).end()
    beat = table.beat("last_accuse")
    assert facts_of(beat, "outcome lost lies") == ["checked", 9, 1]
    assert "actor" not in beat.names
    assert beat.names["target"] == beat.names["loser"] == prisoner(1)


@pytest.mark.parametrize(
    ("laid", "tried", "outcome", "honest"),
    [
        ("10", "10", "hit", ["yes", "yes", "yes", "unknown"]),
        ("9=10", "9", "hit", ["no", "no", "no", "unknown"]),
        ("9=10", "10", "missed", ["no", "no", "no", "unknown"]),
        ("10", "9", "missed", ["yes", "yes", "unknown", "unknown"]),
    ],
)
def test_a_try_in_the_dark_teaches_its_player_something(
    laid: str, tried: str, outcome: str, honest: list[str]
) -> None:
    table = Table({1: "10S 9S", 2: "10D 9D"}, pitch_black=True, players=3)
    table.play(f"p1 dig {laid} @0", f"p2 cave {tried} p1").end()
    beats = [table.beat("cave_in", seat) for seat in (None, 0, 1, 2)]
    assert [beat.facts["outcome"] for beat in beats] == [outcome] * 4
    assert [beat.facts["honest"] for beat in beats] == honest
    assert "rank" not in beats[3].names


# The plot


def test_the_lead_changes_hands_for_good() -> None:
    table = Table({1: "10S 9S KS", 2: "10D 9D 8D 7D"}).play(
        "p1 dig 10 @0", "p2 dig 10 @0", "p1 dig 9 @1", "p2 dig 9 @1", "p1 skip", "p2 dig 8 @2"
    )
    table.play("p1 skip", "p2 dig 7 @3", "p1 resign")
    turning = table.beat("turning")
    assert facts_of(turning, "reason depth rival_depth turn") == ["dig", 3, 2, 6]
    assert (turning.names["actor"], turning.names["target"]) == (prisoner(2), prisoner(1))
    assert table.story().plot["turning_turn"] == 6


def test_a_loser_who_was_near_is_told() -> None:
    table = dig_out(8).play("p1 resign")
    beat = table.beat("near_win")
    assert facts_of(beat, "is_end left depth is_held turn") == [0, 1, 8, 0, 15]
    assert beat.names["actor"] == prisoner(1)
    assert table.beat("epilogue").names["nearest"] == prisoner(1)


def race() -> Table:
    """Let both dig; player 2 is one passage short and holds it when player 1 escapes."""
    table = Table(
        {1: "10S 9S 8S 7S 6S", 2: "10D 9D 8D 7D 6D"}, "5S 5D 4S 4D 3S 3D 2S 2D", turn_limit=500
    )
    for turn in range(8):
        table.play(f"p1 dig {10 - turn} @{turn}", f"p2 dig {10 - turn} @{turn}")
    return table


def test_a_race_is_decided_by_one_card() -> None:
    table = race().play("p1 dig 2 @8")
    story = table.story()
    assert story.facts["theme"] == "race"
    assert story.plot["nearest"] == 1
    assert [table.beat("near_win", seat).facts["is_held"] for seat in (None, 1)] == [1, 1]
    assert "near_win" not in [beat.kind for beat in table.story(0).beats]  # unknown to seat 0
    assert facts_of(table.beat("escaped"), "margin rival_depth") == [1, 8]


def test_a_stalemate_is_a_standoff() -> None:
    limit = Table({1: "10S"}, turn_limit=2).play("p1 dig 10 @0", "p2 skip")
    beat = limit.beat("stalemate")
    assert facts_of(beat, "reason alive depth") == ["limit", 2, 1]
    assert beat.names["leader"] == prisoner(1)
    assert limit.story().facts["theme"] == "standoff"
    assert "winner" not in limit.story().names
    idle = Table({1: "10S"})
    idle.state.bottom, idle.state.discard_size = idle.state.top, 0
    idle.play("p1 dig 10 @0", "p2 skip", "p1 skip")
    assert idle.beat("stalemate").facts["reason"] == "idle"


# Short chronicles


def test_a_short_chronicle_has_three_beats() -> None:
    quiet = dig_out().story(length="short")
    assert [beat.kind for beat in quiet.beats] == ["short_opening", "short_middle", "short_ending"]
    assert quiet.beats[1].facts == {"kind": "none"}
    bloody = Table({1: "10S", 2: "10D"}).play("p1 dig 10 @0", "p2 cave 10 p1").end()
    middle = bloody.story(length="short").beats[1]
    assert facts_of(middle, "kind outcome") == ["cave_in", "hit"]
    assert middle.names["target"] == prisoner(1)


# Many games


def random_game(seed: int) -> AnyPlaythrough:
    """Return a game of random moves and resignations by any options and version of the rules."""
    random = Random(seed)
    options = replace(
        options_with(variant_of(seed), random), turn_limit=random.choice((5, 60, 400))
    )
    deal = Seed(f"chronicle {seed}").deal(GAME.deck(options))
    played: AnyPlaythrough = AnyPlaythrough.begin(
        GAME, options, deal, rules=random.choice((1, 2, 2))
    )
    played.keeps_states = False
    resigning = random.choice((0, 0.01, 0.05))
    while played.result() is None:
        seat = random.choice(GAME.waiting(played.state))
        if random.random() < 0.1:
            seat = random.randrange(options.players)
        legal = GAME.legal(played.state, seat)
        if seat in GAME.waiting(played.state) and random.random() < resigning:
            played.play(GAME.read_move("resign"), seat)
        elif legal:
            digs = [move for move in legal if move.word == "dig"]
            played.play(random.choice(digs if digs and random.random() < 0.6 else legal), seat)
    return played


UNEVENTFUL = 88
"""The seed of a rare game without lies, duels, sieges and the like."""


def many_games() -> Iterator[AnyPlaythrough]:
    for seed in range(30):
        for style in STYLES:
            yield sample_game("dungeon", seed, style)
    yield sample_game("dungeon", UNEVENTFUL, "sensible")
    for seed in range(12 * len(VARIANTS)):
        yield random_game(seed)


@pytest.fixture(scope="module")
def games() -> list[AnyPlaythrough]:
    return list(many_games())


def test_beats_are_in_order_and_use_what_the_planner_lists(games: list[AnyPlaythrough]) -> None:
    for played in games:
        for seat in (None, *range(played.state.players)):
            for length in LENGTHS:
                story = CHRONICLE.story(played, length, seat)
                check_order(story, len(played.history) - 1)
                assert story.facts.keys() <= CHRONICLE.facts.keys()
                assert story.names.keys() <= CHRONICLE.names.keys()
                for beat in story.beats:
                    assert beat.kind in CHRONICLE.kinds
                    assert beat.facts.keys() <= CHRONICLE.facts.keys()
                    assert beat.names.keys() <= CHRONICLE.names.keys()


def check_order(story: Story, end: int) -> None:
    """Beats are told in the order in which they are decided, phase by phase."""
    lasts = [beat.last for beat in story.beats]
    phases = [CHRONICLE.phases.index(beat.phase) for beat in story.beats]
    assert lasts == sorted(lasts)
    assert phases == sorted(phases)
    assert all(0 <= beat.first <= beat.last <= end for beat in story.beats)
    assert story.facts["ending"] in ENDINGS
    assert story.facts["theme"] in THEMES


def test_a_full_chronicle_tells_a_page(games: list[AnyPlaythrough]) -> None:
    for played in games:
        beats = CHRONICLE.story(played, "full").beats
        chosen = [beat for beat in beats if beat.weight]
        assert len(chosen) <= MAX_TOLD + 1
        kinds = Counter(beat.kind for beat in beats)
        assert kinds["opening"] == kinds["epilogue"] == 1
        assert sum(kinds[ending] for ending in ENDINGS) == 1
        assert (kinds["turning"] <= 1, kinds["skip"] <= 3, kinds["revenge"] <= 2) == (True,) * 3


def test_every_theme_and_every_kind_of_incident_occurs(games: list[AnyPlaythrough]) -> None:
    stories = [CHRONICLE.story(played, "full") for played in games]
    assert {story.facts["theme"] for story in stories} == set(THEMES)
    chosen = {beat.kind for story in stories for beat in story.beats}
    other = {"title", "subject", "fate", "heading", "short_opening", "short_middle", "short_ending"}
    assert CHRONICLE.kinds.keys() - chosen <= other


def test_the_known_hands_are_those_of_the_state(games: list[AnyPlaythrough]) -> None:
    for played in games:
        s: State = played.state
        hands = History(played).hands
        for seat in range(s.players):
            held = s.hands[seat * MAX_CARDS :][: s.hand_size[seat]]
            assert sorted(hands[seat]) == sorted(held)
            assert History(played, seat).hands == {seat: hands[seat]}


# What a seat may know


def censored(played: AnyPlaythrough, seat: int, random: Random) -> AnyPlaythrough:
    """Return a game without the events and cards that a seat didn't know."""
    options = played.record.options
    cards = list(played.record.deal.cards)
    start: State = GAME.start(options, cards, played.record.rules)  # type: ignore[arg-type]
    cells = start.top - HAND_LIMIT * start.players
    own = {cells + seat + place * start.players for place in range(HAND_LIMIT)}
    places = [place for place in range(len(cards)) if place not in own]
    for place, card in zip(
        places, random.sample([cards[place] for place in places], len(places)), strict=True
    ):
        cards[place] = card
    twin = copy.copy(played)
    twin.record = replace(played.record, deal=deal_from_cards(cards, cards), moves=[])
    twin.history = [[event for event in moment if event.is_for(seat)] for moment in played.history]
    twin.state = None
    return twin


def test_the_tale_of_a_seat_depends_only_on_what_it_knew(games: list[AnyPlaythrough]) -> None:
    random = Random(1)
    for played in games:
        for seat in range(played.state.players):
            other = censored(played, seat, random)
            for length in LENGTHS:
                assert CHRONICLE.story(played, length, seat) == CHRONICLE.story(other, length, seat)


def test_worlds_that_a_seat_can_not_distinguish_have_the_same_tale() -> None:
    worlds = [
        Table({1: hand}, pitch_black=True).play(f"p1 dig {laid} @0", "p2 skip").end()
        for hand, laid in (("10S KS", "10"), ("10S KS", "K=10"))
    ]
    assert worlds[0].story(1) == worlds[1].story(1)
    assert worlds[0].story(0) != worlds[1].story(0)
    assert worlds[0].story().beats != worlds[1].story().beats


def test_prisoners_have_the_same_names_from_every_seat() -> None:
    table = ask(["p2 deny", "p1 believe"])
    assert len({table.story(seat).seed for seat in (None, 0, 1, 2)}) == 1


def test_the_tale_of_a_seat_says_who_knows_it() -> None:
    table = ask(["p2 deny", "p1 believe"])
    story = table.story(1)
    assert story.names["viewer"] == prisoner(2)
    assert (story.facts["has_viewer"], table.story().facts["has_viewer"]) == (1, 0)
    assert facts_of(table.beat("fish", 1), "by_viewer on_viewer") == [0, 1]
    assert facts_of(table.beat("fish", 0), "by_viewer on_viewer") == [1, 0]
