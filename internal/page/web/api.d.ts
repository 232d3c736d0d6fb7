// The types of answers, which docs/api.md explains. Written by python/make_answers.py.

type Maybe<T> = T | null;

export interface Cell {
	closed: Array<string>;
	col: number;
	content: string;
	name: string;
	player: Maybe<string>;
	row: number;
}

export interface Choice {
	at_most: Maybe<number>;
	geometry?: Geometry;
	level: string;
	limit: Maybe<string>;
	move: Maybe<string>;
	result: Result;
}

export interface Claim {
	board: string;
	method: string;
	position: string;
	records: number;
	rules: number;
	turns: number;
	usual: boolean;
	variant: string;
	winner: string;
	words: string;
}

export interface ComponentWorth {
	cells: Array<string>;
	exact: boolean;
	left_stop: Maybe<string>;
	mean: Maybe<string>;
	right_stop: Maybe<string>;
	temperature: Maybe<string>;
	value: Maybe<string>;
}

export interface Course {
	answer: Maybe<string>;
	claim: Claim;
	left: Left;
	moves: Array<string>;
	over: boolean;
	parts: Array<Part>;
	position: string;
	replies: Array<Reply>;
	rule: Maybe<Rule>;
	to_move: string;
}

export interface Difficulty {
	greedy_errs: Maybe<number>;
	level: string;
	number: number;
	only_moves: number;
	open?: number;
	records: Maybe<number>;
	text: string;
	turns: Array<Turn>;
}

export interface Evidence {
	matching?: Matching;
	mirror?: Mirror;
	search?: Line;
	separation?: Separation;
	sum?: Sum;
	values?: Values;
}

export interface Facts {
	components: Array<Array<string>>;
	how_many: string;
	images: number;
	legal: number;
	losing: number;
	only_move: boolean;
	partner: Maybe<string>;
	rooms: Maybe<Rooms>;
	winning: number;
}

export interface Game {
	difficulty: Sides;
	first_blunder: Maybe<number>;
	only_moves: OnlyMoves;
	plies: Array<Ply>;
	sentences: Array<string>;
	start: string;
}

export interface Geometry {
	block: Maybe<string>;
	child: string;
	from: Maybe<string>;
	to: string;
	where: string;
}

export interface HotMove {
	gain: string;
	hottest: boolean;
	move: string;
	player: string;
	temperature: string;
}

export interface Left {
	rules: number;
	turns: number;
}

export interface LegalMove {
	block: Maybe<string>;
	child: string;
	from: Maybe<string>;
	move: string;
	to: string;
	where: string;
}

export interface Line {
	pv: Array<string>;
}

export interface Matching {
	last: Maybe<string>;
	pairs: Array<Array<string>>;
	partner: Maybe<string>;
	single: Array<string>;
}

export interface Meaning {
	board: string;
	file: string;
	fixed: boolean;
	library: boolean;
	literature: string;
	min_cols: number;
	name: string;
	near: Array<Array<string>>;
	rules: Array<string>;
	summary: string;
	title: string;
	variant: string;
	words: string;
}

export interface Mirror {
	centre: Maybe<string>;
	fixed: Array<string>;
	images: Array<Array<string>>;
	symmetry: string;
}

export interface MoveAnalysis {
	change: number;
	distance: Maybe<number>;
	engine: Maybe<string>;
	evidence: Maybe<Evidence>;
	geometry: Geometry;
	lemma: Maybe<string>;
	mistake: string;
	move: string;
	next?: Next;
	nimber: Maybe<number>;
	outcome: Maybe<string>;
	proven: boolean;
	pv: Array<string>;
	value: Maybe<string>;
	why: Maybe<string>;
}

export interface MoveValue {
	distance: Maybe<number>;
	move: string;
	outcome: Maybe<string>;
}

export interface Next {
	after: Array<string>;
	legal: number;
	losing: number;
	winning: number;
}

export interface NimberComponent {
	cells: Array<string>;
	nimber: number;
}

export interface OnlyMoves {
	O: Streak;
	X: Streak;
}

export interface OutcomeClass {
	class: Maybe<string>;
	nodes: number;
	o_first: Maybe<string>;
	seconds: number;
	x_first: Maybe<string>;
}

export interface Part {
	cells: Array<number>;
	known: Array<string>;
	rules: Array<number>;
}

export interface Place {
	col: number;
	row: number;
}

export interface Ply {
	best: MoveAnalysis;
	mark: string;
	played: MoveAnalysis;
	player: string;
	ply: number;
	position: Result;
}

export interface PositionSum {
	best_moves: Array<string>;
	best_moves_complete: boolean;
	engine: string;
	lemma: Maybe<string>;
	limit: Maybe<string>;
	moves: Array<PositionSumMove>;
	nimber: Maybe<number>;
	nodes: number;
	outcome: Maybe<string>;
	outcome_class?: OutcomeClass;
	parts: Array<PositionSumPart>;
	proven: boolean;
	seconds: number;
	to_move: string;
	value: Maybe<string>;
	variant: string;
	winner: Maybe<string>;
	words: string;
}

export interface PositionSumMove {
	move: string;
	nimber: Maybe<number>;
	outcome: Maybe<string>;
	value: Maybe<string>;
}

export interface PositionSumPart {
	board: string;
	nimber: Maybe<number>;
	position: string;
	value: Maybe<string>;
	variant: string;
	words: string;
}

export interface Problem {
	cells?: Array<Place>;
	detail: string;
	legal?: Array<string>;
	parameter?: string;
	ply?: number;
	reason?: string;
	status: number;
	title: string;
	type: string;
}

