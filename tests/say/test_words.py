"""Both languages are complete: every key, placeholder and sentence that the code uses."""

import ast
import re
import string
from collections.abc import Iterator
from dataclasses import fields
from importlib.resources import files
from pathlib import Path

import click
import pytest

import underdeck
from underdeck.games.tomb.options import Options as TombOptions
from underdeck.registry import game_names
from underdeck.say import LANGUAGES, Words, choose_language
from underdeck.say.words import Count, catalogue, fill

SOURCES = sorted(Path(underdeck.__file__).parent.rglob("*.py"))
FILES = sorted(
    path.name.removesuffix(".toml") for path in files("underdeck.say").joinpath("en").iterdir()
)


def sentences(language: str, name: str) -> dict[str, list[str]]:
    """Return the phrasings of every sentence of a file, by key."""
    found: dict[str, list[str]] = {}
    for table, entries in catalogue(language, name).items():
        if table in ("move_alias", "command_alias"):
            continue  # each language has its own
        if isinstance(entries, dict):
            found |= {
                f"{table}.{key}": [text] if isinstance(text, str) else text
                for key, text in entries.items()
            }
        elif isinstance(entries, list):
            found |= {
                f"{table}.{place}.{key}": [text]
                for place, entry in enumerate(entries)
                for key, text in entry.items()
            }
        else:
            found[table] = [entries]
    return found


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_language_has_the_same_files() -> None:
    for language in LANGUAGES:
        names = {path.name for path in files("underdeck.say").joinpath(language).iterdir()}
        assert names == {f"{name}.toml" for name in FILES}


@pytest.mark.parametrize("name", FILES)
def test_every_language_has_the_same_keys(name: str) -> None:
    assert sentences("en", name).keys() == sentences("es", name).keys()


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty_doubled_or_untidy(language: str, name: str) -> None:
    for key, texts in sentences(language, name).items():
        assert len(texts) == len(set(texts)), key
        for text in texts:
            assert text, key
            assert text == text.strip(), key
            assert "  " not in text.replace("\n", ""), key


@pytest.mark.parametrize("name", [name for name in FILES if name != "tomb"])
def test_every_language_has_the_same_placeholders(name: str) -> None:
    # Stories may mention more or less in one language.
    spanish = sentences("es", name)
    for key, texts in sentences("en", name).items():
        assert [placeholders(text) for text in texts] == [
            placeholders(text) for text in spanish[key]
        ], key


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_aliases_of_moves_are_unambiguous(language: str, game: str) -> None:
    words = Words(language)
    moves = words.table(f"{game}.move")
    for alias, move in words.table(f"{game}.move_alias").items():
        assert move in moves
        assert alias not in moves.values()
        assert alias not in moves


def test_old_spanish_words_for_moves_are_still_accepted() -> None:
    words = Words("es")
    assert (
        words.table("tomb.move_alias").items()
        >= {"bajar": "delve", "volver": "retreat", "robar": "draw"}.items()
    )
    assert words.table("dungeon.move_alias").items() >= {"contrarrestar": "counter"}.items()


def test_spanish_punctuation_is_balanced() -> None:
    for name in FILES:
        for key, texts in sentences("es", name).items():
            for text in (text.replace("!r", "") for text in texts):
                assert text.count("¿") == text.count("?"), key
                assert text.count("¡") == text.count("!"), key
                assert text.count("«") == text.count("»"), key


def calls(*names: str, sources: list[Path] = SOURCES) -> Iterator[ast.Call]:
    """Yield every call of these functions in the given sources."""
    for path in sources:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = (
                    node.func.attr
                    if isinstance(node.func, ast.Attribute)
                    else getattr(node.func, "id", "")
                )
                if called in names:
                    yield node


