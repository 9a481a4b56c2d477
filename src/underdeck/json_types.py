"""Types of JSON data."""

from typing import TypeAlias

JsonObject: TypeAlias = dict[str, object]
"""Data that is written as JSON or passed on; readers check its parts first."""
