"""Values of positions."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional

if TYPE_CHECKING:
    from .position import Position


class Value:
    """What a position is worth in a sum, with X as Left, as docs/values.md explains. What is not known is None."""

    def __init__(self, worth: Dict[str, Any]):
        self.worth = worth  # the answer to "worth"

    @property
    def text(self) -> Optional[str]:
        """The canonical form, as CGSuite writes it."""
        return self.worth["value"]

    def _number(self, name: str) -> Optional[Fraction]:
        text = self.worth[name]
        return None if text is None else Fraction(text)

    @property
    def mean(self) -> Optional[Fraction]:
        """What the position is worth on the average, in many copies."""
        return self._number("mean")

    @property
    def temperature(self) -> Optional[Fraction]:
        """What a move is worth; below 0 for numbers. It is at most that if it is not exact."""
        return self._number("temperature")

    @property
    def exact(self) -> bool:
        """Whether the temperature is known, and no bound. It always is where there is a canonical form."""
        return self.worth["exact"]

    @property
    def left_stop(self) -> Optional[Fraction]:
        """The number that the game ends at if X begins."""
        return self._number("left_stop")

    @property
    def right_stop(self) -> Optional[Fraction]:
        """The number that the game ends at if O begins."""
        return self._number("right_stop")

    @property
    def outcome_class(self) -> Optional[str]:
        """N, P, L or R."""
        return self.worth["class"]

    @property
    def components(self) -> List[Dict[str, Any]]:
        """The components, the largest first, with their cells and values."""
        return self.worth["components"]

    @property
    def moves(self) -> List[Dict[str, Any]]:
        """The moves of both players, the hottest first."""
        return self.worth["moves"]

    def __str__(self) -> str:
        return self.text or "unknown"

    def __repr__(self) -> str:
        return "<gridlock.Value %s>" % self

    def _repr_svg_(self) -> Optional[str]:
        """The thermograph, which notebooks draw."""
        graph = self.worth["thermograph"]
        return graph and graph["svg"]

    def _repr_latex_(self) -> Optional[str]:
        latex = self.worth["latex"]
        return latex and "$%s$" % latex


def values(
    positions: "Iterable[Position]", *, timeout: Optional[float] = None, nodes: Optional[int] = None
) -> List[Value]:
    """The values of many positions, asked for at once. ``nodes`` is a number of components for each, ``timeout`` is in
    seconds. :class:`ValueError` in games in which marks are not placed."""
    searches = [p.engine.start("worth", **p.asked("worth"), timeout=timeout, nodes=nodes) for p in positions]
    worths = [search.result() for search in searches]
    if None in worths:
        raise ValueError("only games in which players place marks have values")
    return [Value(worth) for worth in worths]
