"""Several players at one terminal: aces out of turn, questions, and hidden cards."""

import io
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.dungeon.position import Position
from underdeck.cards import code_of, read_card
from underdeck.cli.phrases import simple
from underdeck.cli.saves import Save
from underdeck.cli.screens.dungeon import SPECIAL_ANSWERS, DungeonScreen
from underdeck.cli.seats import Seats
from underdeck.cli.session import Session
from underdeck.cli.terminal import Terminal
from underdeck.deal import deal_from_seed
from underdeck.game import Move
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.legal import aces_allowed
from underdeck.games.dungeon.pending import PENDING
from underdeck.games.dungeon.view import DungeonView
from underdeck.playthrough import AnyPlaythrough, Playthrough
from underdeck.refusal import Refusal
from underdeck.say import LANGUAGES, Words
from underdeck.say.bot_names import bot_names

Bot = Callable[[DungeonView, Random], Move]


def played_on(position: Position, people: int = 1) -> Playthrough[DungeonView]:
    """Return a game in this position."""
    bots = ["careful"] * (position.options.players - people)
    played = Playthrough.begin(
        GAME,
        position.options,
        deal_from_seed(GAME.deck(position.options), "1"),
        [""] * people + bots,
    )
    played.state = position.state
    return played


def script(*moves: str) -> Bot:
    """Return a bot that makes these moves, then the first legal ones."""
    left = list(moves)
    return lambda view, random: GAME.read_move(left.pop(0)) if left else view.legal[0]


