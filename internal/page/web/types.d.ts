// The types of what the page works on, most of them answers of the API.

import type * as api from './api';

export type { Cell, Choice, Course, Evidence, Facts, LegalMove, Ply, Problem, Progress, Puzzle } from './api';

/** What the rules say of a position; guessed from the move that leads to it; or a canvas, on which a graph is drawn. */
export type Rules = api.Rules & { guessed?: boolean; canvas?: boolean };

/** What is known of a position; in a proof, where it stands there. */
export type Study = api.Study & api.Course;

/** A game of the list, with the name that a person gave it. */
export type Variant = api.Variant & { own?: string };

/** A legal move, with what is known of it. */
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

/** A button that is offered: what it says, and does. */
export type Offer = [string, () => void];
