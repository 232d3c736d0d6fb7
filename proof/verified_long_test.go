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
	for _, fault := range []struct{ file, old, new string }{
		// The rules: classic by the king's steps; duel, in which a marker takes only its cell;
		// lockdown, in which a cell can be entered twice; claims that touch; blockade, in which
		// the cell just left stays taken.
		{"Rules.v", "else rook b (yours s))).", "else king b (yours s)))."},
		{"Rules.v", "(without (c :: king b c) (mine s))", "(without [c] (mine s))"},
		{"Rules.v", "map (fun c => (c, (del c area, c)))", "map (fun c => (c, (area, c)))"},
		{"Rules.v", "St (without (c :: king b c) (free s)) 0 0", "St (del c (free s)) 0 0"},
		{"Rules.v", "let left := del c (add marker area)", "let left := del c area"},
		// A strategy that needs an answer to one move of the loser's only.
		{"Strategy.v", "forallb (fun m => recorded layer (snd m)) (moves s).", "existsb (fun m => recorded layer (snd m)) (moves s)."},
		// Walks: over the loser's cells; against a loser who can take as many turns; from the
		// loser's region.
		{"Walk.v", "follows turn (N.ldiff least (lockdown_reach most y), m) w", "follows turn (least, m) w"},
		{"Walk.v", "(count (cells b) r <? k)%nat", "(count (cells b) r <=? k)%nat"},
		{"Walk.v", "blockade_complete (add m most) y r && negb (has r m).", "blockade_complete (add m most) y r."},
		// What is remembered of one marker, and believed of another; of one turn less than was tried;
		// of a search that has found as many; of another game; and to take giving up for an answer.
		{"Alone.v", "(snd (from e) =? snd x) &&", "true &&"},
		{"Alone.v", "learn m y k (budget - rest)", "learn m y j (budget - rest)"},
		{"Alone.v", "  | O => Found m\n", "  | O => Found (learn m x k 0)\n"},
		{"Check.v", "| Blockade => right (blockade_turn b) known", "| Blockade => right (lockdown_turn b) known"},
		{"Alone.v", "if budget =? 0 then Gave_up", "if budget =? 0 then Not_found budget m"},
		// Copying onto the same cell; onto several, with one answer; an answer that the loser can
		// take, or that takes too much; with neighbours that are not copied.
		{"Pairing.v", "free s) (p c) &&\n                    negb (p c =? c))", "free s) (p c))"},
		{"Pairing.v", "| [c] => existsb (answers s c) (cells b)\n  | _ => false", "| c :: _ => existsb (answers s c) (cells b)"},
		{"Pairing.v", "(negb (has (mine s) d) || among d (king b c)) &&", "true &&"},
		{"Pairing.v", "negb (among (p x) (around d)) || among (p x) (around c)", "true"},
		{"Pairing.v", "(if mine s =? nowhere then cs else mine s :: cs).", "cs."},
		// Matching with a partner that is not beside the cell.
		{"Pairing.v", "negb (p c =? c) && among (p c) (rook b c) &&", "negb (p c =? c) && true &&"},
		// Intervals: a record for fewer positions than it has to answer; any record with the same
		// markers; replies to the position with the fewest free cells only; a symmetry that does not
		// keep neighbours.
		{"Cover.v", "subset (least r) (least i) && subset (most i) (most r).", "subset (least r) (least i)."},
		{"Cover.v", "| Few l => existsb (fun r => covers r i) l", "| Few l => match l with [] => false | _ :: _ => true end"},
		{"Cover.v", "(N.ldiff (free u) (N.ldiff (most (fst r)) (least (fst r)))) (free u))", "(free u) (free u))"},
		{"Symmetry.v", "forallb (fun d => among (p d) (king b (p c))) (king b c))", "true)"},
		// A strategy whose records stand for what is no image.
		{"Check.v", "map (set_image b v) (symmetries_of rows cols b)", "map (set_image b v) (placings rows cols)"},
		// Nimbers of components that are joined with others; greater than the least.
		{"Components.v", "if subset part f && closed steps f part then", "if subset part f && true then"},
		{"Components.v", "forallb (fun o => match o with Some h => negb (h =? g) | None => false end) options", "true"},
	} {
		dir := filepath.Join(t.TempDir(), "build")
		out, err := exec.Command("cp", "-Rp", build, dir).CombinedOutput()
		require.NoError(t, err, "%s", out)
		name := filepath.Join(dir, fault.file)
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		require.True(t, strings.Contains(string(text), fault.old), "%s: %s", fault.file, fault.old)
		require.NoError(t, os.WriteFile(name, []byte(strings.ReplaceAll(string(text), fault.old, fault.new)), 0o600))
		out, err = exec.Command("make", "-s", "-C", dir, "COPIED=yes").CombinedOutput()
		require.Error(t, err, "the proofs hold with a fault in %s: %s", fault.file, fault.new)
		require.Contains(t, string(out), "Error:", "%s: %s", fault.file, fault.new)
		t.Logf("%s: %s\n%s", fault.file, fault.new, strings.SplitN(string(out), "\n", 2)[0])
	}
}
