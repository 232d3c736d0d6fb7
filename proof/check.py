#!/usr/bin/env python3
"""Checks a certificate: a file that proves who wins a position of a game of the family.

usage: check.py FILE...         FILE may be -, for standard input

Exit status: 0 all certificates prove their claims, 1 one does not, 2 wrong usage.

This is the second checker. It was written from docs/rules.md and docs/proof-format.md,
which says what each check below is for; it shares no code with the first one, gridlock
verify, and needs Python 3.8 alone. Below are the file, the words that say the rules, the
board, the games, the reading of positions, the eight methods, and the header.

Sets of cells are whole numbers: cell c is bit c. In the state of a game, "mine" belongs to
the player to move, "yours" to the other one.
"""
import hashlib
import io
import itertools
import json
import re
import sys
import time
import unicodedata
import zlib

VERSION_1, VERSION_2, VERSION_3 = (b"gridlock-proof %d" % n for n in (1, 2, 3))     # first lines
HEADER_LIMIT = 1 << 20          # bytes in the line of the header
CHUNK = 1 << 16                 # bytes of the body that are in memory at once
MAGIC = b"\x1f\x8b"             # how a gzip file begins
NAME_LIMIT = 255                # bytes of the name in it
SLACK = 2 << 20                 # bytes at its beginning that must hold the header, or be wasted
TURNS_LIMIT = 100_000           # turns that the check of one walk may try
WALKS = 200_000                 # walks that are remembered
NONE = 127                      # the cell of a marker that is not placed
SCALE = 128                     # values are kept as whole numbers of 2^-SCALE

class Refused(Exception):
    """The certificate does not prove its claim; the text says why."""

REFUSALS = (Refused, OSError, EOFError, zlib.error)     # what may go wrong with a file

def need(condition, why):
    """Refuses the certificate unless the condition holds."""
    if not condition:
        raise Refused(why)

def printable(text):
    """The text with everything that a terminal could obey replaced by its escape."""
    def shown(c):
        if c.isprintable() or c in "\u200c\u200d" or unicodedata.category(c) == "Zs":
            return c
        if "\udc80" <= c <= "\udcff":              # a byte of a name that is not UTF-8
            return "\\x%02x" % (ord(c) - 0xdc00)
        return "\\u%04x" % ord(c) if 0x7f < ord(c) <= 0xffff else repr(c)[1:-1]
    return "".join(map(shown, text))

def shown(name):
    """The name of a file, in quotation marks if it could be taken for what is said of it."""
    text = printable(name)
    if re.fullmatch(r'[^\s":]+', text):
        return text
    return '"%s"' % text.replace('"', '\\"')

def bits(cells):
    """The members of a set, rising."""
    members = []
    while cells:
        members.append((cells & -cells).bit_length() - 1)
        cells &= cells - 1
    return members

def popcount(cells):
    """The number of members of a set."""
    return bin(cells).count("1")

# ---- The file

class Gzip:
    """The content of a gzip file: one member, no flag but that of a name, and no waste."""

    def __init__(self, stream, begin):
        begin += stream.read(SLACK - len(begin))
        need(len(begin) >= 10 and begin[3] in (0, 8) and
             (not begin[3] or 0 <= begin.find(b"\0", 10, 11 + NAME_LIMIT)),
             "the gzip header is not whole, or has more than a short name")
        self.begin, self.stream = io.BytesIO(begin), stream
        self.member, self.packed = zlib.decompressobj(wbits=31), b""
        self.taken, self.limit = 0, SLACK           # compressed bytes; how many there may be

    def read(self, size):
        while not self.member.eof:
            data = self.member.decompress(self.packed, size)
            self.packed = self.member.unconsumed_tail
            if data:
                return data
            if not self.member.eof:
                self.packed = self.begin.read(CHUNK) or self.stream.read(CHUNK)
                need(self.packed, "the compressed file ends too early")
                self.taken += len(self.packed)
                need(self.taken <= self.limit, "the compressed file is too long for its content")
        need(not self.member.unused_data and not self.begin.read(1) and not self.stream.read(1),
             "something comes after the compressed data")
        return b""

