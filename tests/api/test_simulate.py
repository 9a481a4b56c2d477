"""Many games from Python: the numbers of the command line, and players of one's own."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import underdeck
from underdeck.api.results import Estimate
from underdeck.cli.app import run
from underdeck.cli.speech import Speech
from underdeck.games.dungeon.moves import DungeonMove
from underdeck.games.dungeon.view import DungeonView
from underdeck.games.tomb.moves import TombMove
from underdeck.games.tomb.view import TombView

pytest.importorskip("numpy")


def first_move(view: TombView) -> TombMove:
    return view.legal[0]


def first_action(s: Any, moves: list[int], count: int, stream: list[int], knobs: list[int]) -> int:
    return 0


def last_action(s: Any, moves: list[int], count: int, stream: list[int], knobs: list[int]) -> int:
    return count - 1


@pytest.fixture(scope="module")
def tomb() -> underdeck.SimulationResult:
    """Functions as policies: nothing is compiled."""
    return underdeck.simulate(
        "tomb", games=300, policy=last_action, against=[first_action, {"drop_sum": True}]
    )


@pytest.fixture(scope="module")
def duels() -> underdeck.SimulationResult:
    return underdeck.simulate(
        "dungeon",
        games=4,
        bots=["careful", "random"],
        seed=7,
        against=["random", {"jokers_wild": True}],
    )


def test_the_numbers_are_those_of_the_command_line(
    duels: underdeck.SimulationResult,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Speech, "words", Speech.words)  # the command changes it
    command = "simulate dungeon --games 4 --bots careful,random --seed 7 --jobs 1 --json"
    rivals = "--against random --against jokers_wild=on"
    assert run([*command.split(), *rivals.split()]) == 0
    assert json.loads(capsys.readouterr().out) == duels.as_json()


def test_means_shares_and_differences_have_intervals(tomb: underdeck.SimulationResult) -> None:
    data: Any = tomb.as_json()
    assert tomb.games == 300
    assert tomb.mean("points").value == data["points"]["mean"]
    assert tomb.mean("points.when_out").value == data["points"]["when_out"]["mean"]
    share = tomb.share("won")
    assert share == Estimate(data["won"]["share"], data["won"]["low"], data["won"]["high"])
    assert share.low <= float(share) <= share.high
    assert tomb.share("escaped") == tomb.share("endings.escaped") == tomb.share("survived")
    apart = tomb.difference("points", match=1).value
    assert apart == pytest.approx(tomb.mean("points", match=1).value - tomb.mean("points").value)
    assert tomb.difference(match=2).value == data["against"][1]["difference"]["won"]["mean"]


def test_the_winners_of_a_game_of_several_seats(duels: underdeck.SimulationResult) -> None:
    won = [duels.share("won", seat=seat).value for seat in (0, 1)]
    assert sum(won) == pytest.approx(1)
    with pytest.raises(
        underdeck.Refusal, match=r"^there is no seat 2: this game has the seats 0, 1"
    ):
        duels.share(seat=2)
    with pytest.raises(underdeck.Refusal, match=r"choose from won with seat=0, endings\."):
        duels.share("won")


def test_unknown_numbers_are_refused_with_the_known_ones(tomb: underdeck.SimulationResult) -> None:
    with pytest.raises(
        underdeck.Refusal, match=r"^there is no 'gold' in these results: choose from points,"
    ):
        tomb.mean("gold")
    with pytest.raises(underdeck.Refusal, match=r"choose from won, survived, points\n"):
        tomb.difference("gold")
    with pytest.raises(underdeck.Refusal, match=r"^there is no 'won' in these results"):
        tomb.difference(match=0)


def test_a_result_shows_itself(
    tomb: underdeck.SimulationResult, duels: underdeck.SimulationResult
) -> None:
    assert repr(tomb).startswith("<300 games of Tomb of Four Kings by last_action, seed '1': won ")
    assert ", points " in repr(tomb)
    assert "by careful,random, seed '7': won by seat 0 " in repr(duels)
    assert str(tomb).startswith("Won, out with all four hoards: ")
    assert "The same on the same deals, but with drop_sum=on:\n  games won: " in str(tomb)
    assert "Puntos" in tomb.text("es")
    for show in (tomb.text, tomb.plot):
        with pytest.raises(underdeck.Refusal, match=r"^there is no language 'fr': choose from en"):
            show("fr")
    html = tomb._repr_html_()
    assert ">first_action</th>" in html
    assert "<script" not in html


def test_a_result_draws_its_charts(tomb: underdeck.SimulationResult, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    figure = tomb.plot()
    figure.savefig(tmp_path / "charts.png")
    assert (tmp_path / "charts.png").stat().st_size > 10_000


# Comparisons and limits


def test_without_a_comparison_there_is_no_difference() -> None:
    alone = underdeck.simulate("tomb", games=2, policy=first_action)
    with pytest.raises(underdeck.Refusal) as caught:
        alone.difference("points")
    assert str(caught.value) == (
        "these results have no match to compare with: pass one in against="
    )
    with pytest.raises(underdeck.Refusal, match=r"^there is no match 1: these results have the "):
        alone.mean("points", match=1)


def test_comparisons_are_written_as_on_the_command_line() -> None:
    result = underdeck.simulate(
        "tomb",
        games=20,
        bots=first_move,
        against=["drop_sum=on", {"drop_sum": True}, "random", "Heuristic,risk=300,drop_sum=on"],
    )
    matches = result._simulation.matches
    assert matches[1] == matches[2]
    assert [match.label for match in matches[2:]] == ["first_move", "random", "heuristic,risk=300"]
    assert matches[4].options == matches[1].options


def test_bots_that_are_functions_stay_in_comparisons() -> None:
    bots: Any = ["careful", lambda view: view.legal[0]]
    result = underdeck.simulate("dungeon", games=1, bots=bots, against="random,turn_limit=9")
    assert [match.label for match in result._simulation.matches] == [
        "careful,<lambda>",
        "random,<lambda>",
    ]


def test_a_turn_limit_is_set_unless_it_is_given() -> None:
    def limits(**options: Any) -> list[int]:
        result: Any = underdeck.simulate("dungeon", games=1, **options)
        return [match.options.turn_limit for match in result._simulation.matches]

    assert limits() == [500]
    assert limits(turn_limit=0) == [0]
    assert limits(turn_limit=0, against="ace_high=on") == [0, 0]
    assert limits(against=["turn_limit=0", {"turn_limit": 7}]) == [500, 0, 7]


def test_the_turn_limit_is_printed() -> None:
    limited = underdeck.simulate("dungeon", games=1)
    assert "Games that reach the end of turn 500 are stalemates." in limited.text()
    assert "stalemates." not in underdeck.simulate("dungeon", games=1, turn_limit=0).text()


# Players of one's own


def test_a_function_of_a_view_and_a_policy_play_the_same_games() -> None:
    bot = underdeck.simulate("tomb", games=40, bots=first_move)
    policy = underdeck.simulate("tomb", games=40, policy=first_action)
    view_policy = underdeck.simulate("tomb", games=40, policy=first_move)
    shared = {"moves", "points", "depth", "endings", "causes", "kings", "turns", "cards_left"}
    results: list[Any] = [each.as_json() for each in (bot, policy, view_policy)]
    for name in shared:
        assert results[0][name] == results[1][name] == results[2][name]
    assert (results[0]["bots"], results[1]["policy"]) == (["first_move"], "first_action")


def test_games_that_turn_around_are_counted_alike_for_bots_and_policies() -> None:
    def turn_around(view: TombView) -> TombMove:
        return view.legal[-1]

    bot = underdeck.simulate("tomb", games=30, bots=turn_around)
    policy = underdeck.simulate("tomb", games=30, policy=last_action)
    tallies = [each._simulation.outcome.tallies[0].counts for each in (bot, policy)]
    assert tallies[0]["turning"].any()
    for name, counts in tallies[0].items():
        assert (counts == tallies[1][name]).all(), name


def test_bots_of_ones_own_meet_built_in_ones() -> None:
    def careful(view: DungeonView, random: Random) -> DungeonMove:
        return random.choice(view.legal)

    result: Any = underdeck.simulate(
        "dungeon", games=2, bots=[careful, "random", lambda view: view.legal[0]], players=3
    )
    assert result.as_json()["bots"] == ["careful 2", "random", "<lambda>"]
    rivals: Any = underdeck.simulate(
        "dungeon", games=2, bots=["random", careful], against=[careful, lambda view: view.legal[0]]
    ).as_json()
    assert rivals["bots"] == ["random", "careful 2"]
    assert [rival["bots"] for rival in rivals["against"]] == [
        ["careful 2", "careful 2"],
        ["<lambda>", "careful 2"],
    ]
    assert [rival["asked"] for rival in rivals["against"]] == ["careful", "<lambda>"]


def test_two_functions_of_one_name_are_numbered() -> None:
    bots = [lambda view: view.legal[0], lambda view: view.legal[-1]]
    result: Any = underdeck.simulate("dungeon", games=1, bots=bots)
    assert result.as_json()["bots"] == ["<lambda>", "<lambda> 2"]


def test_the_error_of_a_players_own_function_is_not_hidden() -> None:
    def broken(*_: object) -> int:
        raise ZeroDivisionError

    def no_index(s: Any, moves: list[int], count: int, stream: list[int], knobs: list[int]) -> int:
        return 99

    with pytest.raises(ZeroDivisionError):
        underdeck.simulate("tomb", games=1, policy=broken)
    with pytest.raises(AssertionError, match="chose a move that isn't there") as caught:
        underdeck.simulate("tomb", games=1, policy=no_index)
    assert caught.value.__notes__ == ["raised by the policy no_index, game 0"]


def fly_later(view: DungeonView) -> str:
    return "fly" if view.turn > 2 else str(view.legal[0])


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_wrong_move_of_a_bot_names_the_bot_and_the_game(jobs: int) -> None:
    with pytest.raises(underdeck.InvalidMove, match=r"^'fly' isn't a move: legal ") as caught:
        underdeck.simulate("dungeon", games=30, bots=["careful", fly_later], jobs=jobs)
    assert caught.value.__notes__[-1] == "chosen by the bot fly_later in seat 1, game 0"


def test_a_bot_without_a_move_is_named() -> None:
    def mole(_view: TombView) -> None:
        """Forget to return."""

    with pytest.raises(
        TypeError, match=r"^the bot mole in seat 0 must return a move, not None"
    ) as caught:
        underdeck.simulate("tomb", games=2, policy=mole)
    assert caught.value.__notes__[-1] == "raised by the bot mole in seat 0, game 0"


def test_functions_that_cannot_be_sent_are_run_in_this_process() -> None:
    seen: list[TombView] = []

    def local(view: TombView) -> TombMove:
        seen.append(view)
        return view.legal[0]

    underdeck.simulate("tomb", games=2, bots=local, jobs=2)
    assert seen


def test_several_processes_give_the_same_numbers() -> None:
    one, two = (
        underdeck.simulate("tomb", games=150, bots=first_move, jobs=jobs) for jobs in (1, 2)
    )
    assert one.as_json() == two.as_json()


# Arguments


def test_by_default_the_best_players_play() -> None:
    duel: Any = underdeck.simulate("dungeon", games=1).as_json()
    assert duel["bots"] == ["careful", "careful"]
    precise = underdeck.simulate("tomb", until=0.02, policy=first_action)
    assert precise.games >= 1000


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"policy": "random", "bots": "random"}, "choose a policy or bots, not both"),
        ({"games": 1, "until": 0.1}, "choose a number of games or a precision to reach, not both"),
        ({"policy": "clever"}, "there is no policy 'clever': choose from heuristic, "),
        ({"bots": ["random", "random"]}, "this table has room for 1 bot, not 2"),
        (
            {"bots": "clever"},
            "there is no bot 'clever': choose from random, strong-quick-points, strong-points, "
            "strong-quick, strong, or pass a function",
        ),
        ({"against": {"depth": 3}}, "there is no option 'depth': choose from "),
        (
            {"against": "clever"},
            "there is no 'clever' to compare with: choose from heuristic, ",
        ),
        ({"against": "risk=1,risk=2"}, "risk is given twice, as '1' and as '2'"),
        ({"against": "heuristic,random"}, "against is given twice, as 'heuristic' and as 'random'"),
        ({"against": "heuristic"}, "'heuristic' changes nothing: there is nothing to compare"),
        (
            {"game": "dungeon", "against": {"players": 3}},
            "only tables of the same size can be compared: against can't change players",
        ),
        ({"seed": ""}, "a seed has 1 to 200 characters; this one has 0"),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(underdeck.Refusal) as caught:
        underdeck.simulate(**{"game": "tomb"} | wrong)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": "100"}, "games must be a whole number, not '100'"),
        ({"jobs": 1.5}, "jobs must be a whole number, not 1.5"),
        ({"until": "1%"}, "until must be a number, not '1%'"),
        ({"bots": 3}, "bots must be a name, a function or a list of them, not 3"),
        ({"policy": 3}, "a policy is a name, a path or a function, not 3"),
        ({"policy": first_action, "against": 3}, "against must be a name, a function or a dict "),
    ],
)
def test_arguments_of_a_wrong_type_are_refused(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TypeError) as caught:
        underdeck.simulate("tomb", **wrong)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("wrong", [{"games": 0}, {"until": 0.5}, {"until": 0}, {"jobs": 0}])
def test_impossible_numbers_are_refused(wrong: dict[str, Any]) -> None:
    (name,) = wrong
    with pytest.raises(ValueError, match=f"^{name} can't be {wrong[name]}: "):
        underdeck.simulate("tomb", **wrong)


def test_without_its_libraries_simulate_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import underdeck\n"
        "try: underdeck.simulate('tomb')\n"
        "except underdeck.Refusal as refusal: print(refusal)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert "pip install 'underdeck[lab]'" in ran.stdout
