package proof

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

// lies returns certificates of false claims: that the loser of a position wins. They are right
// except where they have to be wrong. There are that many of each kind, and more by tables.
func lies(p variants.Position, each int, rng *rand.Rand) (all []certificate) {
	for range each {
		all = append(all, lyingStrategy(p, rng))
		if s, ok := newSpanner(p.Game(), rng); ok {
			all = append(all, s.certificate(p, s.winner(p).Opponent(), rng.IntN(2) == 0))
		}
	}
	f, method := familyOf(p.Game()), Copying
	switch {
	case f.Kind == variants.Follow:
		method = Matching
	case f.places(variants.CloseAll):
		all = append(all, lyingTables(p, Nimbers, 5*each/2, rng)...)
	case f.hasValues():
		all = append(all, lyingTables(p, Values, 5*each/2, rng)...)
	}
	for range each {
		all = append(all, certificate{header: lyingHeader(p, method, rng)})
	}
	return all
}

// lyingStrategy writes out a strategy for the loser. Where it cannot continue, positions are
// left out, or get answers that are invalid, or leaves that are wrong.
func lyingStrategy(p variants.Position, rng *rand.Rand) certificate {
	s := newStrategist(p.Game(), true)
	s.mirrors = mirrors(p.Game())
	leaveOut, lie := rng.IntN(2) == 0, rng.IntN(3)
	c := certificate{header: lyingHeader(p, Strategy, rng)}
	for range 2 {
		s.mirrors = append(s.mirrors, involution(p.State(), p.Game().Grid().Size(), rng))
	}
	c.header.Mirrors = s.mirrors
	level := map[variants.State]bool{p.State(): true}
	if s.winner(p) == p.Side() {
		level = s.replies(p.State())
	}
	for len(level) > 0 {
		var layer []Record
		next := map[variants.State]bool{}
		for _, state := range slices.SortedFunc(maps.Keys(level), byKey(p.Game())) { // in an order that does not depend on the map
			answer := s.answer(state)
			legal := slices.Collect(moves(s.rules.Legal(state)))
			switch {
			case s.wins(state): // true in this position
			case len(legal) == 0 && leaveOut:
				continue
			case len(legal) == 0:
				answer = Answer{Move: variants.Move(rng.IntN(16))}
			default:
				answer = Answer{Move: legal[rng.IntN(len(legal))]}
			}
			if mine := s.longest(state); len(mine) > 0 && lie == 1 && !s.wins(state) && placed(state) {
				yours := s.longest(passed(state))
				answer = Answer{Kind: ByWalk, Walk: mine[:min(len(mine), len(yours)+1)]}
			}
			if lie == 2 && rng.IntN(3) == 0 && !s.wins(state) {
				answer = Answer{Kind: ByCopy, Move: answer.First(), Mirror: rng.IntN(len(s.mirrors))}
			}
			layer = append(layer, Record{KeysOf(p.Game()).Of(state), answer})
			if answer.Kind == ByMove && s.rules.Legal(state).Has(int(answer.Move)) {
				for after := range s.replies(s.rules.Play(state, answer.Move)) {
					next[after] = true
				}
			}
		}
		slices.SortFunc(layer, func(a, b Record) int { return a.Key.Compare(b.Key) })
		if len(layer) > 0 {
			c.layers = append(c.layers, layer)
		}
		level = next
	}
	return c
}

// byKey compares states by their keys.
func byKey(game *variants.Game) func(a, b variants.State) int {
	keys := KeysOf(game)
	return func(a, b variants.State) int { return keys.Of(a).Compare(keys.Of(b)) }
}

// placed reports whether both markers are on the board.
func placed(s variants.State) bool { return s.Free != 0 && s.Mine.Count() == 1 && s.Yours.Count() == 1 }

