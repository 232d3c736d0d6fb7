package proof

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/variants"
)

// leafOf returns a certificate of one record: the winner is to move, and this is the
// answer.
func leafOf(p variants.Position, a Answer, mirrors ...[]int) certificate {
	h := NewHeader(p, p.Side(), Strategy)
	h.Mirrors = mirrors
	return certificate{header: h, layers: [][]Record{{{KeysOf(p.Game()).Of(p.State()), a}}}}
}

// headerOf returns a certificate of a header alone.
func headerOf(p variants.Position, winner variants.Player, method Method, more func(h *Header)) certificate {
	h := NewHeader(p, winner, method)
	more(&h)
	return certificate{header: h}
}

// Each condition on a certificate is violated once, by a certificate that satisfies all others.
func TestRefusals(t *testing.T) {
	walk := func(moves ...variants.Move) Answer { return Answer{Kind: ByWalk, Walk: moves} }
	mirrored := func(images ...int) func(h *Header) { return func(h *Header) { h.Mirrors = [][]int{images} } }
	paired := func(pairs ...[2]int) func(h *Header) {
		return func(h *Header) { h.Matching = append(h.Matching, pairs...) }
	}
	opened := func(m variants.Move, more func(h *Header)) func(h *Header) {
		return func(h *Header) { more(h); h.Opening = &m }
	}
	lockdown := func(text string) variants.Position { return position(t, variants.Lockdown, text) }
	blockade := func(text string) variants.Position { return position(t, variants.Blockade, text) }
	duel := func(text string) variants.Position { return position(t, variants.Duel, text) }
	classic := func(text string) variants.Position { return position(t, variants.Classic, text) }
	claim := func(text string) variants.Position { return position(t, variants.Claim, text) }
	other := func(rules, text string) variants.Position { return position(t, rules, text) }
	const X, O = variants.X, variants.O
	var files [][]byte
	for _, c := range []struct {
		name string
		c    certificate
		err  string // empty if it is right
	}{
		{"right walk", leafOf(lockdown("..X#O x"), walk(1)), ""},
		{"right walk", leafOf(blockade("..X#O. x"), walk(1*4+2, 1*4+2)), ""},
		{"walk elsewhere", leafOf(duel("... x"), walk(1)), "a walk is for two markers on the board"},
		{"walk without marker", leafOf(lockdown("... x"), walk(1)), "a walk is for two markers on the board"},
		{"right walk away from the loser", leafOf(lockdown("..X.O x"), walk(1, 0)), ""},
		{"walk on the loser's cells", leafOf(lockdown("..X.O x"), walk(3)), "turn 1 of the walk, 4, is not legal, or the loser can get in its way"},
		{"walk on the loser's cells, longer than the loser's", leafOf(lockdown("X.##/##.O/#.## x"), walk(1, 6, 9)), "turn 1 of the walk, 2, is not legal, or"},
		{"walk away from the loser, as long", leafOf(lockdown(".X..O x"), walk(0)), "a walk of 1 turns: the loser can take as many"},
		{"walk away from the loser, as long with cells of both", leafOf(lockdown("..X..O x"), walk(1, 0)), "a walk of 2 turns: the loser can take as many"},
		{"walk, joined", leafOf(blockade("..X.O x"), walk(1*4+2, 1*4+2)), "in ..X.O x: the markers are not separated"},
		{"walk, joined at the markers", leafOf(blockade("..XO. x"), walk(1*4+2, 1*4+2)), "the markers are not separated"},
		{"walk, illegal at once", leafOf(lockdown("..X#O x"), walk(0)), "in ..X#O x: 1 is not legal"},
		{"walk, illegal later", leafOf(lockdown("..X#O. x"), walk(1, 1)), "turn 2 of the walk, 2, is not legal"},
		{"walk, too short", leafOf(lockdown("..X#O. x"), walk(1)), "a walk of 1 turns: the loser can take as many"},
		{"walk, as long", leafOf(lockdown(".X#O. x"), walk(0)), "a walk of 1 turns: the loser can take as many"},
		{"no legal answer", leafOf(lockdown("X#O. x"), Answer{Move: 3}), "in X#O. x: 4 is not legal"},
		{"no such move", leafOf(blockade("X.#O. x"), Answer{Move: 4*1 + 0}), "a step left with a block up of there is not legal"},

		{"right copy", leafOf(lockdown(".X./.#O x"), Answer{Kind: ByCopy}, []int{5, 4, 3, 2, 1, 0}), ""},
		{"copying elsewhere", headerOf(classic(".. x"), O, Copying, mirrored(1, 0)), "copying is no way to win classic"},
		{"copying blocks", headerOf(blockade("X.O x"), O, Copying, mirrored(2, 1, 0)), "copying is no way to win blockade"},
		{"copying one way", headerOf(other("place offsets:0,1 own", ".#. x"), O, Copying, mirrored(2, 1, 0)), "copying is no way to win place offsets:0,1 own"},
		{"right copy of stones", headerOf(claim(".#. x"), O, Copying, mirrored(2, 1, 0)), ""},
		{"stone closes its image", headerOf(claim(".. x"), O, Copying, mirrored(1, 0)), "a move to cell 0 (counted from 0) closes its image, cell 1"},
		{"stone on its image", headerOf(claim(". x"), O, Copying, mirrored(0)), "a move to cell 0 (counted from 0) closes its image, cell 0"},
		{"mark on its image", headerOf(other("place rook none", ". x"), O, Copying, mirrored(0)), "a move to cell 0 (counted from 0) closes its image, cell 0"},
		{"mark closes its image", headerOf(other("place rook other", ".. x"), O, Copying, mirrored(1, 0)), "a move to cell 0 (counted from 0) closes its image, cell 1"},
		{"mark closes another image", headerOf(other("place rook other", "..#.#. x"), O, Copying, mirrored(3, 5, 2, 0, 4, 1)), "a move to cell 0 (counted from 0) closes the image of cell 5"},
		{"right copy of marks that close nothing", headerOf(other("place rook none", ".. x"), O, Copying, mirrored(1, 0)), ""},
		{"no mirror", headerOf(duel(".. x"), O, Copying, func(h *Header) { h.Mirrors = [][]int{} }), "0 mirrors"},
		{"two mirrors", headerOf(duel(".. x"), O, Copying, func(h *Header) { h.Mirrors = [][]int{{1, 0}, {1, 0}} }), "2 mirrors"},
		{"not its own inverse", headerOf(duel(".#.#. x"), O, Copying, mirrored(2, 1, 4, 3, 0)), "the mirror takes cell 0 to 2, but that cell to 4"},
		{"free cells not kept", headerOf(lockdown("##. x"), O, Copying, mirrored(2, 1, 0)), "takes cell 2 to 0, which the winner may not take"},
		{"markers not exchanged", headerOf(lockdown("X#./#.#/.#O x"), O, Copying, mirrored(0, 1, 6, 3, 4, 5, 2, 7, 8)), "does not take the loser's marker to the winner's"},
		{"a marker placed, the other not", headerOf(lockdown("X.. o"), X, Copying, mirrored(0, 2, 1)), "does not take the loser's marker to the winner's"},
		{"cell of the loser alone", headerOf(duel("X.. o"), X, Copying, mirrored(0, 2, 1)), "takes cell 2 to 1, which the winner may not take"},
		{"a cell not moved", headerOf(duel(". x"), O, Copying, mirrored(0)), "the mirror leaves cell 0"},
		{"right copy, another answer", headerOf(duel("... x"), O, Copying, mirrored(2, 1, 0)), ""},
		{"right copy, an answer apart", headerOf(duel(".##.X x"), O, Copying, mirrored(0, 1, 2, 3, 4)), ""},
		{"an answer apart that the loser can take", headerOf(duel(".#.#.X x"), O, Copying, mirrored(0, 1, 4, 3, 2, 5)), "the mirror leaves cell 0"},
		{"two cells not moved", headerOf(duel("./. x"), O, Copying, mirrored(0, 1)), "the mirror leaves cell 0"},
		{"an answer that takes too much", headerOf(duel("..... x"), O, Copying, mirrored(4, 3, 2, 1, 0)), "the mirror leaves cell 2"},
		{"a cell not moved", headerOf(lockdown("... x"), O, Copying, mirrored(2, 1, 0)), "the mirror leaves cell 1"},
		{"neighbours not kept", headerOf(duel("...#. x"), O, Copying, mirrored(4, 2, 1, 3, 0)), "does not keep the neighbours"},
		{"right copy of markers", headerOf(lockdown("X.##.O x"), O, Copying, mirrored(5, 4, 2, 3, 1, 0)), ""},
		{"neighbours of the marker not kept", headerOf(lockdown("X.##.#O x"), O, Copying, mirrored(6, 4, 2, 3, 1, 5, 0)), "does not keep the neighbours of cell 0"},

		{"right copy with cells to spare", headerOf(duel("X.. x"), O, Copying, mirrored(0, 2, 1)), ""},
		{"cell of the loser to one that is taken", headerOf(duel("X..#. x"), O, Copying, mirrored(3, 2, 1, 4, 0)), "takes cell 4 to 0"},
		{"right copy, no inverse elsewhere", headerOf(duel("X..## x"), O, Copying, mirrored(3, 2, 1, 4, 0)), ""},
		{"right copy, more neighbours of the winner's", headerOf(lockdown("X#.#O. x"), O, Copying, mirrored(4, 1, 5, 3, 0, 2)), ""},
		{"right copy, a spare cell to one that is taken", headerOf(duel("..#.X x"), O, Copying, mirrored(1, 0, 2, 4, 3)), ""},
		{"neighbours of spare cells not kept", headerOf(duel("..#../###.X x"), O, Copying, mirrored(1, 0, 2, 5, 7, 3, 6, 4, 8, 9)), "does not keep the neighbours of cell 3"},
		{"opening missing", headerOf(duel("... x"), X, Copying, mirrored(2, 1, 0)), "there is an opening if and only if the winner is to move"},
		{"opening too many", headerOf(duel(".. x"), O, Copying, opened(0, mirrored(1, 0))), "there is an opening if and only if the winner is to move"},
		{"opening illegal", headerOf(duel("#.. x"), X, Copying, opened(0, mirrored(2, 1, 0))), "the opening, move 0, is not legal"},
		{"right opening", headerOf(lockdown(".X./.#O x"), X, Copying, opened(0, mirrored(5, 4, 3, 2, 1, 0))), ""},

		{"right pairs", headerOf(classic(".. x"), O, Matching, paired([2]int{0, 1})), ""},
		{"right pairs", headerOf(classic(".X./.#. o"), X, Matching, paired([2]int{0, 3}, [2]int{5, 2})), ""},
		{"right pairs, others unpaired", headerOf(classic("..#. x"), X, Matching, opened(3, paired())), ""},
		{"pairs elsewhere", headerOf(claim(".. x"), O, Matching, paired([2]int{0, 1})), "pairs of cells are no way to win claim"},
		{"not beside each other", headerOf(classic(".#. x"), O, Matching, paired([2]int{0, 2})), "not two empty cells, each near the other"},
		{"not empty", headerOf(classic("X. o"), X, Matching, paired([2]int{0, 1})), "not two empty cells, each near the other"},
		{"not on the board", headerOf(classic(".. x"), O, Matching, paired([2]int{0, 64})), "not two empty cells, each near the other"},
		{"near one way", headerOf(other("follow offsets:0,1", ".. x"), O, Matching, paired([2]int{0, 1})), "not two empty cells, each near the other"},
		{"a cell twice", headerOf(classic("... x"), O, Matching, paired([2]int{0, 1}, [2]int{2, 1})), "another pair"},
		{"a cell with itself", headerOf(classic(". x"), O, Matching, paired([2]int{0, 0})), "not two empty cells, each near the other"},
		{"no partner", headerOf(classic("... x"), O, Matching, paired([2]int{0, 1})), "no answer to 1,3"},
		{"no partner later", headerOf(classic("..../#X## o"), X, Matching, paired([2]int{1, 2})), "no answer to 1,4"},

		{"nimbers elsewhere", headerOf(duel(".. x"), O, Nimbers, func(h *Header) { h.Nimber = new(0) }), "no way to win duel"},
		{"values elsewhere", headerOf(claim(".. x"), O, Values, func(h *Header) { h.Value = "0" }), "no way to win claim"},
		{"values where near is one way", headerOf(other("place offsets:0,1 own", ".. x"), O, Values, func(h *Header) { h.Value = "0" }), "no way to win place"},
		{"nimber not 0", headerOf(claim("# x"), O, Nimbers, func(h *Header) { h.Nimber = new(1) }), "the nimber of the root is 0, and not \"1\""},
		{"wrong by nimber", headerOf(claim("# x"), X, Nimbers, func(h *Header) { h.Nimber = new(0) }), "X does not win"},
		{"value not 0", headerOf(duel("# x"), O, Values, func(h *Header) { h.Value = "1" }), "the value of the root is 0, and not \"1\""},
		{"wrong by value", headerOf(duel("# x"), X, Values, func(h *Header) { h.Value = "0" }), "X does not win"},
	} {
		file := judged(t, c.c, c.err)
		if c.name != "two mirrors" { // which is true all the same
			files = append(files, file)
		}
	}
	agreeAll(t, files)
}

