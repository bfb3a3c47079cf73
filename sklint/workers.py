"""Worker processes: each file is analysed in one, so that a crash or a hang costs that file and no more."""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
import types
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import forkserver
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from sklint import overlay
from sklint.checks import implemented
from sklint.collect import ScriptTarget, Target
from sklint.collect.operator import Headers
from sklint.deep import deeply
from sklint.sofar import WALL, SoFar, Teller
from sklint.task import FileReport, Options, Task

# A text can make the parser ask for memory without end; the machine is worth more than the file.
MEMORY_LIMIT = 6 << 30
# How long a worker that does not end itself may outlive its time limit.
_GRACE = 5.0
# How a worker ends whose time for a file is over: by itself, or by the alarm of its clock where no thread of it runs.
_OVER = 75
_ALARM = getattr(signal, "SIGPROF", None)
_LATER = 1.0
# How many objects of past files, such as host programs, may be left before cycles are looked for among them.
_MOST_YOUNG = 400_000
_READY = "ready"
_FORKSERVER = "forkserver" in multiprocessing.get_all_start_methods()


@dataclass(frozen=True, slots=True)
class Setup:
    """What all tasks of a run share; it is sent to a worker once.

    `by_file` holds the options of kernel files that have other ones than `options`; `texts` stand in for files.
    """

    options: Options
    headers: Mapping[str, Headers]
    by_file: Mapping[str, Options] = field(default_factory=dict)
    texts: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a file has no report.

    `kind` is crash (`detail` names the signal or exit code), timeout, memory, depth (nested too deeply) or error
    (`detail` is the exception and where it came from).
    """

    kind: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class _Unfinished:
    """What a worker knows of a file whose time is over; the report says what is missing."""

    report: FileReport


class WorkerStartError(RuntimeError):
    """No worker can be started at all, for the reason given."""


def analyse_all(
    targets: Sequence[Target | ScriptTarget], setup: Setup, jobs: int
) -> Generator[tuple[int, FileReport | Failure], None, None]:
    """Analyse all targets in up to `jobs` processes; yields each target's index with its outcome, in any order.

    Closing the iterator, or an exception in it such as an interrupt, ends all workers at once.
    """
    waiting = deque(range(len(targets)))
    workers: list[_Worker] = []
    try:
        while waiting or any(worker.index is not None for worker in workers):
            while len(workers) < min(jobs, len(waiting) + sum(worker.index is not None for worker in workers)):
                workers.append(_Worker(setup))
            for worker in workers:
                if waiting and worker.free:
                    index = waiting.popleft()
                    worker.give(index, targets[index])
            for worker in _next_to_speak(workers):
                outcome = worker.hear()
                if worker.ended:
                    workers.remove(worker)
                if outcome is not None:
                    yield outcome
    finally:
        for worker in workers:
            worker.end()


def _next_to_speak(workers: Sequence[_Worker]) -> list[_Worker]:
    """The workers that have something to say, or whose time is up."""
    first = min(worker.deadline for worker in workers)
    heard = wait([worker.connection for worker in workers], max(0.0, first - time.monotonic()))
    now = time.monotonic()
    return [worker for worker in workers if worker.connection in heard or worker.deadline <= now]


class _Worker:
    """One process and the task it has; `free` once it is ready for one."""

    def __init__(self, setup: Setup) -> None:
        context = _context()
        self.connection, theirs = context.Pipe()
        self._timeout = setup.options.timeout
        self._process: BaseProcess = context.Process(target=_serve, args=(theirs, setup), daemon=True)
        with _apart():
            self._process.start()
        theirs.close()
        self.index: int | None = None
        self.free = False
        self.ended = False
        self._known: FileReport | None = None
        self.deadline = time.monotonic() + 60.0

    def give(self, index: int, target: Target | ScriptTarget) -> None:
        self.index = index
        self.free = False
        self._known = None
        self.deadline = time.monotonic() + self._timeout * WALL + _GRACE
        # A worker that died between two tasks is found out by the next `hear`.
        with contextlib.suppress(OSError):
            self.connection.send(target)

    def hear(self) -> tuple[int, FileReport | Failure] | None:
        """What the worker says: the outcome of its task, or None where it is not done with one."""
        try:
            if not self.connection.poll():
                return self._failed(Failure("timeout"))
            said = self.connection.recv()
        except (EOFError, OSError):
            self._process.join(5.0)
            code = self._process.exitcode
            over = code == _OVER or (_ALARM is not None and code == -_ALARM)
            return self._failed(Failure("timeout") if over else Failure("crash", _death(code)))
        if isinstance(said, _Unfinished):
            self._known = said.report
            return None
        self.deadline = float("inf")
        index, self.index, self.free = self.index, None, True
        if index is None:
            if said != _READY:
                self.end()
                raise WorkerStartError(str(said))
            return None
        assert isinstance(said, FileReport | Failure)
        return index, said

    def _failed(self, failure: Failure) -> tuple[int, FileReport | Failure] | None:
        self.end()
        if self.index is not None:
            return self.index, failure if self._known is None else self._known
        if not self.free:
            raise WorkerStartError(failure.detail or "it does not answer")
        return None

    def end(self) -> None:
        self.ended = True
        self._process.kill()
        self._process.join(5.0)
        self.connection.close()


def prepare() -> None:
    """Start what workers are started from, so that it is ready when the first one is wanted; optional."""
    if _FORKSERVER:
        _context()
        with _apart():
            forkserver.ensure_running()


def _context() -> Any:
    """Processes that start without what this one has loaded; libclang must not be shared across a fork."""
    if not _FORKSERVER:
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    # What each worker will import anyway is imported once; libclang itself is loaded by the first parse.
    context.set_forkserver_preload(["sklint.analyse", *(f"sklint.checks.{code.lower()}" for code in implemented())])
    return context


@contextlib.contextmanager
def _apart() -> Iterator[None]:
    """Let children start deaf to ctrl-C, which the parent hears for them, and without running the main script again.

    A child of Python looks for modules in its working directory first, and that is the tree that is linted: it starts
    in the folder of this package instead, so that nothing of the tree is imported. Paths are absolute by then.
    """
    main = sys.modules["__main__"]
    here = _working_directory()
    os.chdir(Path(__file__).parent.parent)
    on_main_thread = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if on_main_thread else None
    sys.modules["__main__"] = types.ModuleType("__main__")
    try:
        yield
    finally:
        if here is not None:
            os.chdir(here)
        sys.modules["__main__"] = main
        if on_main_thread:
            signal.signal(signal.SIGINT, before)


def _working_directory() -> str | None:
    """The working directory, None where it is gone."""
    try:
        return os.getcwd()  # noqa: PTH109 - only to go back to
    except OSError:
        return None


def _death(code: int | None) -> str:
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit code {code}"


def _serve(connection: Connection, setup: Setup) -> None:
    """The life of a worker: say that it is ready, then answer tasks until the other side is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _be_quiet()
    _limit_memory()
    try:
        import sklint.analyse  # noqa: F401 - a worker that cannot import it must say so before it has a task
    except BaseException as error:
        connection.send(f"{type(error).__name__}: {error}")
        return
    overlay.put(setup.texts)
    connection.send(_READY)
    teller = Teller(partial(_end, connection))
    teller.start()
    deeply(partial(_answer, connection, setup, teller))


