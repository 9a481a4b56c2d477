"""Build the page into the wheel. An editable install builds nothing; `make play` does."""

import runpy
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Build the page unless it exists already, as in an unpacked sdist."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Run before anything is packed."""
        root = Path(self.root)
        if version == "editable" or (root / "src/underdeck/serve/page/index.html").exists():
            return
        arguments, sys.argv = sys.argv, ["build.py"]
        try:
            runpy.run_path(str(root / "web" / "build.py"), run_name="__main__")
        finally:
            sys.argv = arguments
