"""What Lighthouse says of the page, on a phone and at a desk: `make lighthouse`. npm fetches it when it is first asked for."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from e2e.browser import arguments, installed
from serve.server import running

GOALS = {"performance": 95, "accessibility": 100, "best-practices": 100}


def scores(address: str, form: str, folder: Path) -> dict[str, int]:
    """The scores of one page, in percent."""
    npm, told = shutil.which("npm"), folder / "lighthouse.json"
    if npm is None:
        raise click.ClickException("Lighthouse needs Node, with npm on the path.")
    command = [
        npm,
        "exec",
        "--yes",
        "--package",
        "lighthouse@13",
        "--",
        "lighthouse",
        address,
        "--quiet",
        "--output=json",
    ]
    options = [
        f"--output-path={told}",
        f"--only-categories={','.join(GOALS)}",
        f"--chrome-flags=--headless=new {' '.join(arguments())}",
    ]
    form_options = ["--preset=desktop"] if form == "desk" else []
    subprocess.run(
        [*command, *options, *form_options],
        check=True,
        env={**os.environ, "CHROME_PATH": installed() or ""},
        cwd=folder,
    )
    categories = json.loads(told.read_text())["categories"]
    return {name: round(categories[name]["score"] * 100) for name in GOALS}


@click.command(help=__doc__)
@click.option(
    "--times",
    default=3,
    show_default=True,
    help="How often each page is looked at; the best counts, for neighbours disturb.",
)
def main(times: int) -> None:
    short = False
    with tempfile.TemporaryDirectory() as place, running(Path(place) / "house") as house:
        for form in ("phone", "desk"):
            for screen in ("", "#/rules", "#/learn/tomb"):
                rows = [
                    scores(f"http://{house.address}/{screen}", form, Path(place))
                    for _ in range(times)
                ]
                best = {name: max(row[name] for row in rows) for name in GOALS}
                short |= any(best[name] < goal for name, goal in GOALS.items())
                print(
                    f"{form:6} {screen or 'home':14}", *(f"{name} {best[name]}" for name in GOALS)
                )
    sys.exit(1 if short else 0)


if __name__ == "__main__":
    main()
