"""The pages on limits and protocol and deploy/nginx.conf have the limits of the server."""

import re
from pathlib import Path

from underdeck.formats import MAX_RECORD_LENGTH
from underdeck.serve.http_limits import (
    MAX_HEAD_BYTES,
    MAX_PIPELINED,
    REQUEST_TIMEOUT_S,
    WRITE_STALL_S,
)
from underdeck.serve.limits import (
    BURST_S,
    FILES_PER_REQUEST,
    MAX_CONNECTIONS,
    MAX_IMPORT_BYTES,
    MAX_LARGE_BODIES,
    MAX_LARGE_BODIES_PER_CLIENT,
    MAX_LISTED,
    MAX_PER_SECOND,
    MAX_TABLES_PER_HOUR,
    MAX_WEBSOCKETS,
    RELISTED_PER_HOUR,
)
from underdeck.serve.messages import MAX_FRAME_BYTES, MAX_MESSAGE_BYTES
from underdeck.serve.messages.career import MAX_IMPORTED
from underdeck.serve.messages.chronicles import MAX_JOURNAL_PART
from underdeck.serve.request_costs import (
    ADVICE_TOKENS,
    CHRONICLE_LINK_TOKENS,
    CHRONICLE_TOKENS,
    MOVES_PER_REPLAY_TOKEN,
    REVIEW_TOKENS,
)
from underdeck.serve.websocket import HELLO_TIMEOUT_S, MAX_QUEUED_PHRASES

ROOT = Path(__file__).parents[2]
LIMITS_PAGE = (ROOT / "docs" / "reference" / "limits.md").read_text("utf-8")
PROTOCOL = (ROOT / "docs" / "reference" / "protocol.md").read_text("utf-8")
NGINX = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")


def rate(factor: int = 1) -> str:
    """Return a rate and its burst in the words of the page."""
    per_second = MAX_PER_SECOND * factor
    return f"{per_second:g} a second, {per_second * BURST_S:g} at once"


LIMITS = {
    "HTTP requests": rate(),
    "files of the page, `/api/health`, the schemas, `/metrics`": (
        f"{rate(FILES_PER_REQUEST)}, counted separately from requests"
    ),
    "WebSocket handshakes": rate(),
    "WebSockets": f"{MAX_WEBSOCKETS}",
    "connections, HTTP and WebSocket together": f"{MAX_CONNECTIONS}",
    "socket messages": f"{rate()}, over all sockets",
    "new tables": f"{MAX_TABLES_PER_HOUR:g} an hour",
    "tables listed in the lobby": (
        f"{MAX_LISTED} at once, {RELISTED_PER_HOUR * MAX_LISTED} an hour"
    ),
    "a request's head (request line and headers)": f"{MAX_HEAD_BYTES // 1024} KiB",
    "time for a head, from the connection's start or the head's first byte": (
        f"{REQUEST_TIMEOUT_S:g} seconds"
    ),
    "time for a body": f"{REQUEST_TIMEOUT_S:g} seconds",
    "pipelined requests that wait for a response": f"{MAX_PIPELINED}",
    "a response of which a client takes nothing": f"{WRITE_STALL_S:g} seconds",
    "`hello` after the handshake": f"{HELLO_TIMEOUT_S:g} seconds",
    "a message or body": (
        f"{MAX_MESSAGE_BYTES} bytes; a message of more than {MAX_FRAME_BYTES} ends the connection"
    ),
    "the body of an import": f"{MAX_IMPORT_BYTES // 2**20} MiB and {MAX_IMPORTED} games",
    "imports that a worker receives at the same time, from all clients": f"{MAX_LARGE_BODIES}",
    "imports that a client sends at the same time": f"{MAX_LARGE_BODIES_PER_CLIENT}",
    "a record in an import": f"{MAX_RECORD_LENGTH} bytes",
    "phrases waiting to be delivered": f"the last {MAX_QUEUED_PHRASES}",
}


def test_the_pages_list_the_limits() -> None:
    head = "| what | how much | if exceeded |\n|---|---|---|\n"
    table = LIMITS_PAGE.split(head)[1].split("\n\n")[0]
    cells = [row.strip("| ").split(" | ") for row in table.splitlines()]
    assert {what: how_much for what, how_much, _ in cells} == LIMITS
    assert f"| 1009 | a message of more than {MAX_FRAME_BYTES} bytes |" in PROTOCOL


def test_the_page_has_the_costs_of_chronicles() -> None:
    assert MOVES_PER_REPLAY_TOKEN == 2
    page = " ".join(LIMITS_PAGE.split())
    assert f"A chronicle counts for {CHRONICLE_TOKENS} and one more for every two moves" in page
    assert f"a link to a chronicle for {CHRONICLE_LINK_TOKENS}" in page
    assert f"in parts of up to {MAX_JOURNAL_PART};" in PROTOCOL


def test_the_page_has_the_costs_of_advice_and_reviews() -> None:
    costs = f"Advice counts for {ADVICE_TOKENS}; a review for {REVIEW_TOKENS} and one more"
    assert costs in " ".join(LIMITS_PAGE.split())


def test_the_proxy_has_the_limits_of_a_worker() -> None:
    assert directive("limit_conn underdeck_sockets") == f"{MAX_WEBSOCKETS}"
    assert directive("client_header_timeout") == f"{REQUEST_TIMEOUT_S:g}s"
    assert directive("client_body_timeout") == f"{REQUEST_TIMEOUT_S:g}s"
    count, size = directive("large_client_header_buffers").split()
    assert int(count) * kibibytes(size) == MAX_HEAD_BYTES


def test_the_proxy_leaves_large_bodies_to_a_worker_which_can_say_why() -> None:
    default, importing = map(kibibytes, directives("client_max_body_size"))
    assert default > MAX_MESSAGE_BYTES
    assert importing > MAX_IMPORT_BYTES


def directive(name: str) -> str:
    """Return the value of a directive that occurs once."""
    (value,) = directives(name)
    return value


def directives(name: str) -> list[str]:
    """Return the values of a directive in the order of the file."""
    return re.findall(rf"^\s*{name} ([^;]+);", NGINX, re.MULTILINE)


def kibibytes(text: str) -> int:
    """Return the number of bytes of a size such as `4k`."""
    return int(text.removesuffix("k")) * 1024