// A table is refused if a record is not one component in its place, or its value does not follow
// from its options.
func TestRefusedTables(t *testing.T) {
	for _, c := range []struct {
		text  string
		parts []component
		err   string
	}{
		{".. x", []component{{Sides{0, 1}, 0, value(t, "-1")}, {Sides{1, 0}, 0, value(t, "1")}, {Sides{3, 3}, 0, value(t, "0")}}, ""},
		{".. x", []component{{Sides{0, 1}, 0, value(t, "-1")}, {Sides{1, 0}, 0, value(t, "1")}, {Sides{3, 3}, 0, value(t, "*")}}, "component ..: its value is not *"},
		{".. x", []component{{Sides{3, 3}, 0, value(t, "*")}}, "component r# is needed"},
		{".. x", []component{{Sides{2, 2}, 0, value(t, "*")}}, "component #.: not moved up and left"},
		{"../.. x", []component{{Sides{4, 4}, 0, value(t, "*")}}, "component ##/.#: not moved up and left"},
		{".#. x", []component{{Sides{1, 1}, 0, value(t, "*")}, {Sides{5, 5}, 0, value(t, "0")}}, "not one component"},
		{".. x", []component{{Sides{1, 2}, 0, value(t, "0")}}, "component lr: not one component"},
		{".. x", []component{{Sides{0, 0}, 0, value(t, "0")}}, "no cells"},
		{".. x", []component{{Sides{1, 1}, 0, value(t, "*")}, {Sides{1, 0}, 0, value(t, "1")}}, "component l#: out of order"},
		{".. x", []component{{Sides{1, 1}, 0, value(t, "*")}, {Sides{1, 1}, 0, value(t, "*")}}, "out of order"},
		{". x", []component{{Sides{1, 1}, 0, value(t, "0")}}, "component .: its value is not 0"},
		{". x", []component{{Sides{1, 1}, 0, value(t, "1*")}}, "its value is not 1*"},
		{". x", []component{{Sides{1, 1}, 0, value(t, "-1*")}}, "its value is not -1*"},
		{". x", []component{{Sides{1, 0}, 0, value(t, "1/2")}}, "component l: its value is not 1/2"},
		{". x", []component{{Sides{1, 0}, 0, value(t, "2")}}, "its value is not 2"},
		{". x", []component{{Sides{1, 0}, 0, value(t, "1*")}}, "its value is not 1*"},
		{". x", []component{{Sides{0, 1}, 0, value(t, "-2")}}, "component r: its value is not -2"},
	} {
		h := NewHeader(position(t, variants.Duel, c.text), variants.O, Values)
		h.Value = "0"
		judged(t, certificate{header: h, components: c.parts}, c.err)
	}
}

