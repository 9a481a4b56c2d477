"""Find or install a browser for the tests of the page: `python tests/e2e/browser.py`."""

import importlib.util
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
INSTALL_TIMEOUT_S = 150
ARGUMENTS = (
    "--no-first-run",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def find_browser() -> str | None:
    """Return the path of an installed browser."""
    for name in (os.environ.get("UNDERDECK_BROWSER", ""), *NAMES):
        if name and (found := shutil.which(name)):
            return found
    return find_playwright_browser()


def find_playwright_browser() -> str | None:
    """Return the path of the browser that Playwright downloaded, if any."""
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415  may not be installed yet
    except ModuleNotFoundError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def browser_arguments() -> list[str]:
    """Return the command-line arguments of the browser; root can't use its sandbox."""
    return [*ARGUMENTS, *(["--no-sandbox"] if is_root() else [])]


def try_to_run(*command: str, env: dict[str, str] | None = None) -> None:
    """Run a command that may fail or time out."""
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(
            command,
            env=env,
            check=False,
            stdout=subprocess.DEVNULL,
            timeout=INSTALL_TIMEOUT_S,
        )


def install_browser() -> None:
    """Install Debian's package if root; otherwise download Playwright's browser."""
    if shutil.which("apt-get") and is_root():
        print("Installing Debian's Chromium for the tests of the page ...", file=sys.stderr)
        env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        options = ["-y", "-qq", "--no-install-recommends"]
        try_to_run("apt-get", "update", "-qq", env=env)
        try_to_run("apt-get", "install", *options, "chromium", env=env)
    if find_browser() is None:
        print("Downloading Playwright's Chromium for the tests of the page ...", file=sys.stderr)
        try_to_run(sys.executable, "-m", "playwright", "install", "chromium")


def main() -> None:
    """Install a browser unless there is one; without one the tests of the page are skipped."""
    if find_browser() is None:
        install_browser()
    found = find_browser()
    if found is None and importlib.util.find_spec("playwright") is None:
        return  # `make prepare` runs this again once Playwright is installed
    warning = "!!! NO BROWSER COULD BE INSTALLED: THE TESTS OF THE PAGE WILL BE SKIPPED !!!"
    print(found or warning, file=sys.stderr)


if __name__ == "__main__":
    main()
