"""`underdeck play`: whole games of Tomb, deals, options and bad arguments."""

import re
from pathlib import Path

import pytest

from cli.book import BOOK, CARDS, TYPED, saved, saves
from cli.run import underdeck
from underdeck.cards import codes_of
from underdeck.deal import deal_from_seed
from underdeck.formats import read_record
from underdeck.games.tomb.state import DECK
from underdeck.say import Words

SPANISH = {
    "delve": "explorar",
    "draw": "sacar",
    "play": "jugar",
    "suffer": "aguantar",
    "retreat": "retirarse",
}
SPANISH |= {"dodge": "esquivar", "drop": "soltar", "onward": "seguir", "read": "leer"}


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
        to_be_copied = re.match(r"  \S+ (replay|review|chronicle) ", line) or "replay" in line
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
    data = saved(home)["house"]
    assert (data["earliest_turnaround"], data["drop_sum"], data["scroll_in_discards"]) == (
        2,
        True,
        True,
    )
    assert "House rule drop_sum=on: several treasures may be dropped" in ran.out
    assert "House rule" in underdeck("resume").out


def test_the_same_seed_deals_the_same_cards(home: Path) -> None:
    underdeck("play", "tomb", "--seed", "42", typed="delve\n")
    assert saved(home)["deal"]["cards"] == codes_of(deal_from_seed(DECK, "42").cards)


def test_a_fair_game_shows_its_commitment_before_and_its_seed_after(home: Path) -> None:
    ran = underdeck("play", "tomb", "--fair", "--mix", "hola", typed="delve\n" * 3)
    kept = saved(home)
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


@pytest.mark.parametrize("bot", ["careful-1", "flat-400", "cheater-400"])
def test_yardsticks_are_no_opponents(bot: str) -> None:
    refused = underdeck("play", "dungeon", "--bots", bot)
    assert refused.code != 0
    assert f'There is no bot "{bot}". Choose from: random, careful' in refused.err
