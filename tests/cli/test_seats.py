"""Several players at one terminal: questions, names, and moves that are made by themselves."""

import io
import re
from pathlib import Path
from random import Random

import pytest

from cli.at_table import played_on, script, sit
from games.dungeon.position import EIGHT, Position
from underdeck.cli.phrases import simple
from underdeck.cli.saves import Save
from underdeck.cli.screens import screen_for
from underdeck.cli.seats import Seats
from underdeck.cli.terminal import Terminal
from underdeck.deal import deal_from_seed
from underdeck.games.dungeon import DungeonMove, DungeonView
from underdeck.games.dungeon.memory import DungeonMemory
from underdeck.games.dungeon.question import KEYS
from underdeck.playthrough import AnyPlaythrough
from underdeck.refusal import Refusal
from underdeck.registry import find_game
from underdeck.say import LANGUAGES, Words
from underdeck.say.bot_names import bot_names


@pytest.mark.parametrize(
    ("position", "question"),
    [
        (
            Position({1: "3S", 2: "QS"}, first=2).play("p2 fish Q p1 9"),
            "Player 2 asks you for a 9. You have none: you say so.",
        ),
        (
            Position({1: "9S", 2: "QS"}, first=2).play("p2 fish Q p1 9"),
            "Player 2 asks you for a 9. Give it, or say that you have none?",
        ),
        (Position({1: "3S", 2: "AS"}, first=2).play("p2 ace A"), "You can only pass."),
        (
            Position({1: "AH", 2: "AS"}, first=2).play("p2 ace A"),
            "Player 2 has played an ace. Answer with one of yours, or pass?",
        ),
        (
            Position({1: "3S 2S 3H 3D 3C", 2: "QS"}, first=2, dungeons={1: "10S"}).play(
                "p2 attack Q p1"
            ),
            "Player 2 attacks you with a queen, the Myrmiddon, worth 12. What do you do?",
        ),
        (
            Position({1: "2S 2H 3S 2C 2D", 2: "QS"}, first=2, dungeons={1: "10S"}).play(
                "p2 attack Q p1"
            ),
            "Player 2 attacks you with a queen, the Myrmiddon, worth 12, "
            "and your hand can't beat it. Retreat.",
        ),
        (
            Position({1: "9S 2H 5S", 2: "QS"}, first=2, dungeons={1: "10S"}).play(
                "p2 attack Q p1", "p1 fight 9"
            ),
            "You have laid 9♠ against the Myrmiddon: 9 of 12 so far. That isn't enough yet: "
            "lay more. You can: fig[h]t 2",
        ),
        (
            Position({1: "9S 2H 5S", 2: "QS"}, first=2, dungeons={1: "10S"}).play(
                "p2 attack Q p1", "p1 fight 9", "p1 fight 5"
            ),
            "You have laid 9♠ 5♠: 14 in all, against the Myrmiddon, worth 12. "
            "That is enough: strike.",
        ),
        (
            Position({1: "9S 2H 5S", 2: "KS"}, first=2, dungeons={1: "10S"}).play(
                "p2 attack K p1", "p1 fight 2"
            ),
            "You have laid 2♥ against the Wight. A 2 beats the Wight: strike.",
        ),
        (
            Position({1: "JH", 2: "JS"}, first=2, counter_attack=1, discards="5H").play("p2 rob J"),
            "Player 2 uses the Graverobber. Counter it with another jack, or pass?",
        ),
        (
            Position({1: "4H", 2: "JS"}, first=2, counter_attack=1, discards="5H").play("p2 rob J"),
            "You can only pass.",
        ),
        (
            Position({1: "4H 4S 4D 4C 5S"}, "6S"),
            "Your turn, but no card in your hand can be played. Pass.",
        ),
        (Position({1: "10H"}), "Your turn: play one card, or pass."),
        (
            Position({1: "4H 4S 4D 4C AS"}, "6S"),
            "Your turn: play one card, or pass. You can: [p]ass, [a]ce A.",
        ),
        (
            Position({1: "4H", 2: "9S"}, first=2, jokers_wild=True, dungeons={1: "10S Jk"}).play(
                "p2 cave 9 p1"
            ),
            "Your joker is coming down, and you have no 9 to save it with. Yield.",
        ),
        (
            Position({1: "9H", 2: "9S"}, first=2, jokers_wild=True, dungeons={1: "10S Jk"}).play(
                "p2 cave 9 p1"
            ),
            "Your joker is coming down. Save it with a 9 from your hand, or yield?",
        ),
        (
            Position(
                {1: "4H", 2: "KS"}, first=2, pitch_black=True, dungeons={1: "10H", 2: EIGHT}
            ).play("p2 dig K=2 @8"),
            "laid the 2, the way out. Accuse, or pass? Passing lets Player 2 win.",
        ),
    ],
)
def test_a_question_names_only_what_can_be_answered(position: Position, question: str) -> None:
    assert question in sit(position, "quit\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_special_answer_has_its_words(language: str) -> None:
    texts = {
        key
        for key in Words(language).table("dungeon.pending")
        if key.rpartition(".")[2] not in ("you", "other")
    }
    assert texts == {key for key in KEYS if key.rpartition(".")[2] not in ("you", "other")}


def test_the_only_move_against_bots_is_made_by_itself() -> None:
    position = Position({1: "3S 3H 3D 3C 4S", 2: "QS"}, first=2).play("p2 fish Q p1 9")
    assert "You have none: you say so. " in sit(position, "", {2: script("believe")})
    assert position.view().pending != "asked"


def test_nothing_is_made_by_itself_between_the_cards_of_a_fight() -> None:
    position = Position({1: "10S 4H", 2: "KS"}, first=2, dungeons={1: "10H"}).play("p2 attack K p1")
    shown = sit(position, "fight 10\nquit\n")
    assert "You can only fig[h]t 4; Enter does it." in shown
    assert position.view().pending == "attacked"


def test_several_people_are_asked_even_what_has_only_one_answer() -> None:
    """Otherwise everybody at the screen would learn that a player holds no ace."""
    for hand in ("3S", "AH"):
        shown = sit(
            Position({1: hand, 2: "AS"}, first=2, players=3).play("p2 ace A"),
            "\n\n\n",
            {3: script("pass")},
        )
        assert "Player 1, press Enter" in shown
        assert "has played an ace." in shown
        assert "You can only pass. " not in shown
    shown = sit(
        Position({1: "3S", 2: "AS"}, first=2, players=3).play("p2 ace A"),
        "\n\n\n",
        {3: script("pass")},
    )
    assert "You have none to answer with: pass. You can only [p]ass; Enter does it." in shown


class RefusingSave(Save):
    """A file to which no move can be written."""

    def write(self, played: AnyPlaythrough) -> None:
        if played.record.moves:
            raise Refusal("save_changed")


def test_a_forced_move_that_can_not_be_saved_is_asked_for(tmp_path: Path) -> None:
    position = Position({1: "3S 3H 3D 3C 4S", 2: "QS"}, first=2).play("p2 fish Q p1 9")
    shown = sit(position, "quit\n", saver=RefusingSave(tmp_path / "game.json"))
    assert "continued elsewhere" in shown
    assert "You can only de[n]y; Enter does it." in shown


def test_a_bots_turn_is_one_paragraph_without_noise() -> None:
    position = Position({1: "3S 4S", 2: "10S"}, "5H 6H 7H", first=2, players=3)
    shown = sit(position, "quit\n", {2: script("dig 10 @0"), 3: script("pass")}, joined=False)
    story = shown.partition("\n\n")[0]
    paragraphs = [" ".join(part.split()) for part in re.split(r"\n(?=[^\n]*Turn \d)", story)]
    second = next(part for part in paragraphs if "Turn 1" in part)
    assert "10♠" in second
    assert not re.search(r"\b1 card\b|draws a card", story)


@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_have_names_of_their_own_and_people_numbers(language: str) -> None:
    position = Position({1: "10S"}, players=4)
    names = bot_names(Words(language), played_on(position).record)
    assert names == bot_names(Words(language), played_on(position).record)
    assert list(names) == [1, 2, 3]
    assert len(set(names.values())) == 3
    every = Words(language).phrasings("cli.seats.bot_names")
    assert len(every) >= 12
    people = {simple(Words(language).say("common.seat.player", n=n)) for n in range(1, 5)}
    taken = people | {
        simple(word)
        for path in ("cli.command", "dungeon.move")
        for word in Words(language).table(path).values()
    }
    assert not taken & {simple(name) for name in every}


def test_only_a_seat_that_the_record_gives_to_a_bot_has_a_bots_name() -> None:
    played = played_on(Position({}, players=3), people=3)
    assert bot_names(Words("en"), played.record) == {}
    played.record.seats = ["", "script", "careful"]
    assert list(bot_names(Words("en"), played.record)) == [2]


def test_counting_is_not_for_dungeon_and_marks_nothing() -> None:
    shown = sit(Position({1: "10S"}), "count\nquit\n")
    assert "There is no card counter in Dungeon" in shown
    assert "assisted" not in shown


def test_a_joker_counts_as_what_it_was_laid_as() -> None:
    position = Position(
        {1: "Jk 3S 4S", 2: "QS"}, first=2, jokers_wild=True, dungeons={1: "10S"}
    ).play("p2 attack Q p1")
    shown = sit(position, "fight Jk=7\nfight 3\nquit\n")
    assert "You have laid a joker against the Myrmiddon: 7 of 12 so far." in shown
    assert "You have laid a joker and 3♠ against the Myrmiddon: 10 of 12 so far." in shown


@pytest.mark.parametrize(
    ("language", "end"),
    [("en", "You are the last one alive and win"), ("es", "Solo tú quedas con vida: ganas")],
)
def test_the_end_is_told_to_a_single_person(language: str, end: str) -> None:
    position = Position({1: "3H", 2: "4H"}, first=2)
    shown = sit(position, "", {2: script("resign")}, language)
    assert end in shown
    assert f"p1 ({'you' if language == 'en' else 'tú'})" in shown[shown.rindex("p1 (") :]


def test_a_bot_of_a_resumed_game_remembers_what_its_seat_saw() -> None:
    game = find_game("dungeon")
    options = game.Options()
    deal = deal_from_seed(game.deck(options), "1")
    played = AnyPlaythrough.begin(game, options, deal, ["", "careful"])
    for _ in range(12):
        seat = game.waiting(played.state)[0]
        played.play(played.legal(seat)[0], seat)
    resumed = AnyPlaythrough.resume(played.record)
    while 1 not in game.waiting(resumed.state):
        resumed.play(resumed.legal(0)[0], 0)
    asked = []

    def remembering(view: DungeonView, _random: Random, memory: DungeonMemory) -> DungeonMove:
        asked.append(memory)
        hands = [player.cards for player in view.players]
        assert (memory.knowledge.seat, memory.decisions.hands) == (1, hands)
        return view.legal[0]

    terminal = Terminal(Words("en"), {}, plain=True, source=io.StringIO(""), target=io.StringIO())
    seats = Seats(screen_for(terminal, resumed), {1: remembering})
    resumed.play(seats.choose(1), 1)
    assert asked[0].decisions.by_seat[0]
