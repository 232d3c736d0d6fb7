"""Positions."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from .engine import Engine, default_engine


class Position:
    """A position of a game, and the moves that led to it. It does not change: :meth:`play` returns another one.

    ``game`` is a name, or the words of its rules, as in ``"place rook other"``; ``position`` a text of docs/rules.md;
    ``moves`` a text or a list of moves from there. A wrong one is a :class:`gridlock.Problem`, which names the ply and
    the legal moves.
    """

    __slots__ = ("engine", "game", "moves", "_start", "_is")

    def __init__(
        self,
        game: str,
        board: Optional[str] = None,
        *,
        position: Optional[str] = None,
        moves: Union[str, Sequence[str]] = (),
        engine: Optional[Engine] = None,
    ):
        self.engine = engine or default_engine()
        self.game = game
        self.moves: Tuple[str, ...] = tuple(moves.split() if isinstance(moves, str) else moves)
        self._start = {"variant": game, "board": board, "position": position}
        self._is: Dict[str, Any] = self.engine.ask("position", **self.asked("position"))

    def asked(self, do: str) -> Dict[str, Any]:
        """The position as parameters of a question. A review is of the whole game."""
        return {**self._start, "moves": " ".join(self.moves) or None}

    def play(self, *moves: str) -> "Position":
        """The position after some moves."""
        start = self._start
        return Position(
            self.game, start["board"], position=start["position"], moves=self.moves + moves, engine=self.engine
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
