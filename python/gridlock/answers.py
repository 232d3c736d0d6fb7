"""The types of answers, which docs/api.md explains. Written by make_answers.py."""

from __future__ import annotations

import sys
from typing import Any, Dict, List, Optional, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:  # for type checkers; nothing reads these annotations at run time
    NotRequired = Optional


class Cell(TypedDict):
    closed: List[str]
    col: int
    content: str
    name: str
    player: Optional[str]
    row: int


class Choice(TypedDict):
    at_most: Optional[int]
    geometry: NotRequired[Geometry]
    level: str
    limit: Optional[str]
    move: Optional[str]
    result: Result


class Claim(TypedDict):
    board: str
    method: str
    position: str
    records: int
    rules: int
    turns: int
    usual: bool
    variant: str
    winner: str
    words: str


class ComponentWorth(TypedDict):
    cells: List[str]
    exact: bool
    left_stop: Optional[str]
    mean: Optional[str]
    right_stop: Optional[str]
    temperature: Optional[str]
    value: Optional[str]


class Course(TypedDict):
    answer: Optional[str]
    claim: Claim
    left: Left
    moves: List[str]
    over: bool
    parts: List[Part]
    position: str
    replies: List[Reply]
    rule: Optional[Rule]
    to_move: str


class Difficulty(TypedDict):
    greedy_errs: Optional[int]
    level: str
    number: int
    only_moves: int
    open: NotRequired[int]
    records: Optional[int]
    text: str
    turns: List[Turn]


class Evidence(TypedDict):
    matching: NotRequired[Matching]
    mirror: NotRequired[Mirror]
    search: NotRequired[Line]
    separation: NotRequired[Separation]
    sum: NotRequired[Sum]
    values: NotRequired[Values]


class Facts(TypedDict):
    components: List[List[str]]
    how_many: str
    images: int
    legal: int
    losing: int
    only_move: bool
    partner: Optional[str]
    rooms: Optional[Rooms]
    winning: int


class Game(TypedDict):
    difficulty: Sides
    first_blunder: Optional[int]
    only_moves: OnlyMoves
    plies: List[Ply]
    sentences: List[str]
    start: str


Geometry = TypedDict(
    "Geometry",
    {
        "block": "Optional[str]",
        "child": "str",
        "from": "Optional[str]",
        "to": "str",
        "where": "str",
    },
)


class HotMove(TypedDict):
    gain: str
    hottest: bool
    move: str
    player: str
    temperature: str


class Left(TypedDict):
    rules: int
    turns: int


LegalMove = TypedDict(
    "LegalMove",
    {
        "block": "Optional[str]",
        "child": "str",
        "from": "Optional[str]",
        "move": "str",
        "to": "str",
        "where": "str",
    },
)


class Line(TypedDict):
    pv: List[str]


class Matching(TypedDict):
    last: Optional[str]
    pairs: List[List[str]]
    partner: Optional[str]
    single: List[str]


class Meaning(TypedDict):
    board: str
    file: str
    fixed: bool
    library: bool
    literature: str
    min_cols: int
    name: str
    near: List[List[str]]
    rules: List[str]
    summary: str
    title: str
    variant: str
    words: str


class Mirror(TypedDict):
    centre: Optional[str]
    fixed: List[str]
    images: List[List[str]]
    symmetry: str


class MoveAnalysis(TypedDict):
    change: int
    distance: Optional[int]
    engine: Optional[str]
    evidence: Optional[Evidence]
    geometry: Geometry
    lemma: Optional[str]
    mistake: str
    move: str
    next: NotRequired[Next]
    nimber: Optional[int]
    outcome: Optional[str]
    proven: bool
    pv: List[str]
    value: Optional[str]
    why: Optional[str]


class MoveValue(TypedDict):
    distance: Optional[int]
    move: str
    outcome: Optional[str]


class Next(TypedDict):
    after: List[str]
    legal: int
    losing: int
    winning: int


class NimberComponent(TypedDict):
    cells: List[str]
    nimber: int


class OnlyMoves(TypedDict):
    O: Streak
    X: Streak


OutcomeClass = TypedDict(
    "OutcomeClass",
    {
        "class": "Optional[str]",
        "nodes": "int",
        "o_first": "Optional[str]",
        "seconds": "float",
        "x_first": "Optional[str]",
    },
)


class Part(TypedDict):
    cells: List[int]
    known: List[str]
    rules: List[int]


class Place(TypedDict):
    col: int
    row: int


class Ply(TypedDict):
    best: MoveAnalysis
    mark: str
    played: MoveAnalysis
    player: str
    ply: int
    position: Result


class PositionSum(TypedDict):
    best_moves: List[str]
    best_moves_complete: bool
    engine: str
    lemma: Optional[str]
    limit: Optional[str]
    moves: List[PositionSumMove]
    nimber: Optional[int]
    nodes: int
    outcome: Optional[str]
    outcome_class: NotRequired[OutcomeClass]
    parts: List[PositionSumPart]
    proven: bool
    seconds: float
    to_move: str
    value: Optional[str]
    variant: str
    winner: Optional[str]
    words: str


class PositionSumMove(TypedDict):
    move: str
    nimber: Optional[int]
    outcome: Optional[str]
    value: Optional[str]


class PositionSumPart(TypedDict):
    board: str
    nimber: Optional[int]
    position: str
    value: Optional[str]
    variant: str
    words: str


class Problem(TypedDict):
    cells: NotRequired[List[Place]]
    detail: str
    legal: NotRequired[List[str]]
    parameter: NotRequired[str]
    ply: NotRequired[int]
    reason: NotRequired[str]
    status: int
    title: str
    type: str


