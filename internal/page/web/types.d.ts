// The types of what the page works on, most of them answers of the API.

import type * as api from './api';

export type { Cell, Choice, Course, Evidence, Facts, LegalMove, Ply, Problem, Progress, Puzzle } from './api';

/** A position by the rules; guessed if made from the last move; canvas if a graph is being drawn on it. */
export type Rules = api.Rules & { guessed?: boolean; canvas?: boolean };

/** The facts about a position; in a proof also its place there. */
export type Study = api.Study & api.Course;

/** A game of the list, with the name that a person gave it. */
export type Variant = api.Variant & { own?: string };

/** A legal move, with its known results. */
export type Move = { move: string } & Partial<api.LegalMove> & Partial<api.MoveAnalysis>;

/** A position of the game. Rules and study are null until they were asked for. */
export interface Node {
	move: string;
	parent: Node | null;
	children: Node[];
	ply: number;
	rules: Rules;
	study: Study;
	explored: boolean;
	comment: string;
}

/** A row of the atlas, by the names of its columns. */
export type Board = Record<string, string>;

/** The components of a sum in evidence, with their nimbers or their values. */
export type Parts = { components: { cells: string[]; nimber?: number; value?: string }[] };

/** A button that is offered: its text, and its action. */
export type Offer = [string, () => void];
