"""Pictures show what was counted, in both languages, and are the same from the same counts."""

import sys
from html import unescape
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from study.outcomes import GAMES, dungeon, tomb
from underdeck.games.tomb.options import Options
from underdeck.refusal import Refusal
from underdeck.say import LANGUAGES, Words
from underdeck.say.sentences import refusal_text
from underdeck.study.draw.matplotlib import panels
from underdeck.study.draw.numbers import (
    FEW,
    Kept,
    Shown,
    alive,
    bin_width,
    cell_width,
    endings,
    fates,
    full_labels,
    histogram,
    number,
    percent,
    shortened,
    turning,
)
from underdeck.study.draw.pictures import in_terminal, save, svg
from underdeck.study.simulation import Outcome


def texts(path: Path) -> list[str]:
    """All that is written in an SVG."""
    return [
        unescape(element.text or "")
        for element in ET.parse(path).iter()
        if element.tag.endswith("}text")
    ]


def test_a_picture_of_tomb_shows_its_panels_and_numbers(tmp_path: Path) -> None:
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
    out = endings(played.outcome.tallies[0])[0]
    assert out.games == played.outcome.tallies[0].counts["ending"][1]
    assert percent(Words("es"), out.games / (100 * GAMES), 1) in written
    assert any("Matthew Lowes" in text for text in written)
    assert (
        "30\u00a0000 partidas · estrategia heuristic · semilla «caverns» · intervalos de confianza del 95\u00a0%"
        in written
    )


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


def test_a_comparison_is_drawn_with_who_is_who(tmp_path: Path) -> None:
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


def test_matches_are_named_by_what_sets_them_apart() -> None:
    apart = tomb("heuristic", "heuristic", games=1, option_sets=(Options(), Options(drop_sum=True)))
    assert full_labels(apart.matches) == ["heuristic", "heuristic drop_sum=on"]


def test_maps_are_drawn_where_there_is_enough_to_tell() -> None:
    few, many = (Shown.of(tomb("heuristic", times=times), Words("en")) for times in (1, 100))
    assert [panel.name for panel in panels(few)] == ["points", "alive", "endings", "hoards"]
    assert [panel.name for panel in panels(many)] == [
        "points",
        "alive",
        "endings",
        "hoards",
        "turning",
    ]
    turned = turning(many.tallies[0])
    for width in (1, 2, 4, 8):
        coarse = turned.coarse(width)
        assert [counts.sum() for counts in coarse] == [counts.sum() for counts in turned]
        assert coarse.games[3, 1, 3] == turned.games[3, 1, 3 * width : 4 * width].sum()
    assert cell_width(few.tallies) == 8
    assert cell_width(many.tallies) == 1


def test_rules_that_all_tables_have_are_told_once() -> None:
    shared = tomb("heuristic", "random", games=1, option_sets=(Options(drop_sum=True),) * 2)
    assert full_labels(shared.matches) == ["heuristic", "random"]
    assert "drop_sum=on" in Shown.of(shared, Words("en")).caption
    twice = tomb("random", "random")
    assert full_labels(twice.matches) == ["1: random", "2: random"]


@pytest.mark.parametrize("name", ["picture.jpg", "picture", "png", "picture.svg.gz"])
def test_other_forms_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal) as refused:
        save(dungeon(("random", "random")), tmp_path / name, Words("en"))
    assert refused.value.code == "picture_form"
    for language in LANGUAGES:
        sentence = refusal_text(Words(language), refused.value)
        assert ".png" in sentence
        assert ".svg" in sentence
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_written_is_refused_with_its_reason(tmp_path: Path) -> None:
    with pytest.raises(Refusal) as refused:
        save(dungeon(("random", "random")), tmp_path / "nowhere" / "a.svg", Words("en"))
    assert (refused.value.code, refused.value.params["reason"]) == ("write_failed", "ENOENT")


def test_nothing_played_is_nothing_to_draw(tmp_path: Path) -> None:
    matches = tomb("random").matches
    with pytest.raises(Refusal, match="picture_empty"):
        save(Kept(matches, Outcome.empty(matches)), tmp_path / "a.png", Words("en"))


def test_a_missing_library_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = dungeon(("random", "random"))
    for library in ("matplotlib", "plotext"):
        monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(Refusal) as refused:
        save(played, tmp_path / "a.png", Words("en"))
    assert (refused.value.code, refused.value.params) == ("needs_lab", {"library": "matplotlib"})
    with pytest.raises(Refusal) as refused:
        in_terminal(played, Words("en"))
    assert (refused.value.code, refused.value.params) == ("needs_lab", {"library": "plotext"})


def test_any_text_of_the_user_is_only_text(tmp_path: Path) -> None:
    played = dungeon(("random", "random"), seed="$\\frac{<b>&\n☃😀")
    save(played, tmp_path / "a.svg", Words("en"))
    assert any("“$\\frac{<b>&?☃😀”" in text for text in texts(tmp_path / "a.svg"))


