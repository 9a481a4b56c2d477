"""The files of the page: compression, caching, and nothing else on disk."""

import gzip
from pathlib import Path

import pytest

from underdeck.serve.static import StaticFiles


@pytest.fixture
def files(tmp_path: Path) -> StaticFiles:
    """Return a page of three files."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>" + "x" * 500)
    (tmp_path / "assets" / "a-1234.js").write_text("let a = 1;" * 50)
    (tmp_path / "assets" / "b-1234.woff2").write_bytes(b"woff")
    return StaticFiles(tmp_path)


def test_files_are_compressed_for_clients_that_accept_gzip(files: StaticFiles) -> None:
    found = files.find("/", {"accept-encoding": "br, gzip"})
    assert found is not None
    assert found.status == 200
    assert gzip.decompress(found.body).startswith(b"<!doctype html>")
    assert (b"content-encoding", b"gzip") in found.headers
    plain = files.find("/", {})
    assert plain is not None
    assert plain.body.startswith(b"<!doctype html>")


def test_hashed_files_are_cached_forever_and_others_are_revalidated(
    files: StaticFiles,
) -> None:
    for path, caching in (
        ("/", b"no-cache"),
        ("/assets/a-1234.js", b"public, max-age=31536000, immutable"),
    ):
        found = files.find(path, {})
        assert found is not None
        headers = dict(found.headers)
        assert headers[b"cache-control"] == caching
        again = files.find(path, {"if-none-match": headers[b"etag"].decode()})
        assert again is not None
        assert (again.status, again.body) == (304, b"")


def test_only_files_read_at_the_start_are_served(files: StaticFiles, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("made later")
    for path in (
        "/secret.txt",
        "/assets",
        "/assets/../index.html",
        "//etc/passwd",
        "/assets/%2e%2e/index.html",
    ):
        assert files.find(path, {}) is None
    assert StaticFiles(tmp_path / "nowhere").find("/", {}) is None
