"""compose.yaml and the systemd unit: valid commands and consistent settings."""

import configparser
import re
import shlex
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest

from cli.run import underdeck
from deploy.dockerfile import read_dockerfile

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
UPSTREAMS = re.findall(r"server 127\.0\.0\.1:(\d+)", (DEPLOY / "nginx.conf").read_text("utf-8"))


def compose() -> Any:
    yaml: Any = pytest.importorskip(
        "yaml", reason="compose.yaml is not tested: PyYAML is not installed"
    )
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def unit() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(DEPLOY / "underdeck@.service", encoding="utf-8")
    return parser


def accepts(*arguments: str) -> None:
    """Check that `underdeck` accepts these arguments; with --help it only parses them."""
    ran = underdeck(*arguments, "--help")
    assert ran.code == 0, ran.err
    options = {word.partition("=")[0] for word in arguments if word.startswith("--")}
    assert options <= set(re.findall(r"--[\w-]+", ran.out))


def test_the_command_of_the_image_is_valid() -> None:
    (command,) = (
        rest for word, rest in read_dockerfile(DEPLOY / "Dockerfile")[""] if word == "CMD"
    )
    accepts(*re.findall(r'"([^"]+)"', command))


def test_the_command_of_the_containers_is_valid() -> None:
    accepts(*compose()["services"]["server"]["command"])


def test_the_containers_are_built_from_an_existing_dockerfile() -> None:
    build = compose()["services"]["server"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()


def test_containers_publish_the_ports_of_the_proxy_on_loopback_only() -> None:
    server = compose()["services"]["server"]
    (published,) = server["ports"]
    host, ports, inside = published.split(":")
    first, last = map(int, ports.split("-"))
    (exposed,) = (
        rest for word, rest in read_dockerfile(DEPLOY / "Dockerfile")[""] if word == "EXPOSE"
    )
    assert (host, inside) == ("127.0.0.1", exposed)
    assert [str(port) for port in range(first, last + 1)] == UPSTREAMS
    assert server["deploy"]["replicas"] == len(UPSTREAMS)


def test_containers_trust_the_proxy_only() -> None:
    settings = compose()
    (network,) = settings["networks"]["outside"]["ipam"]["config"]
    trusted = settings["services"]["server"]["environment"]["FORWARDED_ALLOW_IPS"]
    assert trusted == network["gateway"]
    assert f"--observer={trusted}" in settings["services"]["server"]["command"]
    assert ip_address(trusted) in ip_network(network["subnet"])


def test_the_database_is_reachable_from_inside_only() -> None:
    settings = compose()
    assert settings["services"]["database"]["networks"] == ["inside"]
    assert settings["networks"]["inside"]["internal"] is True
    assert "ports" not in settings["services"]["database"]


@pytest.mark.parametrize("options", ["", "--database postgresql://underdeck@db.internal/underdeck"])
def test_the_command_of_the_unit_is_valid(options: str) -> None:
    command = unit()["Service"]["ExecStart"]
    for port in UPSTREAMS:
        program, *arguments = shlex.split(
            command.replace("%i", port).replace("$UNDERDECK_OPTIONS", options)
        )
        assert program == "/opt/underdeck/bin/underdeck"
        accepts(*arguments)


def test_the_unit_runs_without_privileges_and_stops_in_time() -> None:
    service = unit()["Service"]
    assert service["User"] == "underdeck"
    assert service["NoNewPrivileges"] == "yes"
    assert service["KillMode"] == "mixed"
    assert int(service["TimeoutStopSec"]) > 5
