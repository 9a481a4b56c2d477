"""Many moves are listed in short forms that stand for exactly those moves."""

import re
from random import Random

import pytest

from underdeck.cards import code_of, symbol_of
from underdeck.deal import deal_from_seed
from underdeck.game import Move
from underdeck.games.dungeon import GAME as DUNGEON
from underdeck.games.dungeon.options import Options
from underdeck.games.tomb import GAME as TOMB
from underdeck.playthrough import Playthrough
from underdeck.say import LANGUAGES, Words
from underdeck.say.fold import FoldStyle, fold
from underdeck.say.sentences import list_moves

VARIANTS = [
    Options(players=4),
    Options(players=4, jokers_wild=True),
    Options(players=4, pitch_black=True, suicide_queen=True, counter_attack=3),
    Options(players=2, pitch_black=True),
]


def moves(*texts: str) -> list[Move]:
    return [DUNGEON.read_move(text) for text in texts]


def test_few_moves_are_listed_one_by_one() -> None:
    few = moves("dig 10 @0", "attack K p2", "attack K p3", "pass")
    assert list_moves(Words("en"), few) == ["dig 10 @0", "attack K p2", "attack K p3", "pass"]


def test_moves_that_differ_in_one_part_become_one_form() -> None:
    ranks = ("A", *map(str, range(2, 11)), "J", "Q", "K")
    fishing = moves(*(f"fish Q p{seat} {rank}" for seat in (2, 3) for rank in ranks))
    assert list_moves(Words("en"), fishing) == ["fish Q p2|p3 A..K"]
    jokers = moves(*(f"dig Jk={value} @{place}" for place in (1, 3) for value in range(2, 11)))
    assert list_moves(Words("en"), jokers) == ["dig Jk=2..10 @1|@3"]
    lies = moves("dig 10 @0", "dig 3=10 @0", "dig 5=10 @0", "dig Jk=10 @0", "dig 9=8 @2")
    assert list_moves(Words("en"), lies) == ["dig 10 @0", "dig 3|5|Jk=10 @0", "dig 9=8 @2"]
    drops = [TOMB.read_move(f"drop {card}") for card in ("8D", "KS", "KH", "KD", "KC")]
    assert list_moves(Words("es"), drops, symbol_of) == ["soltar 8♦|K♠|K♥|K♦|K♣"]


def test_spoken_alternatives_are_joined_by_words() -> None:
    many = moves("discard A", "discard 4", "discard 7", "discard 8", "discard 9")
    assert list_moves(Words("en"), many, style=FoldStyle(" ", ", ", " or ", " to ")) == [
        "discard A, 4 or 7 to 9"
    ]


@pytest.mark.parametrize("options", VARIANTS)
def test_a_folded_list_has_exactly_the_legal_moves_in_three_lines(options: Options) -> None:
    longest = 0
    for seed in range(12):
        played = Playthrough.begin(
            DUNGEON, options, deal_from_seed(DUNGEON.deck(options), f"{seed}")
        )
        played.keeps_states = False
        random = Random(seed)
        for _ in range(150):
            waiting = DUNGEON.waiting(played.state)
            if not waiting:
                break
            legal = played.view(waiting[0]).legal
            assert sorted(unfolded(legal)) == sorted(map(str, legal))
            longest = max(
                longest,
                *(len(", ".join(list_moves(Words(language), legal))) for language in LANGUAGES),
            )
            played.play(random.choice(legal), waiting[0])
    assert longest <= 3 * 78


def unfolded(legal: tuple[Move, ...]) -> list[str]:
    """Return all moves that the folded forms stand for."""
    found: list[str] = []
    for word in dict.fromkeys(move.word for move in legal):
        for _, form in fold([move for move in legal if move.word == word], code_of):
            texts = [word]
            for place in range(0, len(form), 2):
                parts = [
                    head + (f"={tail}" if tail else "")
                    for head in form[place]
                    for tail in form[place + 1]
                ]
                texts = [f"{text} {part}" for text in texts for part in parts]
            found += texts
    return found


def test_a_form_is_short_enough_for_forty_columns() -> None:
    every = moves(
        *(
            f"dig {rank}=10 @{place}"
            for place in range(3)
            for rank in ("2", "4", "6", "8", "Q", "Jk")
        )
    )
    (form,) = list_moves(Words("es"), every)
    assert not re.search(r"\s{2}", form)
    assert len(form) <= 40
