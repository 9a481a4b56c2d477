"""A game of Tomb at the prompt: over a pipe, in both languages, resumed, with bad input."""

import json
import os
import re
import shlex
import signal
import subprocess
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cli.run import UNDERDECK, underdeck
from underdeck.cards import codes_of
from underdeck.cli.phrases import simple
from underdeck.cli.prompt import understand
from underdeck.deal import deal_from_seed
from underdeck.formats import read_record
from underdeck.games.tomb import GAME
from underdeck.games.tomb.moves import read_move
from underdeck.games.tomb.state import DECK
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.refusal import Refusal
from underdeck.registry import game_names
from underdeck.say import Words

BOOK = walkthrough().record
LEGAL = (read_move("draw"), read_move("drop 8D"))
CARDS = " ".join(codes_of(BOOK.deal.cards))
TYPED = "\n".join(BOOK.moves) + "\n"
SPANISH = {
    "delve": "explorar",
    "draw": "sacar",
    "play": "jugar",
    "suffer": "aguantar",
    "retreat": "retirarse",
}
SPANISH |= {"dodge": "esquivar", "drop": "soltar", "onward": "seguir", "read": "leer"}


def saves(home: Path) -> list[Path]:
    return sorted((home / "games").glob("*.json"))


def test_a_whole_game_over_a_pipe_in_english(home: Path) -> None:
    ran = underdeck("play", "tomb", "--deal", CARDS, typed=TYPED)
    assert ran.code == 0
    assert ran.err == ""
    assert "You win. Score 4/68." in ran.out
    assert read_record(saves(home)[0].read_text("utf-8")).record.moves == BOOK.moves


def test_a_whole_game_over_a_pipe_in_spanish() -> None:
    typed = "\n".join(
        " ".join([SPANISH[word], *card]) for word, *card in (move.split() for move in BOOK.moves)
    )
    ran = underdeck("play", "tomb", "--deal", CARDS, "--lang", "es", typed=typed)
    assert ran.code == 0
    assert "Has ganado. Puntuación: 4/68." in ran.out
    skill = Words("es").table("tomb.skill")["JS"]
    assert f"Puedes: [s]acar, j[u]gar J♠ ({skill})." in ran.out


def test_the_language_of_the_system_is_used() -> None:
    assert "You leave before the first move." in underdeck("play", "tomb", "--seed", "1").out
    assert (
        "Te vas antes de la primera jugada."
        in underdeck("play", "tomb", "--seed", "1", LANG="es_MX.UTF-8").out
    )


def test_plain_is_pure_ascii_in_english() -> None:
    moves = BOOK.moves[:11]
    ran = underdeck(
        "play",
        "tomb",
        "--deal",
        CARDS,
        "--plain",
        typed="\n".join([*moves, "look", "help", "count", *BOOK.moves[11:]]),
    )
    assert ran.out.isascii()
    assert "Hit points: " in ran.out
    assert "Turn 6, open: the king of spades, the 5 of spades (monster)." in " ".join(
        ran.out.split()
    )


