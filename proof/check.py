#!/usr/bin/env python3
"""Checks a certificate: a file that proves who wins a position of one of the five games.

usage: check.py FILE...         FILE may be -, for standard input

Exit status: 0 all certificates prove their claims, 1 one does not, 2 wrong usage.

This is the second checker. It was written from docs/rules.md and docs/proof-format.md,
which says what each check below is for; it shares no code with the first one, gridlock
verify, and needs Python 3.8 alone. Below are the file, the board, the five games, the
reading of positions, the five methods, and the header.

Sets of cells are whole numbers: cell c is bit c. In the state of a game, "mine" belongs to
the player to move, "yours" to the other one.
"""
import hashlib
import itertools
import json
import re
import sys
import time
import zlib

HEADER_LIMIT = 1 << 20          # bytes in the line of the header
CHUNK = 1 << 16                 # bytes of the body that are in memory at once
TURNS_LIMIT = 100_000           # turns that the check of one walk may try
NONE = 127                      # the cell of a marker that is not placed
SCALE = 128                     # values are kept as whole numbers of 2^-SCALE

class Refused(Exception):
    """The certificate does not prove its claim; the text says why."""

def need(condition, why):
    """Refuses the certificate unless the condition holds."""
    if not condition:
        raise Refused(why)

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
    """The content of a stream of one gzip member, and nothing after it."""

    def __init__(self, stream):
        self.stream, self.member = stream, zlib.decompressobj(wbits=31)

    def read(self, size):
        while not self.member.eof:
            packed = self.member.unconsumed_tail or self.stream.read(CHUNK)
            data = self.member.decompress(packed, size)
            if data:
                return data
            need(packed, "the compressed file ends too early")
        need(not self.member.unused_data and not self.stream.read(1),
             "something comes after the compressed data")
        return b""

class File:
    """A certificate, unpacked, read once from front to back and never held whole."""

    def __init__(self, stream):
        self.stream = Gzip(stream) if stream.peek(2)[:2] == b"\x1f\x8b" else stream
        self.data, self.pos = b"", 0                # a chunk, and what has been read of it
        self.seen, self.size = 0, 2 * HEADER_LIMIT  # bytes in chunks, and how many there may be
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

# ---- The board

