package proof

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/bitboard"
	"gridlock/variants"
)

// certificate is a certificate taken to pieces, so that it can be changed.
type certificate struct {
	header     Header
	layers     [][]Record
	intervals  [][]IntervalRecord
	components []component
	bounds     []BoundRecord
	exclusions []ExclusionRecord
}

// component is a record of a table.
type component struct {
	Sides
	nimber int
	value  Value
}

// file writes the certificate. A certificate that was changed so that it cannot be written is an
// error.
func (c certificate) file(compress bool) ([]byte, error) {
	w := NewWriter(c.header, new(bytes.Buffer))
	for _, layer := range c.layers {
		if err := w.Layer(len(layer), slices.Values(layer)); err != nil {
			return nil, err
		}
	}
	for _, layer := range c.intervals {
		if err := w.IntervalLayer(slices.Values(layer)); err != nil {
			return nil, err
		}
	}
	for _, part := range c.components {
		var err error
		if c.header.Method == Nimbers {
			err = w.Component(part.Left, part.nimber)
		} else {
			err = w.Value(part.Left, part.Right, part.value)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, bound := range c.bounds {
		if err := w.Bound(bound); err != nil {
			return nil, err
		}
	}
	for _, exclusion := range c.exclusions {
		if err := w.Exclusion(exclusion); err != nil {
			return nil, err
		}
	}
	var file bytes.Buffer
	err := w.Finish(&file, compress)
	return file.Bytes(), err
}

// check checks the file of a certificate.
func check(file []byte) (*Reader, Counts, error) {
	return Check(context.Background(), bytes.NewReader(file), Options{})
}

// oracle decides who wins by plain recursion.
type oracle struct {
	rules variants.Rules
	known map[variants.State]bool
}

func newOracle(game *variants.Game) oracle {
	return oracle{game.Rules(), map[variants.State]bool{}}
}

// wins reports whether the player to move wins.
func (o oracle) wins(s variants.State) bool {
	wins, ok := o.known[s]
	for m := range moves(o.rules.Legal(s)) {
		if ok || wins {
			break
		}
		wins = !o.wins(o.rules.Play(s, m))
	}
	o.known[s] = wins
	return wins
}

// winner returns who wins a position.
func (o oracle) winner(p variants.Position) variants.Player {
	if o.wins(p.State()) {
		return p.Side()
	}
	return p.Side().Opponent()
}

// strategist writes strategies.
type strategist struct {
	oracle
	game    *variants.Game
	leaves  bool // use leaves where there can be one
	narrow  bool // only leaves in which the markers are separated, or the sides exchanged
	images  bool // records stand for images
	mirrors [][]int
	walks   map[variants.State][]variants.Move // longest ones
}

func newStrategist(game *variants.Game, leaves bool) strategist {
	return strategist{oracle: newOracle(game), game: game, leaves: leaves, walks: map[variants.State][]variants.Move{}}
}

// strategy returns a certificate by strategy of who wins the position.
func strategy(p variants.Position, leaves bool) certificate {
	return newStrategist(p.Game(), leaves).certificate(p)
}

// imageStrategy returns a certificate by strategy whose records stand for images.
func imageStrategy(p variants.Position) certificate {
	s := newStrategist(p.Game(), true)
	s.images = true
	c := s.certificate(p)
	c.header.Images = len(p.Game().Symmetries())
	return c
}

// narrowStrategy returns a certificate by strategy with the leaves that earlier versions accept.
func narrowStrategy(p variants.Position) certificate {
	s := newStrategist(p.Game(), true)
	s.narrow = true
	return s.certificate(p)
}

func (s strategist) certificate(p variants.Position) certificate {
	if s.leaves {
		s.mirrors = mirrors(p.Game())
	}
	c := certificate{header: NewHeader(p, s.winner(p), Strategy)}
	c.header.Mirrors = s.mirrors
	level := map[variants.State]bool{s.record(p.State()): true}
	if s.winner(p) != p.Side() {
		level = s.replies(p.State())
	}
	for len(level) > 0 {
		var layer []Record
		next := map[variants.State]bool{}
		for state := range level {
			answer := s.answer(state)
			layer = append(layer, Record{KeysOf(p.Game()).Of(state), answer})
			if answer.Kind == ByMove {
				maps.Copy(next, s.replies(s.rules.Play(state, answer.Move)))
			}
		}
		slices.SortFunc(layer, func(a, b Record) int { return a.Key.Compare(b.Key) })
		c.layers = append(c.layers, layer)
		level = next
	}
	return c
}

// replies returns the positions after the moves of the player to move.
func (s strategist) replies(state variants.State) map[variants.State]bool {
	after := map[variants.State]bool{}
	for m := range moves(s.rules.Legal(state)) {
		after[s.record(s.rules.Play(state, m))] = true
	}
	return after
}

// record returns the position that has the record for a position.
func (s strategist) record(state variants.State) variants.State {
	if !s.images {
		return state
	}
	keys, grid := KeysOf(s.game), s.game.Grid()
	least := state
	for _, sym := range s.game.Symmetries() {
		if image := state.Image(grid, sym); keys.Of(image).Less(keys.Of(least)) {
			least = image
		}
	}
	return least
}

// answer returns the winner's move.
func (s strategist) answer(state variants.State) Answer {
	if walk := s.walk(state, state); s.leaves && walk != nil {
		return Answer{Kind: ByWalk, Walk: walk}
	}
	var win Answer
	for m := range moves(s.rules.Legal(state)) {
		after := s.rules.Play(state, m)
		if s.wins(after) {
			continue
		}
		win = Answer{Move: m}
		for i, mirror := range s.mirrors {
			if copied(s.game, after, mirror, s.narrow) {
				return Answer{Kind: ByCopy, Move: m, Mirror: i}
			}
		}
	}
	return win
}

// copied reports whether the winner, who is not to move, can copy by a mirror that keeps what is near.
// Narrow is with nothing to spare.
func copied(game *variants.Game, s variants.State, mirror []int, narrow bool) bool {
	f, image := familyOf(game), mapped(mirror)
	exact := image(s.Mine) == s.Yours
	spare := f.Kind == variants.Place && !narrow && image(s.Mine)&^s.Yours == 0
	kept := image(s.Free) == s.Free && (exact || spare) && fixed(mirror)&(s.Free|s.Mine) == 0
	switch {
	case f.Kind == variants.Walk && !f.Block, f.places(variants.CloseNone), f.places(variants.CloseOwn) && f.symmetric:
		return kept
	case f.places(variants.CloseOther), f.places(variants.CloseAll):
		for cell := range (s.Mine | s.Free).Cells() {
			kept = kept && !f.near.At(cell).Has(mirror[cell])
		}
		return kept
	}
	return false
}

// walk returns turns of the winner, to move in the position least, where the loser cannot get in
// their way in the position most, with more free cells, nor take as many; nil if there are none.
func (s strategist) walk(least, most variants.State) []variants.Move {
	f := familyOf(s.game)
	if f.Kind != variants.Walk || most.Mine == 0 || most.Yours == 0 {
		return nil
	}
	if !f.Block && !s.narrow {
		least.Free &^= s.reach(passed(most))
	} else if !s.apart(most) {
		return nil
	}
	mine, yours := s.longest(least), s.longest(passed(most))
	if len(mine) <= len(yours) {
		return nil
	}
	return mine[:len(yours)+1]
}

// apart reports whether the markers can never touch.
func (s strategist) apart(state variants.State) bool {
	return s.reach(state)&s.reach(passed(state)) == 0
}

// reach returns the cells that the marker of the player to move can ever get to, by a plain search.
// With blocks those under the markers become free.
func (s strategist) reach(state variants.State) (reached variants.Board) {
	near, open := s.game.Near().At, state.Free
	if familyOf(s.game).Block {
		open = state.Free | state.Mine | state.Yours
	}
	for todo := []int{state.Mine.First()}; len(todo) > 0; {
		cell := todo[0]
		todo = todo[1:]
		for other := range (near(cell) & open &^ reached).Cells() {
			reached = reached.With(other)
			todo = append(todo, other)
		}
	}
	return reached | state.Mine&open
}

// longest returns a longest sequence of turns of the player to move, alone.
func (s strategist) longest(state variants.State) []variants.Move {
	best, known := s.walks[state]
	for m := range moves(s.rules.Legal(state)) {
		if known {
			break
		}
		if rest := s.longest(passed(s.rules.Play(state, m))); len(rest) >= len(best) {
			best = append([]variants.Move{m}, rest...)
		}
	}
	s.walks[state] = best
	return best
}

// mirrors returns the symmetries of a game that are their own inverse, as permutations.
func mirrors(game *variants.Game) (all [][]int) {
	g := game.Grid()
	for _, sym := range game.Symmetries()[1:] {
		if sym.Inverse() != sym {
			continue
		}
		var mirror []int
		for cell := range g.Size() {
			mirror = append(mirror, g.Image(sym, bitboard.Of(cell)).First())
		}
		all = append(all, mirror)
	}
	return all
}

// mapped returns the function that takes sets of cells to their images.
func mapped(mirror []int) func(variants.Board) variants.Board {
	return func(b variants.Board) (image variants.Board) {
		for cell := range b.Cells() {
			image = image.With(mirror[cell])
		}
		return image
	}
}

func fixed(mirror []int) (cells variants.Board) {
	for cell, other := range mirror {
		if cell == other {
			cells = cells.With(cell)
		}
	}
	return cells
}

// opened returns positions in which the loser is to move, with the opening that leads
// there, or nil where it is the position itself.
func opened(p variants.Position) iter.Seq2[*variants.Move, variants.Position] {
	o := newOracle(p.Game())
	return func(yield func(*variants.Move, variants.Position) bool) {
		if !o.wins(p.State()) {
			yield(nil, p)
			return
		}
		for m := range moves(p.Legal()) {
			if after := p.Play(m); !o.wins(after.State()) && !yield(&m, after) {
				return
			}
		}
	}
}

// copying returns the certificate by copying for a position, if there is one.
func copying(p variants.Position) (certificate, bool) {
	for opening, after := range opened(p) {
		for _, mirror := range mirrors(p.Game()) {
			if copied(p.Game(), after.State(), mirror, true) {
				h := NewHeader(p, after.Side().Opponent(), Copying)
				h.Opening, h.Mirrors = opening, [][]int{mirror}
				return certificate{header: h}, true
			}
		}
	}
	return certificate{}, false
}

// matching returns the certificate by matching of a position in which marks are near the last one: a
// maximum matching of the empty cells, found by trying all of them. Around the last marker it covers what it must.
func matching(p variants.Position) (c certificate, ok bool) {
	h := NewHeader(p, newOracle(p.Game()).winner(p), Matching)
	for opening, after := range opened(p) {
		h.Opening, h.Matching = opening, append([][2]int{}, maximum(p.Game().Near(), after.Empty())...)
		if _, err := h.CheckMatching(); err == nil {
			return certificate{header: h}, true
		}
	}
	return c, false
}

func maximum(near *bitboard.Near, free variants.Board) [][2]int {
	if free == 0 {
		return nil
	}
	cell := free.First()
	best := maximum(near, free.Without(cell))
	for other := range (near.At(cell) & free).Cells() {
		if 2*len(best) >= free.Count()-1 {
			break
		}
		if rest := maximum(near, free.Without(cell).Without(other)); len(rest) >= len(best) {
			best = append(rest, [2]int{cell, other})
		}
	}
	return best
}

// tabler makes tables of components.
type tabler struct {
	*table[Value] // for its geometry
	known         map[Sides]component
}

func newTabler(p variants.Position, method Method) tabler {
	r := &Reader{Header: NewHeader(p, variants.X, method), Root: p, cells: p.Game().Grid().Size()}
	return tabler{&table[Value]{checker: &checker{Reader: r, keys: KeysOf(p.Game()), family: familyOf(p.Game())}, Splitter: NewSplitter(p.Game())}, map[Sides]component{}}
}

// of returns the nimber and the value of a position, and remembers all components.
func (t tabler) of(s Sides) (sum component) {
	for s != (Sides{}) {
		part := t.Splitter.Component(s)
		s = s.Without(part)
		c := t.evaluate(t.Placed(part))
		sum.nimber, sum.value = sum.nimber^c.nimber, sum.value.Plus(c.value)
	}
	return sum
}

func (t tabler) evaluate(part Sides) component {
	if c, ok := t.known[part]; ok {
		return c
	}
	var nimbers []int
	var lefts, rights []Value
	for cell := range part.Left.Cells() {
		gone := part.Left &^ t.family.near.At(cell).With(cell)
		after := t.of(Sides{gone, part.Right.Without(cell)})
		nimbers, lefts = append(nimbers, after.nimber), append(lefts, after.value)
	}
	for cell := range part.Right.Cells() {
		gone := part.Right &^ t.family.near.At(cell).With(cell)
		rights = append(rights, t.of(Sides{part.Left.Without(cell), gone}).value)
	}
	c := component{Sides: part, value: simplest(lefts, rights)}
	for slices.Contains(nimbers, c.nimber) {
		c.nimber++
	}
	t.known[part] = c
	return c
}

// simplest looks for the value by trying numbers by birthday, first without star, then with it.
// The number that a star comes with does not depend on the day, so only one follows.
func simplest(lefts, rights []Value) Value {
	for _, star := range []bool{false, true} {
		for day := range 10 { // components have up to 9 moves
			numbers := []Number{-Number(day) * one, Number(day) * one}
			for e := 1; e < day; e++ {
				for n := -day << e; n <= day<<e; n++ {
					numbers = append(numbers, Number(n)*one>>e)
				}
			}
			slices.SortFunc(numbers, func(a, b Number) int { return cmp.Compare(birthday(a), birthday(b)) })
			for _, x := range numbers {
				if v := (Value{x, star}); star && v.follows(lefts, rights) || !star && v.fits(lefts, rights) {
					return v
				}
			}
		}
	}
	panic("no value")
}

// birthday returns the day on which a number is born.
func birthday(x Number) int {
	x = max(x, -x)
	e := x.exponent()
	if e == 0 {
		return int(x / one)
	}
	return int(x/one) + 1 + e
}

// tableOf returns the certificate by nimbers or values of a position.
func tableOf(p variants.Position, method Method) certificate {
	t := newTabler(p, method)
	s := p.State()
	root := Sides{Left: s.Free}
	if method == Values {
		if root = (Sides{s.Mine, s.Yours}); p.Side() == variants.O {
			root = Sides{s.Yours, s.Mine}
		}
	}
	sum := t.of(root)
	c := certificate{header: NewHeader(p, newOracle(p.Game()).winner(p), method)}
	if method == Nimbers {
		c.header.Nimber = &sum.nimber
	} else {
		c.header.Value = sum.value.String()
	}
	for _, part := range t.known {
		c.components = append(c.components, part)
	}
	slices.SortFunc(c.components, func(a, b component) int { return a.Compare(b.Sides) })
	return c
}

// tinyPositions returns some positions of every game, with holes, early and late, small
// enough to be solved by plain recursion, on large boards too.
func tinyPositions(t testing.TB) (all []variants.Position) {
	tiny := map[string][]string{
		variants.Classic:  {"../.. x", ".../.../... x", "..../..#./.... x", ".Xo./..../.... o", "..#./.#../.... x", "#.../.O../x... x", "#/# x", "./# x"},
		variants.Duel:     {"../.. x", ".../.../... x", "..../..../.... x", ".#../..../..#. o", "..X./..../.O.. x", ".X../..../..../...O x", "## x"},
		variants.Lockdown: {"../.. x", ".../.../... x", "..../..../.... x", "X.../..../...O x", ".X../..../.... o", "..#./X.#./..#O x", "X##O/.##./..#. x", "X..#../...#../...#.O o", "X.#.O/..#.. x", ".X#./..#O o", "..#../.X#O. x"},
		variants.Claim:    {"../.. x", ".../.../... x", "..../..../.... x", "..#../..... x", "x-../--.. x", "......../######## o", "# o"},
		variants.Blockade: {"X./.O x", ".../X.O/... x", "..../X..O/.... x", "X.#./..#O/..#. o", "X.#.../..#..O/..#... x", "#X#/#O. o", "X.#.O/..#.. x", "X..../.O... o"},
	}
	for _, id := range slices.Sorted(maps.Keys(tiny)) { // always in the same order
		for _, text := range append(tiny[id], onLargeBoards()[id]...) {
			all = append(all, position(t, id, text))
		}
	}
	return all
}

// onLargeBoards returns positions on boards of 64 cells, most of which are holes: of 8x8
// with cells that are neighbours should rows wrap around, of 1x64 and of 64x1.
func onLargeBoards() map[string][]string {
	const holes = "/########/########/########/########/########/"
	row, column := strings.Repeat("#", 57), strings.Repeat("#/", 57)
	return map[string][]string{
		variants.Classic:  {"......../#######." + holes + "##....## x", "O......./#######." + holes + "##....#. x", "..." + row + ".... x", column + "./././././#/X o"},
		variants.Duel:     {".####..O/..#####." + holes + "X.#...#. o", "..." + row + ".#.. x", "././#/" + column + "O/#/./. x"},
		variants.Lockdown: {"..#####./#######." + holes + ".######. x", "X..####./..####.." + holes + ".....#.O x", "X.." + row + "..#O o", "./X/./" + column + "././#/O x"},
		variants.Claim:    {"..####../..####.." + holes + "..#X-.#. x", "..." + row + "...# x", "././#/" + column + "././#/. x"},
		variants.Blockade: {"X.#####./#######." + holes + "..####.O x", "#.####X./.####..." + holes + "##.....O x", "X.." + row + "...O o"},
	}
}

// certificates returns certificates of a position by all methods that apply.
func certificates(p variants.Position) (all []certificate) {
	all = append(all, strategy(p, false), strategy(p, true))
	all = append(all, spanned(p)...)
	switch f := familyOf(p.Game()); {
	case f.Kind == variants.Follow && f.symmetric:
		if c, ok := matching(p); ok {
			all = append(all, c)
		}
	case f.places(variants.CloseAll):
		all = append(all, tableOf(p, Nimbers), exclusionsOf(p))
	case f.hasValues():
		all = append(all, tableOf(p, Values), boundsOf(p, 0), boundsOf(p, 6))
	}
	if _, ok := ImagesOf(p.Game()); ok {
		all = append(all, imageStrategy(p))
	}
	if c, ok := copying(p); ok {
		all = append(all, c)
	}
	return all
}

// Certificates by every method, of all games, are accepted, plain and compressed.
func TestCertificatesAreAccepted(t *testing.T) {
	methods := map[string]int{}
	for _, p := range tinyPositions(t) {
		for _, c := range certificates(p) {
			for _, compress := range []bool{false, true} {
				file, err := c.file(compress)
				require.NoError(t, err)
				r, work, err := check(file)
				require.NoError(t, err, "%s %v by %s", p.Game().Variant().ID, p, c.header.Method)
				require.Equal(t, p.String(), r.Root.String())
				require.Equal(t, r.Header.Records, work.Records)
				methods[string(c.header.Method)]++
				if work.Walks > 0 {
					methods["walk in "+string(c.header.Method)]++
				}
				if work.Copies > 0 {
					methods["copy in "+string(c.header.Method)]++
				}
			}
		}
	}
	t.Log(methods)
	for _, method := range []string{
		"strategy", "intervals", "copying", "matching", "nimbers", "values", "bounds", "exclusions",
		"walk in strategy", "walk in intervals", "copy in strategy", "copy in intervals",
	} {
		require.Positive(t, methods[method], method)
	}
}

// stored are the certificates in testdata, by method and position. With -update they are
// rewritten.
func stored(t *testing.T) map[string]certificate {
	lockdown := position(t, variants.Lockdown, ".X../..../...O x")
	duel := position(t, variants.Duel, ".../.../... x")
	halfTurn, ok := copying(position(t, variants.Duel, "..../..../..../.... x"))
	require.True(t, ok)
	pairs, ok := matching(position(t, variants.Classic, "..../..../..../.... x"))
	require.True(t, ok)
	return map[string]certificate{
		"classic.proof":    pairs,
		"duel.proof":       halfTurn,
		"values.proof":     tableOf(duel, Values),
		"bounds.proof":     boundsOf(position(t, variants.Duel, ".X../..../..../...O x"), 6),
		"lockdown.proof":   narrowStrategy(lockdown),
		"plain.proof":      strategy(duel, false),
		"claim.proof":      tableOf(position(t, variants.Claim, "..../..../..../.... x"), Nimbers),
		"excluded.proof":   exclusionsOf(position(t, variants.Claim, "..../..../.#../.... x")),
		"withdrawn.proof":  strategy(lockdown, true),
		"spare.proof":      strategy(position(t, variants.Duel, "..../..X./..../.O.. x"), true),
		"blockade.proof":   strategy(position(t, variants.Blockade, "..../X..O/.... x"), true),
		"intervals.proof":  spanned(position(t, variants.Blockade, "..../X..O/.... x"))[1],
		"plans.proof":      spanned(lockdown)[2],
		"blockplans.proof": spanned(position(t, variants.Blockade, "..../X..O/.... x"))[2],
	}
}

var update = flag.Bool("update", false, "write the certificates in testdata anew")

// The files in testdata are unchanged, and are accepted.
func TestStoredCertificates(t *testing.T) {
	for name, c := range stored(t) {
		path := filepath.Join("testdata", name)
		written, err := c.file(false)
		require.NoError(t, err)
		if *update {
			require.NoError(t, os.WriteFile(path, written, 0o644))
		}
		file, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, file, written, name)
		_, work, err := check(file)
		require.NoError(t, err, name)
		t.Log(name, len(file), work)
	}
}
