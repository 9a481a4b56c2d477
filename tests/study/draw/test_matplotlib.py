"""Image files show the counts, in both languages, and are the same from the same counts."""

import sys
from html import unescape
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from study.outcomes import GAMES, dungeon, tomb
from underdeck.refusal import Refusal
from underdeck.say import LANGUAGES, Words
from underdeck.say.sentences import refusal_text
from underdeck.study.draw.data import PlotData, Results
from underdeck.study.draw.formatting import percent
from underdeck.study.draw.matplotlib import drawn_charts, render_svg, save
from underdeck.study.draw.tomb import ending_bars
from underdeck.study.simulation import Outcome


def texts(path: Path) -> list[str]:
    """Return all texts in an SVG."""
    return [
        unescape(element.text or "")
        for element in ET.parse(path).iter()
        if element.tag.endswith("}text")
    ]


def test_a_figure_of_tomb_has_its_charts_and_numbers(tmp_path: Path) -> None:
    played = tomb("heuristic", times=100)
    save(played, tmp_path / "tomb.svg", Words("es"))
    written = texts(tmp_path / "tomb.svg")
    assert {
        "La Tumba de los Cuatro Reyes · heuristic",
        "Puntos de quienes salieron",
        "Con vida tras cada turno",
    } <= set(written)
    assert {
        "Cómo acabaron las partidas",
        "Tesoros de las tumbas sacados",
        "Cuándo dieron la vuelta",
        "muerte en la oscuridad",
    } <= set(written)
    out = ending_bars(played.outcome.tallies[0], played.matches[0])[0]
    assert out.games == played.outcome.tallies[0].counts["ending"][1]
    assert percent(Words("es"), out.games / (100 * GAMES), 1) in written
    assert any("Matthew Lowes" in text for text in written)
    caption = "30\u00a0000 partidas · estrategia heuristic · semilla «caverns»"
    assert f"{caption} · intervalos de confianza del 95\u00a0%" in written


def test_the_same_counts_give_the_same_bytes(tmp_path: Path) -> None:
    played = dungeon(("careful", "random", "random"))
    for name in ("a.svg", "b.svg", "a.png", "b.PNG"):
        save(played, tmp_path / name, Words("en"))
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.PNG").read_bytes()
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert {
        "Who won",
        "How long the games were",
        "How the games ended",
        "an even share: 33%",
    } <= set(texts(tmp_path / "a.svg"))


def test_a_comparison_has_a_legend_and_differences(tmp_path: Path) -> None:
    save(dungeon(("careful", "random"), ("random", "random")), tmp_path / "two.svg", Words("en"))
    written = {text.strip() for text in texts(tmp_path / "two.svg")}
    assert {
        "Dungeon · a comparison",
        "careful,random",
        "2 × random",
        "player 1",
        "player 2 (random)",
    } <= written
    assert {
        "Compared with careful,random, on the same deals",
        "games won by player 1",
        "percentage points",
    } <= written


@pytest.mark.parametrize("name", ["picture.jpg", "picture", "png", "picture.svg.gz"])
def test_other_file_types_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal) as refused:
        save(dungeon(("random", "random")), tmp_path / name, Words("en"))
    assert refused.value.code == "picture_form"
    for language in LANGUAGES:
        sentence = refusal_text(Words(language), refused.value)
        assert ".png" in sentence
        assert ".svg" in sentence
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written_is_refused_with_its_reason(tmp_path: Path) -> None:
    with pytest.raises(Refusal) as refused:
        save(dungeon(("random", "random")), tmp_path / "nowhere" / "a.svg", Words("en"))
    assert (refused.value.code, refused.value.params["reason"]) == ("write_failed", "ENOENT")


def test_a_simulation_without_games_is_refused(tmp_path: Path) -> None:
    matches = tomb("random").matches
    with pytest.raises(Refusal, match="picture_empty"):
        save(Results(matches, Outcome.empty(matches)), tmp_path / "a.png", Words("en"))


def test_a_missing_library_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = dungeon(("random", "random"))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(Refusal) as refused:
        save(played, tmp_path / "a.png", Words("en"))
    assert (refused.value.code, refused.value.params) == ("needs_lab", {"library": "matplotlib"})


def test_special_characters_in_a_seed_are_drawn_literally(tmp_path: Path) -> None:
    played = dungeon(("random", "random"), seed="$\\frac{<b>&\n☃😀")
    save(played, tmp_path / "a.svg", Words("en"))
    assert any("“$\\frac{<b>&?☃😀”" in text for text in texts(tmp_path / "a.svg"))


def test_a_histogram_without_values_is_drawn() -> None:
    one = tomb("heuristic", games=1)
    one.outcome.tallies[0].counts["points_out"][:] = 0
    data = PlotData.of(one, Words("en"))
    assert ">nobody got out<" in render_svg(drawn_charts(data)[0], data)
