"""The program as a process of its own, and the questions that it answers."""

from __future__ import annotations

import atexit
import base64
import itertools
import json
import os
import queue
import shutil
import subprocess
import threading
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence, Union

if TYPE_CHECKING:
    from .answers import Analysis, Choice, Game, Move, Progress, Puzzle, Solution, Verdict
    from .position import Position

PROTOCOL = 1  # of `gridlock engine`
GREETING = 30.0  # seconds in which a program that has been started has to say what it is
ENDING = 5.0  # seconds in which it has to end when it is told to


class Problem(Exception):
    """A question that was refused. ``type`` is a word of docs/api.md, such as ``moves``, and ``fields`` all that the
    answer says, such as ``legal``."""

    def __init__(self, fields: Dict[str, Any]):
        self.fields = fields
        self.type: str = fields.get("type", "")
        super().__init__(fields.get("detail") or fields.get("title") or self.type)


class Cancelled(Problem):
    """A search that was cancelled."""


class ProgramError(RuntimeError):
    """The program has ended, or does not speak the protocol that this package knows."""


class ProgramMissing(ProgramError):
    """There is no program ``gridlock``."""


def program() -> str:
    """The path of the program: that in GRIDLOCK_PROGRAM, that in this package (wheels of a release carry one), or
    that on PATH, in this order. :class:`ProgramMissing` if there is none."""
    named = os.environ.get("GRIDLOCK_PROGRAM")
    if named:
        return named
    here = os.path.join(os.path.dirname(os.path.abspath(__file__)), "gridlock.exe" if os.name == "nt" else "gridlock")
    found = here if os.path.isfile(here) else shutil.which("gridlock")
    if not found:
        raise ProgramMissing(
            "the program gridlock is not on PATH: build it with `go install .` in its source, "
            "unpack a release, or name it in GRIDLOCK_PROGRAM"
        )
    return found


class Search:
    """A question that is being answered. As an iterator it gives what is known on the way, and ends when the answer is
    there; :meth:`result` waits for that. As a context manager it cancels the search at the end."""

    def __init__(self, engine: "Engine", number: int):
        self._engine, self._number = engine, number
        self._replies: "queue.Queue[Dict[str, Any]]" = queue.Queue()
        self._last: Optional[Dict[str, Any]] = None

    def __iter__(self) -> "Search":
        return self

    def __next__(self) -> "Progress":
        while True:
            reply = self._next(None)
            if reply is self._last:
                raise StopIteration
            if "progress" in reply:
                return reply["progress"]

    def _next(self, seconds: Optional[float]) -> Dict[str, Any]:
        if self._last is None:
            reply = self._replies.get(timeout=seconds)
            if not reply.keys() & {"result", "problem", "ended"}:
                return reply
            self._last = reply
        return self._last

    def result(self) -> Any:
        """The answer, once it is there. :class:`Problem` if the question was refused, :class:`Cancelled` if it was
        cancelled. When the wait is interrupted, by control C, so is the search."""
        try:
            while self._next(None) is not self._last:
                pass
        except BaseException:
            self.cancel()
            raise
        assert self._last is not None
        if "result" in self._last:
            return self._last["result"]
        if "ended" in self._last:
            raise ProgramError(self._last["ended"])
        problem = self._last["problem"]
        raise (Cancelled if problem.get("type") == "cancelled" else Problem)(problem)

    def cancel(self) -> None:
        """Cancels the search. It does nothing if the answer is there."""
        if self._last is None:
            self._engine._stop(self._number)

    def __enter__(self) -> "Search":
        return self

    def __exit__(self, *exception: object) -> None:
        self.cancel()


