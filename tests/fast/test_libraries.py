"""Whether a process may compile."""

from importlib.util import find_spec

from underdeck.fast.libraries import can_compile, defer_compilation


def test_deferred_compilation_is_as_without_the_compiler() -> None:
    defer_compilation(is_deferred=True)
    assert not can_compile()
    defer_compilation(is_deferred=False)
    assert can_compile() == (find_spec("numba") is not None)