export interface Progress {
	depth: Maybe<number>;
	disproof: Maybe<number>;
	done: boolean;
	fill: Maybe<number>;
	hit_rate: Maybe<number>;
	memory: Maybe<number>;
	nodes: number;
	nodes_per_second: number;
	phase: Maybe<string>;
	position: Maybe<string>;
	proof: Maybe<number>;
	pv: Array<string>;
	seconds: number;
	stored: Maybe<number>;
	task: Maybe<string>;
}

export interface Puzzle {
	board: string;
	day: Maybe<string>;
	depth: number;
	difficulty: Difficulty;
	line: Array<string>;
	move: string;
	moves: Array<string>;
	number: number;
	position: string;
	seed: number;
	themes: Array<string>;
	to_move: string;
	variant: string;
	words: string;
}

export interface Queued {
	ahead: number;
}

export interface Reply {
	move: string;
	rule: Maybe<number>;
}

export interface Result {
	best_move: Maybe<string>;
	best_moves: Array<string>;
	best_moves_complete: boolean;
	board: string;
	distance: Maybe<number>;
	engine: string;
	lemma: Maybe<string>;
	nimber: Maybe<number>;
	nodes: number;
	outcome: Maybe<string>;
	position: string;
	proven: boolean;
	pv: Array<string>;
	pv_complete: boolean;
	seconds: number;
	to_move: string;
	value: Maybe<string>;
	variant: string;
	winner: Maybe<string>;
	words: string;
}

export interface Room {
	least: number;
	most: number;
	reach: Array<string>;
}

export interface Rooms {
	O: Room;
	X: Room;
}

export interface Rule {
	answer: Maybe<string>;
	does: string;
	either: number;
	kind: string;
	number: number;
	pairs: Array<Array<number>>;
	signs: Array<string>;
	some: Array<string>;
	turn: number;
	turned: boolean;
	walk: Array<string>;
	why: string;
}

export interface Rules {
	board: string;
	cells: Array<Cell>;
	cols: number;
	edges: Array<Array<string>>;
	moves: Array<LegalMove>;
	over: boolean;
	played: Array<string>;
	position: string;
	rows: number;
	shape: string;
	symbols: Array<Symbol>;
	to_move: string;
	variant: string;
	winner: Maybe<string>;
	words: string;
	wrap: string;
}

export interface Separation {
	O: Walk;
	X: Walk;
}

export interface Sides {
	O: Maybe<Difficulty>;
	X: Maybe<Difficulty>;
}

export interface Solution {
	best_move: Maybe<string>;
	best_moves: Array<string>;
	best_moves_complete: boolean;
	board: string;
	distance: Maybe<number>;
	engine: string;
	lemma: Maybe<string>;
	limit: Maybe<string>;
	nimber: Maybe<number>;
	nodes: number;
	outcome: Maybe<string>;
	outcome_class?: OutcomeClass;
	position: string;
	proven: boolean;
	pv: Array<string>;
	pv_complete: boolean;
	seconds: number;
	source: Maybe<Source>;
	to_move: string;
	value: Maybe<string>;
	variant: string;
	winner: Maybe<string>;
	words: string;
}

export interface Source {
	kind: string;
	program?: string;
	table?: string;
	when?: string;
}

export interface Step {
	block: Maybe<string>;
	to: string;
}

export interface Streak {
	plies: Array<number>;
	streak: number;
}

export interface Study {
	best_move: Maybe<string>;
	best_moves: Array<string>;
	best_moves_complete: boolean;
	board: string;
	difficulty: Maybe<Difficulty>;
	distance: Maybe<number>;
	engine: string;
	evidence: Maybe<Evidence>;
	facts: Facts;
	game?: Game;
	lemma: Maybe<string>;
	limit: Maybe<string>;
	moves: Array<MoveAnalysis>;
	nimber: Maybe<number>;
	nodes: number;
	outcome: Maybe<string>;
	outcome_class?: OutcomeClass;
	position: string;
	proven: boolean;
	pv: Array<string>;
	pv_complete: boolean;
	seconds: number;
	to_move: string;
	value: Maybe<string>;
	variant: string;
	why: Maybe<string>;
	winner: Maybe<string>;
	words: string;
	worth: Maybe<Worth>;
}

export interface Sum {
	components: Array<NimberComponent>;
	total: number;
	zeroing_move: Maybe<string>;
}

export interface Symbol {
	content: string;
	player: Maybe<string>;
	symbol: string;
}

export interface Thermograph {
	left: Array<Array<string>>;
	right: Array<Array<string>>;
	svg: string;
}

export interface Turn {
	greedy: boolean;
	legal: number;
	winning: number;
}

export interface ValueComponent {
	O: Array<string>;
	X: Array<string>;
	cells: Array<string>;
	value: string;
}

export interface Values {
	components: Array<ValueComponent>;
	total: string;
}

export interface Variant {
	board: string;
	fixed: boolean;
	library: boolean;
	literature: string;
	min_cols: number;
	name: string;
	rules: Array<string>;
	summary: string;
	title: string;
	variant: string;
	words: string;
}

export interface Walk {
	least: number;
	most: number;
	reach: Array<string>;
	walk: Array<Step>;
}

export interface Worth {
	class: Maybe<string>;
	components: Array<ComponentWorth>;
	exact: boolean;
	latex: Maybe<string>;
	left_stop: Maybe<string>;
	limited: boolean;
	mean: Maybe<string>;
	moves: Array<HotMove>;
	right_stop: Maybe<string>;
	temperature: Maybe<string>;
	thermograph: Maybe<Thermograph>;
	value: Maybe<string>;
}
