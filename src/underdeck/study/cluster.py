"""Simulations on a cluster of dask.distributed."""

import errno
import logging
import re
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager

from distributed import Client, KilledWorker, LocalCluster
from distributed.comm.core import CommClosedError

from underdeck.refusal import Refusal
from underdeck.study.executors import Submit, defer_interrupts

CONNECT_TIMEOUT = "5s"
ADDRESS = re.compile(r"(?:[a-z]+://)?[^/\s]+:\d+")


@contextmanager
def connect(address: str) -> Iterator[tuple[Submit, int]]:
    """Yield a function to submit tasks to the cluster, and the number of its workers.

    The cluster repeats the tasks of a lost worker.
    """
    if not ADDRESS.fullmatch(address):
        raise Refusal("cluster_address", address=address)
    silence_logs()
    try:
        client = Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Refusal("no_cluster", address=address, reason=error_reason(error)) from None
    with client:
        workers = sum(
            worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values()
        )
        if not workers:
            raise Refusal("idle_cluster", address=address)
        try:
            yield lambda function, *task: client.submit(function, *task, pure=False), workers
        except (KilledWorker, CancelledError, CommClosedError) as error:
            raise Refusal("lost_cluster", address=address, reason=type(error).__name__) from None


@contextmanager
def start_local(workers: int, port: int) -> Iterator[str]:
    """Start a cluster on this machine, one process per worker, and yield its address."""
    silence_logs()
    try:
        with defer_interrupts():
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                scheduler_port=port,
                dashboard_address="127.0.0.1:0",  # even without a dashboard a port is opened
                scheduler_kwargs={"dashboard": False},
                processes=True,
                silence_logs=logging.CRITICAL,
            )
    except (OSError, RuntimeError) as error:
        raise Refusal(
            "no_cluster", address=f"tcp://127.0.0.1:{port}", reason=error_reason(error)
        ) from None
    with cluster:
        yield cluster.scheduler_address


def silence_logs() -> None:
    """Silence the logs of dask.distributed; errors are reported as refusals."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


def error_reason(error: BaseException) -> str:
    """Return the system's error code if one is among the causes, else the error's message."""
    cause: BaseException | None = error
    while cause is not None:
        code = cause.errno if isinstance(cause, OSError) else None
        if code is not None and code in errno.errorcode:
            return errno.errorcode[code]
        cause = cause.__cause__ or cause.__context__
    return (str(error) or type(error).__name__).rstrip(".")
