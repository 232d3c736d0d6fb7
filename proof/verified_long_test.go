//go:build long

package proof

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gridlock/internal/randomplay"
	"gridlock/internal/testgames"
	"gridlock/variants"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestLongVerified(t *testing.T) {
	t.Parallel()
	program := verified(t)
	t.Run("agrees", func(t *testing.T) { verifiedAgrees(t, program, 8, 2) })
	t.Run("refuses flipped claims", func(t *testing.T) { verifiedFlipped(t, program) })
	t.Run("has the rules", func(t *testing.T) { verifiedRules(t, program) })
	t.Run("has the rules of the family", func(t *testing.T) { verifiedFamily(t, program) })
	t.Run("remembers walks", func(t *testing.T) { verifiedRemembers(t, program) })
	t.Run("reads hostile headers", func(t *testing.T) { verifiedHeaders(t, program) })
	t.Run("writes names safely", func(t *testing.T) { verifiedNames(t, program) })
}

// The proven checker accepts what the other two accept, and what it accepts is true. It is asked about
// that many lies of each kind, and that many changes of each kind to each certificate.
func verifiedAgrees(t *testing.T, program string, each, changes int) {
	t.Helper()
	var files [][]byte
	for _, file := range goodAndBad(t, each, changes, 1) {
		if !bytes.HasPrefix(file, []byte{0x1f, 0x8b}) { // it leaves unpacking to others
			files = append(files, file)
		}
	}
	methods := believed(t, program, files)
	for _, method := range []Method{Strategy, Intervals, Copying, Matching, Nimbers, Bounds, Exclusions} {
		require.Positive(t, methods[method], method)
		require.Greater(t, len(files), 10*methods[method])
	}
}

// With the winner flipped, no certificate of any game and method is accepted.
func verifiedFlipped(t *testing.T, program string) {
	t.Helper()
	var files [][]byte
	for _, p := range tinyPositions(t) {
		for _, c := range certificates(p) {
			c.header.Winner = c.header.WinnerPlayer().Opponent().String()
			file, err := c.file(false)
			require.NoError(t, err)
			files = append(files, file)
		}
	}
	for i, said := range verdicts(t, program, files) {
		require.Empty(t, said, "%q", files[i])
	}
}

// Perft by the rules that the theorems are about is perft by the rules of package variants: on
// default boards, and on odd ones with holes, after some moves.
func verifiedRules(t *testing.T, program string) {
	t.Helper()
	rng := randomplay.New(7)
	for _, v := range variants.All() {
		positions := []variants.Position{v.Default().Start()}
		for _, size := range [][2]int{{1, 7}, {7, 2}, {3, 5}, {6, 3}, {8, 8}, {2, 32}} {
			game, err := v.NewGame(size[0], size[1])
			require.NoError(t, err)
			history := randomplay.Game(rng, randomplay.Start(rng, game, 0.2))
			positions = append(positions, history[0], history[len(history)/2])
		}
		for _, p := range positions {
			samePerft(t, program, p)
		}
	}
}

// So it is for any game of the family: neighbourhoods, sides, shapes and graphs at random.
func verifiedFamily(t *testing.T, program string) {
	t.Helper()
	testgames.Check(t, 1500, func(t *rapid.T) {
		v := testgames.Family(t, 24)
		samePerft(t, program, testgames.Position(t, v, 24))
	})
}

// samePerft compares the numbers of move sequences by both rules, as deep as a second allows.
func samePerft(t require.TestingT, program string, p variants.Position) {
	want, depth := uint64(1), 0
	for depth < 4 && want < 20_000 {
		depth++
		var err error
		want, err = variants.Perft(context.Background(), p, depth, 1)
		require.NoError(t, err)
	}
	game := p.Game().Variant().Key()
	out, err := exec.Command(program, "perft", game, p.String(), fmt.Sprint(depth)).CombinedOutput()
	require.NoError(t, err, "%s: %s", game, out)
	require.Equal(t, fmt.Sprintln(want), string(out), "%s %v depth %d", game, p, depth)
}

// What has been tried for a walk is not tried again for that of another record. Here the same walk, which
// takes 88,907 turns to be tried, is in 5,000 records: without a memory that takes minutes of processor
// time, of which there is one. The other checkers refuse keys that do not rise.
func verifiedRemembers(t *testing.T, program string) {
	t.Helper()
	p := position(t, variants.Blockade, "X..#..../...#.#../...#.O../...#...#/...##.../...#...#/...#####/...#.... x")
	answer := []byte{walkByte, 18}
	for range 3 { // steps to the right and down, to the left and down, with a block where the marker was
		answer = append(answer, 9, 9, 12, 6, 6, 12)
	}
	const records = 5000
	body := appendVarint(appendVarint(nil, Key{Lo: records}), KeysOf(p.Game()).Of(p.State()))
	body = append(body, answer...)
	body = append(body, bytes.Repeat(append([]byte{0}, answer...), records-1)...)
	file := sealed(t, map[string]any{"variant": "blockade", "board": "8x8", "position": p.String(), "to_move": "X",
		"winner": "X", "method": "strategy", "layers": []int{records}, "records": records}, append(body, 0))
	_, work, err := check(file)
	require.ErrorContains(t, err, "5000 records, but only 64 moves lead to it")
	require.Zero(t, work.Turns)
	run := exec.Command("sh", "-c", `ulimit -t 60 && exec "$@"`, "sh", program, "walks.proof")
	run.Dir = t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(run.Dir, "walks.proof"), file, 0o600))
	out, err := run.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Equal(t, "walks.proof: X wins blockade "+p.String()+"\n", string(out))
}

