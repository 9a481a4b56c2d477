"""Codes count from 0 in the order of their definition."""

import pytest

from underdeck.codes import Codes


def test_a_code_is_the_index_of_its_name() -> None:
    codes = Codes({"": ""})
    defined = [codes.define("dig", "card place"), codes.define("pass")]
    assert [tuple(codes)[code] for code in defined] == ["dig", "pass"]
    assert dict(codes) == {"": "", "dig": "card place", "pass": ""}


def test_a_name_has_one_code() -> None:
    codes = Codes()
    codes.define("dig")
    with pytest.raises(AssertionError, match="'dig' has a code already"):
        codes.define("dig")
