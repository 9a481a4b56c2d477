"""Requests over HTTP, with the standard library alone."""

import errno
import socket
import ssl
import time
from collections.abc import Mapping
from http.client import HTTPException
from ipaddress import ip_address
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import SplitResult, urlsplit
from urllib.request import (
    HTTPRedirectHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

from underdeck.cli.client import LOCAL, QUERY, Client, Response, local_place
from underdeck.refusal import Refusal

TIMEOUT_S = 15.0
HEALTH_TIMEOUT_S = 2.0
"""How long a server on this machine may take to say that it runs."""
MAX_RESPONSE_BYTES = 64 * 1024 * 1024
TOO_FAST_STATUS = 429
MAX_TRIES, RETRY_PAUSE_S = 5, 2.0
"""A request that was refused as too fast is sent again after a pause."""
REDIRECTS = (301, 302, 303, 307, 308)
REFUSED_CONNECTION = "ECONNREFUSED"
"""The reason of an error after which it is certain that no request arrived."""
SCHEMES = ("http", "https")


class NoRedirects(HTTPRedirectHandler):
    """Follows no redirects: a key must not be sent to another host."""

    def redirect_request(self, *_given: object) -> None:
        """Leave the redirect as it is."""


class HttpClient(Client):
    """A client of a server at an address such as `https://cards.example`."""

    address = ""
    has_server = True

    def __init__(
        self, address: str, *, is_local: bool = False, timeout_s: float = TIMEOUT_S
    ) -> None:
        self.id = LOCAL if is_local else address
        self.place = local_place() if is_local else address
        self.address = address
        self.timeout_s = timeout_s
        self._opener = new_opener(urlsplit(address))

    def is_running(self) -> bool:
        """Return whether an Underdeck server answers at the address."""
        headers = {"accept": "application/json"}
        try:
            response = self._send_once("GET", "/api/health", headers, b"", HEALTH_TIMEOUT_S)
        except Refusal:
            return False
        return response.status == 200 and b'"status"' in response.body

    def send(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        """Send a request; if there were too many, wait and send it again."""
        for _ in range(MAX_TRIES - 1):
            response = self._send_once(method, path, headers, body, self.timeout_s)
            if response.status != TOO_FAST_STATUS or b'"too_fast"' not in response.body:
                return response
            time.sleep(RETRY_PAUSE_S)
        return self._send_once(method, path, headers, body, self.timeout_s)

    def _send_once(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes, timeout_s: float
    ) -> Response:
        data = body if method in ("POST", "PUT") else None
        request = Request(  # noqa: S310  the scheme was checked
            f"{self.address}{path}?{QUERY}", data=data, headers=dict(headers), method=method
        )
        try:
            with self._opener.open(request, timeout=timeout_s) as response:
                return self._read(response.status, response)
        except HTTPError as error:
            with error:
                self._refuse_redirect(error)
                return self._read(error.code, error)
        except (OSError, HTTPException, ValueError) as error:
            raise Refusal(
                "server_unreachable", place=self.address, reason=reason_of(error)
            ) from None

    def _refuse_redirect(self, error: HTTPError) -> None:
        """Refuse a redirect and name its target."""
        target = urlsplit(error.headers.get("location") or "")
        if error.code in REDIRECTS and target.netloc:
            address = f"{target.scheme}://{target.netloc}"
            raise Refusal("server_moved", place=self.address, address=address)

    def _read(self, status: int, response: IO[bytes]) -> Response:
        body = response.read(MAX_RESPONSE_BYTES + 1)
        if len(body) > MAX_RESPONSE_BYTES:
            raise Refusal("server_unclear", place=self.address)
        return Response(status, body)


def new_opener(address: SplitResult) -> OpenerDirector:
    """Return an opener without redirects; for this machine, also without a proxy."""
    proxies = [ProxyHandler({})] if is_loopback(address.hostname or "") else []
    return build_opener(NoRedirects, *proxies)


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def read_address(text: str) -> str:
    """Return the scheme, host and port of a server's address or of a link to its page."""
    try:
        parts = urlsplit(text.strip())
        is_valid = parts.scheme in SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_valid = False
    if not is_valid or "@" in parts.netloc:
        raise Refusal("server_address", text=text)
    return f"{parts.scheme}://{parts.netloc.lower()}"


def reason_of(error: Exception) -> str:
    """Return why a server can't be reached, as a code of `common.reason` if it has one."""
    if isinstance(error, URLError) and isinstance(error.reason, Exception):
        return reason_of(error.reason)
    if isinstance(error, TimeoutError):
        return "ETIMEDOUT"
    if isinstance(error, socket.gaierror):
        return "unknown_host"
    if isinstance(error, ssl.SSLCertVerificationError):
        return error.verify_message
    if isinstance(error, OSError) and error.errno is not None:
        return errno.errorcode.get(error.errno, str(error.strerror))
    return str(error) or type(error).__name__