def constants(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    return constants(node.body) + constants(node.orelse) if isinstance(node, ast.IfExp) else []


def refusals() -> Iterator[tuple[str, set[str]]]:
    """Yield the code and the parameter names of every refusal in the source."""
    for call in calls("Refusal", "InvalidMove", "IllegalMove", "AmbiguousMove"):
        if call.args:
            for code in constants(call.args[0]):
                yield (
                    code,
                    {keyword.arg for keyword in call.keywords if keyword.arg} | {"underdeck"},
                )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_sentence_and_every_sentence_its_refusal(language: str) -> None:
    texts = {
        f"{prefix}{key.removeprefix('refusal.')}": text
        for name, prefix in {"common": "", "tomb": "tomb.", "dungeon": "dungeon."}.items()
        for key, text in sentences(language, name).items()
        if key.startswith("refusal.")
    }
    raised = dict[str, set[str]]()
    for code, parts in refusals():
        raised[code] = raised.get(code, parts) & parts
    assert len(raised) > 30
    assert texts.keys() == raised.keys()
    for code, parts in raised.items():
        assert placeholders(texts[code][0]) <= parts, code


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_the_code_names_exists(language: str) -> None:
    words = Words(language)
    named = [path for call in calls("say") if call.args for path in constants(call.args[0])]
    command_line = [
        path for path in SOURCES if path.parent.name == "cli"
    ]  # elsewhere, `text` is SQLAlchemy's
    named += [
        f"cli.{path}"
        for call in calls("text", sources=command_line)
        if call.args
        for path in constants(call.args[0])
    ]
    assert len(named) > 40
    for path in named:
        assert words.has(path), path


def test_translated_sentences_of_click_still_exist_in_click() -> None:
    source = "".join(path.read_text("utf-8") for path in Path(click.__file__).parent.glob("*.py"))
    spelled_twice = [
        {"No such option: {name}", "No such option {name!r}."},
        {"(Possible options: {possibilities})", "(Did you mean one of: {possibilities}?)"},
    ]
    keys = {
        key.replace("\n", "\\n").replace("\t", "\\t") for key in catalogue("es", "cli")["click"]
    }
    for older_or_newer in spelled_twice:
        assert any(key in source for key in older_or_newer)
        keys -= older_or_newer
    for key in keys:
        assert key in source, key


def test_a_number_chooses_its_plural() -> None:
    assert fill("{n} {n:card|cards}", {"n": 1}) == "1 card"
    assert fill("{n} {n:card|cards}", {"n": 0}) == "0 cards"
    assert fill("{n} {n:card leads|cards lead}", {"n": 2}) == "2 cards lead"
    assert f"{Count(5):02d}" == "05"


def test_a_missing_placeholder_is_an_error() -> None:
    with pytest.raises(KeyError):
        Words("en").say("common.refusal.unknown_card")


@pytest.mark.parametrize(
    ("asked", "environment", "language"),
    [
        (None, {}, "en"),
        ("es", {"LANG": "en_US.UTF-8"}, "es"),
        (None, {"LANG": "es_AR.UTF-8"}, "es"),
        (None, {"LANG": "en_US.UTF-8", "LC_ALL": "es_ES"}, "es"),
        (None, {"LANG": "de_DE.UTF-8"}, "en"),
        (None, {"LANG": "es_ES", "UNDERDECK_LANG": "en"}, "en"),
        (None, {"LANG": "C"}, "en"),
        (None, {"LC_ALL": "", "LANG": "es"}, "es"),
    ],
)
def test_the_requested_language_then_the_environments_then_english(
    asked: str | None, environment: dict[str, str], language: str
) -> None:
    assert choose_language(asked, environment) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_has_every_paragraph_and_ruling(language: str) -> None:
    page = Words(language).page("tomb")
    assert {f"R-{number}" for number in range(1, 23)} <= set(re.findall(r"R-\d+", page))
    english = re.findall(r"§\d+(?:\.\d+)?", Words("en").page("tomb"))
    assert re.findall(r"§\d+(?:\.\d+)?", page) == english
    for option in fields(TombOptions):
        assert f"`{option.name}`" in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "stale",
    [
        r"still to come|está por llegar",
        r"\bway (?:down|back)\b",
        r"go on with|\band stop\b|in the middle|so (?:many|few)",
        r"\bacta\b|promesa|asistida|\bsitios?\b|\bpuestos\b",
        r"réplica|contrarrestar|abandonar|tesoros? real",
        r"si no se dice|desde entonces|en vivo|\bla mazmorra\b|descenso|camino de vuelta",
    ],
)
def test_the_command_line_uses_no_outdated_terms(language: str, stale: str) -> None:
    for key, texts in sentences(language, "cli").items():
        for text in texts:
            assert not re.search(stale, text, re.IGNORECASE), (key, text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["cli", "common", "study"])
def test_texts_for_all_games_name_no_game(language: str, name: str) -> None:
    titles = [Words(language).say(f"{game}.game.name") for game in game_names()]
    for key, texts in sentences(language, name).items():
        for text in texts:
            assert not any(title in text for title in titles), (key, text)


def test_a_file_that_does_not_exist_has_no_sentence() -> None:
    assert not Words("en").has("study_nowhere.line.won")


STRAY = {
    "tomb": r"\brob(?:ar|as|a|ando)\b|\bbajar\b|\bbajada|\bdescenso|\btesoros? real"
    r"|\bFuria\b|Ganzúa|[Dd]esarma|puertas? sellada|\bresultado\b|asistida",
    "dungeon": r"[Mm]azmorra|réplica|contrarrest|\bpuntas?\b|\brangos?\b|comodines en juego",
}
STRAY |= {"walkthrough": STRAY["tomb"], "dungeon_lesson": STRAY["dungeon"]}
"""Spanish words that the rulebook replaces by another word, by file."""


@pytest.mark.parametrize("name", STRAY)
def test_spanish_has_one_word_for_each_thing(name: str) -> None:
    for key, texts in sentences("es", name).items():
        for text in texts:
            assert not re.search(STRAY[name], text), (key, text)


def test_cards_of_tomb_are_drawn_not_turned() -> None:
    for name in ("tomb", "walkthrough"):
        for key, texts in sentences("en", name).items():
            for text in texts if not key.startswith("move_help.") else ():
                assert not re.search(
                    r"\b[Tt]urn(s|ing)? (a|another|the next) card\b|cards are turned until", text
                ), (key, text)


def test_the_ways_down_and_back_are_called_delve_and_retreat() -> None:
    for name in ("tomb", "walkthrough"):
        for key, texts in sentences("en", name).items():
            if not key.startswith("event."):
                for text in texts:
                    assert not re.search(r"\bway (?:down|back)\b", text), (key, text)