class File:
    """A certificate, unpacked, read once from front to back and never held whole."""

    def __init__(self, stream):
        self.stream, self.pos = stream, 0           # pos: what has been read of the chunk, data
        self.data = stream.read(len(MAGIC))         # as many bytes as these: not peek
        if self.data == MAGIC:
            self.stream, self.data = Gzip(stream, self.data), b""
        self.seen, self.size = len(self.data), 2 * HEADER_LIMIT     # in chunks; as there may be
        self.hash = hashlib.sha256()

    def more(self):
        """Goes on to the next chunk; says whether there is one."""
        self.pos, self.data = 0, self.stream.read(CHUNK)
        self.seen += len(self.data)
        need(self.seen <= self.size, "the file goes on after its end")
        self.hash.update(self.data)
        return bool(self.data)

    def byte(self):
        """Reads a byte."""
        if self.pos == len(self.data):
            need(self.more(), "the file ends too early")
        self.pos += 1
        return self.data[self.pos - 1]

    def line(self, limit):
        """Reads one of the lines before the body."""
        line = bytearray()
        while len(line) <= limit:
            line.append(self.byte())
            if line[-1] == 10:
                return bytes(line[:-1])
        raise Refused("line %.40r... is too long" % bytes(line[:20]))

    def begin(self, size):
        """Says that the body begins here, and how long it has to be."""
        if isinstance(self.stream, Gzip):
            lines = self.seen - len(self.data) + self.pos
            self.stream.limit = 2 * (lines + size) + SLACK
        self.data, self.pos = self.data[self.pos:], 0
        self.seen, self.size, self.hash = len(self.data), size, hashlib.sha256(self.data)
        need(self.seen <= size, "the file goes on after its end")

    def varint(self):
        """Reads an unsigned LEB128 number of at most 128 bits in its shortest form."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            if byte < 128:
                break
            shift += 7
            need(shift < 133, "the body has a number of more than 128 bits")
        need(value < 1 << 128, "the body has a number of more than 128 bits")
        need(byte or not shift, "the body has a number that is not in its shortest form")
        return value

    def end(self, checksum):
        """Makes sure that the body is over, and is the one that the header tells of."""
        need(self.pos == len(self.data) and not self.more(), "the file goes on after its end")
        need(self.seen == self.size, "the body has %d bytes, not %d" % (self.seen, self.size))
        need(self.hash.hexdigest() == checksum, "the body does not have the header's sha256")

# ---- The words that say the rules

NAMES = {"classic": "follow rook", "duel": "place king own", "lockdown": "walk king",
         "claim": "place king all", "blockade": "walk rook block ends"}

# From a cell to those near it: rows down, columns to the right. A queen goes on like a king.
OFFSETS = {
    "rook": [(-1, 0), (0, -1), (0, 1), (1, 0)],
    "king": [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)],
    "bishop": [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    "knight": [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)],
    "hex": [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)],
}
COUNT, STEP = "(?:0|[1-9][0-9]?)", "(?:0|-?[1-9][0-9]?)"
SIZE, CELL, OFFSET, EDGE = ("%s%s%s" % (n, by, n) for n, by in
                            ((COUNT, "x"), (COUNT, ","), (STEP, ","), (COUNT, "-")))
WORDS = re.compile(
    "(?P<kind>place|follow|walk) "
    "(?:(?P<near>rook|king|bishop|knight|hex|queen)|"
    "offsets:(?P<offsets>{o}(?:;{o})*)|"
    "graph:(?P<drawn>{s}):(?P<vertices>{n}(?:,{n})*):(?P<edges>(?:{e}(?:;{e})*)?))"
    "(?: (?P<close>none|own|other|all))?(?: (?P<block>block))?"
    "(?: (?P<start>ends|from:(?P<begin>{c};{c})@(?P<on>{s})))?"
    "(?: (?P<shape>cylinder|torus))?".format(n=COUNT, s=SIZE, c=CELL, o=OFFSET, e=EDGE))

class Rules:
    """What the words of a game say: its kind; which cells are near each other, by offsets, lines,
    or the edges of a graph; to whom a mark closes the cells near it; whether a step blocks one;
    where markers start, None if players place them; which edges of the board are joined; and
    the size of the only board, if there is one."""

    def __init__(self, text):
        say = WORDS.fullmatch(text)
        need(say and len(text) <= 1 << 14, "no game has the rules %.60r" % text)

        def listed(name, by):
            items = say[name].split(";") if say[name] else []
            return [tuple(map(int, item.split(by))) for item in items]

        self.kind, self.close, self.block = say["kind"], say["close"], bool(say["block"])
        self.start, self.shape, self.graph = say["start"], say["shape"], bool(say["drawn"])
        self.queen = say["near"] == "queen"
        self.offsets = OFFSETS["king"] if self.queen else \
            listed("offsets", ",") or OFFSETS.get(say["near"], [])
        self.edges, begin = listed("edges", "-"), listed("begin", ",")
        self.vertices = [int(c) for c in say["vertices"].split(",")] if self.graph else []
        self.sizes = {size for name in ("drawn", "on") for size in listed(name, "x")}
        place = self.kind == "place"
        need(place == bool(self.close) and (place or not self.queen) and
             (self.kind == "walk" or not self.start) and (self.start or not self.block) and
             not (self.shape and self.graph) and len(self.sizes) < 2,
             "the rules %.60r contradict themselves" % text)
        for items in self.offsets, self.vertices, self.edges:
            need(items == sorted(set(items)), "the rules %.60r are not in order" % text)
        need(say["near"] or self.offsets not in OFFSETS.values(), "offsets that have a name")
        need((0, 0) not in self.offsets and len(self.offsets) <= 64 and
             max((abs(n) for pair in self.offsets for n in pair), default=0) < 64,
             "offsets that no board has")
        need(not self.block or len(self.offsets) <= 8 and
             all((-down, -right) in self.offsets for down, right in self.offsets),
             "blocks are for at most 8 offsets, each with its opposite")
        need(all(a < b and a in self.vertices and b in self.vertices for a, b in self.edges),
             "an edge is of two vertices, the lower one first")
        for rows, cols in self.sizes:
            need(0 < rows * cols <= 64 and all(c < rows * cols for c in self.vertices),
                 "there is no such board, or it has no such vertex")
            if self.start == "ends":
                begin = [(rows // 2, 0), (rows // 2, cols - 1)]
            need(len(set(begin)) in (0, 2) and
                 all(row < rows and col < cols and (
                     not self.graph or row * cols + col in self.vertices) for row, col in begin),
                 "the markers do not start on two cells of the board")
        need(not (self.graph and self.block) or
             all(sum(c in edge for edge in self.edges) <= 8 for c in self.vertices),
             "blocks are for at most 8 edges of a vertex")

# ---- The board

class Union:
    """For each cell a set; for a set of cells, the union of theirs."""

    def __init__(self, sets):
        self.blocks = []                # for eight cells at a time, the unions for all sets of them
        for start in range(0, len(sets), 8):
            unions = [0]
            for cells in sets[start:start + 8]:
                unions += [union | cells for union in unions]
            self.blocks.append((start, unions))

    def of(self, cells):
        total = 0
        if cells:
            for start, unions in self.blocks:
                total |= unions[cells >> start & 255]
        return total

class Board:
    """The cells of a board, which of them are near each other, and what is connected."""

    def __init__(self, rows, cols, rules):
        self.rows, self.cols, self.n, self.rules = rows, cols, rows * cols, rules
        self.full, self.top = (1 << rows * cols) - 1, (1 << cols) - 1
        self.left = sum(1 << row * cols for row in range(rows))
        if rules.graph:
            self.near = [0] * self.n
            for a, b in rules.edges:
                self.near[a] |= 1 << b
                self.near[b] |= 1 << a
        else:
            self.near = [sum({1 << to for offset in rules.offsets for to in self.led(c, *offset)})
                         for c in range(self.n)]
        # What a mark closes, to whomever, and which cells have to do with each other: what is near in
        # one direction or the other.
        self.closing = [0] * self.n if rules.close == "none" else self.near
        self.closed = [near | 1 << c for c, near in enumerate(self.closing)]
        self.both = [near | sum(1 << d for d in range(self.n) if self.closing[d] >> c & 1)
                     for c, near in enumerate(self.closing)]
        self.symmetric = self.both == self.closing
        self.spread, self.spread_both = Union(self.near).of, Union(self.both).of
        # Whether what is up, or to the left, is near in the same way.
        self.up = not rules.graph and rules.shape != "torus"
        self.across = not rules.graph and not rules.shape
        self.set_steps()

    def at(self, row, col):
        """The cell in a row and column, None if there is none."""
        row = row % self.rows if self.rules.shape == "torus" else row
        col = col % self.cols if self.rules.shape else col
        return row * self.cols + col if 0 <= row < self.rows and 0 <= col < self.cols else None

    def led(self, cell, down, right):
        """The cells to which an offset leads from a cell: one, or all on a line, or none."""
        cells, to = [], self.at(cell // self.cols + down, cell % self.cols + right)
        while to not in (None, cell):
            cells.append(to)
            if not self.rules.queen:
                break
            to = self.at(to // self.cols + down, to % self.cols + right)
        return cells

    def set_steps(self):
        """With blocks: for every cell, the ways to step from there, the cells that they lead to,
        and these as sets. Ways are the offsets, as they are on this board, in ascending order; in a
        graph, of each cell, the cells near it."""
        if self.rules.graph:
            self.ways = 8
            self.steps = [[(way, to, 1 << to) for way, to in enumerate(bits(near))]
                          for near in self.near]
            return
        joined = (self.rules.shape == "torus", bool(self.rules.shape))
        ways = sorted({(down % self.rows if joined[0] else down,
                        right % self.cols if joined[1] else right)
                       for down, right in self.rules.offsets} - {(0, 0)})
        self.ways = len(ways)
        self.steps = [[(way, to, 1 << to) for way, offset in enumerate(ways)
                       for to in self.led(c, *offset)] for c in range(self.n)]

    def symmetries(self):
        """The rearrangements of the board that keep what is near, a graph's vertices and, with
        blocks, which steps have the same number: of four, on a square eight."""
        rows, cols = self.rows, self.cols
        for turned in (False, True) if rows == cols else (False,):
            for down, right in itertools.product((False, True), repeat=2):
                places = [(rows - 1 - row if down else row, cols - 1 - col if right else col)
                          for row in range(rows) for col in range(cols)]
                sym = Symmetry([(col if turned else row) * cols + (row if turned else col)
                                for row, col in places])
                vertices = sum(1 << c for c in self.rules.vertices)
                if sym.image(vertices) == vertices and all(
                        self.near[image] == sym.image(near)
                        for image, near in zip(sym.images, self.near)) and (
                            not self.rules.block or self.keeps_ways(sym)):
                    yield sym

    def keeps_ways(self, sym):
        """Whether the images of steps with the same number have the same number."""
        pairs = {(way, image) for c, steps in enumerate(self.steps) for way, to, _ in steps
                 for image, end, _ in self.steps[sym.images[c]] if end == sym.images[to]}
        return len(pairs) == len({way for way, _ in pairs})

    @staticmethod
    def flood(cells, steps, area):
        """The set with all that repeated steps within an area lead to."""
        while True:
            larger = cells | steps(cells) & area
            if larger == cells:
                return cells
            cells = larger

    def components(self, left, right):
        """The components of a pair of sets, as pairs, moved up and left as far as they go.

        Cells, one near the other, are joined where both are in left or both are in right. They are
        moved where this changes nothing of what is near."""
        while left | right:
            union = left | right
            part = self.flood(union & -union, lambda s: self.spread_both(s & left) & left |
                              self.spread_both(s & right) & right, union)
            shift = 0
            while self.up and not part >> shift & self.top:
                shift += self.cols
            while self.across and not part >> shift & self.left:
                shift += 1
            yield (left & part) >> shift, (right & part) >> shift
            left, right = left & ~part, right & ~part

class Symmetry:
    """A rearrangement of the cells."""

    def __init__(self, images):
        self.images = images + [NONE] * (NONE + 1 - len(images))    # of cells, and of no cell
        self.image = Union([1 << image for image in images]).of     # of a set of cells

# ---- The games

class Game:
    """A game on a board: its rules, and the keys of its states.

    A state is (free, mine, yours). Where marks close cells, the latter two are sets; in games with
    markers they are the cells of these, or NONE. What a game does not use is 0."""

    def __init__(self, rules, board):
        self.kind, self.close, self.block, self.board = rules.kind, rules.close, rules.block, board
        self.symmetries = ()            # for the images that a record of a strategy stands for
        self.walks = {}                 # what can_walk has found
        # How far free and mine are shifted in a key, and the bits of mine and yours.
        self.shifts = {"follow": (7, 7, 0, 127), "walk": (14, 7, 127, 127), "place":
                       (2 * board.n, board.n, board.full, board.full)}[self.kind]
        if self.close == "all":
            self.shifts = 0, 0, 0, 0

    def key(self, state):
        return state[0] << self.shifts[0] | state[1] << self.shifts[1] | state[2]

    def state(self, key):
        free, mine, mine_bits, yours_bits = self.shifts
        return key >> free, key >> mine & mine_bits, key & yours_bits

    def moves(self, state):
        """The legal moves, each with the state after it. These are the rules."""
        free, mine, yours = state
        board = self.board
        if self.close == "all":
            return [(c, (free & ~board.closed[c], 0, 0)) for c in bits(free)]
        if self.close:
            return [(c, (0, yours & ~self.taken(c, "other"), mine & ~self.taken(c, "own")))
                    for c in bits(mine)]
        if not self.block:
            last = yours if self.kind == "follow" else mine
            to = free if last == NONE else free & board.near[last]
            return [(c, (free ^ 1 << c, 0 if self.kind == "follow" else yours, c)) for c in bits(to)]
        left = free | 1 << mine
        return [(board.ways * step + turn, (left ^ entered ^ block, yours, to))
                for step, to, entered in board.steps[mine] if free & entered
                for turn, _, block in board.steps[to] if (left ^ entered) & block]

    def has_values(self):
        """Whether it is one of the games whose components have values."""
        return self.close in ("own", "none") and self.board.symmetric

    def taken(self, cell, whom):
        """What a mark takes of the cells open to its owner ("own"), or to the other player."""
        return self.board.closed[cell] if self.close in (whom, "all") else 1 << cell

    def play(self, state, move):
        """The state after a move, or None where it is illegal."""
        return dict(self.moves(state)).get(move)

    def record(self, state):
        """The key of the record that a strategy has for a state: that of the image with the
        least, if records stand for images."""
        return self.key(min((tuple(map(s.image, state)) for s in self.symmetries), default=state))

    def replies(self, state):
        """The keys of the records for the states after all moves."""
        return [self.record(after) for _, after in self.moves(state)]

    def reach(self, free, at):
        """The free cells that a marker can get to."""
        return Board.flood(free & self.board.near[at], self.board.spread, free)

    def undisturbed(self, cells, state):
        """Those of the cells on which the winner, who is to move, can walk whatever the loser
        does, if no more cells are free than in the state."""
        free, mine, yours = state
        need(self.kind == "walk" and NONE not in (mine, yours),
             "a walk is for two markers on the board")
        if not self.block:
            return cells & ~self.reach(free, yours)
        need(not self.reach(free | 1 << mine | 1 << yours, mine) >> yours & 1,
             "with blocks, a walk is for two markers that cannot meet any more")
        return cells

    def sets(self, state):
        """The state with sets in place of cells."""
        if self.close:
            return state
        return (state[0], 1 << state[1] if self.kind == "walk" and state[1] != NONE else 0,
                1 << state[2] if state[2] != NONE else 0)

    def show(self, state, who):
        """The position in which it is who to move. Cells that do not matter any more are #;
        a cell that only one player may take has the player's letter."""
        free, mine, yours = self.sets(state)
        free |= mine & yours
        other = "O" if who == "X" else "X"
        cells = ["." if free >> c & 1 else who if mine >> c & 1 else other if yours >> c & 1
                 else "#" for c in range(self.board.n)]
        rows = zip(*[iter(cells)] * self.board.cols)
        return "position %s %s" % ("/".join(map("".join, rows)), who.lower())

