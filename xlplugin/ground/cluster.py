"""Work that the workers of a Dask cluster share."""

from __future__ import annotations

import asyncio
import hashlib
import sys
import warnings
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from xlplugin.ground.problems import OrganizerError, stop
from xlplugin.ground.texts import msg, t

if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")
SECONDS = 5
"""Seconds that a cluster may take to answer."""
PATIENCE = 20
"""Seconds for which a cluster may have no worker: one that is started again is back by then."""
POLL = 0.02
QUIET = {
    "logging": dict.fromkeys(("distributed", "distributed.client"), "critical"),
    "distributed.admin.large-graph-warning-threshold": "1TB",  # files are sent on purpose
}
"""Settings of Dask, whose own lines would stand among ours."""


def on_cluster(
    work: Callable[[range], list[T]], parts: Collection[range], address: str
) -> Iterator[list[T]]:
    """The results of the work for each part, in order, from the cluster whose scheduler is there.

    What is lost with a worker that dies is worked out again, there or by another one.

    Raises:
        OrganizerError: the cluster cannot be reached, or would not give the same results.
    """
    try:
        import dask  # noqa: PLC0415  (an extra)

        dask.config.set(QUIET)
        from distributed import Client, KilledWorker  # noqa: PLC0415
        from distributed.versions import VersionMismatchWarning  # noqa: PLC0415
    except ImportError:
        command = 'pip install "xlplugin[cluster]"'
        stop("--scheduler needs Dask, which is not installed: {command}", command=command)
    _reach(address)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", VersionMismatchWarning)  # of Dask: it changes no figure
        try:
            client = Client(address, timeout=SECONDS, set_as_default=False)
        except OSError as error:
            _unreachable(address, error)
        except Exception as error:  # two versions of Dask that differ much
            text = msg(
                "The cluster at {address} does not understand Dask {version}, which this computer has: "
                "install the same version on all of them."
            )
            here = {"address": address, "version": version("distributed")}
            raise OrganizerError(t(text, **here)) from error
    try:
        _refuse_other_versions(client, address)
        yield from _gathered(client, work, parts, address)
    except KilledWorker as error:
        worker = error.last_worker.address
        text = msg(
            "Workers of the cluster died again and again at the same work, the last one {worker}: "
            "see its log for the reason, which may be too little memory."
        )
        raise OrganizerError(t(text, worker=worker)) from error
    finally:
        client.close()  # what is still to be done is cancelled with it


def _reach(address: str) -> None:
    from distributed import Security  # noqa: PLC0415
    from distributed.comm import connect  # noqa: PLC0415

    options: dict[str, Any] = Security().get_connection_args("client")
    if address.startswith("tls://") and options["ssl_context"] is None:
        stop(
            "{address} asks for certificates: name them under distributed.comm.tls in Dask's settings "
            "(ca-file, client.cert, client.key).",
            address=address,
        )

    async def greet() -> None:
        comm = await asyncio.wait_for(connect(address, timeout=SECONDS, **options), SECONDS + 1)
        await comm.close()

    try:
        asyncio.run(greet())
    except (ValueError, TypeError):  # no port, or a scheme that this Dask does not have
        text = msg("{address} is not the address of a Dask scheduler; type it like {example}.")
        raise OrganizerError(t(text, address=address, example="tcp://192.168.1.5:8786")) from None
    except OSError as error:
        _unreachable(address, error)


def _unreachable(address: str, error: OSError) -> NoReturn:
    text = msg(
        "No Dask scheduler answers at {address}. Is it running, may this computer reach it, and is it "
        "tls:// on neither side or on both?"
    )
    raise OrganizerError(t(text, address=address)) from error


def _stop_without_worker(address: str) -> NoReturn:
    text = msg("The cluster at {address} has no worker; start one with: dask worker {address}")
    raise OrganizerError(t(text, address=address))


def _refuse_other_versions(client: Client, address: str) -> None:
    """Refuse a cluster that has no worker, and name all of it that has another version."""
    try:
        client.wait_for_workers(1, timeout=SECONDS)
    except TimeoutError:
        _stop_without_worker(address)
    found: dict[str, Any] = client.get_versions(packages=["xlplugin"])
    here = _versions(found["client"])
    lines = []
    # the scheduler, too, looks into what it passes on
    places = ((t("The scheduler"), found["scheduler"]), *sorted(found["workers"].items()))
    for place, there in places:
        if not there["packages"]["xlplugin"]:
            lines.append(t("{place} has no xlplugin", place=place))
        elif _versions(there) != here:
            lines.append(t("{place} has {versions}", place=place, versions=_versions(there)))
    if lines:
        text = msg("The whole cluster must have the same as this computer ({versions}), but:")
        raise OrganizerError("\n".join([t(text, versions=here), *lines]))


def _versions(installed: dict[str, Any]) -> str:
    """The versions on which the figures, and their arrival, may depend."""
    packages = installed["packages"]
    python = ".".join(packages["python"].split(".")[:2])
    return f"xlplugin {packages['xlplugin']}, Python {python}, Dask {packages['distributed']}"


@cache
def edition() -> str:
    """A fingerprint of the program as it is installed here, which one version may have several of.

    Templates and samples, which lie elsewhere in a copy of the source, work on nothing.
    """
    digest = hashlib.sha256()
    for package in ("engine", "xlplugin"):
        folder = Path(str(sys.modules[package].__file__)).parent
        for file in sorted(folder.rglob("*.py")):
            if file.relative_to(folder).parts[0] in ("templates", "samples"):
                continue
            digest.update(f"{package}/{file.relative_to(folder).as_posix()}\n".encode())
            digest.update(file.read_text(encoding="utf-8").encode())
    return digest.hexdigest()[:8]


def _signed(work: Callable[[range], list[T]], part: range) -> tuple[str, list[T]]:
    """The results of a part, and by which edition of the program: workers may join at any time."""
    return edition(), work(part)


def _gathered(
    client: Client, work: Callable[[range], list[T]], parts: Collection[range], address: str
) -> Iterator[list[T]]:
    """The results, in order, as soon as those before them are there."""
    from distributed import as_completed  # noqa: PLC0415

    # "pure" work would be remembered by its name, whichever edition has done it
    futures = client.map(partial(_signed, work), list(parts), pure=False, key="xlplugin")
    places = {future.key: place for place, future in enumerate(futures)}
    done = as_completed(futures, loop=client.loop, with_results=True)
    futures.clear()  # and what has come is kept by nobody there
    waiting: dict[int, list[T]] = {}
    for place in range(len(places)):
        while place not in waiting:
            _wait(client, done, address)
            future, result = next(done)
            if future.cancelled():
                stop(
                    "The connection to {address} was lost. Run the command again.", address=address
                )
            there, found = result
            if (here := edition()) != there:
                text = msg(
                    "A worker of the cluster has different files of xlplugin {version} ({there}) "
                    "from this computer ({here}): the figures may differ. Install the same files "
                    "on all of them."
                )
                raise OrganizerError(t(text, version=version("xlplugin"), there=there, here=here))
            waiting[places[future.key]] = found
        yield waiting.pop(place)


def _wait(client: Client, done: Any, address: str) -> None:  # noqa: ANN401  (has no types)
    """Wait until something is done, as long as anybody is there to do it."""
    looked = alone = monotonic()
    while not done.has_ready():
        sleep(POLL)
        now = monotonic()
        if now - looked < 1:
            continue
        looked = now
        with suppress(OSError):  # then it is no longer connected, which what is waited for will say
            if client.nthreads():
                alone = now
        if now - alone > PATIENCE:
            _stop_without_worker(address)
