"""nginx for the tests: an installed one, or the unpacked program of Debian's package."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from processes import TIMEOUT_S, spawn

SHIPPED = Path(__file__).resolve().parents[2] / "deploy" / "nginx.conf"
DOWNLOAD_TIMEOUT_S = 120
MAIN = """
{user}
pid {folder}/nginx.pid;
worker_processes 1;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def find(folder: Path) -> str | None:
    """Return the path of an nginx that runs; unpack Debian's if none is installed."""
    installed = shutil.which(
        "nginx", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"])
    )
    return installed or unpack(folder)


def unpack(folder: Path) -> str | None:
    """Download Debian's package and unpack its program: installing it would start a service."""
    download = "apt-get download -qq nginx"
    if not attempt(download, folder) and attempt(
        "apt-get update -qq", folder
    ):  # a fresh machine has no lists of packages
        attempt(download, folder)
    for package in folder.glob("nginx_*.deb"):
        attempt(f"dpkg-deb -x {package} unpacked", folder)
    program = folder / "unpacked" / "usr" / "sbin" / "nginx"
    return str(program) if attempt(f"{program} -e stderr -v", folder) else None


def attempt(command: str, folder: Path) -> bool:
    """Run a command that may fail, and return whether it succeeded."""
    try:
        done = subprocess.run(
            command.split(),
            cwd=folder,
            capture_output=True,
            check=False,
            timeout=DOWNLOAD_TIMEOUT_S,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def free_ports(number: int) -> list[int]:
    """Return free ports."""
    with contextlib.ExitStack() as stack:
        sockets = [
            stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(number)
        ]
        return [each.getsockname()[1] for each in sockets]


def has_ipv6() -> bool:
    """Return whether this machine has IPv6 at all."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


def site(plain: int, secure: int, workers: list[int], certificate: Path, key: Path) -> str:
    """Return the shipped configuration with the ports and the certificate of a test.

    Fails if a text to replace is not there.
    """
    text = SHIPPED.read_text("utf-8")
    replacements = {
        "listen 80;": f"listen {plain};",
        "listen [::]:80;": f"listen [::]:{plain};" if has_ipv6() else "",
        "listen 443 ssl": f"listen {secure} ssl",
        "listen [::]:443 ssl http2;": f"listen [::]:{secure} ssl http2;" if has_ipv6() else "",
        "/etc/ssl/cards.example/fullchain.pem": str(certificate),
        "/etc/ssl/cards.example/privkey.pem": str(key),
        "127.0.0.1:8765": f"127.0.0.1:{workers[0]}",
        "127.0.0.1:8766": f"127.0.0.1:{workers[1]}",
    }
    for old, new in replacements.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """Create a self-signed certificate for this machine."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=cards.example"
    files = ["-keyout", str(key), "-out", str(certificate)]
    names = ["-addext", "subjectAltName=DNS:cards.example,IP:127.0.0.1"]
    subprocess.run([*command.split(), *files, *names], check=True, capture_output=True)
    return certificate, key


@dataclass
class Proxy:
    """A running nginx."""

    plain: int
    secure: int
    certificate: Path

    @property
    def address(self) -> str:
        """The host and port for HTTPS."""
        return f"127.0.0.1:{self.secure}"


@contextlib.contextmanager
def running(program: str, folder: Path, workers: list[int]) -> Iterator[Proxy]:
    """Run nginx with the shipped configuration in front of two workers."""
    certificate, key = make_certificate(folder)
    plain, secure = free_ports(2)
    (folder / "site.conf").write_text(site(plain, secure, workers, certificate, key))
    user = "user root;" if os.geteuid() == 0 else ""  # so that it may use the folder
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, user=user))
    command = [
        program,
        "-e",
        "stderr",
        "-p",
        str(folder),
        "-c",
        str(folder / "nginx.conf"),
        "-g",
        "daemon off;",
    ]
    with (folder / "nginx.log").open("w") as log:
        process = spawn(command, orphan_signal=signal.SIGTERM, stderr=log)
    try:
        wait_until_listening(process, secure, folder / "nginx.log")
        yield Proxy(plain, secure, certificate)
    finally:
        process.terminate()
        process.wait(TIMEOUT_S)


def wait_until_listening(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Wait until the port accepts connections."""
    deadline = time.monotonic() + TIMEOUT_S
    while True:
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < deadline, log.read_text()
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        time.sleep(0.05)
