"""Dungeon at the prompt: against bots, on a shared screen, in both languages, resumed."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from cli.book import saves
from cli.run import underdeck
from cli.variants import VARIANTS
from underdeck.agents import BOTS, find_bot
from underdeck.deal import deal_from_seed
from underdeck.formats import read_record, write_json
from underdeck.games.dungeon import GAME
from underdeck.games.dungeon.moves import RANKS
from underdeck.games.dungeon.options import Options
from underdeck.playthrough import Playthrough
from underdeck.registry import find_manifest
from underdeck.say import LANGUAGES

ANYTHING = "pass\n" + "".join(f"discard {rank}\n" for rank in RANKS[1:])
"""Pass, and discard any card."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variants", VARIANTS)
def test_a_table_is_drawn_and_told_in_every_variant(
    home: Path, language: str, variants: str
) -> None:
    args = ["--players", "3", "--seed", "5", "--lang", language, "--house", "turn_limit=12"]
    typed = (
        "bid\npass\n\npass\nbid K\nbid Q\nbid J\nbid 10\nbid 2\n"
        + "pass\n\ndiscard\nretreat\ndeny\nbelieve\nfall\nyield\n" * 40
    )
    ran = underdeck(
        "play", "dungeon", *args, *(["--variants", variants] if variants else []), typed=typed
    )
    assert ran.code == 0
    assert ran.err == ""
    assert f"({'bot' if language == 'en' else 'robot'})" in ran.out
    assert max(len(line) for line in ran.out.splitlines() if "p1" not in line) <= 110
    seats = read_record(saves(home)[0].read_text("utf-8")).record.seats
    assert seats == ["", *find_manifest("dungeon").opponents(2)]


def test_a_game_is_resumed_with_the_same_bots(home: Path) -> None:
    typed = "bid 3\nbid 5\nbid 6\nbid 7\nbid 8\nbid 9\nbid 10\nbid J\nbid Q\nbid K\n"
    assert underdeck("play", "dungeon", "--seed", "9", "--bots", "random", typed=typed).code == 0
    record = read_record(saves(home)[0].read_text("utf-8")).record
    assert record.seats == ["", "random"]
    assert record.moves
    ran = underdeck("resume", typed="look\nquit\n")
    assert ran.code == 0
    assert "Your hand:" in ran.out or "draws" in ran.out


def test_people_who_share_the_screen_never_see_each_others_hands() -> None:
    ran = underdeck(
        "play",
        "dungeon",
        "--bots",
        "",
        "--seed",
        "3",
        "--house",
        "random_start=on",
        typed=("\n" + ANYTHING) * 12,
    )
    screens = re.split(r"-{20,}", ran.out)[1:]
    assert len(screens) > 4
    for screen in screens:
        owner = re.search(r"for Player (\d) now", screen)
        assert owner is not None
        shown = [line for line in screen.splitlines() if "(you)" in line]
        assert all(f"p{owner[1]} (you)" in line for line in shown)


def test_undo_is_refused_in_games_of_several() -> None:
    assert "You can't take a move back" in underdeck("play", "dungeon", typed="undo\n").out


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["tomb", "--players", "3"], 1, "--players doesn't apply to tomb"),
        (["dungeon", "--players", "5"], 2, "--players"),
        (["dungeon", "--players", "2", "--decks", "2"], 1, "Two players use one deck"),
        (["dungeon", "--variants", "midnight"], 1, 'There is no variant "midnight".'),
        (
            ["dungeon", "--variants", "pitch-black,almost-black"],
            1,
            "pitch-black already includes almost-black",
        ),
        (
            ["dungeon", "--house", "pitch_black=on", "--house", "almost_black=on"],
            1,
            "pitch_black already includes almost_black",
        ),
        (
            ["dungeon", "--players", "2", "--house", "players=3"],
            2,
            "players is given twice, once as 3 and once as 2. Give it once.",
        ),
        (
            ["dungeon", "--players", "3", "--house", "decks=1", "--decks", "2"],
            2,
            "decks is given twice, once as 1 and once as 2.",
        ),
        (
            ["dungeon", "--house", "ace_high=on", "--house", "ace_high=no"],
            2,
            "ace_high is given twice, once as on and once as no.",
        ),
        (
            ["dungeon", "--variants", "pitch-black", "--house", "pitch_black=off"],
            2,
            "pitch_black is given twice",
        ),
        (
            ["dungeon", "--players", "2", "--house", "players=3", "--lang", "es"],
            2,
            "players está dos veces, una como 3 y otra como 2.",
        ),
        (["dungeon", "--variants", "counter-attack-1,counter-attack-2"], 1, "counter-attack"),
        (
            ["dungeon", "--house", "reveal_on_escape=on"],
            1,
            "only makes sense together with pitch-black",
        ),
        (["dungeon", "--house", "turn_limit=-1"], 1, "turn_limit"),
        (["dungeon", "--bots", "genius"], 1, 'There is no bot "genius".'),
        (["dungeon", "--bots", "careful-1"], 1, "Choose from: random, careful, "),
        (
            ["dungeon", "--players", "2", "--bots", "random,random"],
            1,
            "This table has room for 1 bot",
        ),
        (
            ["dungeon", "--bots", "random,random,random,random", "--lang", "es"],
            1,
            "En esta mesa caben 3 robots, no 4.",
        ),
    ],
)
def test_impossible_options_are_refused(args: list[str], code: int, words: str, home: Path) -> None:
    ran = underdeck("play", *args)
    assert ran.code == code
    assert words in " ".join(ran.err.split())
    assert not (home / "games").exists()


