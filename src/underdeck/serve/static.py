"""The built page, out of memory: a few files, made by `web/`, compressed once, named by what is in them."""

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).with_name("page")
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
PACKED = frozenset({".png", ".woff2"})
"""What is compressed already."""
FOR_EVER, ASK_AGAIN = b"public, max-age=31536000, immutable", b"no-cache"


@dataclass(frozen=True, slots=True)
class File:
    """One file as it is sent."""

    kind: bytes
    body: bytes
    packed: bytes | None
    mark: bytes
    """Another one for another content."""
    caching: bytes


class Page:
    """All files of the page by their paths; none where it hasn't been built."""

    def __init__(self, folder: Path = PAGE) -> None:
        self.files = {
            f"/{path.relative_to(folder).as_posix()}": read_file(folder, path)
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        if "/index.html" in self.files:
            self.files["/"] = self.files["/index.html"]

    def find(
        self, path: str, headers: dict[str, str]
    ) -> tuple[int, bytes, list[tuple[bytes, bytes]]] | None:
        """The answer to a request: status, body and headers; None where there is no such file."""
        file = self.files.get(path)
        if file is None:
            return None
        told = [
            (b"etag", file.mark),
            (b"cache-control", file.caching),
            (b"vary", b"accept-encoding"),
        ]
        if headers.get("if-none-match", "").encode() == file.mark:
            return 304, b"", told
        body = file.body
        if file.packed is not None and "gzip" in headers.get("accept-encoding", ""):
            body = file.packed
            told.append((b"content-encoding", b"gzip"))
        return 200, body, [(b"content-type", file.kind), *told]


def read_file(folder: Path, path: Path) -> File:
    """A file of the page; those in `assets` carry their content's hash in their names and never change."""
    body = path.read_bytes()
    packed = None if path.suffix in PACKED else gzip.compress(body, 9, mtime=0)
    lasting = path.relative_to(folder).parts[0] == "assets"
    mark = f'"{hashlib.sha256(body).hexdigest()[:16]}"'.encode()
    return File(
        KINDS.get(path.suffix, "application/octet-stream").encode(),
        body,
        packed,
        mark,
        FOR_EVER if lasting else ASK_AGAIN,
    )
