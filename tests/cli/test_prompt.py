"""Lines typed at the prompt: keys, abbreviations, phrases and commands."""

import unicodedata

import pytest

from games.dungeon.position import Position
from underdeck.cli.complete import completions
from underdeck.cli.phrases import simple
from underdeck.cli.prompt import COMMANDS, IN_FULL, Command, understand
from underdeck.game import AnyGame, Move
from underdeck.games.dungeon import GAME as DUNGEON
from underdeck.games.dungeon.moves import WORDS as DUNGEON_WORDS
from underdeck.games.tomb import GAME as TOMB
from underdeck.games.tomb.moves import WORDS as TOMB_WORDS
from underdeck.refusal import AmbiguousMove, IllegalMove, InvalidMove, Refusal
from underdeck.registry import find_game
from underdeck.say import LANGUAGES, Words

MAIN = {
    "tomb": TOMB_WORDS[1:],
    "dungeon": tuple(word for word in DUNGEON_WORDS[1:] if word != "resign"),
}
"""All moves with a key; resigning must be typed in full."""
EXAMPLE = {
    "dig": "dig 10 @0",
    "cave": "cave 6 p2",
    "attack": "attack K p2",
    "rob": "rob J",
    "fish": "fish Q p2 7",
    "accuse": "accuse p2",
    "fight": "fight 9",
    "counter": "counter J",
    "ace": "ace A",
    "bid": "bid 9",
    "discard": "discard 9",
    "take": "take 9",
    "save": "save 9",
    "play": "play JS",
    "drop": "drop 8D",
    "leave": "leave 5D",
}


def example(game: AnyGame, word: str) -> Move:
    move: Move = game.read_move(
        "save 9" if (game.name, word) == ("dungeon", "save") else EXAMPLE.get(word, word)
    )
    return move


def keys(game: str, language: str) -> dict[str, str]:
    found: dict[str, str] = Words(language).table(f"{game}.key")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["tomb", "dungeon"])
def test_every_main_move_has_one_key_of_its_own(game: str, language: str) -> None:
    found = keys(game, language)
    assert set(found) == set(MAIN[game])
    assert len(set(found.values())) == len(found)
    assert all(len(key) == 1 and key.isascii() and key.islower() for key in found.values())
    assert not set(found.values()) & set("jqk"), "those are cards"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["tomb", "dungeon"])
def test_a_key_means_its_move_wherever_that_is_legal_and_nothing_else(
    name: str, language: str
) -> None:
    game, words = find_game(name), Words(language)
    for word, key in keys(name, language).items():
        move = example(game, word)
        for other in MAIN[name]:
            legal = (example(game, other), move) if other != word else (move,)
            assert understand(key, game, legal, words) == move
        others = tuple(example(game, other) for other in MAIN[name] if other != word)
        with pytest.raises((IllegalMove, InvalidMove)) as refused:
            understand(key, game, others, words)
        params = refused.value.params
        assert words.say(f"{name}.move.{word}") in (
            params.get("text"),
            words.say(f"{name}.move.{getattr(params.get('move'), 'word', word)}"),
        )
        assert refused.value.code in ("not_now", "illegal_move")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["tomb", "dungeon"])
def test_no_single_letter_is_a_command_or_the_beginning_of_a_word(name: str, language: str) -> None:
    game, words = find_game(name), Words(language)
    for letter in set("abcdefghijklmnopqrstuvwxyz") - set(keys(name, language).values()):
        with pytest.raises(Refusal) as refused:
            understand(letter, game, (game.read_move("draw" if name == "tomb" else "pass"),), words)
        assert refused.value.code in ("not_understood", "in_full")


@pytest.mark.parametrize("language", LANGUAGES)
def test_leaving_undoing_and_counting_take_the_whole_word(language: str) -> None:
    words = Words(language)
    legal = (TOMB.read_move("draw"),)
    for name in IN_FULL:
        own = words.say(f"cli.command.{name}")
        assert understand(own, TOMB, legal, words) == Command(name)
        assert understand(own.upper(), TOMB, legal, words) == Command(name)
        for short in (own[:length] for length in range(2, len(own))):
            try:
                assert understand(short, TOMB, legal, words) != Command(name)
            except Refusal:
                continue
    assert understand("exit", TOMB, legal, words) == Command("quit")
    assert understand("?", TOMB, legal, words) == Command("help")


@pytest.mark.parametrize(
    ("name", "typed", "meant"),
    [
        ("tomb", "bajar", "delve"),
        ("tomb", "baj", "delve"),
        ("tomb", "explorar", "delve"),
        ("tomb", "volver", "retreat"),
        ("tomb", "robar", "draw"),
        ("dungeon", "contrarrestar", "counter"),
        ("dungeon", "contraatacar J", "counter"),
    ],
)
def test_other_words_for_a_move_are_understood(name: str, typed: str, meant: str) -> None:
    game = find_game(name)
    legal = tuple(example(game, word) for word in MAIN[name])
    assert understand(typed, game, legal, Words("es")) == example(game, meant)


