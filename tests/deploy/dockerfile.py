"""Build the stages of a Dockerfile without Docker, by carrying out its COPY and RUN lines."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

Instruction = tuple[str, str]


def read_dockerfile(path: Path) -> dict[str, list[Instruction]]:
    """Return the instructions of each stage by its name; the last stage is named ""."""
    text = re.sub(r"^#.*\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
    stages: dict[str, list[Instruction]] = {}
    for line in filter(None, re.sub(r"\\\n\s*", " ", text).split("\n")):
        word, rest = line.split(maxsplit=1)
        if word == "FROM":
            stage = stages.setdefault(rest.partition(" AS ")[2], [])
        stage.append((word, rest))
    return stages


@dataclass
class Context:
    """The files that Docker would see, without those in the ignore file."""

    root: Path
    patterns: list[tuple[bool, re.Pattern[str]]]

    @classmethod
    def read(cls, root: Path, ignore: Path) -> "Context":
        """Read an ignore file; the last pattern that matches a path or its parents decides."""
        lines = [line for line in ignore.read_text("utf-8").split() if not line.startswith("#")]
        return cls(
            root, [(not line.startswith("!"), translate(line.removeprefix("!"))) for line in lines]
        )

    def ignores(self, path: PurePosixPath) -> bool:
        """Return whether a path, relative to the root, is left out."""
        parts = [str(path), *map(str, path.parents)][:-1]
        ignored = False
        for ignores, pattern in self.patterns:
            if any(pattern.fullmatch(part) for part in parts):
                ignored = ignores
        return ignored

    def files(self, source: str) -> list[PurePosixPath]:
        """Return the files of a COPY source, relative to the root."""
        if (self.root / source).is_file():
            return [path for path in [PurePosixPath(source)] if not self.ignores(path)]
        found: list[PurePosixPath] = []
        for folder, folders, names in os.walk(self.root / source):
            here = PurePosixPath(Path(folder).relative_to(self.root).as_posix())
            folders[:] = [
                name for name in folders if not self.ignores(here / name)
            ]  # no pattern here takes part of an ignored folder back
            found += [here / name for name in names if not self.ignores(here / name)]
        return found


def translate(pattern: str) -> re.Pattern[str]:
    """Turn a pattern of an ignore file into a regular expression."""
    pieces = re.split(r"(\*\*/|\*)", pattern.strip("/"))
    return re.compile(
        "".join({"**/": "(?:.*/)?", "*": "[^/]*"}.get(piece, re.escape(piece)) for piece in pieces)
    )


@dataclass
class Builder:
    """Stages as folders, each of which stands for the root of a file system."""

    context: Context
    folder: Path
    environment: dict[str, str]
    instead: dict[str, Callable[[Path], None]] = field(default_factory=dict)
    """Replacements of RUN commands whose result a test has already; called with WORKDIR."""
    stages: dict[str, Path] = field(default_factory=dict)

    def build(self, name: str, instructions: list[Instruction]) -> Path:
        """Carry out WORKDIR, COPY and RUN, and return the folder of the stage."""
        root = self.stages[name] = self.folder / name
        workdir = root
        for word, rest in instructions:
            if word == "WORKDIR":
                workdir = root / rest.lstrip("/")
                workdir.mkdir(parents=True, exist_ok=True)
            elif word == "COPY":
                self._copy(rest.split(), root, workdir)
            elif rest in self.instead:
                self.instead[rest](workdir)
            elif word == "RUN":
                done = subprocess.run(
                    ["sh", "-c", rest],
                    cwd=workdir,
                    env=self.environment,
                    capture_output=True,
                    text=True,
                    check=False,
                )
                assert done.returncode == 0, f"RUN {rest}\n{done.stdout}{done.stderr}"
        return root

    def _copy(self, words: list[str], root: Path, workdir: Path) -> None:
        start = (
            self.stages[words.pop(0).removeprefix("--from=")]
            if words[0].startswith("--from=")
            else None
        )
        *sources, target = words
        goal = (
            root / target.lstrip("/")
            if target.startswith("/")
            else Path(os.path.normpath(workdir / target))
        )
        for source in sources:
            if start is not None:
                shutil.copytree(start / source.lstrip("/"), goal, dirs_exist_ok=True)
                continue
            files = self.context.files(source)
            assert files, f"COPY {source}: there is no such file in the context"
            for file in files:
                is_file = str(file) == source
                to = goal / (file.name if is_file else file.relative_to(source))
                to.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(self.context.root / file, to)
