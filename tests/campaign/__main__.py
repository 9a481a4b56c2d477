"""Run one campaign with its options, or all: `make campaign ARGS="kill --times 100"`."""

import subprocess
import sys

CAMPAIGNS: dict[str, tuple[str, ...]] = {
    "kill": ("", "--postgres"),
    "faults": ("", "--postgres"),
    "reconnect": ("",),
    "races": ("",),
    "abuse": ("",),
    "fuzz_wire": ("",),
    "wire_leaks": ("",),
    "chronicles": ("",),
    "clicks": ("",),
}


def run(name: str, options: list[str]) -> int:
    """Run one campaign in a process of its own."""
    print(f"== {name} {' '.join(options)}", flush=True)
    return subprocess.run(
        [sys.executable, "-m", f"campaign.{name}", *options], check=False
    ).returncode


def main(args: list[str]) -> int:
    """Run campaigns, and return 0 if nothing was found."""
    if args and args[0] in CAMPAIGNS:
        return run(args[0], args[1:])
    if args:
        print(f"There are: {', '.join(CAMPAIGNS)}.", file=sys.stderr)
        return 2
    return max([run(name, option.split()) for name, forms in CAMPAIGNS.items() for option in forms])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
