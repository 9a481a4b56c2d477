"""`underdeck review`: a report, a chart, data and a page, and where it is offered."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from cli.book import BOOK, CARDS, TYPED
from cli.run import json_of, underdeck
from underdeck.agents import asker, find_bot
from underdeck.cli.charts import area_chart
from underdeck.cli.review_page import ticks
from underdeck.deal import Drawn
from underdeck.formats import write_json
from underdeck.games.dungeon import GAME as DUNGEON
from underdeck.games.dungeon import DungeonOptions
from underdeck.playthrough import AnyPlaythrough
from underdeck.say import LANGUAGES, Words

CORPUS = Path(__file__).parents[1] / "corpus" / "records"
LOST = str(CORPUS / "code-lost.json")


@pytest.mark.parametrize("goal", ["win", "points"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_has_the_sum_the_accuracy_a_chart_and_mistakes(language: str, goal: str) -> None:
    words = Words(language)
    ran = underdeck("review", LOST, "--goal", goal, "--lang", language)
    assert ran.code == 0
    assert words.say(f"advice.review.subject_{goal}") in ran.out
    assert words.say(f"advice.review.chart_{goal}") in ran.out
    assert words.say("advice.review.mistakes") in ran.out
    assert re.search(r"\d+ ?%", ran.out)
    assert "█" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_plain_output_describes_the_chart_in_words() -> None:
    out = underdeck("review", "walkthrough", "--plain").out
    assert "█" not in out
    assert "Chance to win before each move: from" in " ".join(out.split())


def test_data_add_up() -> None:
    data = json_of(underdeck("review", "walkthrough", "--json"))
    assert [each["move"] for each in data["decisions"]] == BOOK.moves
    for track in data["tracks"].values():
        assert track["start"] + track["luck"] - track["loss"] == pytest.approx(
            track["result"], abs=1e-12
        )
    assert data["tracks"]["points"]["result"] == 68
    assert data["tracks"]["win"]["result"] == 1


class Elements(HTMLParser):
    """Collects the names and attributes of all elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_needs_no_other_file_and_has_a_chart(tmp_path: Path, language: str) -> None:
    path = tmp_path / "review.html"
    ran = underdeck("review", LOST, "--html", str(path), "--lang", language)
    assert str(path) in ran.out.replace("\n", "")
    page = path.read_text("utf-8")
    names = [name for name, _ in Elements(page).found]
    assert not {"script", "link", "img", "iframe"} & set(names)
    assert ("html", {"lang": language}) in Elements(page).found
    (chart,) = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    drawn = ElementTree.fromstring(chart)
    curve = drawn.find("polyline")
    assert curve is not None
    moves = len(json.loads(Path(LOST).read_text("utf-8"))["moves"])
    assert len(curve.attrib["points"].split()) == moves + 1
    assert page.count("<tr>") == moves + 1


def test_a_page_is_replaced_only_by_force(tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    path.write_text("mine")
    refused = underdeck("review", "walkthrough", "--html", str(path))
    assert refused.code == 1
    assert path.read_text() == "mine"
    assert underdeck("review", "walkthrough", "--html", str(path), "--force").code == 0
    assert path.read_text("utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("language", LANGUAGES)
def test_bad_input_is_refused_in_words(tmp_path: Path, language: str) -> None:
    begun = tmp_path / "begun.json"
    saved = underdeck("play", "tomb", "--deal", CARDS, typed=f"delve\nsave {begun}\n")
    assert saved.code == 0
    words = Words(language)
    for args, code, parts in (
        ((str(begun),), "review_unfinished", {}),
        ((LOST, "--goal", "glory"), "unknown_goal", {"name": "glory", "goals": "win, points"}),
    ):
        ran = underdeck("review", *args, "--lang", language)
        assert ran.code == 1
        assert " ".join(ran.err.split()) == words.say(f"common.refusal.{code}", **parts)
    assert underdeck("review", str(tmp_path / "none.json"), "--lang", language).code == 1


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The record of a short game of several players."""
    path = tmp_path_factory.mktemp("duel") / "duel.json"
    options = DungeonOptions(players=3, short_tunnel=True, turn_limit=12)
    random, ask = Random(1), asker(find_bot("careful", "dungeon"))
    deal = Drawn("1", 0).deal(DUNGEON.deck(options))
    played = AnyPlaythrough.begin(DUNGEON, options, deal, ["", "careful", "careful"])
    while played.result() is None:
        seat = DUNGEON.waiting(played.state)[0]
        played.play(ask(played, seat, random), seat)
    path.write_text(write_json(played), "utf-8")
    return str(path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_of_several_has_the_game_of_each_player(duel: str, language: str) -> None:
    words = Words(language)
    out = underdeck("review", duel, "--lang", language).out
    flat = " ".join(out.split())
    assert out.count(words.say("advice.review.chart_win")) == 3
    assert f"\n{words.say('common.seat.player', n=1)}\n" in out
    assert words.say("advice.review.marks") in out
    assert words.say("advice.review.sum_help") in flat
    assert max(map(len, out.splitlines())) <= 80


def test_the_page_of_several_players_has_a_line_for_each(duel: str, tmp_path: Path) -> None:
    path = tmp_path / "duel.html"
    assert underdeck("review", duel, "--html", str(path)).code == 0
    page = path.read_text("utf-8")
    chart = ElementTree.fromstring(re.findall(r"<svg.*?</svg>", page, re.DOTALL)[0])
    lines = [line.attrib["class"] for line in chart.findall("polyline")]
    assert lines == ["curve seat0", "curve seat1", "curve seat2"]
    moves = len(json.loads(Path(duel).read_text("utf-8"))["moves"])
    assert page.count("<tr>") == moves + 1
    assert page.count('class="chart sample"') == 3


def test_data_of_several_players_add_up(duel: str) -> None:
    data = json_of(underdeck("review", duel, "--json"))
    assert [player["seat"] for player in data["players"]] == [0, 1, 2]
    for player in data["players"]:
        track = player["tracks"]["win"]
        total = track["start"] + track["luck"] - track["loss"] + track["gain"]
        assert total == pytest.approx(track["result"], abs=1e-9)


def test_a_finished_game_offers_its_review() -> None:
    out = underdeck("play", "tomb", "--deal", CARDS, typed=TYPED).out
    assert "Review its decisions:" in out
    assert re.search(r"review tomb-\S+", out)


@pytest.mark.parametrize("letters", [True, False])
def test_a_chart_fits_its_width_and_keeps_both_ends(letters: bool) -> None:
    lines = area_chart([1.0, *[0.0] * 98, 1.0], 1.0, 20, 4, letters=letters)
    assert len(lines) == 4
    full = "#" if letters else "█"
    assert lines == [full + " " * 18 + full] * 4
    assert area_chart([0.0], 0.0, 20, 2, letters=letters) == ["", ""]


@pytest.mark.parametrize("highest", [0.0, 0.004, 0.17, 0.9, 1.0, 33.0, 68.0, 100.0])
def test_grid_lines_are_round_and_cover_the_curve(highest: float) -> None:
    values = ticks(highest)
    assert values[0] == 0
    assert values[-1] >= highest
    assert 2 <= len(values) <= 6