def test_few_games_and_none_out_are_drawn_too() -> None:
    one = tomb("heuristic", games=1)
    one.outcome.tallies[0].counts["points_out"][:] = 0
    shown = Shown.of(one, Words("en"))
    assert ">nobody got out<" in svg(panels(shown)[0], shown)
    both = tomb("heuristic", "random", games=1)
    both.outcome.tallies[0].counts["points_out"][:] = 0
    assert "  oo heuristic: nobody got out\n  xx random: mean " in in_terminal(
        both, Words("en"), 80
    )


def test_a_histogram_is_the_tally_in_wider_bars() -> None:
    counts = tomb("heuristic").outcome.tallies[0].counts["points_out"]
    for most in (200, 30, 7):
        bars = histogram([counts], most)
        assert len(bars.shares[0]) <= max(most, 10)
        assert bars.shares[0].sum() == pytest.approx(1)
        for place, share in enumerate(bars.shares[0]):
            start = bars.start + bars.width * place
            assert share * counts.sum() == pytest.approx(counts[start : start + bars.width].sum())


def test_bars_of_several_matches_stand_in_the_same_places() -> None:
    one, other = np.zeros(120, np.int64), np.zeros(120, np.int64)
    one[[3, 40]] = 50
    other[[90]] = 100
    bars = histogram([one, other], 20)
    assert (bars.start, bars.width, bars.edges[0], bars.edges[-1]) == (0, 10, -0.5, 99.5)
    assert [int(share.argmax()) for share in bars.shares] == [0, 9]
    assert histogram([one * 0], 20).shares[0].tolist() == [0]


@pytest.mark.parametrize(
    ("span", "games", "most", "width"),
    [(100, 200_000, 110, 1), (100, 200_000, 50, 5), (234, 40, 110, 25), (0, 1, 50, 1)],
)
def test_bars_are_as_wide_as_games_and_room_ask(
    span: int, games: int, most: int, width: int
) -> None:
    assert bin_width(span, games, most) == width


def test_fates_add_up_and_end_as_the_tally_says() -> None:
    tally = tomb("heuristic").outcome.tallies[0]
    inside, out, dead = fates(tally)
    assert np.allclose(inside + out + dead, 1)
    assert inside[0] == 1
    assert inside[-1] == pytest.approx(0)
    assert alive(tally)[-1] == pytest.approx(tally.counts["ending"][1] / GAMES)
    turn = 5
    assert dead[turn] == pytest.approx(tally.counts["turns_dead"][: turn + 1].sum() / GAMES)


def test_turning_is_the_tally_in_three_directions() -> None:
    tally = tomb("heuristic").outcome.tallies[0]
    turned = turning(tally)
    assert turned.games.sum() == tally.counts["turning"].sum()
    depth_one = tally.counts["turning"].reshape(turned.games.shape)[1].sum()
    assert turned.games[1].sum() == depth_one
    assert turned.points.sum() == sum(
        points * games for points, games in enumerate(tally.counts["points"])
    )
    assert (turned.out <= turned.games).all()


@pytest.mark.parametrize(
    ("language", "value", "digits", "text"),
    [
        ("en", 1234.5, 1, "1,234.5"),
        ("en", 999.6, 0, "1,000"),
        ("en", -0.04, 1, "0.0"),
        ("en", -5.5, 1, "−5.5"),
        ("es", 1234.5, 1, "1234,5"),
        ("es", 200_000, 0, "200\u00a0000"),
        ("es", 9999.6, 0, "10\u00a0000"),
    ],
)
def test_numbers_are_written_as_each_language_does(
    language: str, value: float, digits: int, text: str
) -> None:
    assert number(Words(language), value, digits) == text


def test_long_names_lose_their_middle() -> None:
    assert shortened("x" * 20 + "y" * 20, 11) == "xxxxx…yyyyy"
    assert shortened("short", 5) == "short"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, 80])
def test_the_terminal_shows_all_within_its_width(language: str, width: int) -> None:
    words = Words(language)
    for played in (
        tomb("heuristic"),
        tomb("heuristic", "heuristic,risk=300,weak=4"),
        dungeon(("careful",) * 4),
        dungeon(("careful", "random"), ("random",) * 3),
    ):
        lines = in_terminal(played, words, width).split("\n")
        assert max(map(len, lines)) <= width, max(lines, key=len)
        assert not any("\x1b" in line for line in lines)


def test_the_terminal_tells_the_numbers_of_the_tally() -> None:
    tally = tomb("heuristic").outcome.tallies[0]
    shown = in_terminal(tomb("heuristic"), Words("en"), 80)
    assert f"got out            {'█' * 5}" in shown
    games, points = (counts.sum(axis=2) for counts in (turning(tally).games, turning(tally).points))
    depth, torches = np.argwhere(games >= FEW)[0]
    row = next(
        line
        for line in shown.split("\n")
        if line.strip().startswith(f"{depth} ") and "." in line and "█" not in line
    )
    assert f"{points[depth, torches] / games[depth, torches]:.1f}" in row


def test_the_terminal_has_colour_only_where_it_is_wanted() -> None:
    played = dungeon(("careful", "random"), ("random", "random"))
    assert "\x1b[38;5;33m" in in_terminal(played, Words("en"), 80, colour=True)
    plain = in_terminal(played, Words("en"), 80)
    assert "\n  oo careful,random\n  xx 2 × random\n" in plain
