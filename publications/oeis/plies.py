"""Lengths of the five games if the winner hurries and the loser delays, without the program.

    python3 plies.py GAME ROWS COLUMNS

A position is what each game remembers of it; moves(position) yields the positions after each move, from the side of
who is to move then. Whoever cannot move has lost.
"""

import sys
from functools import lru_cache


def length(moves, start):
    """Plies to the end: even if and only if who is to move loses."""

    @lru_cache(None)
    def of(position):
        after = [of(p) for p in moves(position)]
        won = [n for n in after if n % 2 == 0]
        return 1 + (min(won) if won else max(after, default=-1))

    sys.setrecursionlimit(10000)
    return of(start)


def board(rows, cols):
    cells = frozenset((r, c) for r in range(rows) for c in range(cols))
    near = lambda a, far: max(abs(a[0] - far[0]), abs(a[1] - far[1])) <= 1
    beside = lambda a, b: abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    return cells, near, beside


def classic(rows, cols):
    cells, _, beside = board(rows, cols)

    def moves(position):
        free, last = position
        return [(free - {c}, c) for c in free if last is None or beside(c, last)]

    return length(moves, (cells, None))


def claim(rows, cols):
    cells, near, _ = board(rows, cols)
    return length(lambda free: [frozenset(c for c in free if not near(c, m)) for m in free], cells)


def duel(rows, cols):
    cells, near, _ = board(rows, cols)

    def moves(position):  # the cells that I may still take, and those of the opponent
        mine, yours = position
        return [(yours - {m}, frozenset(c for c in mine if not near(c, m))) for m in mine]

    return length(moves, (cells, cells))


def lockdown(rows, cols):
    cells, near, _ = board(rows, cols)

    def moves(position):
        free, mine, yours = position
        return [(free - {c}, yours, c) for c in free if mine is None or near(c, mine)]

    return length(moves, (cells, None, None))


def blockade(rows, cols):
    cells, _, beside = board(rows, cols)
    x, o = (rows // 2, 0), (rows // 2, cols - 1)

    def moves(position):
        free, mine, yours = position
        for c in free:
            if beside(c, mine):
                left = free - {c} | {mine}
                for block in left:
                    if beside(block, c):
                        yield left - {block}, yours, c

    return length(moves, (cells - {x, o}, x, o))


if __name__ == "__main__":
    print(globals()[sys.argv[1]](int(sys.argv[2]), int(sys.argv[3])))
