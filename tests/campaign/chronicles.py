"""Measure how much chronicles repeat themselves: `make campaign ARGS="chronicles --game tomb"`.

A frame is a sentence with its names and numbers masked. No frame may occur in more than 3 % of the
chronicles of random games.
"""

import argparse
import sys
from collections import Counter

from chronicle.sample_games import GAMES, STYLES, sample_games
from underdeck.chronicle.chronicle import Chronicle, sentences
from underdeck.chronicle.library import library
from underdeck.chronicle.story import LENGTHS, Length
from underdeck.chronicle.telling import tell
from underdeck.say.words import LANGUAGES

MAX_SHARE = 0.03
MIN_WAYS = 30


class Measure:
    """Counts frames, scenes and beats without a scene."""

    def __init__(self) -> None:
        self.chronicles = 0
        self.frames: Counter[str] = Counter()
        self.origins: dict[str, str] = {}
        self.scenes: Counter[str] = Counter()
        self.missing: Counter[str] = Counter()
        self.words: list[int] = []
        self.first: set[str] = set()
        self.last: set[str] = set()

    def add(self, tale: Chronicle) -> None:
        """Count a chronicle."""
        self.chronicles += 1
        self.frames.update(tale.frames)
        self.missing.update(beat.kind for beat in tale.missing)
        self.words.append(len(tale.text.split()))
        for each in tale.lines:
            self.scenes[each.origin] += 1
            for frame in sentences(each.frame):
                self.origins[frame] = each.origin
        self.first.add(sentences(tale.lines[0].frame)[0])
        self.last.add(sentences(tale.lines[-1].frame)[-1])

    @property
    def share(self) -> float:
        """Return the largest share of chronicles that one frame occurs in."""
        return max(self.frames.values()) / self.chronicles

    def report(self, top: int) -> None:
        """Print the figures and the most frequent frames."""
        words = sorted(self.words)
        middle = words[len(words) // 2]
        print(f"  {self.chronicles} chronicles, {len(self.frames)} frames")
        print(f"  words: {words[0]} to {words[-1]}, median {middle}")
        print(f"  openings: {len(self.first)}, endings: {len(self.last)}")
        print(f"  most frequent frame: {100 * self.share:.1f} % of the chronicles")
        if self.missing:
            print(f"  beats that no scene fits: {dict(self.missing)}")
        for frame, n in self.frames.most_common(top):
            print(f"    {100 * n / self.chronicles:4.1f} %  {self.origins[frame]}: {frame}")


def measure(game: str, language: str, length: Length, n: int, style: str) -> Measure:
    """Tell many games and count the frames."""
    found = Measure()
    for played in sample_games(game, n, style):
        found.add(tell(played, language, length=length))
    return found


def show(tale: Chronicle) -> None:
    """Print a chronicle with the origin of each text."""
    print(f"\n=== {tale.title} | {tale.subject} | {tale.fate}")
    print(f"    {dict(tale.plot)}")
    for section in tale.sections:
        print(f"\n  -- {section.heading}")
        for paragraph in section.paragraphs:
            print(f"  {paragraph.text}")
    if tale.missing:
        print(f"  NO SCENE FITS: {[(beat.kind, dict(beat.facts)) for beat in tale.missing]}")


def main(args: list[str]) -> int:
    """Measure, print, and return 1 if a frame is too frequent."""
    parser = argparse.ArgumentParser(prog="chronicles", description=__doc__)
    parser.add_argument("--game", choices=list(GAMES))
    parser.add_argument("--lang", choices=LANGUAGES)
    parser.add_argument("--length", choices=LENGTHS)
    parser.add_argument("--style", choices=STYLES, default="random")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--top", type=int, default=3)
    parser.add_argument("--show", type=int, default=0, help="print this many chronicles instead")
    parser.add_argument("--first", type=int, default=0, help="the first game to print")
    parser.add_argument("--unused", action="store_true", help="list scenes that were never used")
    asked = parser.parse_args(args)
    failed = False
    for game in [asked.game] if asked.game else list(GAMES):
        for language in [asked.lang] if asked.lang else LANGUAGES:
            for length in [asked.length] if asked.length else LENGTHS:
                if asked.show:
                    for seed in range(asked.first, asked.first + asked.show):
                        show(tell(GAMES[game](seed, asked.style), language, length=length))
                    continue
                print(f"{game} {language} {length} ({asked.style} games)")
                found = measure(game, language, length, asked.games, asked.style)
                found.report(asked.top)
                if asked.unused:
                    for scenes in library(language, game).scenes.values():
                        for scene in scenes:
                            if not found.scenes[scene.origin]:
                                print(f"    unused: {scene.origin}: {scene.when.text}")
                failed |= found.share > MAX_SHARE or bool(found.missing)
                failed |= min(len(found.first), len(found.last)) < MIN_WAYS
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