# ---- Positions

def parse(rules, text):
    """Reads a position: its game, the side to move ("X" or "O"), and the state."""
    match = re.fullmatch("([-.#xoXO/]{1,200}) ([xo])", text)
    need(match, "a position is printed as ROWS SIDE, not %.80r" % text)
    lines, side = match[1].split("/"), match[2].upper()
    rows, cols, cells = len(lines), len(lines[0]), "".join(lines)
    need(cols and {len(line) for line in lines} == {cols}, "the position's rows differ in width")
    need(rows * cols <= 64, "the position has more than 64 cells")
    need(rules.sizes <= {(rows, cols)}, "the rules are for another board")
    need(rules.start != "ends" or cols > 1, "the markers start in two columns")
    at = {letter: sum(1 << i for i, c in enumerate(cells) if c == letter) for letter in "#.-xoXO"}
    need(not rules.graph or all(at["#"] >> c & 1 for c in range(rows * cols) if c not in
                                rules.vertices), "a cell that is no vertex is written #")
    need(rules.close == "all" or not at["-"], "no cell is closed to both players (-)")
    board = Board(rows, cols, rules)
    free, x, o, used = at["."], at["X"], at["O"], at["x"] | at["o"]
    if rules.close:
        closers = {"none": (0, 0), "own": (x, o), "other": (o, x), "all": (x | o, x | o)}
        to_x, to_o = map(board.spread, closers[rules.close])        # closed to them
        need(not used and not (board.symmetric and (to_x & x or to_o & o)),
             "marks are printed as X and O, and not where another one has closed the cell")
        state = 0, free & ~to_x, free & ~to_o
        if rules.close == "all":
            need(not free & to_x and not at["-"] & ~to_x, "closed cells, and no others, are -")
            state = free, 0, 0
    elif rules.kind == "follow":
        need(popcount(x | o) == 1 and not at[side] or side == "X" and not x | o | used,
             "there is one live mark, of the player who is not to move; or no mark, X to move")
        return Game(rules, board), side, (free, 0, (x | o).bit_length() - 1 if x | o else NONE)
    else:
        one_x, one_o, begun = popcount(x) == 1, popcount(o) == 1, not rules.start and not used | o
        need(one_x and one_o and not (used and rules.block) or
             begun and (one_x and side == "O" or not x and side == "X"),
             "there have to be one X and one O, or the first two turns of a game without a start")
        state = (free, *(s.bit_length() - 1 if s else NONE for s in (x, o)))
    return Game(rules, board), side, state if side == "X" else (state[0], state[2], state[1])

