"""The program as a process of its own, and the questions that it answers."""

from __future__ import annotations

import atexit
import base64
import itertools
import json
import math
import numbers
import os
import queue
import shutil
import subprocess
import threading
import weakref
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, NoReturn, Optional, Sequence, Tuple, Union

if TYPE_CHECKING:
    from .answers import Analysis, Choice, Game, Move, Progress, Puzzle, Solution, Verdict
    from .position import Position

PROTOCOL = 1  # of `gridlock engine`
GREETING = 30.0  # seconds in which a program that has been started has to say what it is
ENDING = 5.0  # seconds in which it has to end when it is told to
MOST_LINE = 1 << 20  # bytes that the program reads as one line
QUEUE = 1 << 16  # questions that may wait, the most that the program takes: they are those of this process alone

_starting = threading.RLock()  # held while a process starts, and by a fork, which so finds each complete or not at all
_engines: "weakref.WeakSet[Engine]" = weakref.WeakSet()


class Problem(Exception):
    """A question that was refused. ``type`` is a word of docs/api.md, such as ``moves``, and ``fields`` all that the
    answer says, such as ``legal``."""

    def __init__(self, fields: Dict[str, Any]):
        self.fields = fields
        self.type: str = fields.get("type", "")
        super().__init__(fields.get("detail") or fields.get("title") or self.type)

    def __reduce__(self) -> Any:
        return type(self), (self.fields,)


class Cancelled(Problem):
    """A search that was cancelled."""


class ProgramError(RuntimeError):
    """The program has ended, or does not speak the protocol that this package knows."""


class ProgramMissing(ProgramError):
    """There is no program ``gridlock``."""


def refused(parameter: str, detail: str) -> Problem:
    """The problem of a parameter that the program need not be asked about."""
    return Problem({"type": "parameter", "status": 400, "parameter": parameter, "detail": "%s: %s" % (parameter, detail)})


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

    def __init__(self, process: "_Process", number: int):
        self._process, self._number = process, number
        self._replies: "queue.Queue[Dict[str, Any]]" = queue.Queue()
        self._last: Optional[Dict[str, Any]] = None

    def __iter__(self) -> "Search":
        return self

    def __next__(self) -> "Progress":
        while True:
            reply = self._next()
            if reply is self._last:
                raise StopIteration
            if "progress" in reply:
                return reply["progress"]

    def _next(self) -> Dict[str, Any]:
        if self._last is None and self._process.left:
            self._last = {"ended": "the search began before os.fork(), and its answer goes to the parent: ask again"}
        if self._last is None:
            reply = self._replies.get()
            if not reply.keys() & {"result", "problem", "ended"}:
                return reply
            self._last = reply
            self._replies.put(reply)  # for another thread that waits
        return self._last

    def result(self) -> Any:
        """The answer, once it is there. :class:`Problem` if the question was refused, :class:`Cancelled` if it was
        cancelled. When the wait is interrupted, by control C, so is the search."""
        try:
            while self._next() is not self._last:
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
            self._process.stop(self._number)

    def __enter__(self) -> "Search":
        return self

    def __exit__(self, *exception: object) -> None:
        self.cancel()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Search belongs to a running process, so it cannot be copied or pickled: take its result()")


