"""Logs: one object per line, without secrets."""

import asyncio
import json
import logging
import socket
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send

from underdeck.serve.logs import configure_logging, log, log_exception

SECRET = "K♥-hunter2"


@pytest.fixture(autouse=True)
def restored_logging() -> Iterator[None]:
    """Restore the logging configuration after each test."""
    root = logging.getLogger()
    handlers, level, raising = list(root.handlers), root.level, logging.raiseExceptions
    yield
    logging.captureWarnings(False)
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.raiseExceptions = raising


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """Return the logged lines as objects, and check that they have no secret."""
    captured = capsys.readouterr()
    assert captured.out == ""
    assert SECRET not in captured.err
    assert "hunter2" not in captured.err
    return [json.loads(line) for line in captured.err.splitlines()]


def fail() -> None:
    """Raise an exception with a secret, caused by another one."""
    try:
        raise KeyError(SECRET)
    except KeyError as error:
        raise ValueError(f"bad card {SECRET}", {"hand": SECRET}) from error


def test_an_event_is_one_line_with_its_fields(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("info", as_json=True)
    log(
        "move_made",
        table="t-1_x",
        version=7,
        seat=2,
        client="0123abcd",
        status=200,
        ms=1.5,
        error="Refusal",
    )
    (line,) = lines(capsys)
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "info",
        "event": "move_made",
        "table": "t-1_x",
        "version": 7,
        "seat": 2,
        "client": "0123abcd",
        "status": 200,
        "ms": 1.5,
        "error": "Refusal",
    }


def test_fields_outside_the_allow_list_are_dropped(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("info", as_json=True)
    log(
        "asked",
        token=SECRET,
        cookie=SECRET,
        query=SECRET,
        card=SECRET,
        move=SECRET,
        exc_info=SECRET,
        message=SECRET,
        level="x",
        time=0,
    )
    (line,) = lines(capsys)
    assert set(line) == {"time", "level", "event"}
    assert line["level"] == "info"


@pytest.mark.parametrize(
    "field",
    [
        {"table": f"t {SECRET}"},
        {"table": "x" * 37},
        {"version": SECRET},
        {"seat": "10S"},
        {"seat": True},
        {"client": "192.0.2.7"},
        {"client": "2001:db8::1"},
        {"status": "200 " + SECRET},
        {"ms": [SECRET]},
        {"ms": float("nan")},
        {"error": ValueError(SECRET)},
        {"error": "ValueError: 10S"},
    ],
)
def test_fields_with_invalid_values_are_dropped(
    field: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    configure_logging("info", as_json=True)
    log("asked", **field)
    (line,) = lines(capsys)
    assert set(line) == {"time", "level", "event"}


def test_other_handlers_get_allowed_fields_only(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    log("asked", seat=1, card=SECRET)
    log_exception("failed", ValueError(), seat=1, card=SECRET)
    assert [record.__dict__["fields"] for record in caplog.records] == [
        {"event": "asked", "seat": 1},
        {"event": "failed", "seat": 1},
    ]
    assert SECRET not in caplog.text


def test_an_invalid_event_name_is_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("info", as_json=True)
    log(f"played {SECRET}")
    log("two\nlines")
    assert [line["event"] for line in lines(capsys)] == ["unnamed", "unnamed"]


def test_an_exception_is_logged_by_type_and_location(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("info", as_json=True)
    try:
        fail()
    except ValueError as error:
        log_exception("move_failed", error, table="t1")
    (line,) = lines(capsys)
    assert (line["level"], line["event"], line["table"], line["error"]) == (
        "error",
        "move_failed",
        "t1",
        "ValueError",
    )
    assert [frame.split(":")[0] for frame in line["frames"]] == ["serve/test_logs.py"] * 2
    assert line["frames"][-1].endswith(f"{fail.__code__.co_firstlineno + 5} fail")
    assert line["cause"]["error"] == "KeyError"


def test_exceptions_in_a_group_are_logged_too(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("info", as_json=True)
    log_exception("task_failed", ExceptionGroup(SECRET, [OSError(SECRET), KeyError(SECRET)]))
    (line,) = lines(capsys)
    assert [each["error"] for each in line["group"]] == ["OSError", "KeyError"]


def test_a_cycle_of_causes_is_cut_off(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("info", as_json=True)
    error, other = ValueError(SECRET), KeyError(SECRET)
    error.__cause__, other.__cause__ = other, error
    log_exception("odd", error)
    assert lines(capsys)[0]["cause"]["error"] == "KeyError"


def test_messages_of_libraries_are_logged_by_location(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("info", as_json=True)
    logging.getLogger("some.library").warning("a %s", SECRET)
    logging.getLogger("some.library").warning(f"a {SECRET} %d", SECRET)
    logging.getLogger("underdeck").info(SECRET)
    try:
        fail()
    except ValueError:
        logging.getLogger("some.library").exception(SECRET)
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(True)
        warnings.warn(SECRET, stacklevel=1)
    logged = lines(capsys)
    assert [line["event"] for line in logged] == [
        "some.library",
        "some.library",
        "underdeck",
        "some.library",
        "py.warnings",
    ]
    assert logged[0]["at"].startswith("serve/test_logs.py:")
    assert logged[3]["error"] == "ValueError"


def test_fields_set_on_a_record_are_checked_again(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("info", as_json=True)
    logging.getLogger("some.library").warning(
        "x", extra={"fields": {"card": SECRET, "table": SECRET}}
    )
    assert set(lines(capsys)[0]) == {"time", "level", "event"}


def test_plain_lines_have_the_same_fields(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("info", as_json=False)
    log("move_made", table="t1", seat=2, card=SECRET)
    logged = capsys.readouterr().err
    assert logged.endswith(" info move_made table=t1 seat=2\n")
    assert logged.count("\n") == 1


def test_nothing_is_logged_below_the_level(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("warning", as_json=True)
    log("move_made")
    assert lines(capsys) == []


def test_configuring_twice_logs_once(capsys: pytest.CaptureFixture[str]) -> None:
    configure_logging("info", as_json=True)
    configure_logging("info", as_json=True)
    log("move_made")
    assert len(lines(capsys)) == 1


async def leaky(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that fails with a secret on one path."""
    if scope["path"] == "/fails":
        raise ValueError(SECRET)
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def get(port: int, path: str) -> None:
    """Request a path and read the whole response."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    headers = "Host: x\r\nCookie: key=hunter2\r\nConnection: close\r\n"
    writer.write(f"GET {path} HTTP/1.1\r\n{headers}\r\n".encode())
    await reader.read()
    writer.close()
    await writer.wait_closed()


def test_uvicorn_logs_neither_paths_nor_messages(capsys: pytest.CaptureFixture[str]) -> None:
    async def serve() -> None:
        server = uvicorn.Server(uvicorn.Config(leaky, log_config=None, lifespan="off"))
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))
            running = asyncio.create_task(server.serve([listening]))
            while not server.started:
                await asyncio.sleep(0.01)
            port = listening.getsockname()[1]
            await get(port, "/api/hunter2?token=hunter2")
            await get(port, "/fails?token=hunter2")
            server.should_exit = True
            await running

    configure_logging("info", as_json=True)
    asyncio.run(serve())
    logged = lines(capsys)
    assert [line["status"] for line in logged if line["event"] == "uvicorn.access"] == [404, 500]
    (failure,) = [line for line in logged if line["level"] == "error"]
    assert failure["error"] == "ValueError"
    assert failure["frames"][-1].endswith(" leaky")
    assert any(
        line["event"] == "uvicorn.error" and line["at"].startswith("uvicorn/server.py:")
        for line in logged
    )