class Engine:
    """A process of the program. Its questions share one memory, so that later ones gain from earlier ones. It may be
    used by several threads. ``arguments`` are flags of ``gridlock engine``, as in ``["--searches", "2"]``."""

    def __init__(self, path: Optional[str] = None, arguments: Sequence[str] = ()):
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()  # guards _waiting, _ended and what is written
        self._waiting: Dict[int, Search] = {}
        self._ended: Optional[str] = None
        command = [path or program(), "engine", *arguments]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", bufsize=1
            )
        except OSError as error:
            raise ProgramMissing("%s does not start: %s" % (command[0], error)) from error
        first: "queue.Queue[str]" = queue.Queue()
        threading.Thread(target=self._read, args=(first,), daemon=True, name="gridlock").start()
        try:
            greeting = json.loads(first.get(timeout=GREETING))
        except (queue.Empty, ValueError):
            greeting = None
        if not isinstance(greeting, dict) or greeting.get("protocol") != PROTOCOL:
            self._process.kill()
            raise ProgramError("%s does not speak version %d of the protocol" % (" ".join(command), PROTOCOL))
        self.version: str = greeting.get("version", "")

    def _read(self, first: "queue.Queue[str]") -> None:
        """Gives every reply to whom it is for, until the program ends."""
        assert self._process.stdout
        lines = iter(self._process.stdout.readline, "")
        first.put(next(lines, ""))
        for line in lines:
            reply = json.loads(line)
            with self._lock:
                search = self._waiting.get(reply.get("id"))
                if search and reply.keys() & {"result", "problem"}:
                    del self._waiting[reply["id"]]
            if search:
                search._replies.put(reply)
        self._process.stdout.close()
        status = self._process.wait()
        with self._lock:
            self._ended = "gridlock engine has ended, with status %d" % status
            left, self._waiting = self._waiting, {}
        for search in left.values():
            search._replies.put({"ended": self._ended})

    def _write(self, request: Dict[str, Any]) -> None:
        """Writes a line; the lock is held."""
        assert self._process.stdin
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise ProgramError(self._ended or "gridlock engine has ended: %s" % error) from error

    def _stop(self, number: int) -> None:
        with self._lock:
            if number in self._waiting:
                try:
                    self._write({"do": "stop", "id": number})
                except ProgramError:
                    pass

    def start(self, do: str, **parameters: Any) -> Search:
        """Asks a question of docs/api.md. Parameters that are None are left out."""
        given = {name: value for name, value in parameters.items() if value is not None}
        with self._lock:
            if self._ended:
                raise ProgramError(self._ended)
            search = Search(self, next(self._numbers))
            self._waiting[search._number] = search
            try:
                self._write({"id": search._number, "do": do, **given})
            except ProgramError:
                del self._waiting[search._number]
                raise
        return search

    def ask(self, do: str, **parameters: Any) -> Any:
        """The answer to a question."""
        return self.start(do, **parameters).result()

    def close(self) -> None:
        """Ends the program. Searches that are going on are cancelled."""
        with self._lock:
            try:
                self._write({"do": "quit"})
            except ProgramError:
                pass
        try:
            self._process.wait(ENDING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stdin
        try:
            self._process.stdin.close()
        except OSError:
            pass

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


_default: Optional[Engine] = None
_default_lock = threading.Lock()


def default_engine() -> Engine:
    """The process that answers where no other is named. It is started at the first question, again if it has ended, and
    ended with Python."""
    global _default
    with _default_lock:
        if _default is None or _default._ended:
            fresh = Engine()
            atexit.register(fresh.close)
            _default = fresh
        return _default


def search(
    position: "Position",
    do: str = "solve",
    *,
    distance: bool = False,
    timeout: Optional[float] = None,
    nodes: Optional[int] = None,
) -> Search:
    """Starts to ``solve``, to ``analyze`` or to ``review``, and returns at once: iterate over the progress, ask for the
    result, or cancel."""
    return position.engine.start(
        do, **position.asked(do), distance=distance or None, timeout=timeout, nodes=nodes, progress=True
    )


def solve(
    position: "Position", *, distance: bool = False, timeout: Optional[float] = None, nodes: Optional[int] = None
) -> "Solution":
    """Who wins. With ``distance`` also in how many plies, however long that takes. ``timeout`` is in seconds, ``nodes``
    a number of positions; where one is reached, ``limit`` names it and ``winner`` is None: that is no error."""
    return search(position, "solve", distance=distance, timeout=timeout, nodes=nodes).result()


def analyze(position: "Position", *, timeout: Optional[float] = None, nodes: Optional[int] = None) -> "Analysis":
    """The value of every move, who wins and why."""
    return search(position, "analyze", timeout=timeout, nodes=nodes).result()


def moves(position: "Position", *, timeout: Optional[float] = None, nodes: Optional[int] = None) -> "List[Move]":
    """The legal moves with their outcomes, the best first: a list of dicts, which pandas.DataFrame takes."""
    return position.engine.ask("moves", **position.asked("moves"), timeout=timeout, nodes=nodes)["moves"]


def review(position: "Position", *, timeout: Optional[float] = None, nodes: Optional[int] = None) -> "Game":
    """The game that led to a position, ply by ply, with its mistakes."""
    return search(position, "review", timeout=timeout, nodes=nodes).result()


def play(
    position: "Position", level: str = "perfect", *, seed: Optional[int] = None, timeout: Optional[float] = None
) -> "Position":
    """The position after the computer's move, which is the last of its ``moves``. A level's move depends on the position
    and the seed alone."""
    choice: "Choice" = position.engine.ask("move", **position.asked("move"), level=level, seed=seed, timeout=timeout)
    if choice["move"] is None:
        raise ValueError("the game is over: %s cannot move" % position.to_move)
    return position.play(choice["move"])


def puzzle(game: str, *, seed: Optional[int] = None, engine: Optional[Engine] = None) -> "Puzzle":
    """A position in which one move wins, with its solution."""
    return (engine or default_engine()).ask("puzzle", variant=game, seed=seed)


def variants(engine: Optional[Engine] = None) -> "List[Dict[str, Any]]":
    """The games, the five of the rule books first."""
    return (engine or default_engine()).ask("variants")


def certificate(position: "Position", *, timeout: Optional[float] = None, nodes: Optional[int] = None) -> bytes:
    """A file that proves who wins: write it, and let anybody check it. :class:`Problem` if that is not proven."""
    answer = position.engine.ask("certificate", **position.asked("certificate"), timeout=timeout, nodes=nodes)
    return base64.b64decode(answer) if isinstance(answer, str) else bytes(answer)


def verify(file: "Union[str, os.PathLike[str], bytes]") -> "Verdict":
    """Checks a certificate: a file by its path, or its content. ``proven`` says whether it holds, and ``error`` why it
    does not."""
    content = isinstance(file, (bytes, bytearray))
    if not content and not os.path.exists(file):  # type: ignore[arg-type]
        raise FileNotFoundError(file)
    done = subprocess.run(
        [program(), "verify", "--json", "--", "-" if content else os.fspath(file)],  # type: ignore[arg-type]
        input=file if content else None,  # type: ignore[arg-type]
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise ProgramError(done.stderr.decode("utf-8", "replace").strip()) from None
