"""Install a wheel into an environment of its own, and run what it installs."""

import contextlib
import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

from processes import spawn


class Installation:
    """A virtual environment with one wheel, and with the packages of this one if it borrows."""

    def __init__(self, folder: Path, wheel: Path, *, borrows: bool) -> None:
        self.folder = folder
        venv.create(folder, symlinks=True)
        self.python = folder / "bin" / "python"
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python"]
        subprocess.run(
            [*pip, self.python, "install", "--quiet", "--no-deps", "--no-index", wheel], check=True
        )
        if (
            borrows
        ):  # a path in a .pth file: the .pth files there, of editable installs, don't count
            (packages,) = folder.glob("lib/python*/site-packages")
            paths = [path for path in sys.path if path.endswith("-packages")]
            (packages / "borrowed.pth").write_text("\n".join(paths))

    def environment(self) -> dict[str, str]:
        """Return environment variables that hide the packages of this environment."""
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
        }
        return inherited | {"UNDERDECK_HOME": str(self.folder / "home"), "UNDERDECK_LANG": "en"}

    def run(self, program: str, *arguments: str) -> str:
        """Run an installed program outside the checkout, and return its output."""
        done = subprocess.run(
            [self.folder / "bin" / program, *arguments],
            cwd=self.folder,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @contextlib.contextmanager
    def serving(self, *command: str) -> Iterator[str]:
        """Run a command that serves until it is terminated, and yield its address."""
        program = str(self.folder / "bin" / command[0])
        with spawn(
            [program, *command[1:], "--host", "127.0.0.1", "--port", "0"],
            cwd=self.folder,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
            try:
                yield found[0] if found else ""
            finally:
                process.terminate()
                _, errors = process.communicate()
        assert (found is not None, process.returncode) == (True, 0), errors
