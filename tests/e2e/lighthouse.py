"""Measure the page with Lighthouse, on a phone and on a desktop: `make lighthouse`.

npm fetches Lighthouse on first use.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import click

from e2e.browser import browser_arguments, find_browser
from serve.server import running

FORMS = ("phone", "desk")
GOALS = {"performance": 98, "accessibility": 100, "best-practices": 100}
LIGHTHOUSE = ["exec", "--yes", "--loglevel=error", "--package", "lighthouse@13", "--", "lighthouse"]


def measure(address: str, form: str, folder: Path) -> dict[str, int]:
    """Return the scores of one page, in percent."""
    npm, report = shutil.which("npm"), folder / "lighthouse.json"
    if npm is None:
        raise click.ClickException("Lighthouse needs Node, with npm on the path.")
    options = [
        "--quiet",
        "--output=json",
        f"--output-path={report}",
        f"--only-categories={','.join(GOALS)}",
        f"--chrome-flags=--headless=new {' '.join(browser_arguments())}",
        *(["--preset=desktop"] if form == "desk" else []),
    ]
    subprocess.run(
        [npm, *LIGHTHOUSE, address, *options],
        check=True,
        env={**os.environ, "CHROME_PATH": find_browser() or ""},
        cwd=folder,
    )
    categories = json.loads(report.read_text())["categories"]
    return {name: round(categories[name]["score"] * 100) for name in GOALS}


@click.command(help=__doc__)
@click.option(
    "--times",
    default=3,
    show_default=True,
    help="How often to measure each page; the best run counts, as other load disturbs it.",
)
@click.option(
    "--form",
    "forms",
    type=click.Choice(FORMS),
    multiple=True,
    default=FORMS,
    help="What to measure on; both by default.",
)
def main(times: int, forms: tuple[str, ...]) -> None:
    missed = False
    with tempfile.TemporaryDirectory() as place, running(Path(place) / "server") as server:
        for form in forms:
            for screen in ("", "#/rules", "#/learn/tomb"):
                address = f"http://{server.address}/{screen}"
                runs = [measure(address, form, Path(place)) for _ in range(times)]
                best = {name: max(run[name] for run in runs) for name in GOALS}
                missed |= any(best[name] < goal for name, goal in GOALS.items())
                scores = [f"{name} {best[name]}" for name in GOALS]
                print(f"{form:6} {screen or 'home':14}", *scores, flush=True)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