// Lower bounds are refused if a record is not the normal image of a component, says nothing new, or
// does not follow from the ones before, or if they do not say enough of the root.
func TestRefusedBounds(t *testing.T) {
	record := func(left, right variants.Board, least string, reason Reason) BoundRecord {
		return BoundRecord{Sides{left, right}, value(t, least), reason}
	}
	const (
		four = "..../..../..../.... x" // O wins
		row  = ".... x"
		two  = ".. x" // O wins
		more = "root: it is not known"
	)
	var files [][]byte
	for _, c := range []struct {
		text   string
		winner variants.Player
		reduce int
		bounds []BoundRecord
		err    string
	}{
		{four, variants.O, 0, []BoundRecord{record(0xffff, 0xffff, "0", ByMirror)}, ""},
		{four, variants.X, 0, []BoundRecord{record(0xffff, 0xffff, "0", ByMirror)}, "root: it is not known that it is worth at least * to X"},
		{four, variants.O, 0, nil, "root: it is not known that it is worth at least 0 to O"},
		{four, variants.O, 0, []BoundRecord{record(0xffff, 0xffff, "0", ByMirror+3)}, "leaves cell 0"},
		{four, variants.O, 0, []BoundRecord{record(0xffff, 0xffff, "*", ByMirror)}, "copying shows at least 0, and not *"},
		{four, variants.O, 0, []BoundRecord{record(0x3, 0x3, "0", ByMirror+3)}, "only a square has this mirror"},
		{four, variants.O, 0, []BoundRecord{record(0xffff, 0xffff, "0", ByMirror+RectangleMirrors)}, "reason 70, where the greatest is 69"},
		{two, variants.O, 0, []BoundRecord{record(0b11, 0b11, "*", 0)}, "leaves at least 0"},
		{two, variants.X, 0, []BoundRecord{record(0b11, 0b11, "1/2", 0)}, "leaves at least 1/2*"},
		{two, variants.X, 0, []BoundRecord{record(0b11, 0b11, "*", ByReplies)}, "replies show no value with a star"},
		{two, variants.X, 0, []BoundRecord{record(0b11, 0b11, "-1", ByReplies)}, "that it is worth at least -1 is known"},
		{two, variants.X, 0, []BoundRecord{record(0b11, 0b11, "-2", 0)}, "that it is worth at least -2 is known"},
		{two, variants.O, 0, []BoundRecord{record(0b11, 0b11, "0", ByReplies)}, ""},
		{two, variants.O, 0, []BoundRecord{record(0b11, 0b11, "-1/2", ByReplies)}, "it is not known that it is worth at least -1*"},
		{row, variants.X, 0, []BoundRecord{record(0b11, 0b01, "0", ByReplies)}, more},
		{row, variants.X, 0, []BoundRecord{record(0b11, 0b01, "1/2", ByReplies)}, "it is not known that it is worth at least *"},
		{row, variants.X, 0, []BoundRecord{record(0b11, 0b01, "*", 0), record(0b11, 0b01, "1/2", ByReplies)}, more},
		{row, variants.X, 0, []BoundRecord{record(0b11, 0b01, "*", 1)}, "leaves at least -1*"},
		{row, variants.X, 0, []BoundRecord{record(0b11, 0b01, "*", 2)}, "cell 2 (counted from 0) is not open to Left"},
		{row, variants.X, 0, []BoundRecord{record(0b11, 0b10, "0", ByReplies)}, "not the least image"},
		{row, variants.X, 0, []BoundRecord{record(0b110, 0b110, "0", ByReplies)}, "not the least image"},
		{row, variants.X, 0, []BoundRecord{record(0b01, 0b10, "0", ByReplies)}, "not one component"},
		{row, variants.X, 0, []BoundRecord{record(0b01, 0b01, "0", ByReplies)}, "less than two cells"},
		{row, variants.X, 0, []BoundRecord{record(0b11, 0, "1", 0)}, more},
		{row, variants.X, 0, []BoundRecord{record(0b11, 0, "2", 0)}, "leaves at least 1"},
	} {
		h := NewHeader(position(t, variants.Duel, c.text), c.winner, Bounds)
		h.Reduce = c.reduce
		files = append(files, judged(t, certificate{header: h, bounds: c.bounds}, c.err))
	}
	h := NewHeader(position(t, variants.Claim, two), variants.X, Bounds)
	files = append(files, judged(t, certificate{header: h}, "bounds are no way to win claim"))
	agree(t, files)
	byCoq(t, func(t *testing.T, program string) { believed(t, program, files) })
}