def sit(
    position: Position,
    typed: str,
    bots: Mapping[int, Bot] | None = None,
    language: str = "en",
    *,
    plain: bool = False,
    joined: bool = True,
    saver: Save | None = None,
) -> str:
    """Play with these lines typed; return the output in one line, with bots called by number."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    terminal = Terminal(Words(language), {}, plain=plain, source=io.StringIO(typed), target=out)
    bots = bots if bots is not None else {2: script()}
    played = played_on(position, position.options.players - len(bots))
    screen = DungeonScreen(terminal, played)
    seats = Seats(screen, {player - 1: bot for player, bot in bots.items()})
    Session(screen, seats, saver).run()
    out.seek(0)
    shown = out.read()
    for seat, name in bot_names(Words(language), played.record).items():
        number = Words(language).say("common.seat.player", n=seat + 1)
        shown = shown.replace(f"p{seat + 1} {name} (", f"{number} (").replace(name, number)
    return " ".join(shown.split()) if joined else shown


# Aces out of turn


def test_an_ace_is_offered_before_a_bot_plays_and_before_it_discards() -> None:
    shown = sit(Position({1: "AS"}, first=2), "\n\n", {2: script("pass")})
    assert "Player 2 is about to play a card, or none. Enter to go on, or [a]ce A;" in shown
    assert "Player 2 is about to discard. Enter to go on, or [a]ce A;" in shown
    assert shown.index("about to play") < shown.index("about to discard")


def test_a_person_without_an_ace_is_not_asked() -> None:
    assert "is about to" not in sit(Position({1: "KS"}, first=2), "", {2: script("pass")})


def test_later_lasts_to_the_end_of_the_turn() -> None:
    position = Position({1: "AS"}, first=2, players=3)
    shown = sit(position, "later\n", {2: script("pass"), 3: script()})
    assert shown.count("Player 2 is about to") == 1
    assert shown.count("Player 3 is about to") == 1
    assert "Jugador 2 va a" in sit(Position({1: "AS"}, first=2), "luego\n", language="es")


def test_an_ace_played_before_a_discard_is_answered_first() -> None:
    position = Position({1: "AS"}, "4S KS QS", first=2)
    shown = sit(position, "\nace A\n", {2: script("pass", "pass")})
    story = shown[shown.index("about to discard") :].partition("discards")[0]
    assert "K♠" in story
    assert "Q♠" in story
    assert position.view().pending == "turn"


def test_an_ace_in_a_window_of_accusations_is_offered_before_a_bot_closes_it() -> None:
    position = Position(
        {1: "AS", 2: "9S"},
        first=2,
        players=3,
        pitch_black=True,
        dungeons={1: "10S", 2: "10H", 3: "10D"},
    )
    shown = sit(position, "\n", {2: script("dig 9 @1"), 3: script("accuse p2")})
    assert "Player 3 is about to accuse, or to let it pass. Enter to go on, or [a]ce A;" in shown


def test_several_people_are_asked_regardless_of_their_hands() -> None:
    def asked(ace: str) -> str:
        shown = sit(Position({1: ace}, first=3, players=3), "\n\nquit\n", {3: script("pass")})
        return shown[: shown.rindex("Player 1, press Enter")]

    assert asked("AS") == asked("KS")
    assert 'Player 3 is about to discard. Enter to go on, or "later"' in asked("KS")
    later = sit(Position({1: "AS"}, first=3, players=3), "later\nquit\n", {3: script("pass")})
    assert "about to play" in later
    assert "about to discard" not in later


def test_a_person_called_without_an_ace_goes_back() -> None:
    position = Position({1: "KS", 2: "AS"}, first=3, players=3)
    shown = sit(position, "p1\n\n\np2\n\n\n", {3: script("pass")})
    assert "There is nothing you can do now. Enter goes back." in shown
    assert "You can: [a]ce A. Enter alone goes back." in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_that_an_ace_may_come_before_has_its_words(language: str) -> None:
    never = {"nothing", "draw", "renew", "lot", "judge", "rob", "fish", "answered", "aces"}
    assert set(Words(language).table("dungeon.about")) == set(PENDING) - never


def test_people_may_interrupt_exactly_where_the_rules_let_them() -> None:
    position = Position({1: "AS", 2: "KS 9S"}, first=2, dungeons={1: "10S"}).play("p2 pass")
    assert aces_allowed(position.state, 0)
    assert any(move.word == "ace" for move in GAME.legal(position.state, 0))


# What is asked, by what can be answered


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
            "Counter Player 2 with the same creature",
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
            "Your joker is coming down. Save it with 9 from your hand, or yield?",
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
    assert texts == {
        f"{pending}.{word}" for pending, words in SPECIAL_ANSWERS.items() for word in words
    }


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


def test_a_bot_may_be_named_in_a_move() -> None:
    position = Position({1: "KS 3H"}, dungeons={2: "10S"})
    name = bot_names(Words("en"), played_on(position).record)[1]
    sit(position, f"attack K {name.lower()}\n", {2: script("retreat")})
    assert len(position.view().players[1].dungeon) == 0


def test_counting_is_not_for_dungeon_and_marks_nothing() -> None:
    shown = sit(Position({1: "10S"}), "count\nquit\n")
    assert "There is no card counter in Dungeon" in shown
    assert "assisted" not in shown


def test_refusals_list_moves_folded() -> None:
    shown = sit(
        Position({1: "QS JS KS"}, players=3, dungeons={2: "10S", 3: "10H"}),
        "fly\n",
        {2: script(), 3: script()},
    )
    assert 'I don\'t understand "fly". You can: a[t]tack J..K p2|p3, ' in shown
    assert shown.count("[f]ish Q p2|p3 A..K") == 2


def test_the_letter_of_a_card_is_that_card_and_no_command() -> None:
    position = Position({1: "QS 3H"}, first=None)
    sit(position, "q\n", {2: script()})
    assert position.state.turn == 1


@pytest.mark.parametrize("typed", ["discard 1", "1", "i 1", "discard 1♥", "discard 10x"])
def test_a_rank_is_named_whole(typed: str) -> None:
    position = Position({1: "10S KS 9S 8S 7S"}, "AS").play("p1 pass")
    shown = sit(position, f"{typed}\nquit\n").partition(f"> {typed}")[2]
    assert "You can: d[i]scard A|7..10|K, [a]ce A" in shown
    assert position.view().pending == "discard"


@pytest.mark.parametrize(
    "typed", ["discard 10", "discard 10♥", "10♥", "10", "discard 10H", "dis 10h", "10s"]
)
def test_a_card_may_be_typed_as_it_is_shown(typed: str) -> None:
    position = Position({1: "10S KS 9S 8S 7S"}, "6S").play("p1 pass")
    sit(position, f"{typed}\nquit\n")
    assert code_of(position.view().seen_discards[-1]) == "10S"  # type: ignore[index]


def test_a_remark_says_that_suits_do_not_matter() -> None:
    position = Position({1: "10S 10H KS 9S 8S"}, "6S").play("p1 pass")
    shown = sit(position, "10H\nquit\n")
    assert code_of(position.view().seen_discards[-1]) == "10S"  # type: ignore[index]
    assert (
        "Suits don't matter: of several cards of a rank, the one held longest goes, 10♠." in shown
    )
    assert "Suits don't matter" not in sit(
        Position({1: "10S 10H KS 9S 8S"}, "6S").play("p1 pass"), "10S\nquit\n"
    )


def test_a_joker_and_what_it_stands_for_may_have_suits() -> None:
    position = Position({1: "Jk 3S"}, pitch_black=True)
    sit(position, "dig 3♠=10♥ @0\nquit\n")
    assert position.view(1).players[0].dungeon[0].card == read_card("3S")


def test_a_move_in_full_is_no_command() -> None:
    for typed in ("save 9", "save 9♥"):
        position = Position(
            {1: "9H", 2: "9S"}, first=2, jokers_wild=True, dungeons={1: "10S Jk"}
        ).play("p2 cave 9 p1")
        sit(position, f"{typed}\nquit\n", {2: script()})
        assert len(position.view().players[0].dungeon) == 2


def test_the_word_for_an_ace_is_not_a_card_of_spades() -> None:
    position = Position({1: "AS KS 9S 8S 7S"}, "6S").play("p1 pass")
    sit(position, "as\nsalir\n", {2: script("pass")}, "es")
    assert any(card == read_card("AS") for card in position.view().seen_discards or ())
    assert position.view().players[0].cards > 6


@pytest.mark.parametrize("typed", ["fish 3", "fish Q 3", "fish p2 3", "fi 3♠"])
def test_parts_of_a_move_may_be_left_out(typed: str) -> None:
    position = Position({1: "QS", 2: "4S"})
    sit(position, f"{typed}\n", {2: script("deny")})
    assert position.view().pending == "answered"
    assert position.view().about == (1, 3)


def test_what_is_left_out_is_asked_for_where_it_is_not_clear() -> None:
    shown = sit(Position({1: "QS"}, players=3), "fish 3\n", {2: script(), 3: script()})
    assert '"fish 3" could mean several things: [f]ish Q p2|p3 3.' in shown


def test_a_joker_counts_as_what_it_was_laid_as() -> None:
    position = Position(
        {1: "Jk 3S 4S", 2: "QS"}, first=2, jokers_wild=True, dungeons={1: "10S"}
    ).play("p2 attack Q p1")
    shown = sit(position, "fight Jk=7\nfight 3\nquit\n")
    assert "You have laid Jk against the Myrmiddon: 7 of 12 so far." in shown
    assert "You have laid Jk 3♠ against the Myrmiddon: 10 of 12 so far." in shown


@pytest.mark.parametrize("plain", [False, True])
def test_a_move_is_never_broken_at_the_end_of_a_line(
    plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns in range(30, 100):
        monkeypatch.setenv("COLUMNS", str(columns))
        shown = sit(
            Position({1: "QS JS KS AS", 2: "10S"}, first=2),
            "fly\n\n\nfly\n",
            {2: script("pass")},
            plain=plain,
            joined=False,
        )
        assert "\u00a0" not in shown
        assert not re.search(r"\b(?:ace|rob|fish|fish Q|discard|fish Q p2|\(13)\n", shown)


def test_help_at_an_offer_says_how_to_go_on() -> None:
    shown = sit(Position({1: "AS"}, first=2), "help\n", {2: script("pass")})
    assert 'Enter alone goes on without an ace; so does "later"' in shown
    shown = sit(
        Position({1: "KS", 2: "AS"}, first=3, players=3), "p2\n\nhelp\n\n", {3: script("pass")}
    )
    assert "Enter alone goes back." in shown[shown.index("And at any time") :]


def test_resigning_takes_the_whole_word() -> None:
    position = Position({1: "QS"})
    shown = sit(position, "help\nresi\nresign\n")
    assert "type resign in full" in shown
    assert "Player 2 is the last one alive and wins, on turn 1." in shown
    assert position.view().players[0].alive is False


def test_people_who_are_out_may_watch_or_leave() -> None:
    position = Position({1: "3H"}, players=3, turn_limit=3)
    bots = {2: script(), 3: script()}
    assert "Only bots are left in the game." in sit(position, "resign\nno\n", bots)
    assert position.view().ending == ""
    assert "stalemate" in sit(
        Position({1: "3H"}, players=3, turn_limit=3), "resign\n\n", {2: script(), 3: script()}
    )


# What a lost front was


def story_of_a_retreat(seat: int | None, **options: Any) -> str:
    position = Position({1: "KS"}, dungeons={1: "10H", 2: "10S 9S"}, **options).play(
        "p1 attack K p2"
    )
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    played = played_on(position)
    screen = DungeonScreen(Terminal(Words("en"), {}, plain=False, target=out), played)
    events = played.play(GAME.read_move("retreat"), 1).events
    screen.tell(events, seat)
    out.seek(0)
    return out.read()


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_retreat_names_the_card_that_it_costs(seat: int | None) -> None:
    assert "9♠" in story_of_a_retreat(seat)
    assert "9♠" in story_of_a_retreat(seat, almost_black=True)


def test_in_pitch_black_only_its_owner_learns_which_front_was_lost() -> None:
    assert "9♠" in story_of_a_retreat(1, pitch_black=True)
    for seat in (0, None):
        story = story_of_a_retreat(seat, pitch_black=True)
        assert "the front" in story
        assert "9" not in story


def test_a_blind_cave_in_names_the_lost_card_to_its_owner_only() -> None:
    for seat, named in ((0, False), (1, True), (None, False)):
        position = Position({1: "7H"}, pitch_black=True, dungeons={1: "10H", 2: "10S 7S"})
        played = played_on(position)
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        screen = DungeonScreen(Terminal(Words("en"), {}, plain=False, target=out), played)
        screen.tell(played.play(GAME.read_move("cave 7 p2"), 0).events, seat)
        out.seek(0)
        assert ("7♠" in out.read()) is named


# Answers


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("dig 9", "You have no 9."),
        ("d 10", "You have no 10."),
        ("attack K", "You have no K."),
        ("9", "You have no 9."),
        ("dig 8", "doesn't fit"),
        ("accuse", "You can't do that now"),
        ("attack Q", "You can't do that now"),
    ],
)
def test_a_card_that_is_missing_or_does_not_fit_is_named(typed: str, reason: str) -> None:
    shown = sit(Position({1: "QS 8S"}), f"{typed}\nquit\n")
    assert reason in shown
    assert "I don't understand" not in shown


@pytest.mark.parametrize(
    ("language", "end"),
    [("en", "You are the last one alive and win"), ("es", "Solo tú quedas con vida: ganas")],
)
def test_the_end_is_told_to_a_single_person(language: str, end: str) -> None:
    position = Position({1: "3H", 2: "4H"}, first=2)
    shown = sit(position, "", {2: script("resign")}, language)
    assert end in shown
    assert f"p1 ({'you' if language == 'en' else 'tú'})" in shown[shown.rindex("p1 (") :]
