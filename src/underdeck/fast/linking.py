"""A program compiled in one piece: its functions are handed on as they are, and optimized once, where they end up.

Numba would optimize every function with all that it calls, and make machine code of it that nobody ever runs: half of the time that
compiling takes. That is well spent only where every function is copied to each place that calls it.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.typed_passes import InlineOverloads, NopythonRewrites
from numba.core.untyped_passes import InlineClosureLikes, InlineInlinables

NEEDLESS = InlineClosureLikes, InlineInlinables, InlineOverloads, NopythonRewrites


class Part(JITCodeLibrary):  # type: ignore[misc]
    """A function that only others call: it has no machine code of its own."""

    def finalize(self) -> None:
        """It stays as it is."""
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """It isn't in memory."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> "Part":
        """Where Numba notes a function's surroundings, were it in memory."""
        return self

    def set_env(self, _name: str, _surroundings: Any) -> None:
        """Nothing to note."""


class Whole(JITCodeLibrary):  # type: ignore[misc]
    """The outermost function, and all parts together."""

    def finalize(self) -> None:
        """Take in what the parts call, too."""
        for library in self._linking_libraries:  # which grows on the way
            if isinstance(library, Part):
                self._linking_libraries += [
                    each
                    for each in library._linking_libraries
                    if each not in self._linking_libraries
                ]
        super().finalize()


class PartCompiler(Compiler):  # type: ignore[misc]
    """Compiles a function into a part."""

    def define_pipelines(self) -> Any:
        """The usual ones, but for what finds nothing to do in plain functions of ints."""
        self.state.library = Part(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        pipelines = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.passes = [each for each in pipeline.passes if each[0] not in NEEDLESS]
        return pipelines


class WholeCompiler(Compiler):  # type: ignore[misc]
    """Compiles the outermost function, to be kept on disk."""

    def define_pipelines(self) -> Any:
        """The usual ones."""
        self.state.library = Whole(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return super().define_pipelines()