def test_a_terminal_that_can_not_show_symbols_gets_letters() -> None:
    done = subprocess.run(
        [*UNDERDECK, "play", "tomb", "--deal", CARDS, "--lang", "es"],
        input=TYPED.encode(),
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert b"Puntuacion: 4/68" in done.stdout
    assert b"Antorchas consumidas: 3 de 4 (AH AD AC). Pergamino de Luz usado." in done.stdout


def test_the_spread_shows_every_part_of_the_table() -> None:
    played_to = "\n".join(BOOK.moves[:27]) + "\n"
    out = underdeck("play", "tomb", "--deal", CARDS, typed=played_to).out
    last = out[out.rindex("Torches") :]
    assert last.splitlines()[:11] == [
        "Torches  A♥ A♦ □ □                                deck 16, discards 1",
        "Turns     1   2   3   4   5   6   7",
        "Delve    ▒×2 ▒×2 ▒×2 ▒×1 ▒×2 ▒×2 ▒×2",
        "Retreat                   ▲  ▒×3",
        "Turns     13  12  11  10  9   8",
        "                        ┏━━━┓",
        "Now                     ┃ 8♠┃  monster 8",
        "                        ┗━━━┛",
        "Life     ♥♥♥♥♡♡♡♡♡ 4/9",
        "Hand     3♦ 6♦ J♦ K♠ K♦ K♣ Jk   (45 points, 3 kings)",
        "You can: [d]raw, dr[o]p K♠, K♦ or K♣.",
    ]


@pytest.mark.parametrize("columns", ["20", "40", "80", "200"])
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("plain", [True, False])
def test_no_line_is_wider_than_the_terminal(columns: str, language: str, plain: bool) -> None:
    args = ["--plain"] if plain else []
    ran = underdeck(
        "play",
        "tomb",
        "--deal",
        CARDS,
        "--lang",
        language,
        *args,
        typed=f"help\n{TYPED}",
        COLUMNS=columns,
    )
    assert ran.code == 0
    assert ("4/68" in ran.out) != plain
    for line in ran.out.splitlines():
        to_be_copied = line.startswith("  ") and "replay" in line
        assert len(line) <= int(columns) or to_be_copied, line


def test_a_deep_delve_wraps_in_a_narrow_terminal() -> None:
    out = underdeck(
        "play", "tomb", "--deal", CARDS, typed="\n".join(BOOK.moves[:21]), COLUMNS="36"
    ).out
    rows = [
        "Turns     1   2   3   4   5   6",
        "Delve    ▒×2 ▒×2 ▒×2 ▒×1 ▒×2 ▒×2",
        "          7",
        "         ▒×2",
    ]
    assert "\n".join(rows) + "\n" in out


def test_leaving_keeps_the_game_and_resume_goes_on(home: Path) -> None:
    first = underdeck("play", "tomb", "--deal", CARDS, typed="\n".join([*BOOK.moves[:10], "quit"]))
    assert first.code == 0
    name = saves(home)[0].stem
    assert f"resume {name}\n" in first.out
    second = underdeck("resume", typed="\n".join(BOOK.moves[10:20]))
    assert second.code == 0
    assert "after 10 moves" in second.out
    third = underdeck("resume", name, typed="\n".join(BOOK.moves[20:]))
    assert "Score 4/68" in third.out
    assert len(saves(home)) == 1
    assert underdeck("resume").code == 1
    assert underdeck("resume", name).err.startswith("That game is over. Watch it with: ")
    assert underdeck("replay", name).code == underdeck("verify", name).code == 0


def test_a_new_game_does_not_touch_an_unfinished_one(home: Path) -> None:
    underdeck("play", "tomb", "--seed", "1", typed="delve\n")
    underdeck("play", "tomb", "--seed", "2", typed="delve\n")
    assert len(saves(home)) == 2
    listed = underdeck("resume", "--list").out
    assert listed.count("unfinished, 1 move") == 2


def test_saved_games_are_listed_in_the_players_language(home: Path) -> None:
    underdeck("play", "tomb", "--deal", CARDS, typed="delve\ndraw\nretreat\n")
    assert "escaped, 0/0" in underdeck("resume", "--list").out
    assert "salida con vida, 0/0" in underdeck("--lang", "es", "resume", "--list").out
    underdeck("play", "dungeon", "--seed", "1", typed="resign\n")
    assert "over with one left alive, " in underdeck("resume", "--list").out
    spanish = underdeck("--lang", "es", "resume", "--list").out
    assert "terminada con una sola persona viva, " in spanish
    assert "escaped" not in spanish
    assert "alone" not in spanish


def test_a_damaged_save_is_named_and_does_not_hide_the_others(home: Path) -> None:
    underdeck("play", "tomb", "--seed", "1", typed="delve\n")
    (home / "games" / "tomb-broken.json").write_text("{")
    assert "damaged" in underdeck("resume", "--list").out
    assert underdeck("resume", typed="quit\n").code == 0
    assert underdeck("resume", "tomb-broken").code == 1
    assert underdeck("resume", "nobody").err.startswith('There is no saved game "nobody".')


def test_undo_marks_the_game_as_assisted(home: Path) -> None:
    ran = underdeck("play", "tomb", "--deal", CARDS, typed="delve\nundo\n" + TYPED)
    assert "This game is marked as assisted." in ran.out
    data = json.loads(saves(home)[0].read_text("utf-8"))
    assert data["assists"] == ["undo"]
    assert data["result"]["assisted"] is True
    assert data["moves"] == BOOK.moves


def test_counting_cards_marks_the_game_and_shows_them_without_their_order(home: Path) -> None:
    ran = underdeck("play", "tomb", "--deal", CARDS, typed="delve\ncount\ncount\ndraw\nquit\n")
    assert ran.out.count("From here on the game is marked as assisted.") == 1
    assert ran.out.count("Still in the deck: 43 cards.") == 2
    assert "Traps: 2♦ 3♦ 4♦ 6♦ 7♦ 8♦ 9♦ 10♦\n" in ran.out
    assert "Torches: A♠ A♥ A♦ A♣\n" in ran.out
    assert json.loads(saves(home)[0].read_text("utf-8"))["assists"] == ["count"]
    assert "marcada como «con ayuda»" in " ".join(
        underdeck("play", "tomb", "--lang", "es", typed="contar\n").out.split()
    )


def test_the_ace_under_the_deck_is_named_by_the_counter() -> None:
    read = BOOK.moves.index("read") + 1
    out = underdeck(
        "play", "tomb", "--deal", CARDS, typed="\n".join([*BOOK.moves[:read], "count"])
    ).out
    assert re.search(r"You know that A[♠♥♦♣] lies at the bottom\.", out)


def test_a_count_that_can_not_be_saved_marks_nothing(home: Path) -> None:
    with running("play", "tomb", "--deal", CARDS) as game:
        type_in(game, "delve\n")
        wait_for(game, "You can: [d]raw.")
        (home / "games").rename(home / "elsewhere")
        (home / "games").write_text("in the way")
        type_in(game, "count\n")
        assert "Still in the deck" not in wait_for(game, "try again.")
        (home / "games").unlink()
        (home / "elsewhere").rename(home / "games")
        game.communicate("draw\nquit\n", timeout=30)
    assert json.loads(saves(home)[0].read_text("utf-8"))["assists"] == []


def test_undo_at_the_very_beginning() -> None:
    assert "There is nothing to undo." in underdeck("play", "tomb", typed="undo\n").out


def test_an_undo_that_can_not_be_saved_is_not_done(home: Path) -> None:
    with running("play", "tomb", "--deal", CARDS) as game:
        type_in(game, "delve\n")
        wait_for(game, "You can: [d]raw.")
        (home / "games").rename(home / "elsewhere")
        (home / "games").write_text("in the way")
        type_in(game, "undo\n")
        assert "Can't save the game" in " ".join(wait_for(game, "try again.").split())
        (home / "games").unlink()
        (home / "elsewhere").rename(home / "games")
        out, _ = game.communicate("look\ndraw\nquit\n", timeout=30)
    assert "You can: [d]raw." in out
    data = json.loads(saves(home)[0].read_text("utf-8"))
    assert (data["moves"], data["assists"]) == (["delve", "draw"], [])


def test_a_game_left_before_its_first_move_is_not_kept_unless_it_was_played_elsewhere(
    home: Path,
) -> None:
    assert underdeck("play", "tomb", typed="quit\n").code == 0
    assert saves(home) == []
    with running("play", "tomb") as game:
        wait_for(game, "You can: del[v]e.")
        underdeck("resume", typed="delve\n")
        game.communicate("quit\n", timeout=30)
    assert len(saves(home)) == 1


def test_any_single_character_is_answered() -> None:
    # Every character that comes apart when accents are taken off it, and a sample of the others.
    every = [chr(code) for code in range(0x20, 0x30000) if not 0xD800 <= code < 0xE000]
    apart = [
        char
        for char in every
        if " " in (split := unicodedata.normalize("NFKD", char))
        or all(map(unicodedata.combining, split))
    ]
    strange = apart + every[::97]
    for text in strange:
        if text.isspace() or text == "8":
            continue
        try:
            understand(text, GAME, LEGAL, Words("es"))
        except Refusal:
            continue
        assert simple(text).isascii(), text


def test_save_to_a_chosen_file(tmp_path: Path) -> None:
    target, compact = tmp_path / "mine.json", tmp_path / "mine.txt"
    ran = underdeck(
        "play",
        "tomb",
        "--deal",
        CARDS,
        typed=f"delve\nsave {target}\nsave {compact}\nsave {target}\nsave\n",
    )
    assert read_record(target.read_text("utf-8")).record.moves == ["delve"]
    assert compact.read_text("utf-8").startswith("underdeck 2 tomb 1\n")
    assert "already exists" in " ".join(ran.out.split())
    assert "The game is saved after every move" in ran.out


def test_save_to_a_path_that_is_not_writable() -> None:
    ran = underdeck("play", "tomb", typed="save /nowhere/at/all.json\n")
    assert ran.code == 0
    assert "Can't write" in " ".join(ran.out.split())


@contextmanager
def running(*args: str) -> Iterator["subprocess.Popen[str]"]:
    """Start a game that reads and writes while the test runs."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*UNDERDECK, *args], stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8"
    ) as game:
        yield game
        game.kill()


def wait_for(game: "subprocess.Popen[str]", text: str) -> str:
    """Return the output of a game up to a text."""
    assert game.stdout is not None
    output = ""
    while text not in " ".join(output.split()):
        char = game.stdout.read(1)
        assert char, output
        output += char
    return output


def type_in(game: "subprocess.Popen[str]", text: str) -> None:
    assert game.stdin is not None
    game.stdin.write(text)
    game.stdin.flush()


def test_a_move_that_can_not_be_saved_is_not_made(home: Path) -> None:
    with running("play", "tomb", "--deal", CARDS) as game:
        wait_for(game, "You can: del[v]e.")
        kept = saves(home)[0]
        text = kept.read_text("utf-8")
        (home / "games").rename(home / "elsewhere")
        (home / "games").write_text("in the way")
        type_in(game, "delve\n")
        assert "Can't save the game" in " ".join(wait_for(game, "try again.").split())
        (home / "games").unlink()
        (home / "elsewhere").rename(home / "games")
        assert kept.read_text("utf-8") == text
        out, _ = game.communicate("delve\nquit\n", timeout=30)
    assert "5♦" in out
    assert json.loads(kept.read_text("utf-8"))["moves"] == ["delve"]


def test_a_game_played_on_elsewhere_is_not_overwritten(home: Path) -> None:
    with running("play", "tomb", "--deal", CARDS) as game:
        wait_for(game, "You can: del[v]e.")
        underdeck("resume", typed="delve\ndraw\n")
        out, _ = game.communicate("delve\nquit\n", timeout=30)
    assert "continued elsewhere" in " ".join(out.split())
    assert json.loads(saves(home)[0].read_text("utf-8"))["moves"] == ["delve", "draw"]


def test_ctrl_c_keeps_the_game(home: Path) -> None:
    with running("play", "tomb", "--deal", CARDS) as game:
        type_in(game, "delve\n")
        wait_for(game, "You can: [d]raw.")
        game.send_signal(signal.SIGINT)
        out, err = game.communicate(timeout=30)
    assert game.returncode == 130
    assert err.strip() == "Stopped."
    assert "Your game is saved." in out
    assert json.loads(saves(home)[0].read_text("utf-8"))["moves"] == ["delve"]


def test_a_closed_pipe_ends_the_game_quietly(home: Path) -> None:
    with running("play", "tomb", "--deal", CARDS) as game:
        type_in(game, "delve\n")
        wait_for(game, "You can: [d]raw.")
        assert game.stdout is not None
        assert game.stderr is not None
        game.stdout.close()
        type_in(game, "draw\ndelve\n")
        assert game.wait(30) == 1
        assert game.stderr.read() == ""
    assert json.loads(saves(home)[0].read_text("utf-8"))["moves"][0] == "delve"


def test_a_folder_that_can_not_be_used_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    ran = underdeck("play", "tomb", typed="delve\n", UNDERDECK_HOME=str(blocked))
    assert ran.code == 1
    assert f"Can't save the game to \"{blocked}" in ran.err
    assert "part of the path is not a folder" in ran.err
    assert underdeck("resume", UNDERDECK_HOME=str(blocked)).code == 1
    assert underdeck("resume", UNDERDECK_HOME="x" * 300).code == 1


def test_unusual_paths_to_save_to(tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "nowhere.json")
    places = [
        "~nosuchuser/x.json",
        "x" * 300 + ".json",
        "a\0b.json",
        str(tmp_path),
        str(tmp_path / "link.json"),
    ]
    ran = underdeck(
        "play", "tomb", typed="".join(f"save {place}\n" for place in places) + "delve\n"
    )
    assert ran.code == 0
    output = " ".join(ran.out.split())
    assert output.count("Can't write") == 3
    assert output.count("already exists") == 2
    assert (tmp_path / "link.json").is_symlink()


def test_unusual_files_among_the_saves(home: Path) -> None:
    underdeck("play", "tomb", "--seed", "1", typed="delve\n")
    (home / "games" / "gone.json").symlink_to(home / "nowhere")
    (home / "games" / "round.json").symlink_to(home / "games" / "round.json")
    (home / "games" / "folder.json").mkdir()
    (home / "games" / "binary.json").write_bytes(b"\xff\xfe")
    listed = underdeck("resume", "--list")
    assert listed.code == 0
    assert listed.out.count("tomb-") == 1
    assert underdeck("resume", typed="draw\nquit\n").code == 0


def test_damaged_saves_are_counted_if_there_are_no_others(home: Path) -> None:
    (home / "games").mkdir(parents=True)
    (home / "games" / "broken.json").write_text("{")
    assert "1 saved game is damaged" in underdeck("resume").err


def test_closed_and_full_streams() -> None:
    command = " ".join(shlex.quote(part) for part in UNDERDECK)
    for rest, code in (
        ("play tomb <&-", 0),
        ("rules tomb >&-", 0),
        ("deal >/dev/full", 1),
        ("learn tomb <&-", 0),
        ("verify - <&-", 1),
    ):
        done = subprocess.run(
            f"{command} {rest}",
            shell=True,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == code, rest
        assert "Traceback" not in done.stderr, rest


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("fly", 'I don\'t understand "fly". You can: [d]raw, dr[o]p 8♦. Or type help.'),
        ("retreat", "A turn is running: finish it first. You can: [d]raw, dr[o]p 8♦."),
        ("play JS", "J♠ is not in your hand. You can: [d]raw, dr[o]p 8♦."),
        ("dr", '"dr" could mean several things: [d]raw, dr[o]p 8♦.'),
        ("r", "A turn is running: finish it first. You can: [d]raw, dr[o]p 8♦."),
        ("s", "No blow is falling on you. You can: [d]raw, dr[o]p 8♦."),
        ("q", "Type quit in full."),
        ("u", "Type undo in full."),
        ("qui", "Type quit in full."),
        ("und", "Type undo in full."),
        ("coun", "Type count in full."),
        ("drop 1", 'I don\'t understand "drop 1". You can: [d]raw, dr[o]p 8♦. Or type help.'),
        ("drop 11D", 'I don\'t understand "drop 11D". You can: [d]raw, dr[o]p 8♦. Or type help.'),
        ("play", "You hold no skill that works here. You can: [d]raw, dr[o]p 8♦."),
        ("quit now", 'I don\'t understand "quit now".'),
        ("´", 'I don\'t understand "´".'),
        ("a´b", 'I don\'t understand "a´b".'),
        ("", "> You can: [d]raw, dr[o]p 8♦. Or type help."),
        ("del", "A turn is running: finish it first. You can: [d]raw, dr[o]p 8♦."),
        ("re", 'I don\'t understand "re". You can: [d]raw, dr[o]p 8♦. Or type help.'),
        ("\x1b[31m\x07", 'I don\'t understand "?[31m?". You can: [d]raw, dr[o]p 8♦. Or type help.'),
        ("rules 99", 'The rules have no section "99".'),
        ("\udcff\udcfe", "I don't understand"),
    ],
)
def test_refused_lines_are_answered_with_the_legal_moves(typed: str, answer: str) -> None:
    ran = underdeck(
        "play", "tomb", "--deal", CARDS, typed="\n".join([*BOOK.moves[:10], typed]) + "\n"
    )
    assert ran.code == 0
    assert answer in " ".join(ran.out.split())


@pytest.mark.parametrize(
    ("typed", "played"),
    [
        ("d", "draw"),
        ("dra", "draw"),
        ("DRAW", "draw"),
        ("o", "drop 8D"),
        ("o 8", "drop 8D"),
        ("dro", "drop 8D"),
        ("drop 8", "drop 8D"),
        ("8♦", "drop 8D"),
        ("8d", "drop 8D"),
    ],
)
def test_short_forms(home: Path, typed: str, played: str) -> None:
    underdeck("play", "tomb", "--deal", CARDS, typed="\n".join([*BOOK.moves[:10], typed]) + "\n")
    assert json.loads(saves(home)[0].read_text("utf-8"))["moves"][-1] == played


@pytest.mark.parametrize(
    ("typed", "played"),
    [
        ("s", "draw"),
        ("sac", "draw"),
        ("robar", "draw"),
        ("rob", "draw"),
        ("draw", "draw"),
        ("o", "drop 8D"),
        ("solt", "drop 8D"),
        ("drop 8D", "drop 8D"),
        ("SOLTAR 8", "drop 8D"),
    ],
)
def test_short_forms_in_spanish(home: Path, typed: str, played: str) -> None:
    underdeck(
        "play",
        "tomb",
        "--deal",
        CARDS,
        "--lang=es",
        typed="\n".join([*BOOK.moves[:10], typed]) + "\n",
    )
    assert json.loads(saves(home)[0].read_text("utf-8"))["moves"][-1] == played


def test_commands_in_spanish_with_and_without_accents() -> None:
    out = underdeck(
        "play", "tomb", "--lang", "es", typed="AYUDA\nreg 9.1\nmir\nhelp\n?\nregl\nsalir\n"
    ).out
    assert out.count("Lo que puedes hacer ahora, cada cosa con su tecla:") == 3
    assert "§7 La luz" in out
    assert "§9.1" in out


def test_house_rules_are_found_by_their_name_in_either_language() -> None:
    for language, typed in (("es", "reglas casa"), ("es", "reglas house"), ("en", "rules house")):
        assert "drop_sum" in underdeck("play", "tomb", "--lang", language, typed=f"{typed}\n").out
    assert (
        underdeck("rules", "tomb", "casa", "--lang", "es").out
        == underdeck("rules", "tomb", "house", "--lang", "es").out
    )


def test_without_an_unfinished_game_the_registered_games_are_listed() -> None:
    games = ", ".join(game_names())
    assert re.search(
        rf"Start one with \S+ play and the name of a game: {games}$",
        underdeck("resume").err.strip(),
    )
    assert re.search(
        rf"Empieza una con \S+ play y el nombre de un juego: {games}$",
        underdeck("resume", "--list", "--lang", "es").err.strip(),
    )


def test_enter_alone_makes_the_only_move(home: Path) -> None:
    underdeck("play", "tomb", "--deal", CARDS, typed="\n\n")
    assert json.loads(saves(home)[0].read_text("utf-8"))["moves"] == ["delve", "draw"]


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["--deal", "5D 3S"], 1, "These cards are missing: 2S"),
        (["--deal", CARDS + " 5D"], 1, "These cards appear too often: 5D."),
        (["--deal", CARDS.replace("QH", "2H")], 1, "These cards don't belong to this deck: 2H."),
        (["--deal", CARDS.replace("QH", "ZZ")], 1, 'There is no card "ZZ".'),
        (["--deal", "@/nowhere"], 1, 'There is no file "/nowhere".'),
        (["--deal", "@/"], 1, 'Can\'t read "/"'),
        (["--code", "ABCDE-FGHJK"], 1, "There is a typo in the deal code"),
        (["--code", "ABC"], 1, "A deal code has 10 characters"),
        (["--seed", ""], 1, "A seed has 1 to 200 characters"),
        (["--seed", "1", "--code", "22222-22222"], 1, "Choose one way to deal"),
        (["--house", "drop_sum"], 1, "A house rule is written name=value"),
        (
            ["--house", "drop_sum=maybe"],
            1,
            'The house rule drop_sum can\'t be "maybe". Possible values: off, on.',
        ),
        (["--house", "gold=more"], 1, 'There is no house rule "gold".'),
        (["--lang", "de"], 2, "'de' is not one of 'en', 'es'."),
        (["--nonsense"], 2, "No such option"),
        (["extra"], 2, "Got unexpected extra argument (extra)"),
    ],
)
def test_bad_arguments_get_a_clear_answer_and_the_right_exit_code(
    args: list[str], code: int, words: str, home: Path
) -> None:
    ran = underdeck("play", "tomb", *args)
    assert (ran.code, ran.out) == (code, "")
    assert words in " ".join(ran.err.split())
    assert not (home / "games").exists()


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        ([], 2, "Falta el argumento"),
        (["ajedrez"], 2, "no es"),
        (["tomb", "--nada"], 2, "No existe la opción"),
        (["tomb", "--house", "x=1"], 1, "No existe la regla de la casa «x»."),
        (["tomb", "--deal", "5D"], 1, "Faltan estas cartas"),
    ],
)
def test_bad_arguments_are_answered_in_spanish(args: list[str], code: int, words: str) -> None:
    ran = underdeck("play", *args, "--lang", "es")
    assert ran.code == code
    assert words in " ".join(ran.err.split())


def test_house_rules_are_played_and_shown(home: Path) -> None:
    ran = underdeck(
        "play",
        "tomb",
        "--seed",
        "1",
        "--house",
        "earliest_turnaround=2",
        "--house",
        "drop_sum=on",
        typed="delve\n",
    )
    data = json.loads(saves(home)[0].read_text("utf-8"))["house"]
    assert (data["earliest_turnaround"], data["drop_sum"], data["scroll_in_discards"]) == (
        2,
        True,
        True,
    )
    assert "House rule drop_sum=on: several treasures may be dropped" in ran.out
    assert "House rule" in underdeck("resume").out


def test_the_same_seed_deals_the_same_cards(home: Path) -> None:
    underdeck("play", "tomb", "--seed", "42", typed="delve\n")
    assert json.loads(saves(home)[0].read_text("utf-8"))["deal"]["cards"] == codes_of(
        deal_from_seed(DECK, "42").cards
    )


def test_a_fair_game_shows_its_commitment_before_and_its_seed_after(home: Path) -> None:
    ran = underdeck("play", "tomb", "--fair", "--mix", "hola", typed="delve\n" * 3)
    kept = json.loads(saves(home)[0].read_text("utf-8"))
    fair = kept["deal"]["fair"]
    assert fair["mix"] == ["hola"]
    assert fair["commitment"] in ran.out
    assert fair["seed"] not in ran.out
    played = read_record(saves(home)[0].read_text("utf-8"))
    while played.result() is None:
        played.play(played.view().legal[-1])
    out = underdeck("resume", typed="\n".join(played.record.moves[len(kept["moves"]) :])).out
    assert fair["seed"] in out
    assert underdeck("verify", str(saves(home)[0]), "--commitment", fair["commitment"]).code == 0


def test_without_colour_there_is_no_escape_code() -> None:
    assert "\x1b" not in underdeck("play", "tomb", typed="delve\nhelp\n").out
