"""The files of the browser page, built by `web/` and served from memory."""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from underdeck.serve.responses import Headers, Response

PAGE = Path(__file__).with_name("page")
CONTENT_TYPES = {
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
COMPRESSED_SUFFIXES = frozenset({".png", ".woff2"})
"""Formats that gzip can't make smaller."""
HASHED_FOLDER = "assets"
"""The names of files in this folder contain a hash of the content, so they never change."""
CACHE_FOREVER, REVALIDATE = b"public, max-age=31536000, immutable", b"no-cache"


@dataclass(frozen=True, slots=True)
class File:
    """A file, ready to be sent."""

    content_type: bytes
    body: bytes
    gzipped: bytes | None
    etag: bytes
    cache_control: bytes


class StaticFiles:
    """The files of the page by path; empty where the page is not built."""

    def __init__(self, folder: Path = PAGE) -> None:
        self.files = {
            f"/{path.relative_to(folder).as_posix()}": read_file(folder, path)
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        if "/index.html" in self.files:
            self.files["/"] = self.files["/index.html"]

    def find(self, path: str, headers: Mapping[str, str]) -> Response | None:
        """Return the response to a request for a file; None if there is no such file."""
        file = self.files.get(path)
        if file is None:
            return None
        caching: Headers = [
            (b"etag", file.etag),
            (b"cache-control", file.cache_control),
            (b"vary", b"accept-encoding"),
        ]
        if headers.get("if-none-match", "").encode() == file.etag:
            return Response(304, b"", caching)
        content: Headers = [(b"content-type", file.content_type), *caching]
        if file.gzipped is not None and "gzip" in headers.get("accept-encoding", ""):
            return Response(200, file.gzipped, [*content, (b"content-encoding", b"gzip")])
        return Response(200, file.body, content)


def read_file(folder: Path, path: Path) -> File:
    """Read and compress a file of the page."""
    body = path.read_bytes()
    is_compressed = path.suffix in COMPRESSED_SUFFIXES
    is_hashed = path.relative_to(folder).parts[0] == HASHED_FOLDER
    return File(
        content_type=CONTENT_TYPES.get(path.suffix, "application/octet-stream").encode(),
        body=body,
        gzipped=None if is_compressed else gzip.compress(body, 9, mtime=0),
        etag=f'"{hashlib.sha256(body).hexdigest()[:16]}"'.encode(),
        cache_control=CACHE_FOREVER if is_hashed else REVALIDATE,
    )