class _Process:
    """A process of the program, and the questions that wait for its answers. It belongs to the process of Python that
    has started it."""

    def __init__(self, command: List[str]):
        self.left = False  # this process of Python is a fork of that which has started it
        self.ended: Optional[str] = None
        self._waiting: Dict[int, Search] = {}
        self._lock = threading.Lock()  # guards ended and _waiting
        self._writing = threading.Lock()  # apart, or whoever writes to a full pipe would keep replies from being read
        self._numbers = itertools.count(1)
        try:  # without buffers, whose content and locks a fork would copy; control C is for Python alone
            self.popen = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise ProgramMissing("%s does not start: %s" % (command[0], error)) from error
        first: "queue.Queue[bytes]" = queue.Queue()
        try:
            threading.Thread(target=self._read, args=(first,), daemon=True, name="gridlock").start()
            greeting = json.loads(first.get(timeout=GREETING))
        except (queue.Empty, ValueError):
            greeting = None
        except BaseException:
            self.popen.kill()
            raise
        if not isinstance(greeting, dict) or greeting.get("protocol") != PROTOCOL:
            self.popen.kill()
            raise ProgramError("%s engine does not speak version %d of the protocol" % (command[0], PROTOCOL))
        self.version: str = greeting.get("version", "")

    def leave(self) -> None:
        """Lets go of a process that is the parent's: this one is its fork."""
        self.left = True
        self.popen.returncode = 0  # so that nothing here waits for it, or sends it a signal
        for pipe in self.popen.stdin, self.popen.stdout:
            assert pipe
            pipe.close()

    def _lines(self) -> Iterator[bytes]:
        assert self.popen.stdout
        parts: List[bytes] = []
        while True:
            chunk = self.popen.stdout.read(1 << 16)
            if not chunk:
                return
            *ends, rest = chunk.split(b"\n")
            for end in ends:
                yield b"".join([*parts, end])
                parts = []
            parts.append(rest)

    def _read(self, first: "queue.Queue[bytes]") -> None:
        """Gives every reply to whom it is for, until the program ends."""
        lines = self._lines()
        why = ""
        try:
            first.put(next(lines, b""))
            for line in lines:
                self._give(json.loads(line))
        except Exception as error:  # without this thread nobody would have an answer
            why = ": %s" % error
            self.popen.kill()
        assert self.popen.stdout
        self.popen.stdout.close()
        status = self.popen.wait()
        with self._writing:
            self._end_input()
        with self._lock:
            self.ended = "gridlock engine has ended, with status %d%s" % (status, why)
            left, self._waiting = self._waiting, {}
        for search in left.values():
            search._replies.put({"ended": self.ended})

    def _give(self, reply: Dict[str, Any]) -> None:
        """Gives a reply to whom it is for."""
        number = reply.get("id")
        if number is None:
            raise ProgramError("it could not read a request: %s" % reply)
        with self._lock:
            search = self._waiting.get(number)
            if search and reply.keys() & {"result", "problem"}:
                del self._waiting[number]
        if search:
            search._replies.put(reply)

    def _write(self, line: bytes) -> None:
        assert self.popen.stdin
        rest = memoryview(line)
        with self._writing:
            try:
                while rest:
                    rest = rest[self.popen.stdin.write(rest) :]
            except (OSError, ValueError) as error:
                raise ProgramError(self.ended or "gridlock engine has ended: %s" % error) from error
            except BaseException:  # half a line may be written, which the next one would be glued to
                self.popen.kill()
                raise

    def start(self, request: Dict[str, Any]) -> Search:
        """Asks a question."""
        search = Search(self, next(self._numbers))
        line = json.dumps({"id": search._number, **request}).encode() + b"\n"
        if len(line) > MOST_LINE:
            raise Problem({"type": "line", "status": 400, "detail": "the question is longer than 1 MiB"})
        with self._lock:
            if self.ended:
                raise ProgramError(self.ended)
            self._waiting[search._number] = search
        try:
            self._write(line)
        except ProgramError:
            with self._lock:
                self._waiting.pop(search._number, None)
            raise
        return search

    def stop(self, number: int) -> None:
        """Cancels a question, if it has no answer yet."""
        if self.left:
            return
        with self._lock:
            waits = number in self._waiting
        if waits:
            try:
                self._write(json.dumps({"do": "stop", "id": number}).encode() + b"\n")
            except ProgramError:
                pass

    def close(self) -> None:
        """Ends the program."""
        try:
            self._write(b'{"do": "quit"}\n')
        except ProgramError:
            pass
        try:
            self.popen.wait(ENDING)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            self.popen.wait()
        self._end_input()

    def _end_input(self) -> None:
        assert self.popen.stdin
        self.popen.stdin.close()