def test_the_spanish_word_on_the_page_for_the_odds_is_an_alias_of_the_command() -> None:
    legal = (DUNGEON.read_move("pass"),)
    assert understand("Probabilidades", DUNGEON, legal, Words("es")) == Command("odds")
    with pytest.raises(Refusal):
        understand("probabil", DUNGEON, legal, Words("es"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_aliases_of_commands_are_unambiguous(language: str) -> None:
    words = Words(language)
    commands = {words.say(f"cli.command.{name}") for name in COMMANDS}
    for alias, meant in words.table("cli.command_alias").items():
        assert meant in COMMANDS
        assert alias == simple(alias)
        assert alias not in commands
        assert not any(alias in words.table(f"{game}.move").values() for game in MAIN)


@pytest.mark.parametrize("typed", ["z caer", "caer  caer", "mata a Bruno"])
def test_a_refusal_quotes_the_line_as_it_was_typed(typed: str) -> None:
    legal = (DUNGEON.read_move("pass"),)
    named = typed.replace("Bruno", "p2")
    with pytest.raises(InvalidMove) as refused:
        understand(named, DUNGEON, legal, Words("es"), typed)
    assert refused.value.code == "not_understood"
    assert refused.value.params["text"] == typed


def test_the_beginning_of_a_command_of_two_letters_is_enough_where_it_is_clear() -> None:
    legal = (TOMB.read_move("draw"),)
    assert understand("he", TOMB, legal, Words("en")) == Command("help")
    assert understand("ru 7", TOMB, legal, Words("en")) == Command("rules", "7")
    assert understand("mir", TOMB, legal, Words("es")) == Command("look")


def test_tab_completes_moves_their_parts_and_commands() -> None:
    words = Words("en")
    legal = DUNGEON.legal(Position({1: "QS KS 10S"}, players=3, dungeons={2: "10S"}).state, 0)

    def tab(before: str, begun: str) -> list[str]:
        return completions(before, begun, legal, COMMANDS, words)

    assert tab("", "fi") == ["fish"]
    assert tab("", "he") == ["help"]
    assert {"dig", "cave", "attack", "fish", "pass", "quit"} <= set(tab("", ""))
    assert tab("fish ", "") == ["Q"]
    assert tab("fish Q ", "p") == ["p2", "p3"]
    assert tab("f Q p3 ", "") == ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    assert tab("f Q p3 ", "1") == ["10"]
    assert tab("dig ", "") == ["10"]
    assert tab("dig 10 @0 ", "") == []
    assert completions("", "exp", (TOMB.read_move("delve"),), COMMANDS, Words("es")) == ["explorar"]


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en", "leave the 5 of diamonds", "leave 5D"),
        ("en", "play the jack of spades", "play JS"),
        ("en", "play Go Berserk", "play JS"),
        ("en", "drop 8 of diamonds.", "drop 8D"),
        ("en", "the 8 of diamonds", "drop 8D"),
        ("en", "turn around", "retreat"),
        ("en", "go on", "onward"),
        ("es", "deja el 5 de diamantes", "leave 5D"),
        ("es", "jugar la jota de picas", "play JS"),
        ("es", "juega jota", "play JS"),
        ("es", "dar la vuelta", "retreat"),
        ("es", "retirarme", "retreat"),
        ("es", "saca", "draw"),
    ],
)
def test_moves_of_tomb_may_be_typed_in_words(language: str, typed: str, meant: str) -> None:
    legal = tuple(example(TOMB, word) for word in MAIN["tomb"])
    assert understand(typed, TOMB, legal, Words(language)) == TOMB.read_move(meant)


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en", "fight the jack of clubs", "fight J"),
        ("en", "ace", "ace A"),
        ("en", "attack with the king player 2", "attack K p2"),
        ("en", "fish queen p2 ace", "fish Q p2 A"),
        ("en", "dig 8 as 10 next to the cell", "dig 8=10 @0"),
        ("en", "dig joker=9 passage 1", "dig Jk=9 @1"),
        ("en", "dig 8", "dig 8 @1"),
        ("en", "d 8 1", "dig 8 @1"),
        ("en", "A", "ace A"),
        ("es", "pelear jota", "fight J"),
        ("es", "cavar 8 como 10 junto a la celda", "dig 8=10 @0"),
        ("es", "cava comodín como 9 junto al pasadizo 1", "dig Jk=9 @1"),
        ("es", "ataca con el rey jugador 2", "attack K p2"),
    ],
)
def test_moves_of_dungeon_may_be_typed_in_words(language: str, typed: str, meant: str) -> None:
    texts = (
        "fight J",
        "ace A",
        "attack K p2",
        "fish Q p2 A",
        "dig 8=10 @0",
        "dig Jk=9 @1",
        "dig 8 @1",
    )
    legal = tuple(map(DUNGEON.read_move, texts))
    assert understand(typed, DUNGEON, legal, Words(language)) == DUNGEON.read_move(meant)


def test_an_ace_alone_is_a_card_where_it_could_be_played_in_two_ways() -> None:
    legal = (DUNGEON.read_move("bid A"), DUNGEON.read_move("ace A"))
    with pytest.raises(AmbiguousMove):
        understand("A", DUNGEON, legal, Words("en"))
    assert understand("a", DUNGEON, legal, Words("en")) == legal[1]


def test_a_text_that_is_not_understood_is_not_called_illegal() -> None:
    legal = (TOMB.read_move("draw"),)
    for typed, code in (
        ("leave it all", "not_understood"),
        ("drop 2D", "illegal_move"),
        ("drop", "not_now"),
        ("qu", "in_full"),
    ):
        with pytest.raises(Refusal) as refused:
            understand(typed, TOMB, legal, Words("en"))
        assert refused.value.code == code


def test_any_single_character_is_answered() -> None:
    # Every character that comes apart when accents are taken off it, and a sample of the others.
    every = [chr(code) for code in range(0x20, 0x30000) if not 0xD800 <= code < 0xE000]
    apart = [
        char
        for char in every
        if " " in (split := unicodedata.normalize("NFKD", char))
        or all(map(unicodedata.combining, split))
    ]
    legal, words = tuple(map(TOMB.read_move, ("draw", "drop 8D"))), Words("es")
    strange = apart + every[::997]
    for text in strange:
        if text.isspace() or text == "8":
            continue
        try:
            understand(text, TOMB, legal, words)
        except Refusal:
            continue
        assert simple(text).isascii(), text
