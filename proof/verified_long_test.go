//go:build long

package proof

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A fault in a rule, or in what a checker asks of a leaf, makes a proof fail.
func TestLongVerifiedFaults(t *testing.T) {
	build := filepath.Dir(verified(t))
	out, err := exec.Command("make", "-s", "-C", "verified", "BUILD="+build, "prove").CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, fault := range []struct{ file, old, new string }{
		// What is near: each named neighbourhood without one of its offsets, or with a wrong one; a queen
		// that is stopped after one step; rows and columns joined where they are not, and not where
		// they are; edges that lead one way; the numbers of steps.
		{"Board.v", "[Offset 1 0 0 0; Offset 0 0 1 0; Offset 0 0 0 1; Offset 0 1 0 0]", "[Offset 1 0 0 0; Offset 0 0 1 0; Offset 0 0 0 1]"},
		{"Board.v", "[Offset 1 0 1 0; Offset 1 0 0 1; Offset 0 1 1 0; Offset 0 1 0 1]", "[Offset 1 0 1 0; Offset 1 0 0 1; Offset 0 1 1 0; Offset 0 2 0 1]"},
		{"Board.v", "Offset 0 0 0 1; Offset 0 1 1 0; Offset 0 1 0 0; Offset 0 1 0 1]", "Offset 0 0 0 1; Offset 0 1 1 0; Offset 0 1 0 1]"},
		{"Board.v", "Offset 2 0 1 0; Offset 2 0 0 1;", "Offset 2 0 1 0; Offset 2 0 0 2;"},
		{"Board.v", "[Offset 1 0 0 0; Offset 1 0 0 1; Offset 0 0 1 0; Offset 0 0 0 1; Offset 0 1 1 0; Offset 0 1 0 0]", "[Offset 1 0 0 0; Offset 1 0 1 0; Offset 0 0 1 0; Offset 0 0 0 1; Offset 0 1 0 1; Offset 0 1 0 0]"},
		{"Board.v", "leads (times k o) a b", "leads o a b"},
		{"Board.v", "match shape with Torus => true | _ => false end", "match shape with Plane => false | _ => true end"},
		{"Board.v", "match shape with Plane => false | _ => true end", "match shape with Torus => true | _ => false end"},
		{"Board.v", "if joined then a mod n =? b mod n else a =? b", "if joined then a mod n <=? b mod n else a =? b"},
		{"Board.v", "(b / cols + up o)", "(b / cols + left o)"},
		{"Board.v", " || (fst e =? b) && (snd e =? a)", ""},
		{"Board.v", "negb (a =? b) &&", "true &&"},
		{"Board.v", "if rank o =? rank x then l else x :: insert o rest", "x :: insert o rest"},
		{"Board.v", "(plus + (n - minus mod n)) mod n", "(plus + minus) mod n"},
		{"Board.v", "(64 + down o - up o) * 128 + (64 + right o - left o)", "(64 + right o - left o) * 128 + (64 + down o - up o)"},
		// The five games: each with the neighbourhood, side or kind of another one.
		{"Claim.v", "classic : rules := Rules Follow (Offsets rook)", "classic : rules := Rules Follow (Offsets king)"},
		{"Claim.v", "duel : rules := Rules (Place Own)", "duel : rules := Rules (Place Other)"},
		{"Claim.v", "lockdown : rules := Rules (Walk false) (Offsets king)", "lockdown : rules := Rules (Walk false) (Offsets rook)"},
		{"Claim.v", "claim : rules := Rules (Place All)", "claim : rules := Rules (Place Own)"},
		{"Claim.v", "blockade : rules := Rules (Walk true) (Offsets rook) Plane", "blockade : rules := Rules (Walk true) (Offsets rook) Torus"},
		// Who is closed out: the owner for the other player, and the other way round; nobody where it
		// should be both; a position that is read so.
		{"Rules.v", "let to_me c := match closes with Own =>", "let to_me c := match closes with Other =>"},
		{"Rules.v", "let to_you c := match closes with Other =>", "let to_you c := match closes with Own =>"},
		{"Rules.v", "St (without (c :: near b c) (free s)) 0 0", "St (del c (free s)) 0 0"},
		{"Claim.v", "Own => beside own | Other => beside others", "Own => beside others | Other => beside own"},
		{"Claim.v", "Some (St 0 (N.ldiff (set_of empty) to_me)", "Some (St 0 (N.ldiff (set_of empty) to_you)"},
		// A mark anywhere in place of near the last one; a cell that can be entered twice; with blocks,
		// a cell just left that stays taken, a block that is not taken, numbers of another order.
		{"Rules.v", "then cells b else near b (yours s))).", "then cells b else cells b))."},
		{"Rules.v", "map (fun c => (c, (del c area, c)))", "map (fun c => (c, (area, c)))"},
		{"Rules.v", "let left := del c (add marker area)", "let left := del c area"},
		{"Rules.v", "(del d left, c))", "(left, c))"},
		{"Rules.v", "(many b * m + n,", "(many b * n + m,"},
		// A strategy that needs an answer to one move of the loser's only.
		{"Strategy.v", "forallb (fun m => recorded layer (snd m)) (moves s).", "existsb (fun m => recorded layer (snd m)) (moves s)."},
		// Walks: over the loser's cells; against a loser who can take as many turns; from the
		// loser's region.
		{"Walk.v", "follows turn (N.ldiff least (step_reach most y), m) w", "follows turn (least, m) w"},
		{"Walk.v", "(count (cells b) r <? k)%nat", "(count (cells b) r <=? k)%nat"},
		{"Walk.v", "block_complete (add m most) y r && negb (has r m).", "block_complete (add m most) y r."},
		// What is remembered of one marker, and believed of another; of one turn less than was tried;
		// of a search that has found as many; of another game; and to take giving up for an answer.
		{"Alone.v", "(snd (from e) =? snd x) &&", "true &&"},
		{"Alone.v", "learn m y k (budget - rest)", "learn m y j (budget - rest)"},
		{"Alone.v", "  | O => Found m\n", "  | O => Found (learn m x k 0)\n"},
		{"Check.v", "| Walk true => right (step_and_block b) known", "| Walk true => right (step b) known"},
		{"Alone.v", "if budget =? 0 then Gave_up", "if budget =? 0 then Not_found budget m"},
		// Copying onto the same cell; onto several, with one answer; an answer that the loser can
		// take, or that takes too much; with neighbours that are not copied.
		{"Pairing.v", "free s) (p c) &&\n                    negb (p c =? c))", "free s) (p c))"},
		{"Pairing.v", "| [c] => existsb (answers s c) (cells b)\n  | _ => false", "| c :: _ => existsb (answers s c) (cells b)"},
		{"Pairing.v", "(negb (has (mine s) d) || among d (near b c)) &&", "true &&"},
		{"Pairing.v", "negb (among (p x) (around d)) || among (p x) (around c)", "true"},
		{"Pairing.v", "(if mine s =? nowhere then cs else mine s :: cs).", "cs."},
		// The same where marks close cells to the other player, or to both: onto the same cell, or near it;
		// with cells that are not taken alike; copying to oneself without looking at the neighbourhood.
		{"Pairing.v", "(p (p c) =? c) && has (yours s) (p c) &&\n                    negb (among (p c) (taken c)) &&", "(p (p c) =? c) && has (yours s) (p c) &&"},
		{"Pairing.v", "(p (p c) =? c) && has (free s) (p c) &&\n                    negb (among (p c) (taken c)) &&", "(p (p c) =? c) && has (free s) (p c) &&"},
		{"Pairing.v", "negb (among (p x) (taken c)) || among x (taken (p c))", "true"},
		{"Check.v", "is_symmetric && own_copies b p s", "own_copies b p s"},
		// Matching with a partner that is not beside the cell.
		{"Pairing.v", "negb (p c =? c) && among (p c) (near b c) &&", "negb (p c =? c) && true &&"},
		// Intervals: a record for fewer positions than it has to answer; any record with the same
		// markers; replies to the position with the fewest free cells only; a symmetry that does not
		// keep neighbours.
		{"Cover.v", "subset (least r) (least i) && subset (most i) (most r).", "subset (least r) (least i)."},
		{"Cover.v", "| Few l => existsb (fun r => covers r i) l", "| Few l => match l with [] => false | _ :: _ => true end"},
		{"Cover.v", "(N.ldiff (free u) (N.ldiff (most i) (least i))) (free u))", "(free u) (free u))"},
		// Plans: with a turn that is not legal in all positions; that only one reply is tried against; after whose last
		// turn the loser can move.
		{"Cover.v", "      match play m (moves b v (state_least i)), play m (moves b v (state_most i)) with\n      | Some _, Some t =>\n          fold_left", "      match Some tt, play m (moves b v (state_most i)) with\n      | Some _, Some t =>\n          fold_left"},
		{"Cover.v", "(replies_to i t) (Some budget)", "(firstn 1 (replies_to i t)) (Some budget)"},
		{"Cover.v", "  match turns with\n  | [] => None\n", "  match turns with\n  | [] => Some budget\n"},
		{"Symmetry.v", "forallb (fun d => among (p d) (near b (p c))) (near b c) &&", "true &&"},
		// A strategy whose records stand for what is no image.
		{"Check.v", "map (set_image b v) (symmetries_of n v rows cols b)", "map (set_image b v) (placings rows cols)"},
		// Moves with blocks of which one number means two; a graph whose vertices move; and a torus.
		{"Check.v", "let* _ := need (negb block || few) \"a cell has more near ones than moves have numbers for\" in\n", ""},
		{"Components.v", "match n with Graph _ _ _ _ => false | _ => negb (joins_rows sh) end", "negb (joins_rows sh)"},
		{"Components.v", "| _ => negb (joins_cols sh) end", "| _ => true end"},
		// Nimbers of components that only one way of being near joins; that are joined with others; greater than the
		// least; that a move may leave.
		{"Components.v", "among d (near b c) || among c (near b d)", "among d (near b c)"},
		{"Components.v", "if subset part f && closed wave f part then", "if subset part f && true then"},
		{"Components.v", "among h (excluded t f) || existsb (fun s => exact s h) after", "true"},
		{"Components.v", "forallb (fun s => differs t s g) after", "true"},
		// Excluded nimbers: by what is no move, or leaves another one; of a sum, without the other components, or
		// with several that are not known. Components that are no images, or not the same, for one another.
		{"Components.v", "has f c && exact (split_of t (taken b f c)) g", "exact (split_of t (taken b f c)) g"},
		{"Components.v", "has f c && exact (split_of t (taken b f c)) g", "has f c"},
		{"Components.v", "among (N.lxor x k) (excluded t f)", "among k (excluded t f)"},
		{"Components.v", "| Some (x, [f]) =>", "| Some (x, f :: _) =>"},
		{"Components.v", "if i =? k then l else i :: toggle k l", "if i <=? k then l else i :: toggle k l"},
		{"Check.v", "(symmetries_of n v rows cols b, true)", "(placings rows cols, true)"},
		// Bounds: a move of Right's that leaves the cell to Left; no look at what Right may move to in a whole number; sums
		// and comparisons that lose a star; the value of a cell.
		{"Numbers.v", "Part (del c l) (kept r c)) (filter (has r) (cells b))", "Part l (kept r c)) (filter (has r) (cells b))"},
		{"Numbers.v", "if (grain i <=? x)%Z then Some (x - grain i)%Z else None", "None"},
		{"Bounds.v", "plain a && plain c || starry a && starry c", "plain a && plain c || starry a"},
		{"Bounds.v", "(if star then starry a else plain a)", "true"},
		{"Bounds.v", "if both then bound_of 0 true else", "if both then bound_of 0 false else"},
		// Components that cells open to Right join; cells of no use that depend on each other, or take less; blocks
		// whose cells are not near each other.
		{"Bounds.v", "&& (negb (has r c) || (N.land (around c) r' =? 0))", ""},
		{"Bounds.v", "negb (has no_use d) && subset (N.land (around d) r) (around c)", "subset (N.land (around d) r) (around c)"},
		{"Bounds.v", "negb (has no_use d) && subset (N.land (around d) r) (around c)", "negb (has no_use d)"},
		{"Bounds.v", "forallb (fun c => negb (has block c) || subset block (around c)) (cells b)", "true"},
		// Reasons: a move that leaves less; replies of which one to a cell open to Left is left out; a number without its
		// option; a mirror for more than 0; any mover; images that are none; a game in which near is not symmetric.
		{"Bounds.v", "shown t (kept l reason) (del reason r) (x - one) star", "shown t (kept l reason) (del reason r) (x - one - one) star"},
		{"Bounds.v", "shown t (kept l reason) (del reason r) x (negb star)", "shown t (kept l reason) (del reason r) x star"},
		{"Bounds.v", "negb (has l c) && existsb (fun d => subset (N.land (around d) r) (around c)) replies", "existsb (fun d => subset (N.land (around d) r) (around c)) replies"},
		{"Bounds.v", "match left_number places 0 x with Some y => shows (bound_at t (l, r)) y true | None => true end", "true"},
		{"Bounds.v", "(x =? 0)%Z && copies", "copies"},
		{"Bounds.v", "(yours root, mine root)", "(mine root, yours root)"},
		{"Check.v", "fuel (symmetries_of n v rows cols b) read reduce", "fuel (placings rows cols) read reduce"},
		{"Check.v", "let* _ := need is_symmetric \"bounds are for games in which cells are near those that are near them\" in\n", ""},
	} {
		t.Run(fault.file+" "+fault.new, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "build")
			out, err := exec.Command("cp", "-Rp", build, dir).CombinedOutput()
			require.NoError(t, err, "%s", out)
			name := filepath.Join(dir, fault.file)
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			require.Contains(t, string(text), fault.old)
			require.NoError(t, os.WriteFile(name, []byte(strings.ReplaceAll(string(text), fault.old, fault.new)), 0o600))
			out, err = exec.Command("make", "-s", "-C", dir, "COPIED=yes", "prove").CombinedOutput()
			require.Error(t, err, "the proofs hold with a fault")
			require.Contains(t, string(out), "Error:")
			t.Log(strings.SplitN(string(out), "\n", 2)[0])
		})
	}
}
