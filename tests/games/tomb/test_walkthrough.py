"""The sample game of the rulebook, turn by turn."""

from underdeck.cards import codes_of
from underdeck.games.tomb.view import TombView
from underdeck.games.tomb.walkthrough import walkthrough
from underdeck.playthrough import AnyPlaythrough

# After each turn: hit points, torches burnt, and the hand.
TURNS = [
    (7, 0, ""),
    (7, 0, "JS"),
    (7, 1, "JS"),
    (7, 1, "JS 8D"),
    (7, 1, "8D"),
    (4, 2, "8D JH 3D 6D Jk KS KD"),
    (4, 2, "8D JH 3D 6D Jk KS KD KC"),
    (4, 2, "3D 6D Jk KS KD KC"),
    (4, 3, "3D 6D JD KS KD KC"),
    (4, 3, "3D 6D JD KS KD KC"),
    (4, 3, "3D 6D KS KD KC 10D"),
    (4, 3, "3D 6D KS KD KC 10D KH 9D"),
    (4, 3, "3D 6D KS KD KC 10D KH 9D"),
]


def test_each_turn_matches_the_rulebook() -> None:
    whole = walkthrough()
    played = AnyPlaythrough.before(whole.record)
    states = []
    for _ in played.replay(whole.record.moves):
        view = played.view()
        assert isinstance(view, TombView)
        if view.phase in ("between", "over"):
            states.append((view.hit_points, view.burnt, set(codes_of(view.hand))))
    assert states == [(hp, torches, set(hand.split())) for hp, torches, hand in TURNS]


def test_it_ends_with_four_kings_and_68_points() -> None:
    whole = walkthrough()
    assert whole.result() == {
        "ending": "escaped",
        "kings": 4,
        "points": 68,
        "gold": 6800,
        "won": True,
        "assisted": False,
    }
    view = whole.view()
    assert isinstance(view, TombView)
    assert (view.turn, view.deepest, view.hit_points) == (13, 7, 4)
    assert codes_of(view.torches) == ["AH", "AD", "AC", "Jk"]


def test_the_hit_point_cards_match_the_rulebook() -> None:
    # Nine hearts, the 10 on top: with n of them left the card showing is n + 1.
    whole = walkthrough()
    played = AnyPlaythrough.before(whole.record)
    showing = []
    for step in played.replay(whole.record.moves):
        if any(event.name == "wounded" for event in step.events):
            view = played.view()
            assert isinstance(view, TombView)
            showing.append(view.hit_points + 1)
    assert showing == [8, 6, 5]
