"""`underdeck simulate`."""

import json
from pathlib import Path

import pytest

from cli.conftest import Run
from cli.run import json_of, underdeck, underdeck_process
from cli.variants import VARIANTS
from study.user_policy import write_user_policy
from underdeck.agents.tomb_policies import KNOBS
from underdeck.cli import simulate as command
from underdeck.say import LANGUAGES
from underdeck.study import match
from underdeck.study.executors import count_cores
from underdeck.study.simulation import Simulation


def test_tomb_in_json(inside: Run) -> None:
    answer = json_of(
        inside(
            "simulate tomb --games 300 --seed x --json",
            *("--house", "drop_sum=on", "--policy", "heuristic,risk=300"),
        )
    )
    assert (answer["game"], answer["games"], answer["seed"], answer["policy"], answer["cards"]) == (
        "tomb",
        300,
        "x",
        "heuristic",
        44,
    )
    assert answer["house"]["drop_sum"] is True
    assert answer["knobs"] == {name: default for name, (default, _) in KNOBS.items()} | {
        "risk": 300
    }
    assert answer["won"]["low"] <= answer["won"]["share"] <= answer["won"]["high"]
    assert sum(part["games"] for part in answer["endings"].values()) == 300
    for name in ("points", "depth", "cards_left", "turns", "moves"):
        assert answer[name]["low"] <= answer[name]["mean"] <= answer[name]["high"]
    assert "second" not in json.dumps(answer)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            [
                "300 games",
                "Won, out with all four hoards:",
                "Points:",
                "Slain by a trap:",
                "Cards left in the deck:",
                "on the same deals, but with random:",
                "percentage points",
            ],
        ),
        (
            "es",
            [
                "300 partidas",
                "Ganadas, fuera con los cuatro tesoros de las tumbas:",
                "Puntos:",
                "Muertes por una trampa:",
                "Cartas que quedan en el mazo:",
                "con los mismos repartos, pero con random:",
                "puntos porcentuales",
            ],
        ),
    ],
)
def test_tomb_in_words(inside: Run, language: str, words: list[str]) -> None:
    ran = inside(
        "simulate tomb --games 300 --jobs 1 --against random --house drop_sum=on --lang", language
    )
    assert (ran.code, ran.err) == (0, "")
    for phrase in (*words, "drop_sum=on", "heuristic"):
        assert phrase in " ".join(ran.out.split())
    assert max(map(len, ran.out.splitlines())) <= 80


def test_defaults(monkeypatch: pytest.MonkeyPatch, inside: Run) -> None:
    asked: list[Simulation] = []

    def pretend_to_run(simulation: Simulation) -> bool:
        asked.append(simulation)
        return False

    monkeypatch.setattr(command, "run", pretend_to_run)
    assert inside("simulate tomb --json").code == 0
    assert inside("simulate dungeon --json").code == 0
    assert inside("simulate dungeon --policy random --json").code == 0
    assert [(simulation.games, simulation.matches[0].label) for simulation in asked] == [
        (100_000, "heuristic"),
        (100, "careful,careful"),
        (100_000, "random"),
    ]
    assert {simulation.jobs for simulation in asked} == {count_cores()}


@pytest.mark.parametrize("written", ["5%", "0.05", " 5 % ".replace(" ", ""), "0,05"])
def test_until_the_share_of_wins_is_known(inside: Run, written: str) -> None:
    answer = json_of(inside("simulate tomb --until", written, "--json", "--jobs", "1"))
    assert answer["until"] == 0.05
    assert answer["won"]["high"] - answer["won"]["low"] <= 0.1


def test_comparisons_with_policies_parameters_and_options(inside: Run) -> None:
    data = json_of(
        inside(
            "simulate tomb --policy heuristic,weak=1 --games 200 --jobs 1 --json",
            *("--against", "random", "--against", "risk=0,drop_sum=on"),
            *("--against", "heuristic,weak=8"),
        )
    )
    first, second, third = data["against"]
    assert (first["asked"], first["policy"], first["knobs"], first["same_deals"]) == (
        "random",
        "random",
        {},
        True,
    )
    assert (second["knobs"]["risk"], second["knobs"]["weak"], second["house"]["drop_sum"]) == (
        0,
        1,
        True,
    )
    assert (third["knobs"]["weak"], third["house"]["drop_sum"]) == (8, False)
    alone = json_of(inside("simulate tomb --games 200 --jobs 1 --json --policy random"))
    assert first["points"] == alone["points"]
    base = json_of(inside("simulate tomb --games 200 --jobs 1 --json --policy heuristic,weak=1"))
    assert first["difference"]["points"]["mean"] == pytest.approx(
        alone["points"]["mean"] - base["points"]["mean"], abs=1e-5
    )
    assert (
        first["difference"]["survived"]["low"]
        < first["difference"]["survived"]["mean"]
        < first["difference"]["survived"]["high"]
    )


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variants", VARIANTS)
def test_bots_play_every_variant_to_the_end(inside: Run, players: int, variants: str) -> None:
    args = ["--players", str(players), "--games", "2", "--seed", "x", "--json", "--jobs", "1"]
    answer = json_of(
        inside("simulate dungeon", *args, *(["--variants", variants] if variants else []))
    )
    assert answer["games"] == sum(part["games"] for part in answer["endings"].values()) == 2
    assert set(answer["seats"]) == {str(seat) for seat in range(1, players + 1)}