def _end(connection: Connection, sofar: SoFar) -> None:
    """Tell what is known of a file, and be gone: nothing else ends what hangs in the parser."""
    try:
        if sofar.known is not None:
            connection.send(_Unfinished(sofar.known()))
    finally:
        os._exit(_OVER)


def _answer(connection: Connection, setup: Setup, teller: Teller) -> None:
    # A file makes millions of small objects that die with it, nearly all without a cycle; looking for cycles among them
    # meanwhile cost a third of the walk. What is left between files is looked through where it has become much.
    gc.disable()
    while True:
        try:
            target = connection.recv()
        except (EOFError, OSError):
            return
        # When the parent is killed nobody ends a worker that hangs; it then ends itself.
        faulthandler.dump_traceback_later(setup.options.timeout * WALL + 2 * _GRACE, exit=True)
        # a pattern that goes astray holds the lock of the interpreter: the thread that watches the time waits for it
        _set_alarm(setup.options.timeout + _LATER)
        with teller.watching(setup.options.timeout) as sofar:
            outcome = _attempt(target, setup, sofar)
        _set_alarm(0.0)
        _forget()
        if gc.get_count()[0] > _MOST_YOUNG:
            gc.collect(0)
        faulthandler.cancel_dump_traceback_later()
        try:
            connection.send(outcome)
        except (BrokenPipeError, ConnectionResetError):
            return


def _set_alarm(seconds: float) -> None:
    """Have the system end this process when it has used that much processor time; 0 takes it back. Not on Windows."""
    if _ALARM is not None:
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _forget() -> None:
    from sklint.walk.values import forget_all

    forget_all()


def _attempt(target: Target | ScriptTarget, setup: Setup, sofar: SoFar | None = None) -> FileReport | Failure:
    from sklint.analyse import analyse_file
    from sklint.analyse_script import analyse_script

    try:
        options = setup.by_file.get(target.path, setup.options)
        if isinstance(target, ScriptTarget):
            return analyse_script(target.path, options)
        headers = setup.headers[target.operator.repository]
        return analyse_file(Task(target.operator, target.kernel, headers, options), sofar)
    except MemoryError:
        return Failure("memory")
    except RecursionError:
        return Failure("depth")
    except BaseException as error:
        import traceback

        frame = traceback.extract_tb(error.__traceback__)[-1]
        return Failure("error", f"{type(error).__name__}: {error} ({Path(frame.filename).name}:{frame.lineno})")


def _be_quiet() -> None:
    """Send what libclang and the fault handler print to nowhere: a report says it better."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - open for life


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:
        # Windows has no such limit.
        return
    with contextlib.suppress(ValueError, OSError):
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = MEMORY_LIMIT if hard == resource.RLIM_INFINITY else min(MEMORY_LIMIT, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
