"""§14.1 - §14.3 Pitch black: claims and cave-ins against hidden fronts."""

import pytest

from games.dungeon.position import Position

# §14.1 - §14.2 D-14 Hidden passages and their claims


def test_14_1_passages_are_face_down_and_any_card_may_be_laid_as_any_passage() -> None:
    position = Position({1: "7S KS AS Jk 10S"}, "QS", pitch_black=True)
    digs = ["dig A=10 @0", "dig 7=10 @0", "dig 10 @0", "dig Q=10 @0", "dig K=10 @0", "dig Jk=10 @0"]
    assert position.legal(1, "dig") == digs
    position.play("p1 dig 7=10 @0")
    assert position.dungeon(1) == [(10, 0, "7S")]
    assert [(passage.value, passage.card) for passage in position.view(2).players[0].dungeon] == [
        (10, None)
    ]
    assert "7S" not in position.cards_shown_to(2)
    assert position.event_data(1, "laid_as") == [
        {"event": "laid_as", "seat": 0, "card": "7S", "value": 10}
    ]


def test_14_2_a_claim_must_be_a_legal_placement_and_the_layout_is_public() -> None:
    position = Position({1: "7S KS"}, pitch_black=True, dungeons={1: "10S 4S"})
    assert {
        text.split("=")[-1] for text in position.legal(1, "dig") if text.startswith("dig K")
    } == {
        "9 @1",
        "8 @2",
    }
    assert position.event_data(None, "dug_hidden") == []
    position.play("p1 dig K=8 @2")
    assert position.event_data(None, "dug_hidden") == [
        {"event": "dug_hidden", "seat": 0, "value": 8, "place": 2}
    ]
    assert [passage.value for passage in position.view(None).players[0].dungeon] == [10, 9, 8]


def test_d14_the_claim_is_public_and_the_card_is_not() -> None:
    position = Position({1: "KS"}, players=3, pitch_black=True, dungeons={1: "10S"}).play(
        "p1 dig K=9 @1"
    )
    for seer in (2, 3, None):
        assert position.event_data(seer, "dug_hidden") == [
            {"event": "dug_hidden", "seat": 0, "value": 9, "place": 1}
        ]
        assert "KS" not in position.cards_shown_to(seer)
        assert [
            (seen.value, seen.next_to, seen.card) for seen in position.view(seer).players[0].dungeon
        ] == [(10, 0, None), (9, 1, None)]
    assert position.dungeon(1)[1] == (9, 1, "KS")


def test_d14_a_card_is_laid_under_any_claim_that_fits() -> None:
    position = Position({1: "KS"}, pitch_black=True, dungeons={1: "10S"})
    assert [text for text in position.legal(1, "dig") if text.startswith("dig K=")] == [
        "dig K=10 @0",
        "dig K=9 @1",
    ]
    assert position.refuses("p1 dig K=8 @1")


def test_d14_a_joker_is_whatever_it_claims_to_be() -> None:
    position = Position({1: "3H"}, pitch_black=True, dungeons={1: "10S", 2: "Jk Jk"}).play(
        "p1 accuse p2"
    )
    assert "was_honest" in position.event_names


# §14.3 D-15 Cave-ins are tried in secret


def test_14_3_a_hit_discards_both_and_a_miss_costs_the_card() -> None:
    hit = Position({1: "7S"}, pitch_black=True, dungeons={2: "7D"}).play("p1 cave 7 p2")
    assert hit.event_names[:3] == ["cave_tried", "tried_with", "cave_hit"]
    assert (hit.dungeon(2), hit.discards) == ([], {"7S", "7D"})
    miss = Position({1: "10S"}, pitch_black=True, dungeons={2: "7D"}).play("p1 cave 10 p2")
    assert miss.event_names[:3] == ["cave_tried", "tried_with", "cave_missed"]
    assert (miss.dungeon(2), miss.discards) == ([(10, 0, "7D")], {"10S"})


def test_14_3_any_passage_card_may_be_tried_or_a_joker_declared() -> None:
    position = Position({1: "7S 2H KS AS Jk"}, "JS", pitch_black=True, dungeons={2: "10D"})
    tries = ["cave 2 p2", "cave 7 p2", *(f"cave Jk={value} p2" for value in range(2, 11))]
    assert sorted(position.legal(1, "cave")) == sorted(tries)


CAVING = {1: "7S 10S Jk", 2: "4H 4D 4C 5H 5D", 3: "6H 6D 6C 8H 8D"}


@pytest.mark.parametrize(
    ("move", "card", "end"),
    [
        ("cave 7 p2", "7S", "cave_hit"),
        ("cave 10 p2", "10S", "cave_missed"),
        ("cave Jk=7 p2", "Jk", "cave_hit"),
        ("cave Jk=10 p2", "Jk", "cave_missed"),
    ],
)
def test_d15_true_values_are_compared_in_secret_and_the_card_is_not_shown(
    move: str, card: str, end: str
) -> None:
    position = Position(CAVING, players=3, pitch_black=True, dungeons={2: "7D"}).play(f"p1 {move}")
    names: dict[int | None, list[str]] = {
        seer: [event.name for event in position.events_for(seer)] for seer in (1, 2, 3, None)
    }
    public = ["cave_tried", end, *["front_lost"] * (end == "cave_hit"), "turn_begun", "drew"]
    assert names[1] == ["cave_tried", "tried_with", *public[1:]]
    lost = public.index("front_lost") + 1 if end == "cave_hit" else len(public)
    card_lost = ["front_was"] * (end == "cave_hit")
    assert names[2] == [*public[:lost], *card_lost, *public[lost:], "drew_card"]
    assert names[3] == names[None] == public
    for seer in (3, None):
        assert position.cards_shown_to(seer) == set()
        assert position.view(seer).seen_discards is None
    assert card in position.cards_shown_to(1)
    assert position.discards == ({card, "7D"} if end == "cave_hit" else {card})
    assert position.values(2) == ([] if end == "cave_hit" else [10])


def test_d15_a_card_that_is_no_passage_at_all_is_never_hit() -> None:
    position = Position({1: "Jk KS"}, pitch_black=True, dungeons={2: "KD"})
    assert position.refuses("p1 cave K p2")
    assert position.refuses("p1 cave Jk=K p2")


def test_d15_a_hit_on_a_joker_asks_its_owner_and_shows_no_card() -> None:
    position = Position({1: "10S", 2: "10H"}, players=3, pitch_black=True, dungeons={2: "Jk"}).play(
        "p1 cave 10 p2"
    )
    assert (position.pending, position.waiting) == ("saving", (2,))
    for seer in (2, 3, None):
        assert position.view(seer).creature is None
        assert position.cards_shown_to(seer) == set()
    position.play("p2 save 10")
    assert position.values(2) == [10]
    assert position.discards == {"10S", "10H"}


def test_d15_the_card_that_was_tried_is_not_shown_under_an_aces_window_either() -> None:
    position = Position(
        {1: "10S", 2: "10H", 3: "AS"}, players=3, pitch_black=True, dungeons={2: "Jk"}
    ).play("p1 cave 10 p2", "p3 ace A")
    assert [position.view(seer).creature for seer in (2, 3, None)] == [None, None, None]
