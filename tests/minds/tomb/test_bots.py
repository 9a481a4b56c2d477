"""The strong bots of Tomb play like the policies of their names, from what a player knows."""

import subprocess
import sys
from random import Random

import pytest

import underdeck
from underdeck.cards import codes_of
from underdeck.deal import deal_from_cards
from underdeck.games.tomb import GAME, TombOptions
from underdeck.minds.tomb import player as players
from underdeck.minds.tomb.player import PLAYERS, new_interpreted_chooser
from underdeck.registry import find_manifest
from underdeck.study.match import Match, play_out
from underdeck.study.policies import read_policy

OPTIONS = [TombOptions(), TombOptions(drop_sum=True, scroll_from_column=True)]

WITHOUT_LIBRARIES = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numpy", "numba"):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())
from underdeck.fast import libraries
libraries.find_spec = lambda name: None
import underdeck
game = underdeck.new("tomb", seed="7")
for name in ("strong-quick", "strong-quick-points", "strong", "strong-points"):
    print(game.choose(name))
game = underdeck.new("tomb", seed="7", bots="strong-quick")
print(len(game.record.moves))
"""


def test_every_strong_player_is_a_bot() -> None:
    manifest = find_manifest("tomb")
    assert set(manifest.own_bots) == set(PLAYERS) == {*manifest.bots} - {"random"}


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("name", PLAYERS)
def test_a_bot_plays_the_games_of_its_policy(name: str, options: TombOptions) -> None:
    by_policy = Match("tomb", options, "bots", read_policy("tomb", name))
    by_bot = Match("tomb", options, "bots", bots=(name,))
    for number in range(4):
        policy, bot = play_out(by_policy, number), play_out(by_bot, number)
        assert policy.record.moves == bot.record.moves
        assert policy.result() == bot.result()
    assert (by_policy.rows(4, 6) == by_bot.rows(4, 6)).all()


@pytest.mark.parametrize("name", PLAYERS)
def test_the_order_of_the_deck_does_not_matter(name: str) -> None:
    game = underdeck.new("tomb", seed="redealt", bots=None)
    random = Random("redealt")
    while not game.is_over:
        chosen = game.choose(name)
        turned = game._played.state.top
        cards = list(game.record.deal.cards)
        rest = cards[turned:]
        random.shuffle(rest)
        deal = deal_from_cards(GAME.deck(TombOptions()), [*cards[:turned], *rest])
        other = underdeck.new("tomb", deal=codes_of(deal.cards))
        for move in game.record.moves:
            other.play(move)
        assert other.view == game.view
        assert other.choose(name) == chosen
        game.play(chosen)


def test_a_bot_chooses_the_same_move_after_an_undo_and_in_a_copy() -> None:
    game = underdeck.new("tomb", seed="7")
    moves = []
    for _ in range(12):
        moves.append(game.choose("strong-quick"))
        game.play(moves[-1])
    assert game.copy().choose("strong-quick") == game.choose("strong-quick")
    for move in reversed(moves):
        game.undo()
        assert game.choose("strong-quick") == move


def test_interpreted_bots_choose_the_same_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    game = underdeck.new("tomb", seed="11", bots="strong-quick")
    monkeypatch.setattr(players, "find_chooser", new_interpreted_chooser)
    again = underdeck.new("tomb", seed="11", bots="strong-quick")
    assert again.record.moves == game.record.moves


def test_bots_need_no_libraries() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_LIBRARIES], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    *moves, count = done.stdout.split()
    assert moves == ["delve"] * 4
    game = underdeck.new("tomb", seed="7", bots="strong-quick")
    assert int(count) == len(game.record.moves)
