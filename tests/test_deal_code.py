"""Codes for deals: normal form and detection of typing errors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from underdeck.deal_code import (
    CODE_ALPHABET,
    MAX_NUMBER,
    code_of_number,
    finish_code,
    new_code,
    number_of_code,
    read_code,
)
from underdeck.refusal import Refusal

codes = st.text(CODE_ALPHABET, min_size=9, max_size=9).map(finish_code)


def test_new_codes_are_valid_and_differ() -> None:
    fresh = {new_code() for _ in range(100)}
    assert len(fresh) == 100
    assert all(read_code(code) == code for code in fresh)


@given(codes)
def test_case_and_spaces_do_not_matter(code: str) -> None:
    assert read_code(code) == code
    assert read_code(code.lower().replace("-", "")) == code
    assert read_code(f" {code[:3]} {code[3:]} ") == code


@given(codes, st.integers(0, 9), st.sampled_from(CODE_ALPHABET))
def test_a_wrong_character_is_detected(code: str, index: int, other: str) -> None:
    plain = code.replace("-", "")
    wrong = plain[:index] + other + plain[index + 1 :]
    if wrong != plain:
        with pytest.raises(Refusal, match="code_check"):
            read_code(wrong)


@given(codes, st.integers(0, 9), st.integers(0, 9))
def test_two_swapped_characters_are_detected(code: str, one: int, two: int) -> None:
    chars = list(code.replace("-", ""))
    chars[one], chars[two] = chars[two], chars[one]
    if chars != list(code.replace("-", "")):
        with pytest.raises(Refusal, match="code_check"):
            read_code("".join(chars))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "code_length"),
        ("ABC", "code_length"),
        ("ABCDE-FGHJK2", "code_length"),
        ("0BCDE-FGHJK", "code_character"),
        ("ßBCDE-FGHJK", "code_character"),
        ("ABCDE\t–FGHJ2", "code_check"),
    ],
)
def test_an_invalid_code_is_refused(text: str, error: str) -> None:
    with pytest.raises(Refusal, match=error):
        read_code(text)


@given(st.integers(1, MAX_NUMBER))
def test_a_numbered_deal_has_one_code(number: int) -> None:
    code = code_of_number(number)
    assert read_code(code) == code
    assert number_of_code(code) == number


def test_numbered_deals_keep_their_codes_for_ever() -> None:
    codes = [code_of_number(number) for number in (1, 2, 31, 12345)]
    assert codes == ["22222-2223W", "22222-2224S", "22222-2232T", "22222-2EV9D"]


@pytest.mark.parametrize("number", [0, -1, MAX_NUMBER + 1])
def test_numbers_beyond_the_numbered_deals_are_refused(number: int) -> None:
    with pytest.raises(Refusal) as refused:
        code_of_number(number)
    assert refused.value.code == "deal_number"


def test_most_codes_have_no_number() -> None:
    assert number_of_code(finish_code("Z" * 9)) is None