# ---- The methods. Each is checked by a function of the certificate.

class Mirror:
    """A permutation p of the cells, by which the winner may copy."""

    def __init__(self, board, p):
        need(sorted(p) == list(range(board.n)), "a mirror is not a permutation of the cells")
        self.board, self.p = board, p
        self.paired = sum(1 << c for c in p if p[p[c]] == c)
        self.fixed = sum(1 << c for c in p if p[c] == c)
        # For every cell, those near it whose images are not near its image.
        self.parted = [(1 << c, sum(1 << d for d in bits(board.near[c])
                                    if not board.near[p[c]] >> p[d] & 1)) for c in range(board.n)]

    def image(self, cells):
        return sum(1 << self.p[c] for c in bits(cells))

    def has_answer(self, cell, mine, yours):
        """Whether the other player has an answer to the one fixed cell of the mover's, where marks
        close cells to their owner."""
        near, closed, images = self.board.near[cell], self.board.closed, self.image(mine)
        return any(not closed[d] & images & ~closed[cell] and (near >> d & 1 or not mine >> d & 1)
                   for d in bits(yours))

    def works(self, game, state):
        """Whether the player who is not to move can copy all moves from here on."""
        free, mine, yours = game.sets(state)
        if game.kind == "follow" or game.block:
            return False
        if not game.close:
            return (self.image(mine) == yours and self.pairs(free, free) and
                    not free & self.fixed and self.keeps(free | mine, free))
        if game.close == "own":
            fixed = bits(mine & self.fixed)
            return (self.board.symmetric and self.pairs(mine, yours) and self.keeps(yours, yours)
                    and (not fixed or len(fixed) == 1 and self.has_answer(fixed[0], mine, yours)))
        losers, winners = (free, free) if game.close == "all" else (mine, yours)
        return self.pairs(losers, winners) and all(
            self.opposes(game, c, losers) for c in bits(losers))

    def pairs(self, losers, winners):
        """Whether it takes all of the loser's cells to cells of the winner's, and these back."""
        return not losers & ~self.paired and not self.image(losers) & ~winners

    def keeps(self, part, cells):
        """Whether what is near a cell of a part, within the cells, is near its image."""
        return not any(cell & part and parted & cells for cell, parted in self.parted)

    def opposes(self, game, cell, losers):
        """Whether the loser's move to a cell leaves its image, and takes no image of another cell of
        the loser's that the image does not take."""
        taken, again = game.taken(cell, "other"), game.taken(self.p[cell], "other")
        return not taken >> self.p[cell] & 1 and not any(
            taken >> self.p[x] & 1 and not again >> x & 1 for x in bits(losers))

class Certificate:
    """A header that fits together, and the file in which the body comes next."""

    def __init__(self, head, file):
        self.head, self.file = head, file
        rules = Rules(NAMES[head["variant"]] if "variant" in head else head["rules"])
        self.game, self.side, self.root = parse(rules, head["position"])
        self.board, self.winner = self.game.board, head["winner"]
        self.winner_moves = self.side == self.winner
        need(head["board"] == "%dx%d" % (self.board.rows, self.board.cols) and
             head["to_move"] == self.side, "board or to_move are not those of the position")
        self.mirrors = [Mirror(self.board, p) for p in head.get("mirrors", [])]

    def opened(self):
        """The state in which the loser is to move: the root, or that after the opening."""
        need(self.winner_moves == ("opening" in self.head),
             "an opening is needed exactly where the winner is to move")
        if not self.winner_moves:
            return self.root
        state = self.game.play(self.root, self.head["opening"])
        need(state is not None, "the opening %d is illegal" % self.head["opening"])
        return state

def check_strategy(cert):
    """Every position in which the winner is to move has an answer, layer by layer."""
    game, layers, file = cert.game, cert.head["layers"], cert.file
    need(sum(layers) == cert.head["records"], "records are not the sum of the layers")
    if "images" in cert.head:
        need(game.close, "records with images are for games with marks that close cells")
        game.symmetries = list(cert.board.symmetries())
        need(cert.head["images"] == len(game.symmetries),
             "the board has another number of symmetries than a record has images")
    due = {game.record(cert.root)} if cert.winner_moves else set(game.replies(cert.root))
    for number, (size, room) in enumerate(zip(layers + [0], layers[1:] + [0, 0])):
        need(file.varint() == size, "layer %d has not the size that the header says" % number)
        then, key = set(), 0
        for index in range(size):
            step = file.varint()
            key += step
            if key not in due or not step and index:
                raise Refused("layer %d: the key %d does not rise, or is of a position that no "
                              "move leads to" % (number, key))
            due.remove(key)
            state = game.state(key)
            try:
                then.update(check_answer(cert, state))
                need(len(then) <= room, "with the replies to its answer, more positions need one "
                     "than the next layer has records")
            except Refused as why:
                raise Refused("layer %d, %s: %s" % (number, game.show(state, cert.winner), why))
        need(not due, "layer %d: no answer for the %s" % (
            number, due and game.show(game.state(min(due)), cert.winner)))
        due = then

