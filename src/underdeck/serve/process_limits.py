"""Limits on what the processes of bots use, so that the server's moves come first."""

import os
import sys

if sys.platform != "win32":
    import resource

NICENESS = 10
"""The scheduling priority of workers: lower than the server's."""


def lower_priority() -> None:
    """Lower this process's priority; on Linux it also interrupts no other one when it wakes up."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    if hasattr(os, "SCHED_BATCH"):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def limit_memory(megabytes: int) -> None:
    """Limit this process's memory."""
    if sys.platform != "win32" and hasattr(resource, "RLIMIT_AS"):
        _, hard_limit = resource.getrlimit(resource.RLIMIT_AS)
        limit = megabytes * 2**20
        if hard_limit != resource.RLIM_INFINITY:
            limit = min(limit, hard_limit)
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