def test_careful_beats_random_and_a_bot_is_compared_in_the_first_seat(inside: Run) -> None:
    args = [
        "--games",
        "20",
        "--seed",
        "3",
        "--json",
        "--bots",
        "careful,random",
        "--against",
        "random",
        "--against",
        "jokers_wild=on",
    ]
    answer = json_of(inside("simulate dungeon", *args))
    assert answer["seats"]["1"]["games"] > 3 * answer["seats"]["2"]["games"]
    assert answer["advantage"]["1"]["low"] > 0 > answer["advantage"]["2"]["high"]
    bot, options = answer["against"]
    assert (bot["bots"], bot["same_deals"]) == (["random", "random"], True)
    assert bot["difference"]["won"]["high"] < 0
    assert (options["bots"], options["house"]["jokers_wild"], options["same_deals"]) == (
        ["careful", "random"],
        True,
        False,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_dungeon_in_words(inside: Run, language: str) -> None:
    ran = inside(
        "simulate dungeon --games 3 --players 3 --jobs 1 --against random --lang", language
    )
    assert (ran.code, ran.err) == (0, "")
    for phrase in {
        "en": [
            "3 games",
            "the end of turn 500 are stalemates",
            "players=3",
            "Player 3 (careful) won",
            "compared with an even share",
            "Won by player 1:",
        ],
        "es": [
            "3 partidas",
            "final del turno 500",
            "players=3",
            "Jugador 3 (careful): gana",
            "frente a un reparto igual",
            "jugador 1:",
        ],
    }[language]:
        assert phrase in " ".join(ran.out.split())


def test_dungeon_by_policy(inside: Run) -> None:
    answer = json_of(
        inside("simulate dungeon --policy random --games 6 --jobs 1 --json --against ace_high=on")
    )
    assert (answer["policy"], answer["against"][0]["house"]["ace_high"]) == ("random", True)


@pytest.mark.parametrize(("own", "jobs"), [(False, "2"), (True, "1")])
def test_numba_does_not_change_the_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: bool, jobs: str
) -> None:
    policy = write_user_policy(tmp_path) if own else "heuristic"
    args = [
        "simulate",
        "tomb",
        "--policy",
        policy,
        "--games",
        "700",
        "--json",
        "--against",
        "heuristic,risk=900",
        "--seed",
        "s",
    ]
    with monkeypatch.context() as patch:
        patch.setattr(match, "can_compile", lambda: False)
        slow = underdeck(*args)
    fast = underdeck(*args, "--jobs", jobs)
    assert slow == fast
    assert json.loads(fast.out)["games"] == 700


@pytest.mark.parametrize("player", [["--bots", "random"], ["--policy", "random"]])
def test_a_game_of_another_package_is_simulated(player: list[str]) -> None:
    folder = Path(__file__).parents[1] / "third_game"
    args = ["simulate", "tricks", "--games", "30", "--jobs", "1", "--json", *player]
    ran = underdeck_process(*args, PYTHONPATH=str(folder))
    data = json.loads(ran.out)
    assert data["games"] == sum(share["games"] for share in data["seats"].values()) == 30
    assert data["turns"]["mean"] > 0


@pytest.mark.parametrize(
    ("house", "limit"), [([], 500), (["--house", "turn_limit=0"], 0), (["--house", "decks=0"], 500)]
)
def test_a_turn_limit_is_set_unless_it_is_given(inside: Run, house: list[str], limit: int) -> None:
    ran = inside("simulate dungeon --games 1 --jobs 1 --json", *house)
    assert json.loads(ran.out)["house"]["turn_limit"] == limit


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Each deal is played 2 times", "careful won", "Won by the player who began:"]),
        ("es", ["Cada reparto se juega 2 veces", "careful: gana", "gana quien empieza:"]),
    ],
)
def test_bots_change_seats(inside: Run, language: str, words: list[str]) -> None:
    command = "simulate dungeon --bots careful,random --rotate --games 3 --lang"
    ran = inside(command, language)
    shown = " ".join(ran.out.split())
    assert "4 " in shown.splitlines()[0]
    assert all(each in shown for each in words)
    assert json_of(inside(command, language, "--json"))["rotate"] is True


@pytest.mark.parametrize(
    "command", ["simulate tomb --rotate", "simulate dungeon --policy random --rotate"]
)
def test_only_bots_change_seats(inside: Run, command: str) -> None:
    refused = inside(command)
    assert refused.code != 0
    assert "Only bots change seats" in refused.err