// Exact and excluded nimbers are refused if a record is not the normal image of a component, says what is known, or does not follow from the ones before, or if they do not say enough of
// the root.
func TestRefusedExclusions(t *testing.T) {
	is := func(cells variants.Board, nimber int) ExclusionRecord {
		return ExclusionRecord{Cells: cells, Nimber: nimber}
	}
	not := func(cells variants.Board, nimber int, m variants.Move) ExclusionRecord {
		return ExclusionRecord{cells, nimber, true, m}
	}
	one := []ExclusionRecord{not(1, 0, 0), is(1, 1)}
	var files [][]byte
	for _, c := range []struct {
		text    string
		winner  variants.Player
		records []ExclusionRecord
		err     string
	}{
		{"... x", variants.X, []ExclusionRecord{not(7, 0, 1)}, ""},
		{"... x", variants.O, []ExclusionRecord{not(7, 0, 1)}, "root: it is not known that its nimber is 0"},
		{"... x", variants.X, nil, "root: it is not known that its nimber is not 0"},
		{".#. x", variants.O, nil, ""}, // two of the same
		{".#. x", variants.X, nil, "root: it is not known that its nimber is not 0"},
		{".#.. x", variants.O, one, "root: it is not known that its nimber is 0"},
		{".#.. x", variants.O, append(one, not(3, 0, 0), is(3, 1)), ""},
		{".#.. x", variants.X, append(one, not(3, 0, 0), is(3, 1)), "root: it is not known that its nimber is not 0"},
		{"... x", variants.X, append(one, not(7, 1, 0)), "root: it is not known that its nimber is not 0"},
		{"... x", variants.X, []ExclusionRecord{not(7, 1, 0)}, "leaves nimber 1"},
		{"... x", variants.X, append(one, not(7, 0, 0)), "leaves nimber 0"},
		{"... x", variants.X, []ExclusionRecord{not(7, 0, 3)}, "cell 3 (counted from 0) is not one of its cells"},
		{"... x", variants.X, []ExclusionRecord{not(7, 0, 1), not(7, 0, 1)}, "that its nimber is not 0 is known"},
		{"... x", variants.X, append(one, one[0]), "its nimber is known"},
		{"... x", variants.X, append(one, one[1]), "its nimber is known"},
		{"... x", variants.X, []ExclusionRecord{is(1, 1)}, "its nimber may also be 0"},
		{"... x", variants.X, []ExclusionRecord{is(1, 0)}, "leaves another nimber than 0"},
		{"... x", variants.X, []ExclusionRecord{not(7, 0, 1), is(7, 1)}, "leaves another nimber than 1"},
		{"... x", variants.X, append(one, not(7, 0, 1), not(7, 1, 0), is(7, 2)), ""},
		{"... x", variants.X, []ExclusionRecord{not(6, 0, 1)}, "not the least image"},
		{"... x", variants.X, []ExclusionRecord{not(5, 0, 0)}, "not one component"},
		{"... x", variants.X, []ExclusionRecord{not(0, 0, 0)}, "no cells"},
	} {
		h := NewHeader(position(t, variants.Claim, c.text), c.winner, Exclusions)
		files = append(files, judged(t, certificate{header: h, exclusions: c.records}, c.err))
	}
	h := NewHeader(position(t, variants.Duel, ".. x"), variants.O, Exclusions)
	files = append(files, judged(t, certificate{header: h}, "nimbers are no way to win duel"))
	agree(t, files)
	byCoq(t, func(t *testing.T, program string) { believed(t, program, files) })
}