// A header is read up to its limit, and what is in it says why it is refused: nothing takes all memory,
// or the whole stack.
func verifiedHeaders(t *testing.T, program string) {
	t.Helper()
	const begin = magic + version + "\n"
	const big = maxHeader - 1000
	stored, err := os.ReadFile("testdata/claim.proof")
	require.NoError(t, err)
	values, err := os.ReadFile("testdata/values.proof")
	require.NoError(t, err)
	with := func(more string) string { return strings.Replace(string(stored), "{", "{"+more+",", 1) }
	changed := func(old, to string) string {
		require.Contains(t, string(stored), old)
		return strings.Replace(string(stored), old, to, 1)
	}
	for _, c := range []struct {
		name   string
		from   io.Reader
		refuse string // "" for none
	}{
		{"a header without end", io.MultiReader(strings.NewReader(begin), &endless{text: "x"}), "a line before the body is too long"},
		{"a line without end", &endless{text: "x"}, "a line before the body is too long"},
		{"a header that is too long", strings.NewReader(begin + strings.Repeat(" ", maxHeader+1) + "\n"), "a line before the body is too long"},
		{"a header of blanks", strings.NewReader(begin + strings.Repeat(" ", maxHeader) + "\n"), "the header is not an object of JSON"},
		{"deep nesting", strings.NewReader(with(`"mirrors":` + strings.Repeat("[", big/2))), "the header is not an object of JSON"},
		{"a huge number", strings.NewReader(changed(`"nimber":0`, `"nimber":`+strings.Repeat("9", big))), "the header is not an object of JSON"},
		{"a long method", strings.NewReader(changed(`"nimbers"`, `"`+strings.Repeat("n", big)+`"`)), "the header has no field, or a wrong one: method"},
		{"a long name", strings.NewReader(with(`"` + strings.Repeat("n", big) + `":1`)), "the header is not an object of JSON"},
		{"many fields", strings.NewReader(with(strings.Repeat(`"bytes":1,`, big/10) + `"bytes":1`)), "the header has a field twice"},
		{"many unknown fields", strings.NewReader(with(strings.Repeat(`"":1,`, big/5) + `"":1`)), "the header has an unknown field"},
		{"many pairs", strings.NewReader(with(`"matching":[` + strings.Repeat(`[1,2],`, big/6) + `[1,2]]`)), "the header has a wrong field: matching"},
		{"a long mirror", strings.NewReader(with(`"mirrors":[[` + strings.Repeat(`1,`, big/2) + `2]]`)), "the header has a wrong field: mirrors"},
		{"a long program", strings.NewReader(changed(`"records"`, `"program":"`+strings.Repeat("n", big)+`","records"`)), ""},
		{"a method that it does not have", bytes.NewReader(values), "this checker does not have the method values"},
	} {
		run := exec.Command("sh", "-c", `ulimit -t 60 && exec "$@"`, "sh", program, "-")
		var out, errOut bytes.Buffer
		run.Stdin, run.Stdout, run.Stderr = c.from, &out, &errOut
		err := run.Run()
		if c.refuse == "" {
			require.NoError(t, err, "%s: %s", c.name, errOut.String())
			require.Equal(t, "-: O wins claim ..../..../..../.... x\n", out.String(), c.name)
		} else {
			require.Empty(t, out.String(), c.name)
			require.Equal(t, "-: refused: "+c.refuse+"\n", errOut.String(), c.name)
		}
	}
}

