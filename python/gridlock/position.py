"""Positions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Set
from numbers import Integral
from typing import Any, Dict, List, Optional, Tuple, Union

from .engine import Engine, engine_of, kind_of, rules_of
from .value import Value, values


class Position:
    """A position of a game, and the moves that led to it. It does not change: :meth:`play` returns another one.

    ``game`` is a name, the words of its rules, as in ``"place rook other"``, or a rule file, as in ``"./mine.toml"``;
    ``position`` a text of docs/rules.md; ``moves`` a text or a list of moves from there, which may be whole numbers where
    cells are numbered. A wrong one is a :class:`gridlock.Problem`, which names the ply and the legal moves.

    Positions can be pickled. One that is read again asks the default engine.
    """

    __slots__ = ("engine", "game", "moves", "_start", "_is")

    def __init__(
        self,
        game: "Union[str, os.PathLike[str]]",
        board: Optional[str] = None,
        *,
        position: Optional[str] = None,
        moves: Union[str, int, Iterable[Union[str, int]]] = (),
        engine: Optional[Engine] = None,
    ):
        self.engine = engine_of(engine)
        self.game, usual = rules_of(game, self.engine)
        self.moves = _moves(moves)
        if board is None and position is None:
            board = usual
        self._start = {"variant": self.game, "board": board, "position": position}
        self._is: Dict[str, Any] = self.engine.ask("position", **self.asked("position"))

    def asked(self, do: str) -> Dict[str, Any]:
        """The position as parameters of a question. A review is of the whole game."""
        return {**self._start, "moves": " ".join(self.moves) or None}

    def play(self, *moves: Union[str, int]) -> "Position":
        """The position after some moves."""
        start = self._start
        return Position(
            self.game, start["board"], position=start["position"], moves=self.moves + _moves(moves), engine=self.engine
        )

    @property
    def text(self) -> str:
        """The position as a text."""
        return self._is["position"]

    @property
    def board(self) -> str:
        """Rows and columns, as in ``"4x4"``."""
        return self._is["board"]

    @property
    def to_move(self) -> str:
        """``"X"`` or ``"O"``."""
        return self._is["to_move"]

    @property
    def cells(self) -> List[Dict[str, Any]]:
        """The cells row by row, with their names and what is on them."""
        return self._is["cells"]

    @property
    def legal(self) -> List[str]:
        """The legal moves. Where there is none, ``to_move`` has lost."""
        return [move["move"] for move in self._is["moves"]]

    def value(self, timeout: Optional[float] = None, nodes: Optional[int] = None) -> Value:
        """What the position is worth, in games in which players place marks, as far as it is found in some tenths of a
        second or, with ``nodes``, with so many components. :func:`gridlock.values` is for many positions."""
        return values([self], timeout=timeout, nodes=nodes)[0]

    def outcome_class(self, timeout: Optional[float] = None, nodes: Optional[int] = None) -> Optional[str]:
        """``"N"`` if whoever begins wins, ``"P"`` if whoever begins loses, ``"L"`` if X wins, and ``"R"`` if O wins,
        whoever begins; None if a limit was reached first. :class:`gridlock.Problem` where only one player can be to
        move."""
        answer = self.engine.ask("solve", **self.asked("solve"), timeout=timeout, nodes=nodes, **{"class": True})
        return answer["outcome_class"]["class"]

    def draw(self, values: bool = False, timeout: Optional[float] = None) -> str:
        """The board as a drawing (SVG), with the values of the moves on it if they are wanted."""
        return self.engine.ask("board.svg", **self.asked("board.svg"), values=values or None, timeout=timeout)

    def _repr_svg_(self) -> str:
        return self.draw()

    def __str__(self) -> str:
        rows, _, mover = self.text.partition(" ")
        return "\n".join(" ".join(row) for row in rows.split("/")) + "\n" + mover

    def __repr__(self) -> str:
        return "gridlock.Position(%r, position=%r)" % (self.game, self.text)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self._is["variant"], self.text) == (other._is["variant"], other.text)

    def __hash__(self) -> int:
        return hash((self._is["variant"], self.text))

    def __copy__(self) -> "Position":
        return self

    def __deepcopy__(self, memo: Any) -> "Position":
        return self

    def __reduce__(self) -> Any:
        return _again, (self.game, self._start["board"], self._start["position"], self.moves)


def _again(game: str, board: Optional[str], position: Optional[str], moves: Tuple[str, ...]) -> Position:
    """A position that was pickled."""
    return Position(game, board, position=position, moves=moves)


def _moves(moves: Any) -> Tuple[str, ...]:
    """The texts of moves."""
    if isinstance(moves, str) or _whole(moves):
        moves = (moves,)
    elif isinstance(moves, (bytes, bytearray, Set, Mapping)) or not isinstance(moves, Iterable):
        raise TypeError('moves: write a text, as in "6 11", or a list, as in ["6", "11"], and not %s' % kind_of(moves))
    texts: List[str] = []
    for move in moves:
        if not isinstance(move, str) and not _whole(move):
            raise TypeError("moves: a move is a text or a whole number, and not %s" % kind_of(move))
        texts += str(move).split()
    return tuple(texts)


def _whole(move: Any) -> bool:
    """Whether a move is a whole number, such as 6."""
    return isinstance(move, Integral) and not isinstance(move, bool)