def test_an_option_may_be_repeated_with_the_same_value(home: Path) -> None:
    args = [
        "--players",
        "3",
        "--house",
        "players=3",
        "--house",
        "pitch_black=yes",
        "--variants",
        "pitch_black",
    ]
    assert underdeck("play", "dungeon", *args, typed="quit\n").code == 0


def test_every_bot_chooses_legal_moves_from_views_alone() -> None:
    for name in BOTS:
        bot = find_bot(name)
        options = Options(
            players=3, pitch_black=True, suicide_queen=True, counter_attack=3, turn_limit=60
        )
        played = Playthrough.begin(GAME, options, deal_from_seed(GAME.deck(options), name))
        random = Random(2)
        while played.result() is None:
            seat = GAME.waiting(played.state)[0]
            view = played.view(seat)
            move = bot(view, random)
            assert move in view.legal
            played.play(move, seat)


def test_a_dungeon_record_is_replayed_and_verified(home: Path) -> None:
    underdeck(
        "play",
        "dungeon",
        "--seed",
        "1",
        "--house",
        "turn_limit=3",
        "--house",
        "random_start=on",
        typed=ANYTHING * 20,
    )
    name = saves(home)[0].stem
    assert underdeck("verify", name).code == 0
    assert "Turn 1" in underdeck("replay", name).out
    data = json.loads(underdeck("replay", name, "--json").out)
    assert data["turns"] >= 1
    assert all(
        player["hand"] is None for step in data["steps"] for player in step["view"]["players"]
    )


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (
            "p7 pass",
            'Move 1 of this record, "p7 pass", isn\'t made by anyone at this table. '
            "Each move starts with its player: p1, p2.",
        ),
        ("pass", 'Move 1 of this record, "pass", isn\'t made by anyone at this table.'),
        (
            "p2 pass",
            "Move 1 of this record, \"p2 pass\", isn't legal: p2 can't do anything there. "
            "The game is waiting for p1.",
        ),
        ("p1 pass", 'Move 1 of this record, "p1 pass", isn\'t legal. Legal there: bid'),
    ],
)
def test_a_record_with_a_bad_move_says_what_is_wrong(move: str, words: str) -> None:
    options = Options(random_start=move == "p2 pass")
    for seed in range(20):
        played = Playthrough.begin(
            GAME, options, deal_from_seed(GAME.deck(options), str(seed)), ["", ""]
        )
        if GAME.legal(played.state, 1) == () or not options.random_start:
            break
    record = json.dumps({**json.loads(write_json(played)), "moves": [move]})
    for command in ("replay", "verify"):
        assert words in underdeck(command, "-", typed=record).err


def test_the_rules_of_dungeon_in_both_languages() -> None:
    assert "§7.4 D-12 Each ace opens a window" in underdeck("rules", "dungeon", "7").out
    assert "§3.1" in underdeck("rules", "dungeon", "--lang", "es").out
    assert "D-12" in underdeck("rules", "dungeon", "D-12").out


def test_people_are_asked_with_and_without_an_ace() -> None:
    for seed in ("z8", "a", "b", "c"):
        typed = "\n" + "".join(f"bid {rank}\n" for rank in RANKS[1:]) * 2 + "\n" * 6
        out = underdeck(
            "play", "dungeon", "--seed", seed, "--players", "3", "--bots", "careful", typed=typed
        ).out
        assert (
            "Anyone who wants to play an ace, type p1, p2" in " ".join(out.split())
            or "Your turn" in out
        )
        asked = [part.partition(">")[0] for part in out.split("is about to")[1:]]
        assert not any("ace A" in question for question in asked)


def test_someone_else_at_the_screen_may_play_an_ace_out_of_turn(home: Path) -> None:
    for seed in range(40):
        options = Options(random_start=True)
        played = Playthrough.begin(GAME, options, deal_from_seed(GAME.deck(options), str(seed)))
        (first,) = GAME.waiting(played.state)
        other = 1 - first
        if any(str(move) == "ace A" for move in played.view(other).legal):
            break
    typed = f"\np{other + 1}\n\nace A\n\npass\n"
    underdeck(
        "play",
        "dungeon",
        "--bots",
        "",
        "--seed",
        str(seed),
        "--house",
        "random_start=on",
        typed=typed,
    )
    record = read_record(saves(home)[0].read_text("utf-8")).record
    assert record.moves[:2] == [f"p{other + 1} ace A", f"p{first + 1} pass"]


def test_a_replay_shows_no_more_than_a_spectator_saw(home: Path) -> None:
    underdeck(
        "play",
        "dungeon",
        "--seed",
        "4",
        "--variants",
        "pitch-black",
        typed="bid 4\nbid 5\nbid 6\nbid 7\nbid 8\n" + ANYTHING * 3,
    )
    for line in underdeck("replay", saves(home)[0].stem).out.splitlines():
        assert not re.match(r"> p\d (?:bid|dig|cave) ", line)


def test_a_chosen_file_can_be_resumed(tmp_path: Path) -> None:
    mine = tmp_path / "mine.json"
    underdeck("play", "tomb", "--seed", "1", typed=f"delve\nsave {mine}\nquit\n")
    assert underdeck("resume", str(mine), typed="draw\nquit\n").code == 0
    assert len(read_record(mine.read_text("utf-8")).record.moves) == 2


def test_nonsense_at_the_common_question_reveals_no_cards() -> None:
    typed = "\nbid 4\n\nbid 7\nfly\nhelp\nlook\nace A\nquit\n"
    out = underdeck(
        "play", "dungeon", "--seed", "z8", "--players", "3", "--bots", "careful", typed=typed
    ).out
    common = out[out.index("Anyone who wants to play") :]
    assert "You can" not in common
    assert "hand" not in common