// judged verifies that a certificate is accepted, if refusal is empty, or refused with an error that
// contains it. It returns the file.
func judged(t *testing.T, c certificate, refusal string) []byte {
	t.Helper()
	file, err := c.file(false)
	require.NoError(t, err)
	if _, _, err = check(file); refusal == "" {
		require.NoError(t, err, "%q", file)
	} else {
		require.ErrorContains(t, err, refusal, "%q", file)
	}
	return file
}

func value(t *testing.T, text string) Value {
	t.Helper()
	v, err := ParseValue(text)
	require.NoError(t, err)
	return v
}

// A strategy has all positions that it leads to, and no others.
func TestRefusedStrategies(t *testing.T) {
	p := position(t, variants.Claim, ".#.. x")
	keys := KeysOf(p.Game())
	record := func(free variants.Board, m variants.Move) Record {
		return Record{keys.Of(variants.State{Free: free}), Answer{Move: m}}
	}
	// X claims 4 and leaves 1, O claims that, and X has lost; or 1, and leaves 3 or 4.
	var files [][]byte
	for _, c := range []struct {
		winner variants.Player
		images int
		layers [][]Record
		err    string
	}{
		{variants.O, 0, [][]Record{{record(0b1, 0), record(0b1100, 2)}}, ""},
		{variants.X, 0, [][]Record{{record(0b1101, 0)}}, "layer 0, after 1 in .#.. x: no answer to 3: #### x is missing in layer 1"},
		{variants.X, 0, [][]Record{{record(0b1, 0)}}, "root: .#.. x is missing in layer 0"},
		{variants.O, 0, [][]Record{{record(0b1, 0)}}, "root: no answer to 1: ##.. o is missing in layer 0"},
		{variants.O, 0, [][]Record{{record(0b1, 0), record(0b100, 2), record(0b1100, 2)}}, "layer 0: ##.# o does not come after anything in the layer before"},
		{variants.O, 0, [][]Record{{record(0b1, 0), record(0b1100, 0)}}, "layer 0, in ##.. o: 1 is not legal"},
		{variants.O, 0, [][]Record{{record(0b1, 0), record(0b1100, 2)}, {record(0b1, 0)}}, "layer 1: 1 records, but only 0 moves lead to it"},
		{variants.O, 4, [][]Record{{record(0b1, 0), record(0b11, 1)}}, ""},
		{variants.O, 4, [][]Record{{record(0b1, 0), record(0b1100, 2)}}, "no answer to 1: ..## o is missing in layer 0"},
		{variants.O, 4, [][]Record{{record(0b1, 0), record(0b11, 1), record(0b1100, 2)}}, "##.. o does not come after anything"},
		{variants.O, 0, [][]Record{{record(0b1, 0), record(0b11, 1)}}, "no answer to 1: ##.. o is missing in layer 0"},
		{variants.O, 8, [][]Record{{record(0b1, 0), record(0b11, 1)}}, "stand for 8 images each, which is no number of claim on 1x4"},
	} {
		h := NewHeader(p, c.winner, Strategy)
		h.Images = c.images
		files = append(files, judged(t, certificate{header: h, layers: c.layers}, c.err))
	}
	for _, images := range []string{"0", "4", "-4", `"4"`} {
		other := strategy(position(t, variants.Lockdown, "X.O x"), false)
		file, err := other.file(false)
		require.NoError(t, err)
		file = bytes.Replace(file, []byte(`"records"`), []byte(`"images":`+images+`,"records"`), 1)
		_, _, err = check(file)
		require.ErrorContains(t, err, "images", images)
		files = append(files, file)
	}
	agree(t, files)
}

