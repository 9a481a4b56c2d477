"""The view of a policy has the face-up fields of a state, and no others."""

from dataclasses import fields

from games.tomb.position import Position
from underdeck.games.tomb.policy_view import PolicyView, view_for_policy
from underdeck.games.tomb.state import State

HIDDEN = {"deck", "stacks"}
"""The fields with face-down cards."""
DERIVED = {"column", "laid", "discards", "favored"}
"""Face-up fields that no policy uses."""


def test_every_field_is_copied_from_the_state() -> None:
    state = Position("KH 5C JH 6C 4S").play("delve", "draw").played.state
    seen = view_for_policy(state)
    for field in fields(PolicyView):
        assert getattr(seen, field.name) == getattr(state, field.name)


def test_no_field_holds_hidden_cards() -> None:
    names = {field.name for field in fields(PolicyView)}
    assert names == {field.name for field in fields(State)} - HIDDEN - DERIVED
