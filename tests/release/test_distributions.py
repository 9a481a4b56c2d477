"""The wheel and the sdist are complete, and the wheel works in an empty environment."""

import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import httpx
import pytest

import underdeck
from release.installation import Installation

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "src" / "underdeck" / "serve" / "page"
GAME = """
from underdeck.deal import deal_from_seed
from underdeck.playthrough import Playthrough
from underdeck.registry import find_game

tomb = find_game("tomb")
game = Playthrough.begin(tomb, tomb.Options(), deal_from_seed(tomb.deck(tomb.Options()), "42"))
while game.result() is None:
    game.play(game.view().legal[0])
print(game.result()["ending"])
"""


class Built(NamedTuple):
    """What the project is distributed as."""

    sdist: Path
    wheel: Path
    wheel_of_sdist: Path


def build(folder: Path, *arguments: str) -> None:
    """Build without an environment of its own, hence with the pinned build backend."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run(
        [*command, *arguments, str(ROOT)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The distributions, with the page that is built already."""
    if not (PAGE / "index.html").exists():
        pytest.skip("THE PAGE IS NOT BUILT: the distributions are not tested. Run `make test`.")
    direct, by_way_of_sdist = tmp_path_factory.mktemp("direct"), tmp_path_factory.mktemp("sdist")
    build(direct, "--wheel")
    build(by_way_of_sdist)
    (wheel,) = direct.iterdir()
    (sdist,) = by_way_of_sdist.glob("*.tar.gz")
    return Built(sdist, wheel, by_way_of_sdist / wheel.name)


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    """The wheel among the dependencies that are installed here."""
    return Installation(tmp_path_factory.mktemp("venv"), built.wheel, borrows=True)


@pytest.fixture(scope="module")
def client(installed: Installation) -> Iterator[httpx.Client]:
    """A client of the installed server."""
    with (
        installed.serving("underdeck", "serve") as address,
        httpx.Client(base_url=address) as client,
    ):
        yield client


def files_below(folder: str) -> set[str]:
    """Return the files of the checkout below a folder, without what Python compiled."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_contains_the_package_the_page_and_the_rules(built: Built) -> None:
    with ZipFile(built.wheel) as wheel:
        found = {name for name in wheel.namelist() if ".dist-info/" not in name}
    package = {name.removeprefix("src/") for name in files_below("src")}
    rules = {
        name.replace("docs/rules", "underdeck/say/rules") for name in files_below("docs/rules")
    }
    assert found == package | rules
    assert "underdeck/serve/page/index.html" in found


def test_the_sdist_contains_what_builds_tests_and_deploys(built: Built) -> None:
    with tarfile.open(built.sdist) as sdist:
        found = {name.partition("/")[2] for name in sdist.getnames()}
    folders = ("src", "docs", "tests", "bench", "examples", "deploy", "requirements", ".github")
    for folder in (*folders, "web/src"):
        assert files_below(folder) - {"deploy/.env"} <= found, folder
    alone = {"Makefile", "pyproject.toml", "hatch_build.py", "CHANGELOG.md", "LICENSE"}
    assert alone | {"web/package-lock.json", "web/.npmrc"} <= found
    assert not [name for name in found if re.search(r"node_modules|__pycache__|\.env$", name)]


def test_the_wheel_of_the_sdist_is_the_wheel_of_the_checkout(built: Built) -> None:
    """Byte for byte: building again gives the same file."""
    assert built.wheel_of_sdist.read_bytes() == built.wheel.read_bytes()


def test_a_game_is_played_without_any_other_package(built: Built, tmp_path: Path) -> None:
    alone = Installation(tmp_path, built.wheel, borrows=False)
    assert alone.run("python", "-c", GAME) == "lost\n"
    listed = "from importlib.metadata import distributions as d; print(*[x.name for x in d()])"
    assert alone.run("python", "-c", listed).split() == ["underdeck"]


def test_the_installed_package_is_the_one_that_runs(installed: Installation) -> None:
    place = installed.run("python", "-c", "import underdeck.serve as it; print(it.__file__)")
    assert Path(place.strip()).is_relative_to(installed.folder)


def test_the_command_prints_its_version_and_the_rules(installed: Installation) -> None:
    assert underdeck.__version__ in installed.run("underdeck", "--version")
    paragraph = installed.run("underdeck", "rules", "tomb", "7")
    assert paragraph.lstrip().startswith("§7")


def test_the_server_serves_the_page_with_the_rules(client: httpx.Client) -> None:
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    (script,) = re.findall(r'<script[^>]+src="(/assets/[^"]+\.js)"', page.text)
    answer = client.get(script)
    assert answer.headers["content-type"].startswith("text/javascript")
    chunks = [path.name for path in (PAGE / "assets").glob("tomb-*.js")]
    assert any("Dungeon Solitaire" in client.get(f"/assets/{name}").text for name in chunks)
