#!/usr/bin/env python3
"""Values of positions in which players mark cells, by the definitions alone. It shares nothing with package theory.

A line of standard input is a position as JSON: {"near": [[1], [0, 2], [1]], "close": "other", "left": [0, 1, 2],
"right": [0, 1, 2]}. near[c] is the cells that a mark on c closes, close to whom: own, other, all or none. left and right
are the cells that each player may take. A line of the output is the canonical form, as CGSuite writes it.

Games are as in Siegel, Combinatorial Game Theory (2013), chapters I and II: G <= H if no left option of G is >= H
and no right option of H is <= G. A form is canonical if no option is dominated and none is reversible. There are no
components here, no numbers that are added, and no symmetries: a position is what its moves are."""

import json
import sys
from fractions import Fraction
from functools import lru_cache

sys.setrecursionlimit(10000)

FORMS = []  # of a game: the numbers of its left and of its right options
NUMBERS = {}


def game(left, right):
    """The number of the game with these options."""
    form = (frozenset(left), frozenset(right))
    if form not in NUMBERS:
        NUMBERS[form] = len(FORMS)
        FORMS.append(form)
    return NUMBERS[form]


@lru_cache(maxsize=None)
def le(g, h):
    """Whether g <= h."""
    return not any(le(h, x) for x in FORMS[g][0]) and not any(le(y, g) for y in FORMS[h][1])


def canonical(left, right):
    """The canonical form of a game of which the options are in canonical form."""
    left, right = set(left), set(right)
    changed = True
    while changed:
        changed = False
        g = game(left, right)
        for x in left:
            back = [y for y in FORMS[x][1] if le(y, g)]  # Right answers, and Left has lost nothing by not moving
            if back:
                left = left - {x} | FORMS[back[0]][0]
                changed = True
                break
        if changed:
            continue
        for x in right:
            back = [y for y in FORMS[x][0] if le(g, y)]
            if back:
                right = right - {x} | FORMS[back[0]][1]
                changed = True
                break
        if changed:
            continue
        for x in left:
            if any(x != y and le(x, y) for y in left):
                left = left - {x}
                changed = True
                break
        if changed:
            continue
        for x in right:
            if any(x != y and le(y, x) for y in right):
                right = right - {x}
                changed = True
                break
    return game(left, right)


class Position:
    """A game of marks."""

    def __init__(self, near, close):
        self.near = [frozenset(cells) for cells in near]
        self.close = close
        self.known = {}

    def value(self, left, right):
        """The canonical form of a position."""
        key = (left, right)
        if key not in self.known:
            own = self.close in ("own", "all")
            other = self.close in ("other", "all")

            def after(mine, yours, cell):
                gone = self.near[cell] | {cell}
                return mine - (gone if own else {cell}), yours - (gone if other else {cell})

            lefts = [self.value(*after(left, right, c)) for c in left]
            rights = [self.value(*reversed(after(right, left, c))) for c in right]
            self.known[key] = canonical(lefts, rights)
        return self.known[key]


@lru_cache(maxsize=None)
def number(g):
    """The number that a canonical form is, or None."""
    left, right = ([number(x) for x in side] for side in FORMS[g])
    if None in left or None in right or len(left) > 1 or len(right) > 1:
        return None
    if not right:
        return left[0] + 1 if left else Fraction(0)
    if not left:
        return right[0] - 1
    return (left[0] + right[0]) / 2 if left[0] < right[0] else None


@lru_cache(maxsize=None)
def nimber(g):
    """The n of *n, or None."""
    if FORMS[g][0] != FORMS[g][1]:
        return None
    sizes = [nimber(x) for x in FORMS[g][0]]
    return len(sizes) if None not in sizes and sorted(sizes) == list(range(len(sizes))) else None


@lru_cache(maxsize=None)
def text(g):
    """The game in the usual notation. Numbers and nimbers have names, all else has braces."""
    if number(g) is not None:
        return str(number(g))
    if nimber(g) is not None:
        return "*" if nimber(g) == 1 else "*%d" % nimber(g)
    left, right = (",".join(sorted(text(x) for x in side)) for side in FORMS[g])
    return "{%s|%s}" % (left, right)


def main():
    games = {}
    for line in sys.stdin:
        p = json.loads(line)
        key = json.dumps([p["near"], p["close"]])
        rules = games.setdefault(key, Position(p["near"], p["close"]))
        print(text(rules.value(frozenset(p["left"]), frozenset(p["right"]))), flush=True)


if __name__ == "__main__":
    main()
