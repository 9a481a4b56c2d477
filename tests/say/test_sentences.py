"""Cards, moves and refusals in words."""

import pytest

from underdeck.cards import read_card, symbol_of
from underdeck.games.tomb.moves import read_move
from underdeck.refusal import IllegalMove, ServerRefusal
from underdeck.say import Words
from underdeck.say.sentences import (
    card_name,
    listed,
    move_name,
    printable,
    refusal_text,
    spoken_card,
)
from underdeck.say.words import Spoken, fill


def test_cards_by_their_full_names() -> None:
    english, spanish = Words("en"), Words("es")
    assert [card_name(english, read_card(code)) for code in ("5S", "QH", "AC", "Jk")] == [
        "5 of spades",
        "queen of hearts",
        "ace of clubs",
        "joker",
    ]
    assert [card_name(spanish, read_card(code)) for code in ("5S", "QH", "AC", "Jk")] == [
        "5 de picas",
        "reina de corazones",
        "as de tréboles",
        "comodín",
    ]


def test_moves_and_refusals_in_the_players_language() -> None:
    legal = (read_move("draw"), read_move("drop 8D"))
    assert move_name(Words("es"), legal[1], symbol_of) == "soltar 8♦"
    refusal = IllegalMove("illegal_move", move=read_move("delve"), legal=legal)
    assert (
        refusal_text(Words("en"), refusal)
        == "You can't do that now (delve). You can: draw, drop 8D."
    )
    assert (
        refusal_text(Words("es"), refusal, symbol_of)
        == "Ahora no puedes hacer eso (explorar). Puedes: sacar, soltar 8♦."
    )


def test_quoted_text_has_no_control_characters_and_is_cut() -> None:
    assert printable("a\x1b[2Jb\nc") == "a?[2Jb?c"
    assert printable("x" * 100) == "x" * 80 + "..."


# Spoken cards


def spoken(words: Words, sentence: str, *codes: str) -> str:
    """Fill a sentence with spoken cards."""
    names = [spoken_card(words, read_card(code)) for code in codes]
    return fill(sentence, {"card": Spoken(names[0]), "cards": Spoken(listed(words, names))})


@pytest.mark.parametrize(
    ("language", "names"),
    [
        (
            "en",
            [
                "the queen of spades",
                "the 8 of spades",
                "the ace of hearts",
                "the jack of clubs",
                "the king of diamonds",
                "the joker",
            ],
        ),
        (
            "es",
            [
                "la reina de picas",
                "el 8 de picas",
                "el as de corazones",
                "la jota de tréboles",
                "el rey de diamantes",
                "el comodín",
            ],
        ),
    ],
)
def test_a_spoken_card_has_its_article(language: str, names: list[str]) -> None:
    assert [
        spoken_card(Words(language), read_card(code))
        for code in ("QS", "8S", "AH", "JC", "KD", "Jk")
    ] == names


def test_a_spoken_card_fits_into_its_sentence() -> None:
    english, spanish = Words("en"), Words("es")
    assert spoken(english, "{card}: it falls.", "QS") == "The queen of spades: it falls."
    assert (
        spoken(english, "Gone: {cards}.", "QS", "8D", "Jk")
        == "Gone: the queen of spades, the 8 of diamonds and the joker."
    )
    assert spoken(english, "Done. {card} wins.", "8D") == "Done. The 8 of diamonds wins."
    assert spoken(spanish, "{card} basta.", "8D") == "El 8 de diamantes basta."
    assert spoken(spanish, "¡{card}!", "QD") == "¡La reina de diamantes!"
    assert spoken(spanish, "Te despides de {card}.", "8D") == "Te despides del 8 de diamantes."
    assert (
        spoken(spanish, "Te despides de {card}.", "QD") == "Te despides de la reina de diamantes."
    )
    assert (
        spoken(spanish, "Adiós a {cards}.", "AS", "QD")
        == "Adiós al as de picas y la reina de diamantes."
    )
    assert spoken(spanish, "A {card} y De {card}.", "AS") == "Al as de picas y Del as de picas."
    assert listed(english, []) == ""


def test_only_spoken_parts_are_contracted() -> None:
    assert fill("de {card}", {"card": "el 8"}) == "de el 8"
    assert fill("de el {card}", {"card": Spoken("el 8")}) == "de el el 8"


def test_the_error_of_a_server_has_its_sentence_already() -> None:
    refusal = ServerRefusal("of_the_future", text="No tables today.\x1b[2J")
    assert refusal_text(Words("es"), refusal) == "No tables today.?[2J"


def test_a_refusal_calls_players_and_ranks_by_their_names() -> None:
    refusal = IllegalMove("dungeon.front_differs", target=0, rank="8")
    assert refusal_text(Words("en"), refusal).startswith("Player 1's front is an 8:")
    assert refusal_text(Words("es"), refusal).startswith("El frente de Jugador 1 es un 8:")
    missing = IllegalMove("dungeon.no_such_card", rank="Jk")
    assert refusal_text(Words("en"), missing) == "You don't have a joker."
    attack = IllegalMove("dungeon.no_creature", rank="8")
    assert refusal_text(Words("en"), attack).startswith("An 8 isn't a creature.")