// Of all values at most one follows from given options.
func TestOnlyOneValueFollows(t *testing.T) {
	var all []Value
	for n := Number(-24); n <= 24; n++ {
		all = append(all, Value{n * one / 4, false}, Value{n * one / 4, true})
	}
	for _, c := range []struct{ lefts, rights, value string }{
		{"", "", "0"}, {"0", "", "1"}, {"", "0", "-1"}, {"-1", "", "0"}, {"4", "", "5"}, {"", "3 -3", "-4"},
		{"0", "1", "1/2"}, {"0", "1/2", "1/4"}, {"-1", "1", "0"}, {"0 -2", "5", "1"}, {"-5", "0 1", "-1"},
		{"1", "3/2", "5/4"}, {"5/4", "5", "2"}, {"-3/4", "-1/4", "-1/2"},
		{"0", "0", "*"}, {"1 -1", "1 2", "1*"}, {"-1/2", "-1/2", "-1/2*"}, {"*", "*", "0"}, {"1*", "1*", "1"},
		{"*", "", "0"}, {"1*", "", "1"}, {"*", "1", "0"}, {"0 *", "1", "1/2"}, {"1*", "2*", "1"},
		{"0", "*", ""}, {"*", "0", ""}, {"0 *", "0 *", ""}, {"1", "-1", ""}, {"1*", "-1*", ""}, {"1", "0", ""},
	} {
		var follow []string
		for _, v := range all {
			if v.follows(values(t, c.lefts), values(t, c.rights)) {
				follow = append(follow, v.String())
			}
		}
		require.Equal(t, strings.Fields(c.value), append([]string{}, follow...), "%s | %s", c.lefts, c.rights)
	}
}