class Intervals:
    """The intervals of a layer. One is a tuple: the cells of the winner's marker and of the
    loser's, the cells that are free in all of its positions, and those that are free in some."""

    def __init__(self, cells, symmetries):
        self.cells, self.symmetries, self.ways, self.known = cells, symmetries, {}, {}

    def first_images(self, mine, yours):
        """The symmetries that take two markers to the first pair of cells that they can."""
        if (mine, yours) not in self.ways:
            pairs = [(s.images[mine], s.images[yours]) for s in self.symmetries]
            self.ways[mine, yours] = [s for s, pair in zip(self.symmetries, pairs)
                                      if pair == min(pairs)]
        return self.ways[mine, yours]

    def missing(self, interval):
        """What a record has to answer, so that the interval is answered; None if it is already."""
        mine, yours, free, most = interval
        images = [(s.images[mine], s.images[yours], s.image(free), s.image(most))
                  for s in self.first_images(mine, yours)]
        for *markers, free, most in images:
            shelf = self.known.get(tuple(markers))
            if shelf and shelf.covers(free, most):
                return None
        return min(images)

    def add(self, interval):
        mine, yours, free, most = interval
        if (mine, yours) not in self.known:
            self.known[mine, yours] = Shelf(self.cells)
        self.known[mine, yours].add(free, most)

class Shelf:
    """Intervals with the same markers. The latest are in a list. The others have numbers, and for
    each cell there is the set of those that do not need it free, and of those that allow that."""

    LATEST = 64

    def __init__(self, cells):
        self.latest, self.size = [], 0
        self.spare, self.allow = [0] * cells, [0] * cells

    def covers(self, free, most):
        """Whether an interval has all positions of another one."""
        for fewest, others in self.latest:
            if not fewest & ~free and not most & ~others:
                return True
        left = (1 << self.size) - 1                     # those that may cover it
        for c, (spare, allow) in enumerate(zip(self.spare, self.allow)):
            if not free >> c & 1:
                left &= spare
            if most >> c & 1:
                left &= allow
            if not left:
                return False
        return True

    def add(self, free, most):
        self.latest.append((free, most))
        if len(self.latest) < self.LATEST:
            return
        for c in range(len(self.spare)):
            for sets, chosen in ((self.spare, [not free >> c & 1 for free, _ in self.latest]),
                                 (self.allow, [most >> c & 1 for _, most in self.latest])):
                sets[c] |= sum(1 << i for i, yes in enumerate(chosen) if yes) << self.size
        self.size += len(self.latest)
        self.latest = []

def check_intervals(cert):
    """Every position in which the winner is to move is in an interval that has an answer."""
    game, layers, symmetries = cert.game, cert.head["layers"], list(cert.board.symmetries())
    need(sum(layers) == cert.head["records"], "records are not the sum of the layers")
    states = [cert.root] if cert.winner_moves else [s for _, s in game.moves(cert.root)]
    due = [(mine, yours, free, free) for free, mine, yours in states]
    for number, size in enumerate(layers + [0]):
        known, answered = Intervals(cert.board.n, symmetries), []
        for interval in due:
            record = known.missing(interval)
            if record is None:
                continue
            need(len(answered) < size, "layer %d should have more records" % number)
            try:
                record = widened(cert, record)
                answered.append((record, check_interval(cert, record)))
            except Refused as why:
                mine, yours, _, most = record
                raise Refused("layer %d, record %d, up to %s: %s" % (
                    number, len(answered), game.show((most, mine, yours), cert.winner), why))
            known.add(record)
        need(len(answered) == size, "layer %d should have fewer records" % number)
        due = (reply for record, move in answered for reply in interval_replies(game, record, move))

def interval_replies(game, interval, move):
    """What the winner's move, None in a leaf, leaves to answer."""
    if move is None:
        return
    mine, yours, free, most = interval
    for _, (left, mine, yours) in game.moves(game.play((most, mine, yours), move)):
        yield mine, yours, left & ~(most & ~free), left

def widened(cert, interval):
    """Reads how far a record's interval goes beyond what it has to answer."""
    cert.kind = cert.file.byte()
    if cert.kind < 128:
        return interval
    cert.kind -= 128
    mine, yours, free, most = interval
    markers = sum(1 << c for c in (mine, yours) if c != NONE)
    drop, add = cert.file.varint(), cert.file.varint()
    need(drop or add, "an interval is said to be wider, and is not")
    return mine, yours, free & ~chosen(drop, free), most | chosen(
        add, cert.board.full & ~(most | markers))

def chosen(number, cells):
    """The members of a set for which the number has a bit, that of the lowest one first."""
    members = bits(cells)
    need(not number >> len(members), "an interval drops or adds more cells than there are")
    return sum(1 << members[i] for i in bits(number))

def check_interval(cert, interval):
    """Checks a record's answer in all positions of its interval; returns the move, or None."""
    game, kind = cert.game, cert.kind
    mine, yours, free, most = interval
    if kind == 64:
        check_plan(cert, interval)
        return None
    if 64 < kind < 127:
        check_walk(game, (free, mine, yours), (most, mine, yours), kind - 64)
        return None
    move = cert.file.byte() if kind == 127 else kind
    least = game.play((free, mine, yours), move)
    need(least is not None, "the winner's move %d is illegal where fewest cells are free" % move)
    if kind != 127:
        return move
    mirror = cert.file.varint()
    after = game.play((most, mine, yours), move)
    area = after[0]
    if NONE not in after[1:]:
        area = game.reach(after[0], after[1]) | game.reach(after[0], after[2])
    need(not area & ~least[0] and mirror < len(cert.mirrors) and
         cert.mirrors[mirror].works(game, (area, *after[1:])),
         "after the move %d the winner cannot copy by mirror %d" % (move, mirror))
    return None

def check_plan(cert, interval):
    """Reads turns that win whatever the loser does: each is legal in all that the turns before it
    leave to answer, the last one leaves nothing, and none is for nothing."""
    game, count = cert.game, cert.file.varint()
    need(0 < count <= cert.board.n, "a plan of no turns, or of too many")
    turns, tried = [cert.file.byte() for _ in range(count)], 0

    def follow(interval, at):
        nonlocal tried
        mine, yours, free, _ = interval
        need(game.play((free, mine, yours), turns[at]) is not None,
             "the plan's move %d is illegal where fewest cells are free" % turns[at])
        used = at + 1
        for reply in interval_replies(game, interval, turns[at]):
            tried += 1
            need(tried <= TURNS_LIMIT, "the plan has too many replies to try")
            need(at + 1 < count, "the loser can move after the last turn of the plan")
            used = max(used, follow(reply, at + 1))
        return used

    need(follow(interval, 0) == count, "the plan has turns that are for nothing")