class Engine:
    """A process of the program. Its questions share one memory, so that later ones gain from earlier ones. It may be
    used by several threads. After ``os.fork()`` the child has a process of its own, which its first question starts.
    ``arguments`` are flags of ``gridlock engine``, as in ``["--searches", "2"]``."""

    def __init__(self, path: Optional[str] = None, arguments: Sequence[str] = ()):
        self._path = path or program()
        self._arguments = list(arguments)
        self._closed = False
        self._again = False  # start another process where one has ended
        self._process: Optional[_Process] = None
        _engines.add(self)
        self.version = self._running().version

    def _running(self) -> _Process:
        """The process, which is started if there is none."""
        with _starting:
            if self._closed:
                raise ProgramError("the engine has been closed: start another one with gridlock.Engine()")
            if self._process is None or self._again and self._process.ended:
                self._process = _Process([self._path, "engine", "--queue", str(QUEUE), *self._arguments])
            return self._process

    def start(self, do: str, **parameters: Any) -> Search:
        """Asks a question of docs/api.md. Parameters that are None are left out, and so is a limit that is infinite."""
        if do in ("stop", "quit"):
            raise refused("do", "%r is no question: use Search.cancel() or Engine.close()" % do)
        given = {name: _given(name, value) for name, value in parameters.items()}
        # With progress there is always something to write soon, and so the program notices that this process has ended.
        request = {"do": do, "progress": True, **{name: value for name, value in given.items() if value is not None}}
        return self._running().start(request)

    def ask(self, do: str, **parameters: Any) -> Any:
        """The answer to a question."""
        return self.start(do, **parameters).result()

    def close(self) -> None:
        """Ends the program. Searches that are going on are cancelled."""
        self._closed = True
        if self._process is not None:
            self._process.close()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "an Engine is a running process, so it cannot be copied or pickled: start another one with gridlock.Engine()"
        )


def _forked() -> None:
    """In a fork, lets go of what is the parent's."""
    for engine in list(_engines):
        if engine._process is not None:
            engine._process.leave()
            engine._process = None
    _starting.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_starting.acquire, after_in_parent=_starting.release, after_in_child=_forked)


def _given(name: str, value: Any) -> Any:
    """A parameter as JSON has it, None for one that is left out."""
    limit = name in ("timeout", "nodes")
    if name == "id":
        raise refused(name, "questions are numbered by the engine")
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, numbers.Integral):
        return int(value)
    if not isinstance(value, numbers.Real):
        raise refused(name, "write a text, a number, True or False, and not %s" % kind_of(value))
    if limit and value == math.inf:
        return None
    if not math.isfinite(value):
        raise refused(name, "%s is no number%s" % (value, "; leave it out for no limit" if limit else ""))
    return int(value) if value == int(value) else float(value)


def kind_of(value: Any) -> str:
    """What a value is, for sentences that refuse it."""
    kind = type(value).__name__
    if value is None:
        return "None"
    return "%s %s" % ("an" if kind[0] in "aeiouAEIOU" else "a", kind)


_default: Optional[Engine] = None


def default_engine() -> Engine:
    """The process that answers where no other is named. It is started at the first question, again if it has ended, and
    ended with Python."""
    global _default
    with _starting:
        if _default is None or _default._closed:
            fresh = Engine()
            fresh._again = True
            atexit.register(fresh.close)
            _default = fresh
        return _default


def engine_of(engine: Optional[Engine]) -> Engine:
    """An engine that a caller names, or that which answers where none is named."""
    if engine is None:
        return default_engine()
    if not isinstance(engine, Engine):
        raise TypeError("engine: a gridlock.Engine is wanted, and not %s" % kind_of(engine))
    return engine


