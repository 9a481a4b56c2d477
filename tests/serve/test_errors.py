"""Refusals as clients hear them."""

import pytest

from underdeck.refusal import Refusal
from underdeck.say.words import LANGUAGES, Words
from underdeck.serve.errors import public_text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "refusal",
    [
        Refusal(
            "store_unavailable", reason='connection to server at "db.inside", port 5432 failed'
        ),
        Refusal("store_full", path="postgresql://keeper@db.inside/tables"),
        Refusal("store_rejected", reason="relation db.inside"),
    ],
)
def test_nobody_hears_where_the_database_is(refusal: Refusal, language: str) -> None:
    told = public_text(Words(language), refusal)
    assert told == Words(language).say("common.refusal.unavailable")
    assert "inside" not in told


def test_other_refusals_are_told_as_they_are() -> None:
    assert (
        public_text(Words("en"), Refusal("too_long", most=4096))
        == "This message is too long: the maximum is 4096 bytes."
    )