func values(t *testing.T, text string) (all []Value) {
	for _, word := range strings.Fields(text) {
		all = append(all, value(t, word))
	}
	return all
}

// A header with inconsistent fields is refused, whatever comes after it.
func TestRefusedHeaders(t *testing.T) {
	p := position(t, variants.Duel, ".. x")
	file, err := headerOf(p, variants.O, Copying, func(h *Header) { h.Mirrors = [][]int{{1, 0}} }).file(false)
	require.NoError(t, err)
	_, _, err = check(file)
	require.NoError(t, err)
	for _, c := range []struct {
		field string
		value any // nil: none
		err   string
	}{
		{"variant", "chess", `unknown variant "chess"`},
		{"variant", "Duel", `unknown variant "Duel"`},
		{"variant", "blockade", "X has no marker"},
		{"board", "2x1", `the header has the board "2x1", but the position has 1x2`},
		{"position", "..", "the side to move is missing"},
		{"position", ".. o", `"X" is said to be on turn, in the position it is O`},
		{"to_move", "O", `"O" is said to be on turn, in the position it is X`},
		{"winner", "o", `the winner is X or O, not "o"`},
		{"method", "luck", `unknown method "luck"`},
		{"method", "matching", `the field "matching" is missing`},
		{"nimber", 0, `the field "nimber" has no place in a certificate by copying`},
		{"mirrors", [][]int{{0, 0}}, "mirror 0 is not a permutation"},
		{"mirrors", [][]int{{1}}, "mirror 0 is not a permutation"},
		{"mirrors", [][]int{{1, 2}}, "mirror 0 is not a permutation"},
		{"mirrors", [][]int{{1, -1}}, `"mirrors": neither text nor numbers in plain decimal digits`},
		{"mirrors", [][]any{{1, nil}}, `"mirrors": neither text nor numbers`},
		{"mirrors", [][]any{nil}, `"mirrors": neither text nor numbers`},
		{"records", json.RawMessage("-0"), `"records": neither text nor numbers`},
		{"records", json.RawMessage("0.0"), `"records": neither text nor numbers`},
		{"records", map[string]int{}, `"records": neither text nor numbers`},
		{"records", 1, "a body, where a certificate by copying has none"},
		{"sha256", strings.Repeat("0", 64), "the SHA-256 of the body is e3b0c442"},
		{"winner", nil, `the field "winner" is missing`},
		{"sha256", nil, `the field "sha256" is missing`},
	} {
		head, body := pieces(t, file)
		if head[c.field] = c.value; c.value == nil {
			delete(head, c.field)
		}
		_, _, err := check(joined(t, head, body))
		require.ErrorContains(t, err, c.err, "%s %v", c.field, c.value)
	}
}

// A game is written in one way: the five by their names, others of the family by their words.
func TestGamesAreWrittenInOneWay(t *testing.T) {
	var files [][]byte
	for _, c := range []struct{ rules, name, words, err string }{
		{"place rook other", "", "place rook other", ""},
		{"place rook other", "place rook other", "", "a game is written by its name, or from version 3 on by its rules"},
		{"classic", "", "classic", "a game is written by its name, or from version 3 on by its rules"},
		{"classic", "", "follow rook", `the game is written "classic"`},
		{"follow hex", "", "follow offsets:-1,0;-1,1;0,-1;0,1;1,-1;1,0", `are written "follow hex"`},
		{"follow hex", "", "follow  hex", `are written "follow hex"`},
	} {
		certificate := strategy(position(t, c.rules, ".. x"), false)
		certificate.header.Variant, certificate.header.Rules = c.name, c.words
		files = append(files, judged(t, certificate, c.err))
	}
	agreeAll(t, files)
}