def check_walk(game, least, most, turns):
    """Makes sure that the winner can walk for so many turns in a state where fewest cells are
    free, and the loser cannot where most are."""
    need(turns, "a walk of no turns")
    cells = game.undisturbed(least[0], most)
    need(not can_walk(game, most[0], most[2], turns),
         "the loser can take as many turns as the walk has")
    need(can_walk(game, cells, least[1], turns),
         "the winner cannot take as many turns as the walk has, undisturbed")

def can_walk(game, free, marker, turns):
    """Whether a marker, alone, can take so many turns. Tries them in the order of the moves. What
    has been tried is remembered, and how many turns that took."""
    tried, known = 0, game.walks

    def count(turns):
        nonlocal tried
        tried += turns
        need(tried <= TURNS_LIMIT, "the walk has too many turns to try")

    def lasts(free, at, left):
        if not left:
            return True
        area = game.reach(free, at)
        if popcount(area) < left:
            return False
        if (area, at, left) in known:
            found, turns = known[area, at, left]
            count(turns)
            return found
        found, before = False, tried
        for _, (rest, _, to) in game.moves((free, at, NONE)):
            count(1)
            if lasts(rest, to, left - 1):
                found = True
                break
        known[area, at, left] = found, tried - before
        return found

    if len(known) > WALKS:
        known.clear()
    return lasts(free, marker, turns)

def check_answer(cert, state):
    """Reads a record's answer; returns the keys of what the loser can reply, if anything."""
    game, kind = cert.game, cert.file.byte()
    if kind == 0x40:
        read_walk(game, state, cert.file)
        return ()
    move = cert.file.byte() if kind == 0x41 else kind
    need(kind <= 0x41, "the answer begins with a byte that says nothing")
    after = game.play(state, move)
    if after is None:
        raise Refused("the winner's move %d is illegal" % move)
    if kind != 0x41:
        return game.replies(after)
    mirror = cert.file.varint()
    need(mirror < len(cert.mirrors) and cert.mirrors[mirror].works(game, after),
         "after the move %d the winner cannot copy by mirror %d" % (move, mirror))
    return ()

def read_walk(game, state, file):
    """Reads a walk of the winner; the loser must not be able to take as many turns."""
    turns = file.varint()
    need(0 < turns <= game.board.n, "a walk of no turns, or of too many")
    free, mine, yours = state
    walk = game.undisturbed(free, state), mine, yours
    for _ in range(turns):
        move = file.byte()
        after = game.play(walk, move)
        if after is None:
            raise Refused("the walk's turn %d is illegal, or disturbed" % move)
        walk = after[0], after[2], yours
    need(not can_walk(game, free, yours, turns), "the loser can take as many turns as the walk has")

def check_copying(cert):
    """The winner copies every move from the start."""
    need(len(cert.mirrors) == 1, "copying is by one mirror")
    need(cert.mirrors[0].works(cert.game, cert.opened()),
         "the winner cannot copy all moves by the mirror")

def check_matching(cert):
    """The winner answers every move with the partner of its cell."""
    near, (free, _, marker) = cert.board.near, cert.opened()
    partner = {}
    for a, b in cert.head["matching"]:
        need(a not in partner and b not in partner and
             all(c < cert.board.n and free >> c & 1 for c in (a, b)) and
             near[a] >> b & 1 and near[b] >> a & 1,
             "%d and %d are not two empty cells near each other, or meet another pair" % (a, b))
        partner[a], partner[b] = b, a
    seen, todo = 0, free if marker == NONE else free & near[marker]
    while todo:                     # cells of the loser's that are still to be answered
        seen |= todo
        need(all(cell in partner for cell in bits(todo)), "one of the cells %s, that the loser "
             "can get to, has no partner" % [c + 1 for c in bits(todo)])
        todo = sum({1 << c for u in bits(todo) for c in bits(near[partner[u]] & free & ~seen)})

def components_in_order(cert, read):
    """Yields the components of a table, and makes sure that they are some and that they rise."""
    before = (0, 0)
    for _ in range(cert.head["records"]):
        left, right = read()
        cells = left | right
        need(0 < cells <= cert.board.full and
             [(left, right)] == list(cert.board.components(left, right)),
             "the cells %#x, %#x are not a component, moved up and left" % (left, right))
        order = popcount(cells), left << cert.board.n | right
        need(order > before, "components %#x, %#x and the one before do not rise" % (left, right))
        before = order
        yield left, right

def check_nimbers(cert):
    """The nimbers of components, by the rule of the least excluded, and that of the root."""
    table, file = {}, cert.file

    def nimber(cells):
        total = 0
        for part, _ in cert.board.components(cells, cells):
            need(part in table, "no nimber of the component %#x" % part)
            total ^= table[part]
        return total

    for cells, _ in components_in_order(cert, lambda: (file.varint(),) * 2):
        options = {nimber(after[0]) for _, after in cert.game.moves((cells, 0, 0))}
        least = next(n for n in itertools.count() if n not in options)
        need(file.varint() == least, "the nimber of the component %#x is %d" % (cells, least))
        table[cells] = least
    total = nimber(cert.root[0])
    need(total == cert.head["nimber"], "the root has nimber %d" % total)
    need((total != 0) == cert.winner_moves, "with nimber %d the other player wins" % total)

def check_values(cert):
    """The values of components, each a pair of a number and whether a star is added."""
    table, file = {}, cert.file

    def value(left, right):
        number = star = 0
        for part in cert.board.components(left, right):
            need(part in table, "no value of the component %#x, %#x" % part)
            number, star = number + table[part][0], star ^ table[part][1]
        return number, star

    for left, right in components_in_order(cert, lambda: (file.varint(), file.varint())):
        numerator, exponent, star = read_value(file)
        found = simplest({value(*rest[:0:-1]) for _, rest in cert.game.moves((0, left, right))},
                         {value(*rest[1:]) for _, rest in cert.game.moves((0, right, left))})
        need(found == (numerator << SCALE - exponent, star),
             "the value of the component %#x, %#x is wrong" % (left, right))
        table[left, right] = found
    number, star = total = value(*cert.root[1:][::1 if cert.side == "X" else -1])
    need(value_text(total) == cert.head["value"], "the root has value " + value_text(total))
    need(cert.winner == ("X" if number > 0 else "O") if number else cert.winner_moves == star,
         "with value %s the other player wins" % value_text(total))

def read_value(file):
    """Reads a value: a numerator, of which power of two it is over, and whether a star is added."""
    numerator, last = file.varint(), file.byte()
    numerator = numerator >> 1 ^ -(numerator & 1)
    need(last < 2 or numerator & 1, "a value is not in lowest terms")
    return numerator, last >> 1, last & 1