// A name is not taken for what is said of a file.
func verifiedNames(t *testing.T, program string) {
	t.Helper()
	file, err := os.ReadFile("testdata/claim.proof")
	require.NoError(t, err)
	const proves = ": O wins claim ..../..../..../.... x\n"
	for name, shown := range map[string]string{
		"a-1_b.proof":        "a-1_b.proof",
		"b: X wins duel ..":  `"b: X wins duel .."`,
		`"c" b`:              `"\"c\" b"`,
		"d\n\x1b[2J\u202e e": `"d\n\027[2J\226\128\174 e"`,
		"f:":                 `"f:"`,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), file, 0o600); err != nil {
			t.Skip("no file can have such a name here: ", err)
		}
		run := exec.Command(program, name, name+" 2")
		run.Dir = dir
		var out, errOut strings.Builder
		run.Stdout, run.Stderr = &out, &errOut
		require.Error(t, run.Run())
		require.Equal(t, shown+proves, out.String())
		require.Equal(t, 1, strings.Count(errOut.String(), "\n"))
		require.Regexp(t, `^"[^\n]* 2": refused: [^\n]*: No such file or directory\n$`, errOut.String())
	}
}

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
		{"Board.v", "if as_far o x then l else x :: insert o rest", "x :: insert o rest"},
		{"Board.v", "(plus + (n - minus mod n)) mod n", "(plus + minus) mod n"},
		{"Board.v", " && (right o + left p =? right p + left o).\nDefinition above", ".\nDefinition above"},
		{"Board.v", "(down o + up p <? down p + up o) || (down o + up p =? down p + up o) && (right o + left p <? right p + left o)", "(right o + left p <? right p + left o) || (right o + left p =? right p + left o) && (down o + up p <? down p + up o)"},
		// A marker on cell 127 of a large board that counts as not placed.
		{"Board.v", "(N.max 127 (rows * cols))", "127"},
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
		{"Pairing.v", "(if mine s =? nowhere b then cs else mine s :: cs).", "cs."},
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
		// Statements about all boards with another winner, another parity or a condition less: an exchange where a mark is
		// put near the last one or a step blocks; a turn that leaves a cell in its place, or goes to a near cell; a pair
		// that is none; no board at all.
		{"Every.v", "classic_even : forall rows cols, N.Even rows \\/ N.Even cols", "classic_even : forall rows cols, N.Even rows \\/ N.Odd cols"},
		{"Every.v", "N.Odd cols -> first_wins classic", "N.Odd cols -> second_wins classic"},
		{"Every.v", "N.Even cols -> second_wins lockdown", "N.Even cols -> first_wins lockdown"},
		{"Every.v", "duel_even : forall rows cols, N.Even rows \\/ N.Even cols", "duel_even : forall rows cols, N.Odd rows \\/ N.Even cols"},
		{"Every.v", "second_wins duel 3 cols", "second_wins duel 5 cols"},
		{"Every.v", "second_wins duel rows 3", "first_wins duel rows 3"},
		{"Every.v", "claim_odd : forall rows cols, N.Odd rows -> N.Odd cols -> first_wins", "claim_odd : forall rows cols, N.Even rows -> N.Even cols -> second_wins"},
		{"Every.v", "second_wins claim 4 cols", "second_wins claim 6 cols"},
		{"Every.v", "second_wins claim rows 4", "second_wins claim rows 2"},
		{"Every.v", "snort_even : forall rows cols, N.Even rows -> N.Even cols", "snort_even : forall rows cols, N.Even rows \\/ N.Even cols"},
		{"Every.v", "snort_odd : forall rows cols, 1 <= rows -> 1 <= cols ->", "snort_odd : forall rows cols, 0 <= rows -> 0 <= cols ->"},
		{"Every.v", "exchange b p -> copied (kind_of r) b p ->", "exchange b p ->"},
		{"Every.v", "| Follow | Walk true => False", "| Follow | Walk true => True"},
		{"Every.v", "forall c, In c (cells b) -> ~ In (p c) (near b c)\n", "True\n"},
		{"Every.v", "moves_all : forall c, In c (cells b) -> p c <> c;", "moves_all : True;"},
		{"Every.v", "central n -> N.Even rows", "uniform n -> N.Even rows"},
		{"Every.v", "uniform n -> sh <> Plane -> N.Even cols", "uniform n -> N.Even cols"},
		{"Every.v", "uniform n -> N.Even rows ->", "uniform n ->"},
		{"Every.v", " = N.even rows /\\ N.odd (left o + right o) = N.even cols)", " = N.odd rows /\\ N.odd (left o + right o) = N.odd cols)"},
		{"Every.v", "(cols / 2 + left o) = false", "(cols / 2 + left o) = true"},
		{"Every.v", "(rows / 2 + up o) = false \\/", "(rows / 2 + up o) = true \\/"},
		{"Every.v", "lateral n -> 1 <= rows -> 1 <= cols -> N.Even cols", "lateral n -> 1 <= rows -> 1 <= cols -> N.Odd cols"},
		{"Every.v", "N.Odd rows -> N.Even cols ->\n  second_wins (Rules (Walk false) n sh Ends)", "N.Even rows -> N.Even cols ->\n  second_wins (Rules (Walk false) n sh Ends)"},
		{"Every.v", "p (p c) = c /\\ In (p c) (near b c)) -> second_wins", "p (p c) = c /\\ p c <> c) -> second_wins"},
		{"Every.v", "In (p c) (near b c) /\\ p c <> o)", "In (p c) (near b c))"},
		{"Every.v", "dominoes_even : forall l sh rows cols, incl rook l ->", "dominoes_even : forall l sh rows cols, incl bishop l ->"},
		{"Every.v", "incl rook l -> N.Odd rows -> N.Odd cols ->", "N.Odd rows -> N.Odd cols ->"},
		{"Every.v", "first_wins (Rules Follow (Offsets knight)", "second_wins (Rules Follow (Offsets knight)"},
		{"Every.v", "nimber_of r rows cols 0", "nimber_of r rows cols 1"},
		{"Every.v", "Some s /\\ loses (next", "Some s /\\ wins (next"},
		{"Every.v", "holds (Claimed r text PlayerO)", "holds (Claimed r text PlayerX)"},
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
