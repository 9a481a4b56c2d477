"""The container image: its Dockerfile builds a wheel with the page, and that wheel serves."""

import json
import os
import re
import runpy
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import httpx
import pytest

from deploy.dockerfile import Builder, Context, read_dockerfile
from processes import TIMEOUT_S
from release.installation import Installation

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = ROOT / "deploy" / "Dockerfile"
STAGES = read_dockerfile(DOCKERFILE)
OFFLINE = {
    "npm_config_prefer_offline": "true",
    "PIP_NO_BUILD_ISOLATION": "0",  # "0" is how pip spells it: use the installed build backend
}
CONTEXT = Context.read(ROOT, DOCKERFILE.with_name("Dockerfile.dockerignore"))


def program(folder: Path, name: str, command: list[str]) -> None:
    """Write an executable that runs this command."""
    quoted = " ".join(f"'{word}'" for word in command)
    (folder / name).write_text(f'#!/bin/sh\nexec {quoted} "$@"\n')
    (folder / name).chmod(0o755)


def npm_ci_replacement() -> dict[str, Callable[[Path], None]]:
    """Return a replacement of `npm ci` by the installed packages, if they are up to date."""
    modules, lock = ROOT / "web" / "node_modules", ROOT / "web" / "package-lock.json"
    mark = modules / ".package-lock.json"
    if not mark.exists() or mark.stat().st_mtime < lock.stat().st_mtime:
        return {}
    (command,) = (
        rest for word, rest in STAGES["page"] if word == "RUN" and rest.startswith("npm ci")
    )
    return {command: lambda workdir: (workdir / "node_modules").symlink_to(modules)}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the image, built by the commands of the Dockerfile."""
    npm = runpy.run_path(str(ROOT / "web" / "build.py"))["find_npm"]()
    if npm is None:
        pytest.skip(
            "NO NODE HERE: the image's wheel is not tested. Install Node, or run `make test`."
        )
    folder = tmp_path_factory.mktemp("image")
    (folder / "bin").mkdir()
    program(folder / "bin", "npm", npm)
    program(folder / "bin", "pip", [sys.executable, "-m", "pip"])
    scratch = folder / "tmp"  # Workbox leaves a folder there
    scratch.mkdir()
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    builder = Builder(
        CONTEXT,
        folder,
        {**os.environ, "PATH": path, "TMPDIR": str(scratch), **OFFLINE},
        npm_ci_replacement(),
    )
    for name in ("page", "wheel"):
        built = builder.build(name, STAGES[name])
    (found,) = (built / "source" / "wheels").glob("*.whl")
    return found


@pytest.fixture(scope="module")
def address(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The image's own command, started from its wheel, at a free port of this machine."""
    (entry,) = (json.loads(rest) for word, rest in STAGES[""] if word == "ENTRYPOINT")
    (command,) = (json.loads(rest) for word, rest in STAGES[""] if word == "CMD")
    installed = Installation(tmp_path_factory.mktemp("installed"), wheel, borrows=True)
    with installed.serving(*entry, *command) as address:
        yield address


def test_the_wheel_contains_the_page_the_catalogues_and_the_rules(wheel: Path) -> None:
    with ZipFile(wheel) as files:
        names = set(files.namelist())
    assert {
        "underdeck/serve/page/index.html",
        "underdeck/say/es/page.toml",
        "underdeck/say/rules/tomb.md",
    } <= names
    assert not [name for name in names if "node_modules" in name or "__pycache__" in name]


def test_the_page_its_assets_and_health_are_served(address: str) -> None:
    with httpx.Client(base_url=address, timeout=TIMEOUT_S) as client:
        page = client.get("/")
        assert page.headers["content-type"].startswith("text/html")
        scripts = re.findall(r'<script[^>]+src="(/assets/[^"]+\.js)"', page.text)
        assert scripts
        script = client.get(scripts[0])
        assert (script.status_code, script.headers["content-type"].split(";")[0]) == (
            200,
            "text/javascript",
        )
        assert client.get("/api/health").status_code == 200


def test_the_health_check_uses_the_served_port(address: str, tmp_path: Path) -> None:
    (check,) = (
        json.loads(rest.partition(" CMD ")[2]) for word, rest in STAGES[""] if word == "HEALTHCHECK"
    )
    (port,) = (rest for word, rest in STAGES[""] if word == "EXPOSE")
    python, *arguments = [word.replace(f"http://127.0.0.1:{port}", address) for word in check]
    assert python == "python"
    assert address in arguments[-1]
    subprocess.run([sys.executable, *arguments], cwd=tmp_path, check=True)


def test_the_image_runs_without_privileges() -> None:
    (user,) = (rest for word, rest in STAGES[""] if word == "USER")
    assert user not in ("root", "0")


def test_the_context_excludes_build_results_and_secrets() -> None:
    for path in (
        "web/node_modules/vite/package.json",
        "src/underdeck/serve/page/index.html",
        "deploy/.env",
        ".git/config",
        "tests/fuzz.py",
        "requirements/lock.py",
    ):
        assert CONTEXT.ignores(PurePosixPath(path)), path
    for path in (
        "hatch_build.py",
        "web/package-lock.json",
        "src/underdeck/serve/run.py",
        "docs/rules/tomb.md",
        "requirements/constraints.txt",
    ):
        assert not CONTEXT.ignores(PurePosixPath(path)), path