class Board:
    """The cells of a board, their neighbours, and what is connected."""

    def __init__(self, rows, cols):
        self.rows, self.cols, self.n = rows, cols, rows * cols
        self.full, self.top = (1 << rows * cols) - 1, (1 << cols) - 1
        self.left = sum(1 << row * cols for row in range(rows))
        self.inner = self.full ^ self.left              # all but the first column
        # The cells up, left, right and down of every cell, or None.
        self.beside = [[(row + down) * cols + col + right
                        if 0 <= row + down < rows and 0 <= col + right < cols else None
                        for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0))]
                       for row in range(rows) for col in range(cols)]
        self.rook = [self.rook_steps(1 << c) for c in range(self.n)]
        self.closed = [self.king_steps(1 << c) for c in range(self.n)]
        self.king = [near ^ 1 << c for c, near in enumerate(self.closed)]

    def rook_steps(self, cells):
        """The cells rook-adjacent to a cell of the set."""
        return (cells << 1 & self.inner | (cells & self.inner) >> 1 |
                cells << self.cols & self.full | cells >> self.cols)

    def king_steps(self, cells):
        """The set itself and the cells king-adjacent to one of it."""
        wide = cells | cells << 1 & self.inner | (cells & self.inner) >> 1
        return wide | wide << self.cols & self.full | wide >> self.cols

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

        King-adjacent cells are joined where both are in left or both are in right."""
        while left | right:
            union = left | right
            part = self.flood(union & -union, lambda s: self.king_steps(s & left) & left |
                              self.king_steps(s & right) & right, union)
            shift = 0
            while not part >> shift & self.top:
                shift += self.cols
            while not part >> shift & self.left:
                shift += 1
            yield (left & part) >> shift, (right & part) >> shift
            left, right = left & ~part, right & ~part

# ---- The games

class Game:
    """What the games have in common. Each has besides:

    methods                  how its positions can be proven, besides by a strategy
    state(key), key(state)   a state from its key, and the other way round
    legal(state)             the set of legal moves (but for blockade)
    play(state, move)        the state after a move, or None where it is illegal
    marks(state)             the free cells, and the markers of mine and yours, as sets
    """
    def __init__(self, board):
        self.board = board

    def replies(self, state):
        """The keys of the states after every legal move."""
        return [self.key(self.play(state, move)) for move in bits(self.legal(state))]

    def show(self, state, who):
        """The position in which it is who to move; cells that are used up are holes."""
        letters = ".%s%s" % (who, "XO".replace(who, ""))
        cells = ["".join(a for a, s in zip(letters, self.marks(state)) if s >> c & 1) or "#"
                 for c in range(self.board.n)]
        rows = zip(*[iter(cells)] * self.board.cols)
        return "position %s %s" % ("/".join(map("".join, rows)), who.lower())

    def name(self, move):
        return "to cell %d" % (move + 1)

class Classic(Game):
    """A state is (free, yours), yours being the cell of the last marker."""
    methods = ("matching",)

    def state(self, key):
        return key >> 7, key & 127

    def key(self, state):
        return state[0] << 7 | state[1]

    def legal(self, state):
        return state[0] if state[1] == NONE else state[0] & self.board.rook[state[1]]

    def play(self, state, move):
        return (state[0] ^ 1 << move, move) if self.legal(state) >> move & 1 else None

    def marks(self, state):
        return state[0], 0, 0 if state[1] == NONE else 1 << state[1]

class Duel(Game):
    """A state is (mine, yours), the cells that each player may still take."""
    methods = ("copying", "values")

    def state(self, key):
        return key >> self.board.n, key & self.board.full

    def key(self, state):
        return state[0] << self.board.n | state[1]

    def legal(self, state):
        return state[0]

    def play(self, state, move):
        mine, yours = state
        return (yours & ~(1 << move), mine & ~self.board.closed[move]) if mine >> move & 1 else None

    def marks(self, state):
        return 0, state[0], state[1]

    def show(self, state, who):
        return "position in which %s, to move, may take %s, and the other player %s" % (
            who, *(" ".join(str(c + 1) for c in bits(s)) or "nothing" for s in state))

class Claim(Game):
    """A state is the set of cells that can still be claimed."""
    methods = ("nimbers",)

    def state(self, key):
        return key

    key = legal = state

    def play(self, state, move):
        return state & ~self.board.closed[move] if state >> move & 1 else None

    def marks(self, state):
        return state, 0, 0

class Markers(Game):
    """lockdown and blockade. A state is (free, mine, yours), the latter two cells.

    Each has step(free, at, move), the free cells and the marker at cell at after a turn, or
    None; turns(free, at), the results of all turns; reach(free, at), the free cells that
    the marker can get to; and separated(state), whether the markers can no longer meet."""

    def state(self, key):
        return key >> 14, key >> 7 & 127, key & 127

    def key(self, state):
        return state[0] << 14 | state[1] << 7 | state[2]

    def play(self, state, move):
        after = self.step(state[0], state[1], move)
        return after and (after[0], state[2], after[1])

    def replies(self, state):
        free, mine, yours = state
        high = yours << 7
        return [rest << 14 | high | at for rest, at in self.turns(free, mine)]

    def marks(self, state):
        free, *cells = state
        return [free] + [0 if at == NONE else 1 << at for at in cells]

class Lockdown(Markers):
    methods = ("copying",)

    def step(self, free, at, move):
        to = free if at == NONE else free & self.board.king[at]
        return (free ^ 1 << move, move) if to >> move & 1 else None

    def turns(self, free, at):
        return [(free ^ 1 << to, to)
                for to in bits(free if at == NONE else free & self.board.king[at])]

    def reach(self, free, at):
        return Board.flood(free & self.board.king[at], self.board.king_steps, free)

    def separated(self, state):
        free, mine, yours = state
        return not self.reach(free, mine) & self.reach(free, yours)

class Blockade(Markers):
    methods = ()

    def __init__(self, board):
        super().__init__(board)
        self.near = [[(1 << c, c) for c in row if c is not None] for row in board.beside]

    def step(self, free, at, move):
        to = self.board.beside[at][move >> 2] if move < 16 else None
        if to is None or not free >> to & 1:
            return None
        free = free ^ 1 << to | 1 << at
        block = self.board.beside[to][move & 3]
        return None if block is None or not free >> block & 1 else (free ^ 1 << block, to)

    def turns(self, free, at):
        left = free | 1 << at
        return [(left ^ step ^ block, to) for step, to in self.near[at] if free & step
                for block, _ in self.near[to] if (left ^ step) & block]

    def reach(self, free, at):
        return Board.flood(free & self.board.rook[at], self.board.rook_steps, free)

    def separated(self, state):
        free, mine, yours = state
        return not self.reach(free | 1 << mine | 1 << yours, mine) >> yours & 1

    def name(self, move):
        ways = ("up", "left", "right", "down")
        return "%s, with a block %s of there" % (ways[move >> 2 & 3], ways[move & 3])

GAMES = {"classic": Classic, "duel": Duel, "lockdown": Lockdown, "claim": Claim,
         "blockade": Blockade}

# ---- Positions

def parse(variant, text):
    """Reads a position: its game, the side to move ("X" or "O"), and the state."""
    match = re.fullmatch("([-.#xoXO/]{1,200}) ([xo])", text)
    need(match, "a position is printed as ROWS SIDE, not %.80r" % text)
    rows = match[1].split("/")
    need(rows[0] and len({len(row) for row in rows}) == 1, "the position's rows differ in width")
    need(len(rows) * len(rows[0]) <= 64, "the position has more than 64 cells")
    board, cells, side = Board(len(rows), len(rows[0])), "".join(rows), match[2].upper()
    at = {letter: sum(1 << i for i, c in enumerate(cells) if c == letter) for letter in ".-xoXO"}
    count = {letter: cells.count(letter) for letter in at}
    used, free = count["x"] + count["o"], at["."]
    need(variant == "claim" or not at["-"], "only claim has cells that are blocked (-)")
    if variant == "classic":
        live = at["X"] | at["O"]
        need(count["X"] + count["O"] == 1 and not at[side] or
             side == "X" and not live and not used,
             "classic has one live mark, of the player who is not to move; or no mark, X to move")
        state = free, live.bit_length() - 1 if live else NONE
    elif variant == "claim":
        claims, near = at["X"] | at["O"], board.king_steps(at["X"] | at["O"])
        need(not any(board.king[c] & claims for c in bits(claims)), "two claims touch")
        need(not used and not free & near and not at["-"] & ~near,
             "a cell is printed as - exactly if it is blocked, and claims as X and O")
        state = free
    elif variant == "duel":
        need(not used and not any(board.king[c] & at[who] for who in "XO" for c in bits(at[who])),
             "two marks of a player touch, or are not printed as X or O")
        state = [free & ~board.king_steps(at[who]) for who in "XO"]
    else:
        begun = count["X"] == 1 and count["O"] == 1
        place = variant == "lockdown" and not used and not count["O"] and \
            (count["X"], side) in ((0, "X"), (1, "O"))
        need(begun or place, "there has to be one X and one O (or lockdown's first two turns)")
        need(variant == "lockdown" or not used, "blockade has no used-up marks")
        state = [free] + [at[who].bit_length() - 1 if at[who] else NONE for who in "XO"]
    if side == "O" and variant not in ("classic", "claim"):
        state = [*state[:-2], state[-1], state[-2]]
    return GAMES[variant](board), side, state if variant == "claim" else tuple(state)

# ---- The methods. Each is checked by a function of the certificate.

class Mirror:
    """A permutation p of the cells, by which the winner may copy."""

    def __init__(self, board, p):
        need(sorted(p) == list(range(board.n)), "a mirror is not a permutation of the cells")
        self.p = p
        self.twofold = all(p[p[c]] == c for c in p)
        self.fixed = sum(1 << c for c in p if p[c] == c)
        # For every cell, what the neighbours of its image are and its neighbours' images
        # are not, or the other way round.
        self.bent = [(1 << c, self.image(board.king[c]) ^ board.king[p[c]])
                     for c in range(board.n)]

    def image(self, cells):
        return sum(1 << self.p[c] for c in bits(cells))

    def works(self, free, mine, yours):
        """Whether the player who is not to move can copy all moves from here on."""
        part = free | mine | yours
        return (self.twofold and not (free | mine) & self.fixed
                and self.image(free) == free and self.image(mine) == yours
                and not any(cell & part and bent & part for cell, bent in self.bent))

class Certificate:
    """A header that fits together, and the file in which the body comes next."""

    def __init__(self, head, file):
        self.head, self.file = head, file
        self.game, self.side, self.root = parse(head["variant"], head["position"])
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
    due = {game.key(cert.root)} if cert.winner_moves else set(game.replies(cert.root))
    for number, size in enumerate(layers + [0]):
        need(file.varint() == size, "layer %d has not the size that the header says" % number)
        room = (layers + [0, 0])[number + 1]
        then, key = set(), 0
        for index in range(size):
            step = file.varint()
            key += step
            need(step or not index, "layer %d: the keys do not rise" % number)
            if key not in due:
                raise Refused("layer %d: no move leads to the position with key %d" % (number, key))
            due.remove(key)
            state = game.state(key)
            after, why = check_answer(cert, state)
            if after is not None and not why:
                then.update(game.replies(after))
                if len(then) > room:
                    why = "with the replies to its answer, more positions need one than " \
                        "layer %d has records" % (number + 1)
            if why:
                raise Refused("layer %d: %s: %s" % (number, game.show(state, cert.winner), why))
        if due:
            raise Refused("layer %d: no answer for the %s" % (
                number, game.show(game.state(min(due)), cert.winner)))
        due = then

def check_answer(cert, state):
    """Reads a record's answer. Returns the state after it, or None if the answer is a leaf,
    and what is wrong with it, if anything."""
    game, kind = cert.game, cert.file.byte()
    if kind == 0x40:
        turns = cert.file.varint()
        if not 0 < turns <= cert.board.n:
            return None, "a walk of %d turns" % turns
        return None, check_walk(game, state, [cert.file.byte() for _ in range(turns)])
    move = cert.file.byte() if kind == 0x41 else kind
    if kind > 0x41 or move > 63:
        return None, "the answer is no move"
    after = game.play(state, move)
    if after is None:
        return None, "the winner's move %s (%d) is illegal" % (game.name(move), move)
    if kind != 0x41:
        return after, None
    mirror = cert.file.varint()
    if "copying" in game.methods and mirror < len(cert.mirrors) and \
            cert.mirrors[mirror].works(*game.marks(after)):
        return None, None
    return None, "after the move %s the winner cannot copy with mirror %d" % (
        game.name(move), mirror)

def check_walk(game, state, moves):
    """What is wrong with a walk of the winner, if anything."""
    if not isinstance(game, Markers) or NONE in state[1:] or not game.separated(state):
        return "a walk is for markers that cannot meet any more"
    free, mine, yours = state
    walk, turns, tried = (free, mine), len(moves), 0
    for number, move in enumerate(moves):
        walk = game.step(*walk, move)
        if walk is None:
            return "turn %d of the walk, %s (%d), is illegal" % (number + 1, game.name(move), move)

    def lasts(free, at, taken):
        """Whether the loser, having taken so many turns, can take as many as the walk has."""
        nonlocal tried
        if taken == turns:
            return True
        if taken + popcount(game.reach(free, at)) < turns:
            return False
        for rest, to in game.turns(free, at):
            tried += 1
            need(tried <= TURNS_LIMIT, "a walk has too much to check: " + str(state))
            if lasts(rest, to, taken + 1):
                return True
        return False

    return "the loser can take as many turns as the walk" if lasts(free, yours, 0) else None

def check_copying(cert):
    """The winner copies every move from the start."""
    need(len(cert.mirrors) == 1, "copying is by one mirror")
    need(cert.mirrors[0].works(*cert.game.marks(cert.opened())),
         "the winner cannot copy all moves by the mirror")

def check_matching(cert):
    """The winner answers every move with the partner of its cell."""
    rook, (free, marker) = cert.board.rook, cert.opened()
    partner = {}
    for a, b in cert.head["matching"]:
        need(a not in partner and b not in partner and
             all(c < cert.board.n and free >> c & 1 for c in (a, b)) and rook[a] >> b & 1,
             "%d and %d are not two empty neighbours, or meet another pair" % (a, b))
        partner[a], partner[b] = b, a
    seen, todo = 0, free if marker == NONE else free & rook[marker]
    while todo:                     # cells of the loser's that are still to be answered
        seen |= todo
        need(all(cell in partner for cell in bits(todo)), "one of the cells %s, that the loser "
             "can get to, has no partner" % [c + 1 for c in bits(todo)])
        todo = sum({1 << c for u in bits(todo) for c in bits(rook[partner[u]] & free & ~seen)})

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
            need(part in table, "no nimber of the component " + cert.game.show(part, "X"))
            total ^= table[part]
        return total

    for cells, _ in components_in_order(cert, lambda: (file.varint(),) * 2):
        options = {nimber(cert.game.play(cells, move)) for move in bits(cells)}
        least = next(n for n in itertools.count() if n not in options)
        need(file.varint() == least, "the nimber of the component %s is %d" % (
            cert.game.show(cells, "X"), least))
        table[cells] = least
    total = nimber(cert.root)
    need(total == cert.head["nimber"], "the root has nimber %d" % total)
    need((total != 0) == cert.winner_moves, "with nimber %d the other player wins" % total)

def check_values(cert):
    """The values of components, each a pair of a number and whether a star is added."""
    table, file, closed = {}, cert.file, cert.board.closed

    def value(left, right):
        number = star = 0
        for part in cert.board.components(left, right):
            need(part in table, "no value of the component %#x, %#x" % part)
            number, star = number + table[part][0], star ^ table[part][1]
        return number, star

    for left, right in components_in_order(cert, lambda: (file.varint(), file.varint())):
        numerator, last = file.varint(), file.byte()
        numerator = numerator >> 1 ^ -(numerator & 1)
        need(last < 2 or numerator & 1, "a value is not in lowest terms")
        found = simplest({value(left & ~closed[c], right & ~(1 << c)) for c in bits(left)},
                         {value(left & ~(1 << c), right & ~closed[c]) for c in bits(right)})
        need(found == (numerator << SCALE - (last >> 1), last & 1),
             "the value of the component %#x, %#x is wrong" % (left, right))
        table[left, right] = found
    number, star = total = value(*(cert.root if cert.side == "X" else cert.root[::-1]))
    need(value_text(total) == cert.head["value"], "the root has value " + value_text(total))
    need(cert.winner == ("X" if number > 0 else "O") if number else cert.winner_moves == star,
         "with value %s the other player wins" % value_text(total))

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

def value_text(value):
    """A value as the header has it: -3/4, 1*, *."""
    number, star = value
    zeros = min(SCALE, (number & -number).bit_length() - 1) if number else SCALE
    text = str(number >> zeros) + ("/%d" % (1 << SCALE - zeros) if zeros < SCALE else "")
    return "*" if star and not number else text + "*" * star

# ---- The header

def count(x):
    return type(x) is int and x >= 0

def counts(x):
    return type(x) is list and all(map(count, x))

def text(x):
    return type(x) is str

FIELDS = {
    "variant": lambda x: text(x) and x in GAMES, "board": text, "position": text,
    "to_move": lambda x: x in ("X", "O"), "winner": lambda x: x in ("X", "O"),
    "method": lambda x: text(x) and x in METHODS, "records": count, "bytes": count,
    "sha256": text, "program": text, "opening": lambda x: count(x) and x < 64, "nimber": count,
    "mirrors": lambda x: type(x) is list and all(map(counts, x)),
    "matching": lambda x: type(x) is list and all(counts(p) and len(p) == 2 for p in x),
    "value": text, "layers": lambda x: counts(x) and 0 not in x,
}
NEEDED = {"variant", "board", "position", "to_move", "winner", "method", "records", "bytes",
          "sha256"}
# The check of a method, the fields that it needs, and those that it may have.
METHODS = {
    "strategy": (check_strategy, {"layers"}, {"mirrors"}),
    "copying": (check_copying, {"mirrors"}, {"opening"}),
    "matching": (check_matching, {"matching"}, {"opening"}),
    "nimbers": (check_nimbers, {"nimber"}, set()),
    "values": (check_values, {"value"}, set()),
}

def once(pairs):
    """An object of JSON, whose fields have to differ."""
    need(len(dict(pairs)) == len(pairs), "the header has a field twice")
    return dict(pairs)

def read_header(file):
    """Reads what is in front of the body."""
    need(file.line(100) == b"gridlock-proof 1", "this is no certificate of version 1")
    try:
        head = json.loads(file.line(HEADER_LIMIT).decode("utf-8"), object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise Refused("the header is not JSON: %s" % error)
    need(type(head) is dict, "the header is not an object")
    for name, value in head.items():
        need(name in FIELDS, "the header has an unknown field, %.50r" % name)
        need(FIELDS[name](value), "the header's %s is wrong" % name)
    need("method" in head, "the header has no method")
    method, game = head["method"], GAMES.get(head.get("variant"), Game)
    _, needed, allowed = METHODS[method]
    for name in NEEDED | needed:
        need(name in head, "the header has no " + name)
    for name in head:
        need(name in NEEDED | needed | allowed | {"program"}, method + " has no use for " + name)
    need(method == "strategy" or method in game.methods, "%s is not for this game" % method)
    need(method not in ("copying", "matching") or not head["records"], method + " has no records")
    return head

def check(stream):
    """Checks a certificate, and returns what it proves."""
    start = time.monotonic()
    file = File(stream)
    head = read_header(file)
    cert = Certificate(head, file)
    file.begin(head["bytes"])
    METHODS[head["method"]][0](cert)
    file.end(head["sha256"])
    return "%s wins %s %s (%s to move): %s, %d records, checked in %.1f s" % (
        head["winner"], head["variant"], head["position"], head["to_move"], head["method"],
        head["records"], time.monotonic() - start)

def main(names):
    """Checks the files; returns the exit status."""
    if not names or "-h" in names or "--help" in names:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    status = 0
    for name in names:
        try:
            with sys.stdin.buffer if name == "-" else open(name, "rb") as stream:
                print("%s: %s" % (name, check(stream)))
        except (Refused, OSError, EOFError, zlib.error) as error:
            print("%s: refused: %s" % (name, error), file=sys.stderr)
            status = 1
    return status

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
