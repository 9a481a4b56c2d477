"""Beyond one machine: the same work on a cluster of dask.distributed."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any

from distributed import Client, KilledWorker, LocalCluster
from distributed.comm.core import CommClosedError

from underdeck.refusal import Refusal

PATIENCE = "5s"
"""How long a cluster may take to answer."""
RETRIES = 3
"""How often a part is played anew whose worker was lost."""


@contextmanager
def connected(address: str) -> Iterator[tuple[Callable[..., Any], int]]:
    """A way to hand work to the cluster at that address, and how many it can do at once."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
    except (TimeoutError, OSError, ValueError) as error:
        raise Refusal("no_cluster", address=address, reason=str(error) or type(error).__name__) from None
    with client:
        workers = sum(worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values())
        if not workers:
            raise Refusal("idle_cluster", address=address)
        try:
            yield lambda function, *parts: client.submit(function, *parts, pure=False, retries=RETRIES), workers
        except (KilledWorker, CancelledError, CommClosedError) as error:
            raise Refusal("lost_cluster", address=address, reason=type(error).__name__) from None


@contextmanager
def started(workers: int, port: int) -> Iterator[str]:
    """A cluster on this machine, a process for each worker, and its address."""
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        cluster = LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=workers, threads_per_worker=1, scheduler_port=port, dashboard_address=None, processes=True
        )
    except (OSError, RuntimeError) as error:
        raise Refusal("no_cluster", address=f"tcp://127.0.0.1:{port}", reason=str(error)) from None
    with cluster:
        yield cluster.scheduler_address