def rules_of(game: "Union[str, os.PathLike[str]]", engine: Engine) -> Tuple[Any, Optional[str]]:
    """A game as questions name it, and its board if it is that of a rule file. A text is the name of a file where it has a
    slash or ends in .toml, as on the command line."""
    if isinstance(game, os.PathLike):
        file = os.path.join(os.curdir, os.fspath(game))
    elif isinstance(game, str) and (game.endswith(".toml") or "/" in game or os.sep in game):
        file = game
    else:
        return game, None
    done = subprocess.run([engine._path, "rules", "--json", "--", file], stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip()
        raise Problem({"type": "variant", "status": 400, "detail": said.partition("\n\n")[0].partition(": ")[2]})
    rules = json.loads(done.stdout)
    return rules["words"], rules["board"]


def _about(position: "Position", do: str, **parameters: Any) -> Search:
    """Asks a question about a position."""
    engine = getattr(position, "engine", None)
    if not isinstance(engine, Engine):
        raise TypeError(
            "a gridlock.Position is wanted, and not %s: write gridlock.Position(game) for the start of a game, "
            "or gridlock.Position(game, position=text)" % kind_of(position)
        )
    return engine.start(do, **position.asked(do), **parameters)


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
    return _about(position, do, distance=distance or None, timeout=timeout, nodes=nodes)


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
    return _about(position, "moves", timeout=timeout, nodes=nodes).result()["moves"]


def review(position: "Position", *, timeout: Optional[float] = None, nodes: Optional[int] = None) -> "Game":
    """The game that led to a position, ply by ply, with its mistakes."""
    return search(position, "review", timeout=timeout, nodes=nodes).result()


def play(
    position: "Position", level: str = "perfect", *, seed: Optional[int] = None, timeout: Optional[float] = None
) -> "Position":
    """The position after the computer's move, which is the last of its ``moves``. A level's move depends on the position
    and the seed alone."""
    choice: "Choice" = _about(position, "move", level=level, seed=seed, timeout=timeout).result()
    if choice["move"] is None:
        raise ValueError("the game is over: %s cannot move" % position.to_move)
    return position.play(choice["move"])


def puzzle(game: "Union[str, os.PathLike[str]]", *, seed: Optional[int] = None, engine: Optional[Engine] = None) -> "Puzzle":
    """A position in which one move wins, with its solution. ``game`` is as in :class:`gridlock.Position`."""
    engine = engine_of(engine)
    words, board = rules_of(game, engine)
    return engine.ask("puzzle", variant=words, board=board, seed=seed)


def variants(engine: Optional[Engine] = None) -> "List[Dict[str, Any]]":
    """The games, the five of the rule books first."""
    return engine_of(engine).ask("variants")


def certificate(position: "Position", *, timeout: Optional[float] = None, nodes: Optional[int] = None) -> bytes:
    """A file that proves who wins: write it, and let anybody check it. :class:`Problem` if that is not proven."""
    answer = _about(position, "certificate", timeout=timeout, nodes=nodes).result()
    return base64.b64decode(answer) if isinstance(answer, str) else bytes(answer)


def verify(file: "Union[str, os.PathLike[str], bytes]") -> "Verdict":
    """Checks a certificate: a file by its path, or its content. ``proven`` says whether it holds, and ``error`` why it
    does not."""
    content = isinstance(file, (bytes, bytearray))
    if not content and not isinstance(file, (str, os.PathLike)):
        raise TypeError("a certificate is wanted, by the path of its file or as bytes, and not %s" % kind_of(file))
    if not content and not os.path.exists(file):
        raise FileNotFoundError(file)
    done = subprocess.run(
        [program(), "verify", "--json", "--", "-" if content else os.fspath(file)],
        **({"input": file} if content else {"stdin": subprocess.DEVNULL}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        return json.loads(done.stdout)
    except ValueError:
        raise ProgramError(done.stderr.decode("utf-8", "replace").strip()) from None
