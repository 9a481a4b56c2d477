"""`underdeck bots`, and characters at a terminal."""

import io
import json

from cli.at_table import played_on
from cli.run import underdeck
from games.dungeon.position import Position
from underdeck.characters import cast_of
from underdeck.cli.bots import opponent_text, show_opponents
from underdeck.cli.screens.dungeon import DungeonScreen
from underdeck.cli.terminal import Terminal
from underdeck.game import Event
from underdeck.registry import find_manifest
from underdeck.say import Words
from underdeck.say.quips import MIN_GAP


def test_every_opponent_is_listed_with_its_stars_and_its_manner() -> None:
    out = " ".join(underdeck("bots", "dungeon").out.split())
    assert "Bruno the Brute, ★★☆☆☆ (brute): Why dig" in out
    assert "random and careful." in out
    assert "play dungeon --bots gambler,digger" in out
    spanish = " ".join(underdeck("bots", "dungeon", "--lang", "es", "--plain").out.split())
    assert "Bruno el Bruto, 2 de 5 estrellas (brute)" in spanish


def test_opponents_for_programs() -> None:
    found = json.loads(underdeck("bots", "dungeon", "--json").out)["bots"]
    assert {each["bot"] for each in found} == {*find_manifest("dungeon").bots}
    assert {each["bot"]: each["stars"] for each in found if each["stars"]} == {
        character.bot: character.stars for character in cast_of("dungeon").characters
    }


def test_a_table_has_as_many_seats_as_its_bots_need() -> None:
    out = underdeck("play", "dungeon", "--bots", "gambler,brute", "--seed", "seats").out
    assert "Lola" in out
    assert "p3 Bruno (bot)" in out


def test_help_on_advice_is_about_this_game() -> None:
    out = underdeck("play", "dungeon", "--bots", "random", typed="help\n").out
    shown = " ".join(out.split())
    assert "the opponents' hands" in shown
    assert "points" not in shown


def test_a_solitaire_has_no_opponents() -> None:
    ran = underdeck("bots", "tomb")
    assert ran.code == 1
    assert "bots" in ran.err


def terminal() -> tuple[Terminal, io.StringIO]:
    out = io.StringIO()  # a terminal without signs such as stars and curly quotes
    return Terminal(Words("en"), {}, plain=False, source=io.StringIO(), target=out), out


def test_a_game_introduces_the_characters_that_it_is_played_against() -> None:
    screen, out = terminal()
    show_opponents(screen, "dungeon", ["", "master", "careful"])
    assert "Gaspar, the Old Master, 5 of 5 stars. To choose others:" in " ".join(
        out.getvalue().split()
    )
    assert opponent_text(screen, "dungeon", "careful") == "careful"
    nobody, silence = terminal()
    show_opponents(nobody, "dungeon", ["", "careful"])
    assert silence.getvalue() == ""


def test_a_character_is_told_by_its_name_and_talks() -> None:
    played = played_on(Position({1: "10S"}, players=2))
    played.record.seats = ["", "liar"]
    lied = Event("lied", {"seat": 1})
    played.history[-1].append(lied)
    shown, out = terminal()
    screen = DungeonScreen(shown, played)
    screen.tell([lied], 0)
    said = " ".join(out.getvalue().split())
    assert "Vera" in said, said
    quips = Words("en").phrasings("quips_dungeon.liar.caught")
    assert any(said.endswith(f'Vera: "{quip}"') for quip in quips)


def test_a_quip_follows_the_sentence_of_its_event() -> None:
    played = played_on(Position({1: "10S"}, players=2))
    played.record.seats = ["", "liar"]
    turn = [Event("lied", {"seat": 1}), Event("hand_lost", {"seat": 1, "n": 3})]
    played.history[-1].extend(turn)
    shown, out = terminal()
    screen = DungeonScreen(shown, played)
    sentences = screen.teller.tell(turn, 0, played.events_before(turn))
    screen.tell(turn, 0)
    paragraphs = " ".join(out.getvalue().split())
    places = [paragraphs.index(text) for text in (sentences[0], 'Vera: "', sentences[1])]
    assert places == sorted(places)
    assert paragraphs.count('Vera: "') == 1


def test_a_folded_sentence_stays_whole_before_its_quip() -> None:
    """One sentence has a retreat together with the card that it costs."""
    retreat = [Event("retreated", {"seat": 1}), Event("front_was", {"seat": 1, "card": 10})]
    for voice in range(20):
        played = played_on(Position({1: "10S"}, players=2))
        played.record.seats = ["", "liar"]
        greeted_long_ago = [Event("passed", {"seat": 0})] * MIN_GAP
        played.history[-1].extend([*greeted_long_ago, *retreat])
        shown, out = terminal()
        screen = DungeonScreen(shown, played)
        screen.characters.voice = voice
        (sentence,) = screen.teller.tell(retreat, 0, played.events_before(retreat))
        screen.tell(retreat, 0)
        said = " ".join(out.getvalue().split())
        assert said.startswith(sentence)
        if 'Vera: "' in said:
            return
    raise AssertionError("no quip in twenty games")