class Progress(TypedDict):
    depth: Optional[int]
    disproof: Optional[int]
    done: bool
    fill: Optional[float]
    hit_rate: Optional[float]
    memory: Optional[int]
    nodes: int
    nodes_per_second: int
    phase: Optional[str]
    position: Optional[str]
    proof: Optional[int]
    pv: List[str]
    seconds: float
    stored: Optional[int]
    task: Optional[str]


class Puzzle(TypedDict):
    board: str
    day: Optional[str]
    depth: int
    difficulty: Difficulty
    line: List[str]
    move: str
    moves: List[str]
    number: int
    position: str
    seed: int
    themes: List[str]
    to_move: str
    variant: str
    words: str


class Queued(TypedDict):
    ahead: int


class Reply(TypedDict):
    move: str
    rule: Optional[int]


class Result(TypedDict):
    best_move: Optional[str]
    best_moves: List[str]
    best_moves_complete: bool
    board: str
    distance: Optional[int]
    engine: str
    lemma: Optional[str]
    nimber: Optional[int]
    nodes: int
    outcome: Optional[str]
    position: str
    proven: bool
    pv: List[str]
    pv_complete: bool
    seconds: float
    to_move: str
    value: Optional[str]
    variant: str
    winner: Optional[str]
    words: str


class Room(TypedDict):
    least: int
    most: int
    reach: List[str]


class Rooms(TypedDict):
    O: Room
    X: Room


class Rule(TypedDict):
    answer: Optional[str]
    does: str
    either: int
    kind: str
    number: int
    pairs: List[List[int]]
    signs: List[str]
    some: List[str]
    turn: int
    turned: bool
    walk: List[str]
    why: str


class Rules(TypedDict):
    board: str
    cells: List[Cell]
    cols: int
    edges: List[List[str]]
    moves: List[LegalMove]
    over: bool
    played: List[str]
    position: str
    rows: int
    shape: str
    symbols: List[Symbol]
    to_move: str
    variant: str
    winner: Optional[str]
    words: str
    wrap: str


class Separation(TypedDict):
    O: Walk
    X: Walk


class Sides(TypedDict):
    O: Optional[Difficulty]
    X: Optional[Difficulty]


class Solution(TypedDict):
    best_move: Optional[str]
    best_moves: List[str]
    best_moves_complete: bool
    board: str
    distance: Optional[int]
    engine: str
    lemma: Optional[str]
    limit: Optional[str]
    nimber: Optional[int]
    nodes: int
    outcome: Optional[str]
    outcome_class: NotRequired[OutcomeClass]
    position: str
    proven: bool
    pv: List[str]
    pv_complete: bool
    seconds: float
    source: Optional[Source]
    to_move: str
    value: Optional[str]
    variant: str
    winner: Optional[str]
    words: str


class Source(TypedDict):
    kind: str
    program: NotRequired[str]
    table: NotRequired[str]
    when: NotRequired[str]


class Step(TypedDict):
    block: Optional[str]
    to: str


class Streak(TypedDict):
    plies: List[int]
    streak: int


class Study(TypedDict):
    best_move: Optional[str]
    best_moves: List[str]
    best_moves_complete: bool
    board: str
    difficulty: Optional[Difficulty]
    distance: Optional[int]
    engine: str
    evidence: Optional[Evidence]
    facts: Facts
    game: NotRequired[Game]
    lemma: Optional[str]
    limit: Optional[str]
    moves: List[MoveAnalysis]
    nimber: Optional[int]
    nodes: int
    outcome: Optional[str]
    outcome_class: NotRequired[OutcomeClass]
    position: str
    proven: bool
    pv: List[str]
    pv_complete: bool
    seconds: float
    to_move: str
    value: Optional[str]
    variant: str
    why: Optional[str]
    winner: Optional[str]
    words: str
    worth: Optional[Worth]


class Sum(TypedDict):
    components: List[NimberComponent]
    total: int
    zeroing_move: Optional[str]


class Symbol(TypedDict):
    content: str
    player: Optional[str]
    symbol: str


class Thermograph(TypedDict):
    left: List[List[str]]
    right: List[List[str]]
    svg: str


class Turn(TypedDict):
    greedy: bool
    legal: int
    winning: int


class ValueComponent(TypedDict):
    O: List[str]
    X: List[str]
    cells: List[str]
    value: str


class Values(TypedDict):
    components: List[ValueComponent]
    total: str


class Variant(TypedDict):
    board: str
    fixed: bool
    library: bool
    literature: str
    min_cols: int
    name: str
    rules: List[str]
    summary: str
    title: str
    variant: str
    words: str


class Walk(TypedDict):
    least: int
    most: int
    reach: List[str]
    walk: List[Step]


Worth = TypedDict(
    "Worth",
    {
        "class": "Optional[str]",
        "components": "List[ComponentWorth]",
        "exact": "bool",
        "latex": "Optional[str]",
        "left_stop": "Optional[str]",
        "limited": "bool",
        "mean": "Optional[str]",
        "moves": "List[HotMove]",
        "right_stop": "Optional[str]",
        "temperature": "Optional[str]",
        "thermograph": "Optional[Thermograph]",
        "value": "Optional[str]",
    },
)


class Move(TypedDict):
    move: str
    outcome: Optional[str]
    distance: Optional[int]


class Verdict(TypedDict):
    file: str
    variant: Optional[str]
    words: Optional[str]
    board: Optional[str]
    position: Optional[str]
    to_move: Optional[str]
    winner: Optional[str]
    nimber: Optional[int]
    value: Optional[str]
    method: Optional[str]
    proven: bool
    error: Optional[str]
    layers: int
    records: int
    replies: int
    walks: int
    copies: int
    turns: int
    bytes: int
    seconds: float
