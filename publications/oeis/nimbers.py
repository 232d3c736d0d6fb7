"""Nimbers of Node Kayles on king's graphs: claim, without the program. python3 nimbers.py ROWS COLUMNS"""

import sys
from functools import lru_cache


def nimber(rows, cols):
    cells = [(r, c) for r in range(rows) for c in range(cols)]

    @lru_cache(None)
    def of(free):
        left = set()
        for r, c in free:
            left.add(of(frozenset((s, d) for s, d in free if abs(r - s) > 1 or abs(c - d) > 1)))
        return next(n for n in range(len(left) + 1) if n not in left)

    return of(frozenset(cells))


if __name__ == "__main__":
    print(nimber(int(sys.argv[1]), int(sys.argv[2])))
