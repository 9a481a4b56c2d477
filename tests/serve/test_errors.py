"""Sentences of errors as clients see them."""

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
def test_errors_of_the_store_reveal_no_details(refusal: Refusal, language: str) -> None:
    text = public_text(Words(language), refusal)
    assert text == Words(language).say("common.refusal.unavailable")
    assert "inside" not in text


def test_other_errors_keep_their_parameters() -> None:
    assert (
        public_text(Words("en"), Refusal("too_long", most=4096))
        == "This message is too long: the maximum is 4096 bytes."
    )
