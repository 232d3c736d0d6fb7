"""Writes the texts and b-files of this folder, from docs/atlas.csv.

    python3 make.py            writes them
    python3 make.py --check    compares them, and the first terms with nimbers.py and plies.py
"""

import csv
import os
import sys

import nimbers
import plies

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "..", "..", "docs", "atlas.csv"), encoding="utf-8", newline="") as file:
    ATLAS = {(row["variant"], int(row["rows"]), int(row["cols"])): row for row in csv.DictReader(file)}

KAYLES = "the Node Kayles game on the %s king graph"
CLAIM = [
    "Two players in turn put a king on an empty square of %s chessboard that no king attacks, whoever's it is; who cannot move loses.",
    "The game is also known as Obstruction.",
]
ENDS = "Number of moves if the winner ends the game as soon as possible, and the loser as late as possible; odd terms are won by the first player."


def until(terms, first):
    """The terms from the first on, up to the first that is not known."""
    found = []
    while True:
        term = terms(first + len(found))
        if not term:
            return first, [int(t) for t in found]
        found.append(term)


def known(game, rows, cols, column):
    """A value of the atlas, which has each board of claim in one direction."""
    return ATLAS.get((game, rows, cols), ATLAS.get((game, cols, rows), {}) if game == "claim" else {}).get(column)


def table():
    """By antidiagonals T(1,1), T(1,2), T(2,1), …, as far as those are whole."""
    terms = []
    for total in range(2, 99):
        diagonal = [known("claim", r, total - r, "nimber") for r in range(1, total)]
        if not all(diagonal):
            return 1, [int(t) for t in terms]
        terms += diagonal


def row(r):
    return until(lambda n: known("claim", r, n, "nimber"), 1)


def square(game, column, first=1):
    return until(lambda n: known(game, n, n, column), first)


# name of the files, title, comments, first index and terms, a program, its value for an index, how many it has to give,
# related sequences, keywords
SEQUENCES = [
    ("king-table", "Square array read by antidiagonals: T(m,n) is the Sprague-Grundy value of " + KAYLES % "m X n" + ".",
     [c % "an m X n" if "%" in c else c for c in CLAIM]
     + ["Rows 1 and 2 are A002187 without its term 0: a king in one row attacks the same columns as in the other.",
        "T(4,n) = 0 for all n known, up to 16; T(6,n) = T(1,n) for all n known, up to 10."],
     table(), "nimbers.py", None, 15, "Cf. A002187 (row 1), A316632 (rook's graph, row 3), A344227 (queens).", "nonn,tabl,more"),
    ("king-square", "Sprague-Grundy value of " + KAYLES % "n X n" + ".", [c % "an n X n" if "%" in c else c for c in CLAIM],
     square("claim", "nimber"), "nimbers.py", lambda n: nimbers.nimber(n, n), 4, "Cf. A344227 (queens).", "nonn,more"),
] + [
    ("king-%d" % r, "Sprague-Grundy value of " + KAYLES % ("%d X n" % r) + ".", [c % ("a %d X n" % r) if "%" in c else c for c in CLAIM],
     row(r), "nimbers.py", lambda n, r=r: nimbers.nimber(r, n), most, "Cf. A002187 (1 X n and 2 X n), A316632 (3 X n rook's graph).", "nonn,more")
    for r, most in [(3, 5), (5, 4), (7, 2)]
] + [
    (game + "-plies", "Length of the game of " + title, comments + [ENDS], square(game, "plies", first), "plies.py",
     lambda n, game=game: getattr(plies, game)(n, n), most, "", "nonn,more")
    for game, title, comments, first, most in [
        ("classic", "undirected vertex geography on the n X n grid graph, with best play.",
         ["The first player puts a marker on any cell, and each player in turn one on an empty cell that shares a side with the last; who cannot move loses.",
          "a(n) is even if n is, since the grid then has a perfect matching."], 1, 4),
        ("duel", "Col on the n X n king graph, with best play.",
         ["Two players in turn put a mark on an empty cell that touches no mark of their own, at a side or a corner; who cannot move loses."], 1, 3),
        ("lockdown", "partizan vertex geography on the n X n king graph, with best play.",
         ["Each player places a marker, then moves it in turn like a chess king to a cell on which no marker has been; who cannot move loses."], 1, 3),
        ("claim", "Node Kayles on the n X n king graph, with best play.", [c % "an n X n" if "%" in c else c for c in CLAIM], 1, 4),
        ("blockade", "a step and a block on an n X n board, with best play.",
         ["The markers begin at both ends of row floor(n/2)+1. A turn is a step to an empty cell that shares a side, then a block on an empty cell that shares a side with the new one; who cannot move loses.",
          "The game is a form of Isolation (Isola)."], 2, 3),
    ]
]


def text(title, comments, first, terms, program, related, keywords):
    """A text to paste, in the internal format of the OEIS, without a number."""
    line = ""
    for term in terms:  # about 260 characters, as the OEIS shows
        if len(line) + len(str(term)) > 255:
            break
        line += ("," if line else "") + str(term)
    lines = ["%%S %s" % line, "%%N %s" % title]
    lines += ["%%C %s" % c for c in comments]
    with open(os.path.join(HERE, program), encoding="utf-8") as file:
        source = file.read().rstrip("\n").split("\n")
    lines += ["%o (Python)"] + ["%%o %s" % line if line else "%o" for line in source]
    if related:
        lines.append("%%Y %s" % related)
    lines += ["%%K %s" % keywords, "%%O %d,%d" % (first, next((i for i, t in enumerate(terms, 1) if t > 1), 1)),
              "%A The gridlock authors"]
    return "\n".join(lines) + "\n"


def files():
    for name, title, comments, (first, terms), program, value, most, related, keywords in SEQUENCES:
        yield name + ".txt", text(title, comments, first, terms, program, related, keywords)
        yield "b-" + name + ".txt", "".join("%d %d\n" % pair for pair in enumerate(terms, first))


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        raise SystemExit(__doc__)
    names = {"README.md", "make.py", "nimbers.py", "plies.py"}
    for name, content in files():
        names.add(name)
        path = os.path.join(HERE, name)
        if not check:
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
            continue
        with open(path, encoding="utf-8") as file:
            if file.read() != content:
                raise SystemExit("%s is not what the atlas says: run make.py" % name)
    if not check:
        return
    rest = {name for name in os.listdir(HERE) if not name.startswith("__")} - names
    if rest:
        raise SystemExit("nothing writes these: %s" % sorted(rest))
    compared = 0
    for name, _, _, (first, terms), _, value, most, _, _ in SEQUENCES:
        if value is None:
            want = [nimbers.nimber(r, total - r) for total in range(2, 99) for r in range(1, total) if total * (total - 1) // 2 <= most]
        else:
            want = [value(n) for n in range(first, first + most)]
        if len(want) != most or terms[:most] != want:
            raise SystemExit("%s: the atlas has %s, and the program %s" % (name, terms[:most], want))
        compared += most
    print(compared, "terms agree")


if __name__ == "__main__":
    main()
