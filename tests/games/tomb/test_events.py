"""The order of events."""

from games.tomb.position import Position


def test_the_winning_card_comes_before_the_treasure() -> None:
    assert Position("KS QS 5D").play("delve").event_names == [
        "delved",
        "hoard_found",
        "favor_shown",
        "encounter_met",
        "won_by_favor",
        "treasure_taken",
        "treasure_taken",
        "turn_won",
    ]
