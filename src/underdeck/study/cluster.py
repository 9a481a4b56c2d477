"""Beyond one machine: the same work on a cluster of dask.distributed."""

import errno
import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any

from distributed import Client, KilledWorker, LocalCluster
from distributed.comm.core import CommClosedError

from underdeck.refusal import Refusal
from underdeck.study.executors import interrupted_later

PATIENCE = "5s"
"""How long a cluster may take to answer."""
ADDRESS = re.compile(r"(?:[a-z]+://)?[^/\s]+:\d+")


@contextmanager
def connected(address: str) -> Iterator[tuple[Callable[..., Any], int]]:
    """A way to hand work to the cluster at that address, and how many it can do at once; what a lost worker had goes to another."""
    if not ADDRESS.fullmatch(address):
        raise Refusal("cluster_address", address=address)
    hush()
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Refusal("no_cluster", address=address, reason=reason_of(error)) from None
    with client:
        workers = sum(
            worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values()
        )
        if not workers:
            raise Refusal("idle_cluster", address=address)
        try:
            yield lambda function, *parts: client.submit(function, *parts, pure=False), workers
        except (KilledWorker, CancelledError, CommClosedError) as error:
            raise Refusal("lost_cluster", address=address, reason=type(error).__name__) from None


@contextmanager
def started(workers: int, port: int) -> Iterator[str]:
    """A cluster on this machine, a process for each worker, and its address; Ctrl-C is heard by us alone."""
    hush()
    try:
        with interrupted_later():
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                scheduler_port=port,
                dashboard_address=None,
                processes=True,
                silence_logs=logging.CRITICAL,
            )
    except (OSError, RuntimeError) as error:
        raise Refusal(
            "no_cluster", address=f"tcp://127.0.0.1:{port}", reason=reason_of(error)
        ) from None
    with cluster:
        yield cluster.scheduler_address


def hush() -> None:
    """What goes wrong is told by us, once."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


def reason_of(error: BaseException) -> str:
    """The system's own code where there is one beneath it all, else the words."""
    found: BaseException | None = error
    while found is not None:
        if (
            isinstance(found, OSError)
            and found.errno is not None
            and found.errno in errno.errorcode
        ):
            return errno.errorcode[found.errno]
        found = found.__cause__ or found.__context__
    return (str(error) or type(error).__name__).rstrip(".")
