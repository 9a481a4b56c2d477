"""Logs that can't tell secrets: one line for each event, with fields from a list and nothing else.

Messages of libraries may hold anything, so they are told by where they come from, never by their words; uvicorn is run with
`log_config=None`, or it would bring its own.
"""

import json
import logging
import math
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import PurePath
from types import TracebackType
from typing import Any

LOGGER = logging.getLogger("underdeck")
MOST_FRAMES = 20
"""So many of the innermost frames of a traceback are told."""
MOST_CAUSES = 4
"""So many exceptions behind an exception are told."""
UNNAMED = "unnamed"
"""An event whose name is none."""
ACCESS = "uvicorn.access"
NO_TEXT = "send_receive_event_to_app"
"""Where uvicorn finds that a message isn't UTF-8."""


def _text(pattern: str) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: object) -> bool:
    return _whole(value) or (isinstance(value, float) and math.isfinite(value))


FIELDS: Mapping[str, Callable[[object], bool]] = {
    "event": _text(r"[a-z][a-z0-9_.]{0,63}"),
    "table": _text(r"[A-Za-z0-9_-]{1,36}"),
    "version": _whole,
    "seat": _whole,
    "client": _text(r"[0-9a-f]{8,32}"),  # a hash, no address
    "status": _whole,
    "ms": _number,
    "error": _text(r"[A-Za-z_][A-Za-z0-9_.]{0,99}"),
}
"""All that may be told, and what it must look like: an event and a kind of error by name, a client by its hash, the rest as numbers."""


def set_up(level: str, as_json: bool) -> None:
    """Send all logs to stderr in our form, those of uvicorn and other libraries too."""
    logging.raiseExceptions = False  # else what can't be logged would be printed
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else PlainLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in ("uvicorn", "uvicorn.error", ACCESS, "uvicorn.asgi", "py.warnings"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    logging.getLogger("uvicorn.error").addFilter(is_ours)
    logging.captureWarnings(True)


def is_ours(record: logging.LogRecord) -> bool:
    """Not if a client has sent text that is none: who sent it is told (1007), and we have nothing to mend."""
    return record.funcName != NO_TEXT


def log(event: str, **fields: object) -> None:
    """Tell that something happened; fields that aren't allowed are dropped."""
    LOGGER.info(UNNAMED, extra={"told": allowed({**fields, "event": event})})


def log_exception(event: str, exception: BaseException, **fields: object) -> None:
    """Tell that something went wrong: the kinds of exceptions and where they come from, but not what they say."""
    LOGGER.error(UNNAMED, extra={"told": allowed({**fields, "event": event})}, exc_info=exception)


def allowed(fields: Mapping[str, object]) -> dict[str, object]:
    """Only the fields that may be told."""
    told = {name: value for name, value in fields.items() if name in FIELDS and FIELDS[name](value)}
    return {"event": UNNAMED, **told}


class JsonLines(logging.Formatter):
    """A record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return json.dumps(told_of(record))


class PlainLines(logging.Formatter):
    """A record as one line for people: the same, and no more."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told = told_of(record)
        start = " ".join(str(told.pop(name)) for name in ("time", "level", "event"))
        return " ".join([start, *(f"{name}={value}" for name, value in told.items())])


def told_of(record: logging.LogRecord) -> dict[str, Any]:
    """All that a line tells."""
    told: dict[str, Any] = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    }
    told["level"] = record.levelname.lower()
    own = getattr(record, "told", None)
    told |= allowed(own) if isinstance(own, dict) else told_by_library(record)
    if record.exc_info and record.exc_info[1] is not None:
        told |= told_of_exception(record.exc_info[1])
    return told


def told_by_library(record: logging.LogRecord) -> dict[str, Any]:
    """The logger's name and the line that logged; of a request also the status, the last of what uvicorn says of it."""
    fields: dict[str, object] = {"event": record.name.lower()}
    if record.name == ACCESS and isinstance(record.args, tuple) and record.args:
        fields["status"] = record.args[-1]
    return {**allowed(fields), "at": place(record.pathname, record.lineno, record.funcName)}


def told_of_exception(exception: BaseException, depth: int = 0) -> dict[str, Any]:
    """The exception's kind and frames, those of its cause, and those of the exceptions that it is a group of."""
    told: dict[str, Any] = {
        "error": type(exception).__qualname__,
        "frames": frames(exception.__traceback__),
    }
    if depth >= MOST_CAUSES:
        return told
    cause = exception.__cause__ or (
        None if exception.__suppress_context__ else exception.__context__
    )
    if cause is not None:
        told["cause"] = told_of_exception(cause, depth + 1)
    if isinstance(exception, BaseExceptionGroup):
        told["group"] = [
            told_of_exception(each, depth + 1) for each in exception.exceptions[:MOST_CAUSES]
        ]
    return told


def frames(trace: TracebackType | None) -> list[str]:
    """Where an exception went through, the innermost last."""
    walked = [(frame.f_code, line) for frame, line in traceback.walk_tb(trace)]
    return [place(code.co_filename, line, code.co_qualname) for code, line in walked[-MOST_FRAMES:]]


def place(path: str, line: int, function: str | None) -> str:
    """A line of code, its file named by its last two parts."""
    return f"{'/'.join(PurePath(path).parts[-2:])}:{line} {function}"