def simplest(lefts, rights):
    """The value of the game with these options, or None if it is of another kind."""
    # A number fits if it lies above Left's options and below Right's; where these have a
    # star, it may be as large. In units of 2^-SCALE, from low to high, ends included:
    low = max((a + 1 - star for a, star in lefts), default=-1 << SCALE + 7)
    high = min((b - 1 + star for b, star in rights), default=1 << SCALE + 7)
    for unit in range(SCALE, -1, -1):
        first, last = -(-low >> unit), high >> unit      # multiples of 2^(unit - SCALE)
        if first <= last:
            return max(first, min(last, 0)) << unit, 0
    # If none does, x + star has x as the greatest of Left's and the least of Right's.
    x = max(a for a, _ in lefts)
    least = min(b for b, _ in rights)
    stars = (x, 1) in lefts or (x, 1) in rights
    return (x, 1) if x == least and not stars else None

def normal(board, symmetries, part):
    """The least image of a component, moved up and left."""
    return min(moved for s in symmetries for moved in board.components(*map(s.image, part)))

class Bounds:
    """What is known of components, where marks close cells to their owner: that each is worth at least x, x + star, or both to
    Left, who is the winner. A bound is x, in units of 2^-SCALE, and which of the two: 1, 2 or 3."""

    def __init__(self, cert):
        self.game, self.board, self.table = cert.game, cert.board, {}
        self.reduce = cert.head.get("reduce", 0)
        self.symmetries, self.mirrors = list(cert.board.symmetries()), {}
        # Whether blocks of 2x2 have one mark of a player at most.
        self.square = all(near >> d & 1 for c, near in enumerate(self.board.closing)
                          for d in range(self.board.n) if d != c and all(abs(i - j) < 2 for i, j in zip(
                              divmod(c, self.board.cols), divmod(d, self.board.cols))))

    def useless(self, mine, yours):
        """The cells open to one player only and of no use, as another such cell takes less."""
        only, closed = mine & ~yours, self.board.closed
        return sum(1 << c for c in bits(only) if any(
            closed[d] & mine != closed[c] & mine and not closed[d] & mine & ~closed[c]
            for d in bits(closed[c] & only)))

    def parts(self, left, right):
        """The components of a position, moved up and left, without cells of no use."""
        for a, b in self.board.components(left, right):
            less = a & ~self.useless(a, b), b & ~self.useless(b, a)
            if popcount(a | b) <= self.reduce and less != (a, b):
                yield from self.parts(*less)
            else:
                yield a, b

    def blocks(self, cells):
        """The number of 2x2 blocks that cover a set, as few as there can be; or of its cells."""
        if not self.square:
            return popcount(cells)
        places = [divmod(c, self.board.cols) for c in bits(cells)]
        return min(len({((row + down) // 2, (col + across) // 2) for row, col in places})
                   for down in (0, 1) for across in (0, 1))

    def of_part(self, part):
        """The bound of a component in normal form."""
        return self.table.get(part) or (-self.blocks(part[1]) << SCALE, 1)

    def of(self, left, right):
        """The bound of a position."""
        total, forms = 0, 1
        for a, b in self.parts(left, right):
            if popcount(a | b) == 1:
                x, also = popcount(a) - popcount(b) << SCALE, 2 if a == b else 1
            else:
                x, also = self.of_part(normal(self.board, self.symmetries, (a, b)))
            total += x
            forms = forms * (also & 1) | (forms >> 1 | forms << 1 & 2) * (also >> 1)
        return total, forms

    def replies(self, left, right):
        """The cells that Right may take, without those that another one is as good as."""
        closed = self.board.closed
        for c in bits(right):
            taken = closed[c] & right
            if left >> c & 1 or not any(
                    not closed[d] & right & ~taken and
                    (closed[d] & right != taken or left >> d & 1 or d < c)
                    for d in bits(taken & ~(1 << c))):
                yield c

    def mirror(self, index, cells):
        """A mirror of the rectangle around a component."""
        places = [divmod(c, self.board.cols) for c in bits(cells)]
        top, left, bottom, right = (pick(place[way] for place in places)
                                    for pick in (min, max) for way in (0, 1))
        need(0 <= index < 5 and (index < 3 or bottom - top == right - left),
             "there is no such mirror")
        key = index, top, left, bottom, right
        if key not in self.mirrors:
            def image(row, col):
                if not (top <= row <= bottom and left <= col <= right):
                    return row, col
                back, across = top + bottom - row, left + right - col
                return ((back, across), (back, col), (row, across),
                        (top + col - left, left + row - top),
                        (top + right - col, left + bottom - row))[index]
            self.mirrors[key] = Mirror(self.board, [
                row * self.board.cols + col for row, col in
                (image(*divmod(c, self.board.cols)) for c in range(self.board.n))])
        return self.mirrors[key]

    def follows(self, part, x, star, reason):
        """Whether it follows from what is known that a component is worth that."""
        left, right = part
        if reason < 64:
            both = right >> reason & 1
            return left >> reason & 1 and shows(
                self.of(*self.game.play((0, left, right), reason)[:0:-1]),
                x if both else x - (1 << SCALE), star ^ both)
        if reason > 64:
            return not x and not star and self.mirror(reason - 65, left | right).works(
                self.game, (0, right, left))
        whole = x & (1 << SCALE) - 1 == 0
        option = x - (1 << SCALE if whole else x & -x)
        return (not star and (whole and x <= 0 or shows(self.of_part(part), option, 1)) and
                all(shows(self.of(*self.game.play((0, right, left), c)[1:]), x, 1)
                    for c in self.replies(left, right)))

    def add(self, part, x, star, reason):
        """Adds a record, if it says something new and follows."""
        need(popcount(part[0] | part[1]) > 1 and part[0] | part[1] <= self.board.full and
             list(self.board.components(*part)) == [part] ==
             [normal(self.board, self.symmetries, part)],
             "%#x, %#x is not the normal image of a component of some cells" % part)
        known, forms = self.of_part(part)
        need(not shows((known, forms), x, star), "of %#x, %#x that is known" % part)
        need(self.follows(part, x, star, reason),
             "it does not follow what %#x, %#x is worth" % part)
        self.table[part] = x, (forms if x == known else 0) | 1 + star

def shows(bound, x, star):
    """Whether what has a bound is worth at least x, or x + star."""
    return bound[0] > x or bound[0] == x and bool(bound[1] & 1 + star)

def check_bounds(cert):
    """What components are worth at least to the winner, each by what is known before."""
    bounds, file = Bounds(cert), cert.file
    for _ in range(cert.head["records"]):
        part, (numerator, exponent, star) = (file.varint(), file.varint()), read_value(file)
        need(exponent <= 40 and abs(numerator) <= 64 << exponent, "a value is out of range")
        bounds.add(part, numerator << SCALE - exponent, star, file.byte())
    winner, loser = cert.root[1:] if cert.winner_moves else cert.root[:0:-1]
    need(shows(bounds.of(winner, loser), 0, int(cert.winner_moves)),
         "it is not known that the root is worth enough to " + cert.winner)

def check_exclusions(cert):
    """Exact and excluded nimbers of components, each by what is known before."""
    board, file, known, ruled_out = cert.board, cert.file, {}, {}
    symmetries = list(board.symmetries())

    def split(cells):
        """The XOR of what is known of a position's components, and those of unknown nimber."""
        total, parts = 0, set()
        for part, _ in board.components(cells, cells):
            parts ^= {normal(board, symmetries, (part, part))[0]}   # two of the same add up to 0
        for part in parts:
            total ^= known.get(part, 0)
        return total, [part for part in parts if part not in known]

    def differs(cells, nimber):
        """Whether it is known that a position has not that nimber."""
        total, unknown = split(cells)
        if unknown:
            return len(unknown) == 1 and total ^ nimber in ruled_out.get(unknown[0], ())
        return total != nimber

    for _ in range(cert.head["records"]):
        cells, kind = file.varint(), file.varint()
        nimber = kind >> 1
        need(0 < cells <= board.full and nimber < 64 and
             list(board.components(cells, cells)) == [(cells, cells)] ==
             [normal(board, symmetries, (cells, cells))],
             "%#x is not the normal image of a component, or its nimber too great" % cells)
        gone = ruled_out.setdefault(cells, set())
        need(cells not in known and not (kind & 1 and nimber in gone),
             "of %#x that is known" % cells)
        if kind & 1:
            after = cert.game.play((cells, 0, 0), file.byte())
            need(after is not None and split(after[0]) == (nimber, []),
                 "no move in %#x is known to leave %d" % (cells, nimber))
            gone.add(nimber)
        else:
            need(gone.issuperset(range(nimber)) and
                 all(differs(after[0], nimber) for _, after in cert.game.moves((cells, 0, 0))),
                 "it is not known that %#x has nimber %d" % (cells, nimber))
            known[cells] = nimber
    free = cert.root[0]
    need(differs(free, 0) if cert.winner_moves else split(free) == (0, []),
         "it is not known that %s wins the root" % cert.winner)

def value_text(value):
    """A value as the header has it: -3/4, 1*, *."""
    number, star = value
    zeros = min(SCALE, (number & -number).bit_length() - 1) if number else SCALE
    text = str(number >> zeros) + ("/%d" % (1 << SCALE - zeros) if zeros < SCALE else "")
    return "*" if star and not number else text + "*" * star

# ---- The header

def is_count(x):
    return type(x) is int and x >= 0

def are_counts(x):
    return type(x) is list and all(map(is_count, x))

def is_text(x):
    return type(x) is str

FIELDS = {
    "variant": lambda x: is_text(x) and x in NAMES,
    "rules": lambda x: is_text(x) and x not in NAMES.values(), "board": is_text, "position": is_text,
    "to_move": ("X", "O").__contains__, "winner": ("X", "O").__contains__,
    "method": lambda x: is_text(x) and x in METHODS, "records": is_count, "bytes": is_count,
    "sha256": is_text, "program": is_text, "images": is_count, "nimber": is_count, "value": is_text,
    "reduce": lambda x: is_count(x) and x <= 64,
    "opening": lambda x: is_count(x) and x < 64, "layers": lambda x: are_counts(x) and 0 not in x,
    "mirrors": lambda x: type(x) is list and all(map(are_counts, x)),
    "matching": lambda x: type(x) is list and all(are_counts(p) and len(p) == 2 for p in x),
}
NEEDED = {"board", "position", "to_move", "winner", "method", "records", "bytes", "sha256"}
# The check of a method, the fields it needs, those it may have, the first line of its certificates
# for the five games, and whether it is for a game.
METHODS = {
    "strategy": (check_strategy, {"layers"}, {"mirrors", "images"}, VERSION_1, lambda game: True),
    "intervals": (check_intervals, {"layers"}, {"mirrors"}, VERSION_2,
                  lambda game: game.kind == "walk"),
    "copying": (check_copying, {"mirrors"}, {"opening"}, VERSION_1, lambda game: True),
    "matching": (check_matching, {"matching"}, {"opening"}, VERSION_1,
                 lambda game: game.kind == "follow"),
    "nimbers": (check_nimbers, {"nimber"}, set(), VERSION_1, lambda game: game.close == "all"),
    "values": (check_values, {"value"}, set(), VERSION_1, lambda game: game.has_values()),
    "bounds": (check_bounds, set(), {"reduce"}, VERSION_1, lambda game: game.has_values()),
    "exclusions": (check_exclusions, set(), set(), VERSION_1, lambda game: game.close == "all"),
}

def plain(digits):
    """A number of JSON, which has to be a count."""
    need(digits.isdigit(), "the header has the number %.40s" % digits)
    return int(digits)

def once(pairs):
    """An object of JSON, whose fields have to differ."""
    need(len(dict(pairs)) == len(pairs), "the header has a field twice")
    return dict(pairs)

def read_header(file):
    """Reads what is in front of the body."""
    version = file.line(100)
    need(version in (VERSION_1, VERSION_2, VERSION_3), "this is no certificate of version 1 to 3")
    try:
        head = json.loads(file.line(HEADER_LIMIT).decode("utf-8"), object_pairs_hook=once,
                          parse_int=plain)
    except (ValueError, RecursionError) as error:
        raise Refused("the header is not JSON: %s" % error)
    need(type(head) is dict, "the header is not an object")
    for name, value in head.items():
        need(name in FIELDS and FIELDS[name](value), "the header's %.50r is wrong" % name)
    needed = NEEDED | {"rules" if version == VERSION_3 else "variant"}
    need(needed <= set(head), "the header lacks %s" % (needed - set(head)))
    method = head["method"]
    _, more, allowed, first_line, _ = METHODS[method]
    need(version in (first_line, VERSION_3), "a certificate by %s is of the other version" % method)
    need(needed | more <= set(head) <= needed | more | allowed | {"program"},
         "the header has not the fields of " + method)
    need(method not in ("copying", "matching") or not head["records"], method + " has no records")
    return head

def check(stream):
    """Checks a certificate, and returns what it proves."""
    start = time.monotonic()
    file = File(stream)
    head = read_header(file)
    cert = Certificate(head, file)
    game = head.get("variant") or head["rules"]
    check_method, *_, is_for = METHODS[head["method"]]
    need(is_for(cert.game), "%s is not for %s" % (head["method"], game))
    file.begin(head["bytes"])
    check_method(cert)
    file.end(head["sha256"])
    return "%s wins %s %s (%s to move): %s, %d records, checked in %.1f s" % (
        head["winner"], game, head["position"], head["to_move"], head["method"],
        head["records"], time.monotonic() - start)

def main(names):
    """Checks the files; returns the exit status."""
    if not names or "-h" in names or "--help" in names:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    status = 0
    for stream in sys.stdout, sys.stderr:
        stream.reconfigure(errors="backslashreplace")
    for name in names:
        try:
            with open(0 if name == "-" else name, "rb", closefd=name != "-") as stream:
                proven = check(stream)
        except REFUSALS as error:
            print("%s: refused: %s" % (shown(name), printable(str(error))), file=sys.stderr)
            status = 1
        else:
            print("%s: %s" % (shown(name), printable(proven)))
    return status

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
