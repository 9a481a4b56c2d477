"""A browser for the tests of the page: an installed one, Debian's package, or Playwright's own; `python tests/e2e/browser.py` gets one."""

import importlib.util
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
TIMEOUT_S = 150
"""Seconds that getting a browser may take at each step."""
ARGUMENTS = (
    "--no-first-run",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def installed() -> str | None:
    """The path of a browser that is there."""
    for name in (os.environ.get("UNDERDECK_BROWSER", ""), *NAMES):
        if name and (found := shutil.which(name)):
            return found
    return own()


def own() -> str | None:
    """The browser that Playwright has downloaded before, if any."""
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415  an installed browser is found before Playwright is
    except ModuleNotFoundError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def arguments() -> list[str]:
    """How it is started; root has no sandbox."""
    return [*ARGUMENTS, *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else [])]


def attempt(*command: str, env: dict[str, str] | None = None) -> None:
    """Run something that may fail, and not for ever."""
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(command, env=env, check=False, stdout=subprocess.DEVNULL, timeout=TIMEOUT_S)


def fetch() -> None:
    """Get one: Debian's package for root, else Playwright's own download."""
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("Installing Debian's Chromium for the tests of the page ...", file=sys.stderr)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for step in (
            ["update", "-qq"],
            ["install", "-y", "-qq", "--no-install-recommends", "chromium"],
        ):
            attempt("apt-get", *step, env=quiet)
    if installed() is None:
        print(
            "Downloading Playwright's own Chromium for the tests of the page ...", file=sys.stderr
        )
        attempt(sys.executable, "-m", "playwright", "install", "chromium")


def main() -> None:
    """Get a browser unless there is one; it isn't an error if none can be had, but it is said loudly."""
    if installed() is None:
        fetch()
    found = installed()
    if found is None and importlib.util.find_spec("playwright") is None:
        return  # it is being installed, and we are called again
    print(
        found or "!!! NO BROWSER CAN BE HAD HERE: THE TESTS OF THE PAGE WILL BE SKIPPED !!!",
        file=sys.stderr,
    )


if __name__ == "__main__":
    main()
