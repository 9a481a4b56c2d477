"""Start and load games: deals, options, files and wrong arguments."""

from pathlib import Path

import pytest

import underdeck
from underdeck.cards import codes_of
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.dungeon.view import DungeonView
from underdeck.games.tomb.moves import read_move
from underdeck.games.tomb.state import DECK


def test_a_solitaire_in_a_few_lines() -> None:
    game = underdeck.new("tomb", seed="42")
    assert game.legal == (read_move("delve"),)
    step = game.play("delve")
    assert (step.seat, str(step.move)) == (0, "delve")
    assert [event.name for event in step.events] == ["delved", "encounter_met"]
    assert game.view.turn == 1
    game.play(game.legal[0])
    while not game.is_over:
        game.play(game.legal[0])
    assert game.result is not None
    assert game.result["ending"] in ("escaped", "slain", "lost")
    assert not game.waiting
    assert not game.legal


def test_the_same_seed_is_the_same_game_and_no_seed_another() -> None:
    assert underdeck.new("tomb", seed=42).record == underdeck.new("tomb", seed="42").record
    assert underdeck.new("tomb").record.deal != underdeck.new("tomb").record.deal


def test_deals_from_a_code_from_cards_and_from_another_game() -> None:
    first = underdeck.new("tomb")
    code = first.record.deal.source.voice
    assert underdeck.new("tomb", code=code.lower()).record.deal == first.record.deal
    assert underdeck.new("tomb", deal=first.record.deal).record.deal == first.record.deal
    cards = codes_of(sorted(DECK))
    for deal in (cards, " ".join(cards), ", ".join(cards)):
        assert underdeck.new("tomb", deal=deal).record.deal.cards == tuple(sorted(DECK))


def test_options_and_variants_are_keywords() -> None:
    game = underdeck.new("tomb", drop_sum=True, earliest_turnaround=2)
    assert game.record.options_as_dict()["drop_sum"] is True
    assert game.view.options.earliest_turnaround == 2
    dark = underdeck.new("dungeon", players=3, variants=["pitch-black"], seed="7")
    assert (dark.seats, dark.view.options.pitch_black) == (3, True)
    both = underdeck.new("dungeon", variants="suicide-queen,jokers-wild").view.options
    assert (both.suicide_queen, both.jokers_wild) == (True, True)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"game": "chess"}, "there is no game 'chess': choose from tomb, dungeon"),
        ({"seed": "1", "code": "2"}, "choose one way to deal: seed, code, deal"),
        ({"seed": ""}, "a seed has 1 to 200 characters; this one has 0"),
        ({"deal": "KS KS"}, "these cards appear too often: KS"),
        ({"drop": True}, "there is no option 'drop': choose from earliest_turnaround, "),
        ({"drop_sum": 7}, "the option drop_sum can't be '7': choose from off, on"),
        ({"variants": "pitch-black"}, "variants doesn't apply to tomb"),
        (
            {"bots": "careful"},
            "there is no bot 'careful': choose from random, strong-quick-points, strong-points, "
            "strong-quick, strong, or pass a function",
        ),
        (
            {"bots": [None, "random"]},
            "bots has the wrong length, 2: it needs an entry for each seat, None for a seat of "
            "yours, as in bots=['strong']",
        ),
        (
            {"game": "dungeon", "players": 3, "bots": ["careful"]},
            "bots has the wrong length, 1: it needs an entry for each seat, None for a seat of "
            "yours, as in bots=[None, 'careful', 'careful']",
        ),
        (
            {"game": "dungeon", "variants": ["dark"]},
            "there is no variant 'dark': choose from jokers-wild, ",
        ),
        (
            {"game": "dungeon", "variants": ["pitch-black", "almost-black"]},
            "pitch-black already includes almost-black: choose one of them",
        ),
        (
            {"game": "dungeon", "variants": ["pitch-black"], "pitch_black": False},
            "choose only one of these variants: pitch-black, pitch_black=False",
        ),
    ],
)
def test_a_wrong_argument_is_refused_in_a_sentence(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(underdeck.Refusal) as caught:
        underdeck.new(**{"game": "tomb"} | wrong)  # type: ignore[call-overload]
    assert str(caught.value).startswith(sentence)


def test_a_bot_must_be_a_name_or_a_function() -> None:
    with pytest.raises(TypeError, match="a bot is a name or a function of a view, not 3"):
        underdeck.new("tomb", bots=[3])  # type: ignore[list-item]
    with pytest.raises(
        TypeError, match=r"^bots must be a name, a function or a list of them, not 3"
    ):
        underdeck.new("tomb", bots=3)  # type: ignore[call-overload]


@pytest.mark.parametrize("name", ["game.json", "game.txt"])
def test_a_game_is_saved_and_loaded(tmp_path: Path, name: str) -> None:
    game = underdeck.new("dungeon", bots="careful", seed="7")
    game.play(game.legal[0])
    game.save(tmp_path / name)
    again = underdeck.load(tmp_path / name)
    assert again.record == game.record == underdeck.Record.load(str(tmp_path / name))
    assert again.view == game.view
    for each in (game, again):
        each.play(each.legal[0])
    assert again.record == game.record


def test_a_bot_of_ones_own_is_passed_again(tmp_path: Path) -> None:
    def last(view: DungeonView) -> DungeonMove:
        return view.legal[-1]

    path = tmp_path / "game.json"
    game = underdeck.new("dungeon", bots=last, seed="7")
    game.record.save(path)
    with pytest.raises(
        underdeck.Refusal, match=r"^seat 1 was played by the bot 'last': pass it in bots="
    ):
        underdeck.load(path)
    assert underdeck.load(path, bots=[None, None]).seat is None
    assert underdeck.load(path, bots=[None, last]).seat == 0


def test_a_wrong_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game = underdeck.new("tomb", seed="42")
    game.play("delve")
    game.record.save(path)
    path.write_text(path.read_text("utf-8").replace('"delve"', '"draw"'), "utf-8")
    with pytest.raises(underdeck.Refusal) as caught:
        underdeck.load(path)
    assert str(caught.value) == "Move 1 of this record, 'draw', isn't legal. Legal there: delve."
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(underdeck.Refusal, match="isn't a text file"):
        underdeck.load(path)
    with pytest.raises(FileNotFoundError):
        underdeck.load(tmp_path / "missing.json")
