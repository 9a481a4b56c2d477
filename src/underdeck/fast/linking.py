"""Numba compilers for whole-program optimization: link callees as LLVM IR, optimize once.

By default Numba optimizes every function together with all its callees and emits machine code for
each, which takes half of the compile time and is never run. Where every function is inlined
(`registers.py`) the default is better.
"""

from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager
from numba.core.typed_passes import InlineOverloads, NopythonRewrites
from numba.core.untyped_passes import InlineClosureLikes, InlineInlinables

NEEDLESS_PASSES = InlineClosureLikes, InlineInlinables, InlineOverloads, NopythonRewrites


class CalleeLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a function that only other functions call: it has no machine code of its own."""

    def finalize(self) -> None:
        """Mark the library as final without optimizing it."""
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """Return a null pointer: the function isn't in memory."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> "CalleeLibrary":
        """Receive `set_env`, which Numba calls for functions in memory."""
        return self

    def set_env(self, _name: str, _environment: object) -> None:
        """Ignore the environment of a function that isn't in memory."""


class ProgramLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of the outermost function, linked with all its callees."""

    def finalize(self) -> None:
        """Link the callees of callees, too, then optimize everything."""
        for library in self._linking_libraries:  # grows while it is iterated over
            if isinstance(library, CalleeLibrary):
                self._linking_libraries += [
                    each
                    for each in library._linking_libraries
                    if each not in self._linking_libraries
                ]
        super().finalize()

    def _optimize_final_module(self) -> None:
        """Make callees internal, so that a function with one caller is inlined and then dropped."""
        for function in self._final_module.functions:
            if function.linkage is Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


class CalleeCompiler(Compiler):  # type: ignore[misc]
    """Compiles a function into a `CalleeLibrary`."""

    def define_pipelines(self) -> list[PassManager]:
        """Return Numba's pipelines without the passes that don't apply to functions of ints."""
        self.state.library = CalleeLibrary(
            self.state.targetctx.codegen(), self.state.func_id.func_qualname
        )
        pipelines: list[PassManager] = super().define_pipelines()
        for pipeline in pipelines:
            pipeline.passes = [each for each in pipeline.passes if each[0] not in NEEDLESS_PASSES]
        return pipelines


class ProgramCompiler(Compiler):  # type: ignore[misc]
    """Compiles the outermost function so that it can be cached on disk."""

    def define_pipelines(self) -> list[PassManager]:
        """Return Numba's pipelines."""
        self.state.library = ProgramLibrary(
            self.state.targetctx.codegen(), self.state.func_id.func_qualname
        )
        self.state.library.enable_object_caching()
        pipelines: list[PassManager] = super().define_pipelines()
        return pipelines
