"""Logs without secrets: one line per event, with fields from an allow-list.

Messages of libraries may contain anything, so they are logged by their origin and never by their
text. uvicorn must run with `log_config=None`, or it would install its own handlers.
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

from underdeck.json_types import JsonObject

LOGGER = logging.getLogger("underdeck")
MAX_FRAMES = 20
"""Maximum number of frames of a traceback, the innermost ones."""
MAX_CAUSES = 4
"""Maximum depth of causes of an exception, and number of exceptions of a group."""
UNNAMED = "unnamed"
"""The name of an event whose own name is not allowed."""
ACCESS_LOGGER = "uvicorn.access"
DECODING_FUNCTION = "send_receive_event_to_app"
"""The function of uvicorn that logs WebSocket messages that aren't UTF-8."""
FIELDS_ATTRIBUTE = "fields"
"""The attribute of a log record with our own fields."""


def _text(pattern: str) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return _is_integer(value) or (isinstance(value, float) and math.isfinite(value))


ALLOWED_FIELDS: Mapping[str, Callable[[object], bool]] = {
    "event": _text(r"[a-z][a-z0-9_.]{0,63}"),
    "table": _text(r"[A-Za-z0-9_-]{1,36}"),
    "version": _is_integer,
    "seat": _is_integer,
    "games": _is_integer,
    "client": _text(r"[0-9a-f]{8,32}"),  # a hash, no address
    "status": _is_integer,
    "ms": _is_number,
    "error": _text(r"[A-Za-z_][A-Za-z0-9_.]{0,99}"),
}
"""The fields that may be logged, each with a check of its value."""


def configure_logging(level: str, as_json: bool) -> None:
    """Send all logs to stderr in our format, those of libraries included."""
    logging.raiseExceptions = False  # the default would print records that can't be formatted
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if as_json else TextFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in ("uvicorn", "uvicorn.error", ACCESS_LOGGER, "uvicorn.asgi", "py.warnings"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    logging.getLogger("uvicorn.error").addFilter(is_server_error)
    logging.captureWarnings(True)


def is_server_error(record: logging.LogRecord) -> bool:
    """Return False for messages that aren't UTF-8: the client's error, answered with 1007."""
    return record.funcName != DECODING_FUNCTION


def log(event: str, **fields: object) -> None:
    """Log an event; fields that aren't allowed are dropped."""
    LOGGER.info(UNNAMED, extra={FIELDS_ATTRIBUTE: allowed_fields({**fields, "event": event})})


def log_exception(event: str, exception: BaseException, **fields: object) -> None:
    """Log an exception by its type and traceback, without its message."""
    extra = {FIELDS_ATTRIBUTE: allowed_fields({**fields, "event": event})}
    LOGGER.error(UNNAMED, extra=extra, exc_info=exception)


def allowed_fields(fields: Mapping[str, object]) -> dict[str, object]:
    """Return the fields that may be logged, and always an event."""
    allowed = {
        name: value
        for name, value in fields.items()
        if name in ALLOWED_FIELDS and ALLOWED_FIELDS[name](value)
    }
    return {"event": UNNAMED, **allowed}


class JsonFormatter(logging.Formatter):
    """Formats a record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return json.dumps(line_fields(record))


class TextFormatter(logging.Formatter):
    """Formats a record as one line for people, with the same fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        fields = line_fields(record)
        start = " ".join(str(fields.pop(name)) for name in ("time", "level", "event"))
        return " ".join([start, *(f"{name}={value}" for name, value in fields.items())])


def line_fields(record: logging.LogRecord) -> JsonObject:
    """Return all fields of a log line."""
    time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    fields: JsonObject = {"time": time, "level": record.levelname.lower()}
    own = getattr(record, FIELDS_ATTRIBUTE, None)
    fields |= allowed_fields(own) if isinstance(own, dict) else library_fields(record)
    if record.exc_info and record.exc_info[1] is not None:
        fields |= exception_fields(record.exc_info[1])
    return fields


def library_fields(record: logging.LogRecord) -> JsonObject:
    """Return a library's logger and source line; of an access log also the status."""
    fields: dict[str, object] = {"event": record.name.lower()}
    if record.name == ACCESS_LOGGER and isinstance(record.args, tuple) and record.args:
        fields["status"] = record.args[-1]
    location = source_location(record.pathname, record.lineno, record.funcName)
    return {**allowed_fields(fields), "at": location}


def exception_fields(exception: BaseException, depth: int = 0) -> JsonObject:
    """Return the type and frames of an exception, of its causes and of the members of a group."""
    fields: JsonObject = {
        "error": type(exception).__qualname__,
        "frames": frames(exception.__traceback__),
    }
    if depth >= MAX_CAUSES:
        return fields
    context = None if exception.__suppress_context__ else exception.__context__
    cause = exception.__cause__ or context
    if cause is not None:
        fields["cause"] = exception_fields(cause, depth + 1)
    if isinstance(exception, BaseExceptionGroup):
        members = exception.exceptions[:MAX_CAUSES]
        fields["group"] = [exception_fields(member, depth + 1) for member in members]
    return fields


def frames(trace: TracebackType | None) -> list[str]:
    """Return the source locations of a traceback, the innermost last."""
    walked = [(frame.f_code, line) for frame, line in traceback.walk_tb(trace)]
    return [
        source_location(code.co_filename, line, code.co_qualname)
        for code, line in walked[-MAX_FRAMES:]
    ]


def source_location(path: str, line: int, function: str | None) -> str:
    """Return file, line and function; the file by the last two parts of its path."""
    return f"{'/'.join(PurePath(path).parts[-2:])}:{line} {function}"
