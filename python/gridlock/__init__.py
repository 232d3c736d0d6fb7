"""Exact solving and analysis of small two-player grid games.

    >>> import gridlock
    >>> start = gridlock.Position("lockdown")
    >>> gridlock.solve(start)["winner"]
    'O'

Questions are answered by the program ``gridlock``, which this package starts when it is needed and talks to over a
pipe. Answers are the objects of docs/api.md, as dicts.
"""

from .engine import (
    Cancelled,
    Engine,
    Problem,
    ProgramError,
    ProgramMissing,
    Search,
    analyze,
    certificate,
    default_engine,
    moves,
    play,
    program,
    puzzle,
    review,
    search,
    solve,
    variants,
    verify,
)
from .position import Position
from .value import Value, values

__version__ = "0.1.0"

__all__ = [
    "Cancelled",
    "Engine",
    "Position",
    "Problem",
    "ProgramError",
    "ProgramMissing",
    "Search",
    "Value",
    "analyze",
    "certificate",
    "default_engine",
    "moves",
    "play",
    "program",
    "puzzle",
    "review",
    "search",
    "solve",
    "values",
    "variants",
    "verify",
]