// lyingHeader returns a header that claims that the loser wins, with whatever the method needs.
func lyingHeader(p variants.Position, method Method, rng *rand.Rand) Header {
	h := NewHeader(p, newOracle(p.Game()).winner(p).Opponent(), method)
	if h.Layered() {
		return h
	}
	after := p
	if legal := slices.Collect(moves(p.Legal())); h.ToMove == h.Winner {
		h.Opening = new(variants.Move)
		if len(legal) > 0 {
			*h.Opening = legal[rng.IntN(len(legal))]
			after = p.Play(*h.Opening)
		}
	}
	if method == Matching {
		h.Matching = append(h.Matching, maximum(p.Game().Near(), after.Empty())...)
		return h
	}
	h.Mirrors = [][]int{involution(after.State(), p.Game().Grid().Size(), rng)}
	if symmetries := mirrors(p.Game()); rng.IntN(2) == 0 && len(symmetries) > 0 {
		h.Mirrors[0] = symmetries[rng.IntN(len(symmetries))]
	}
	return h
}

// involution returns a random exchange of cells that takes mine to yours and free cells to free
// cells, as far as possible.
func involution(s variants.State, n int, rng *rand.Rand) []int {
	mirror := make([]int, n)
	for cell := range mirror {
		mirror[cell] = cell
	}
	exchange := func(from, to variants.Board) {
		a, b := slices.Collect(from.Cells()), slices.Collect(to.Cells())
		rng.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
		for i := range min(len(a), len(b)) {
			mirror[a[i]], mirror[b[i]] = b[i], a[i]
		}
	}
	exchange(s.Mine&^s.Yours, s.Yours&^s.Mine)
	for _, both := range []variants.Board{s.Mine & s.Yours, s.Free} {
		cells := slices.Collect(both.Cells())
		rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		for i := 0; i+1 < len(cells); i += 2 {
			mirror[cells[i]], mirror[cells[i+1]] = cells[i+1], cells[i]
		}
	}
	return mirror
}

// lyingTables returns a table in which only the claim is wrong, and n with a single wrong
// record.
func lyingTables(p variants.Position, method Method, n int, rng *rand.Rand) (all []certificate) {
	truth := tableOf(p, method)
	truth.header.Winner = lyingHeader(p, Strategy, rng).Winner
	all = append(all, truth.clone())
	if len(truth.components) == 0 {
		return all
	}
	for range n {
		lie := truth.clone()
		part := &lie.components[rng.IntN(len(lie.components))]
		if rng.IntN(2) == 0 {
			part = &lie.components[len(lie.components)-1]
		}
		if method == Nimbers {
			part.nimber ^= 1 << rng.IntN(2)
			lie.header.Nimber = new(*lie.header.Nimber ^ 1<<rng.IntN(2))
		} else {
			v := Value{Number(rng.IntN(9)-4) * one / 2, rng.IntN(2) == 0}
			part.value = part.value.Plus(v)
			root, _ := ParseValue(lie.header.Value)
			lie.header.Value = root.Plus(v).String()
		}
		all = append(all, lie)
	}
	return all
}

// Nothing makes the checker believe that the loser wins: neither certificates as good as they
// can be, nor single changes to them.
func TestLiesAreRefused(t *testing.T) {
	t.Parallel()
	refuseLies(t, testgames.Of(1, 3), 1, testgames.Of(1000, 3000))
}

// refuseLies tries that many lies of each kind, and that many changes of each kind to them; it
// verifies that enough were refused.
func refuseLies(t *testing.T, each, changes, enough int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 8))
	known := truths{known: map[string]bool{}}
	refused, held := 0, 0
	for _, p := range tinyPositions(t) {
		for _, c := range lies(p, each, rng) {
			file, err := c.file(false)
			require.NoError(t, err)
			_, _, err = check(file)
			require.Error(t, err, "%q", file)
			for _, m := range mutants(t, c, changes, rng) {
				switch r, _, err := check(m.file); {
				case err != nil:
					refused++
				case known.of(r.Header):
					held++
				default:
					t.Fatalf("%s: accepted, and false: %q", m.kind, m.file)
				}
			}
		}
	}
	t.Logf("%d refused, %d became true", refused, held)
	require.Greater(t, refused, enough)
}
