package proof

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/interval"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// spanner writes certificates by intervals. It finds answers by plain recursion.
type spanner struct {
	strategist
	spans *interval.Rules
	known map[Interval]*Answer
	rng   *rand.Rand
	plans bool // it uses these, too
}

// spanned returns certificates by intervals of who wins a position: of intervals of one position
// each, of wider ones, and of wider ones with plans. There is none in games without intervals.
func spanned(p variants.Position) (all []certificate) {
	for n := range 3 {
		if s, ok := newSpanner(p.Game(), rand.New(rand.NewPCG(1, 2))); ok {
			s.plans = n == 2
			all = append(all, s.certificate(p, s.winner(p), n > 0))
		}
	}
	return all
}

func newSpanner(game *variants.Game, rng *rand.Rand) (s *spanner, ok bool) {
	spans, ok := interval.RulesOf(game)
	s = &spanner{strategist: newStrategist(game, true), spans: spans, known: map[Interval]*Answer{}, rng: rng}
	s.mirrors = mirrors(game)
	return s, ok
}

// certificate returns the certificate of a claim.
func (s *spanner) certificate(p variants.Position, winner variants.Player, wide bool) certificate {
	c := certificate{header: NewHeader(p, winner, Intervals)}
	c.header.Mirrors = s.mirrors
	for due := s.spans.Begin(p, winner); len(due) > 0; {
		var layer []IntervalRecord
		var next []Interval
		for _, i := range due {
			if slices.ContainsFunc(layer, func(r IntervalRecord) bool { return s.coversImage(r.Is, i) }) {
				continue
			}
			i, _ = s.spans.Normal(i)
			r := IntervalRecord{Due: i, Is: i}
			if wide {
				r.Is = s.widened(i)
			}
			answer := s.answer(r.Is)
			if answer == nil {
				answer = s.wrong(r.Is)
			}
			r.Answer = *answer
			layer = append(layer, r)
			if r.Answer.Kind == ByMove && s.rules.Legal(r.Is.Most()).Has(int(r.Answer.Move)) {
				next = s.spans.Replies(r.Is, r.Answer.Move, next)
			}
		}
		c.intervals = append(c.intervals, layer)
		due = next
	}
	return c
}

// coversImage reports whether an interval covers an image of another one.
func (s *spanner) coversImage(i, j Interval) bool {
	grid := s.game.Grid()
	return slices.ContainsFunc(s.game.Symmetries(), func(sym bitboard.Symmetry) bool { return i.Covers(j.Image(grid, sym)) })
}

// widened returns a wider interval that can be answered, too: each of some cells is dropped from
// Need or added to May if that is possible.
func (s *spanner) widened(i Interval) Interval {
	for range 6 {
		cell := bitboard.Of(s.rng.IntN(s.game.Grid().Size())) &^ (i.Mine | i.Yours)
		wider := i
		if i.Need&cell != 0 {
			wider.Need &^= cell
		} else {
			wider.May |= cell
		}
		if s.answer(wider) != nil {
			i = wider
		}
	}
	return i
}

// answer returns an answer in all positions of an interval, nil if there is none.
func (s *spanner) answer(i Interval) *Answer {
	found, ok := s.known[i]
	if !ok {
		found = s.leaf(i)
	}
	for m := range moves(s.rules.Legal(i.Least())) {
		if ok || found != nil {
			break
		}
		unanswered := func(reply Interval) bool { return s.answer(reply) == nil }
		if !slices.ContainsFunc(s.spans.Replies(i, m, nil), unanswered) {
			found = &Answer{Move: m}
		}
	}
	s.known[i] = found
	return found
}

// leaf returns an answer that ends the game.
func (s *spanner) leaf(i Interval) *Answer {
	if s.plans && s.rng.IntN(2) == 0 {
		if plan := s.plan([]Interval{i}); plan != nil {
			return &Answer{Kind: ByPlan, Walk: plan}
		}
	}
	if walk := s.walk(i.Least(), i.Most()); walk != nil {
		return &Answer{Kind: ByWalk, Walk: walk}
	}
	if i.Need == i.May {
		if a := s.strategist.answer(i.Most()); a.Kind == ByCopy && s.wins(i.Most()) {
			return &a
		}
	}
	return nil
}

// plan returns turns that win in all positions of intervals, the same in all, whatever the loser does; nil if there
// are none.
func (s *spanner) plan(all []Interval) []variants.Move {
	legal := s.rules.Legal(all[0].Least())
	for _, i := range all[1:] {
		legal &= s.rules.Legal(i.Least())
	}
	for m := range moves(legal) {
		var next []Interval
		for _, i := range all {
			next = s.spans.Replies(i, m, next)
		}
		if len(next) == 0 {
			return []variants.Move{m}
		}
		if len(next) < 1000 {
			if rest := s.plan(next); rest != nil {
				return append([]variants.Move{m}, rest...)
			}
		}
	}
	return nil
}

// wrong returns an answer where there is none that is right.
func (s *spanner) wrong(i Interval) *Answer {
	legal := slices.Collect(moves(s.rules.Legal(i.Most())))
	if s.plans && s.rng.IntN(4) == 0 {
		if longest := s.longest(i.Most()); len(longest) > 0 {
			return &Answer{Kind: ByPlan, Walk: longest}
		}
	}
	switch s.rng.IntN(4) {
	case 0:
		if n := len(s.longest(i.Most())); n > 0 {
			return &Answer{Kind: ByWalk, Walk: make([]variants.Move, 1+s.rng.IntN(n))}
		}
	case 1:
		if len(legal) > 0 && len(s.mirrors) > 0 {
			return &Answer{Kind: ByCopy, Move: legal[s.rng.IntN(len(legal))], Mirror: s.rng.IntN(len(s.mirrors))}
		}
	}
	if len(legal) == 0 {
		return &Answer{Move: variants.Move(s.rng.IntN(16))}
	}
	return &Answer{Move: legal[s.rng.IntN(len(legal))]}
}

// records returns the records of a certificate by intervals that is accepted, and how many are by plans.
func records(t require.TestingT, file []byte) (all []Interval, plans int) {
	r, err := NewReader(context.Background(), bytes.NewReader(file))
	require.NoError(t, err)
	w, err := newChecker(context.Background(), r, Options{}).intervalWalk()
	require.NoError(t, err)
	w.opt.Record = func(i Interval, a Answer) {
		all = append(all, i)
		if a.Kind == ByPlan {
			plans++
		}
	}
	require.NoError(t, w.run())
	return all, plans
}

// some returns a random position of an interval.
func some(i Interval, rng *rand.Rand) variants.State {
	s := i.Least()
	s.Free |= i.May & variants.Board(rng.Uint64())
	return s
}

// In every position of the intervals of a certificate that is accepted the winner wins, by plain
// recursion: on random positions with holes, and the same after changes to certificates.
func TestIntervalsAreWon(t *testing.T) {
	var positions, accepted, plans int
	enough := func() bool { return plans > testgames.Of(20, 60) && accepted > testgames.Of(100, 300) }
	testgames.CheckUntil(t, 1200, enough, func(t *rapid.T) {
		v, err := variants.Lookup(rapid.SampledFrom([]string{variants.Lockdown, variants.Blockade}).Draw(t, "game"))
		require.NoError(t, err)
		p := testgames.Position(t, v, 12)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		s, _ := newSpanner(p.Game(), rng)
		s.plans = rapid.Bool().Draw(t, "plans")
		winner := s.winner(p)
		if rapid.IntRange(0, 3).Draw(t, "lie") == 0 {
			winner = winner.Opponent()
		}
		file, err := s.certificate(p, winner, rapid.Bool().Draw(t, "wide")).file(false)
		require.NoError(t, err)
		if rapid.Bool().Draw(t, "change") {
			head, body := pieces(t, file)
			if len(body) > 0 {
				body[rng.IntN(len(body))] ^= 1 << rng.IntN(8)
			}
			file = sealed(t, head, body)
		}
		r, _, err := check(file)
		if err != nil {
			return
		}
		accepted++
		require.Equal(t, s.winner(p), r.Header.WinnerPlayer())
		all, planned := records(t, file)
		plans += planned
		for _, i := range all {
			for range 6 {
				state := some(i, rng)
				require.True(t, s.wins(state), "%+v in %+v", state, i)
				positions++
			}
		}
	})
	t.Logf("%d positions in %d certificates, with %d plans", positions, accepted, plans)
	require.True(t, enough())
}

// Each condition on a certificate by intervals is violated once, by one that satisfies all others.
func TestRefusedIntervals(t *testing.T) {
	const (
		wider = 0x80
		walk  = 0x40
		plan  = 0x40
		copy  = 0x7f

		// One more free cell, the 16th hole, leads O to the middle of X's five.
		zigzag = "X.###./##.#.#/###.##/######/###O## x"
	)
	halfTurn := [][]int{{5, 4, 3, 2, 1, 0}}
	var files [][]byte
	lockdown, blockade := variants.Lockdown, variants.Blockade
	for _, c := range []struct {
		name, variant, position string
		mirrors                 [][]int
		layers                  []int
		body                    []byte
		err                     string // empty if it is right
	}{
		{"right move", lockdown, ".X#O x", nil, []int{1}, []byte{0}, ""},
		{"right moves", lockdown, "..X#O. x", nil, []int{1, 1}, []byte{1, 0}, ""},
		{"right walk", lockdown, "..X#O. x", nil, []int{1}, []byte{walk + 2}, ""},
		{"right copy", lockdown, ".X./O#. x", halfTurn, []int{1}, []byte{copy, 2, 0}, ""},
		{"right copy of the image", lockdown, ".X./.#O x", halfTurn, []int{1}, []byte{copy, 2, 0}, ""},
		{"right, wider", blockade, "O#X.. x", nil, []int{1}, []byte{wider | 9, 2, 0}, ""},
		{"no such interval", variants.Claim, ".. x", nil, []int{1}, []byte{0}, "intervals are no way to win claim"},

		{"root missing", lockdown, ".X#O x", nil, []int{}, nil, "root: .X#O x is missing in layer 0"},
		{"record missing", lockdown, "..X#O. x", nil, []int{1}, []byte{1}, "layer 0, after 2 in ..X#O. x: .X###O x is missing in layer 1"},
		{"record too many", lockdown, ".X#O x", nil, []int{1, 1}, []byte{0, 0}, "layer 1: 0 records, the header says 1"},
		{"too many in a layer", lockdown, ".X#O x", nil, []int{2}, []byte{0, 0}, "layer 0: 1 records, the header says 2"},
		{"something after it", lockdown, ".X#O x", nil, []int{1}, []byte{0, 0}, "1 bytes come after the last record"},
		{"too short", lockdown, ".X#O x", nil, []int{1}, nil, "1 records by intervals in 0 bytes"},

		{"illegal move", lockdown, ".X#O x", nil, []int{1}, []byte{2}, "3 is not legal in all positions of .X#O x"},
		{"move not legal in all", lockdown, ".X#O x", nil, []int{1}, []byte{wider, 1, 0}, "1 is not legal in all positions of ?X#O x"},
		{"wider by nothing", lockdown, ".X#O x", nil, []int{1}, []byte{wider, 0, 0}, "said to be wider, and is not"},
		{"drops too much", lockdown, ".X#O x", nil, []int{1}, []byte{wider, 2, 0}, "drops cells: more than there are"},
		{"adds too much", lockdown, ".X#O x", nil, []int{1}, []byte{wider, 0, 2}, "adds cells: more than there are"},
		{"adds a cell", lockdown, ".X#O# x", nil, []int{1}, []byte{wider, 0, 2}, "is missing in layer 1"},

		{"right plan", lockdown, "..X#O. x", nil, []int{1}, []byte{plan, 2, 1, 0}, ""},
		{"right plan beside the loser", lockdown, ".O.#/#X.. x", nil, []int{1}, []byte{plan, 2, 6, 3}, ""},
		{"walk beside the loser", lockdown, ".O.#/#X.. x", nil, []int{1}, []byte{walk + 2}, "the loser can take as many"},
		{"right plan with blocks", blockade, "O#X.. x", nil, []int{1}, []byte{plan, 1, 9}, ""},
		{"plan of no turns", lockdown, "..X#O. x", nil, []int{1}, []byte{plan, 0}, "a walk of no turns"},
		{"plan of too many turns", lockdown, ".X#O x", nil, []int{1}, []byte{plan, 5, 0, 0, 0, 0, 0}, "number"},
		{"plan with a turn too many", lockdown, "..X#O. x", nil, []int{1}, []byte{plan, 3, 1, 0, 0}, "turns from number 3 on are for nothing"},
		{"plan with too few turns", lockdown, "..X#O. x", nil, []int{1}, []byte{plan, 1, 1}, "after 2, the last of the turns, the loser can move"},
		{"plan with a wrong turn", lockdown, "..X#O. x", nil, []int{1}, []byte{plan, 2, 1, 3}, "4 is not legal in all positions"},
		{"plan with no turn", lockdown, "..X#O. x", nil, []int{1}, []byte{plan, 2, 1, 64}, "a move 64"},
		{"plan that is not for all", lockdown, "..X#O. x", nil, []int{1}, []byte{wider | plan, 1, 0, 2, 1, 0}, "1 is not legal in all positions"},
		{"plan that the loser crosses", lockdown, "X.../###O x", nil, []int{1}, []byte{plan, 3, 1, 2, 3}, "is not legal in all positions"},
		{"walk without marker", lockdown, ". x", nil, []int{1}, []byte{walk + 1}, "a walk is for two markers"},
		{"right walk away from the loser", lockdown, "..X.O x", nil, []int{1}, []byte{walk + 2}, ""},
		{"right walk away in all", lockdown, "..X#O x", nil, []int{1}, []byte{wider | walk + 2, 0, 1}, ""},
		{"walk through the loser's cells", lockdown, ".X..O x", nil, []int{1}, []byte{walk + 2}, "the loser can take as many"},
		{"walk on the loser's cells", lockdown, "X.##/##.O/#.## x", nil, []int{1}, []byte{walk + 3}, "the winner cannot take that many turns on cells out of the loser's reach"},
		{"right walk without the loser", lockdown, zigzag, nil, []int{1}, []byte{walk + 5}, ""},
		{"walk on the loser's cells in some", lockdown, zigzag, nil, []int{1}, []byte{wider | walk + 5, 0, 0x80, 0x80, 2}, "the winner cannot take that many turns"},
		{"walk, joined", blockade, "O.X.. x", nil, []int{1}, []byte{walk + 2}, "the markers are not separated in O.X.. x"},
		{"walk, joined in some", blockade, "O#X.. x", nil, []int{1}, []byte{wider | walk + 2, 0, 1}, "the markers are not separated in O?X.. x"},
		{"walk too short", lockdown, "..X#O. x", nil, []int{1}, []byte{walk + 1}, "the loser can take as many"},
		{"walk too short in some", lockdown, ".X#O# x", nil, []int{1}, []byte{wider | walk + 1, 0, 2}, "the loser can take as many"},
		{"walk too long", lockdown, "..X#O x", nil, []int{1}, []byte{walk + 3}, "the winner cannot take that many turns"},
		{"walk too long in some", lockdown, "..X#O x", nil, []int{1}, []byte{wider | walk + 2, 1, 0}, "the winner cannot take that many turns"},

		{"copy, no such mirror", lockdown, ".X./O#. x", halfTurn, []int{1}, []byte{copy, 2, 1}, "mirror 1 of 1"},
		{"copy, another move", lockdown, ".X./O#. x", halfTurn, []int{1}, []byte{copy, 0, 0}, "the mirror does not take the loser's marker to the winner's"},
		{"copy, not free in all", lockdown, ".X./O#. x", halfTurn, []int{1}, []byte{wider | copy, 1, 0, 2, 0}, "the markers can reach cells that need not be free"},
		{"copy, without mirrors", lockdown, ".X./O#. x", nil, []int{1}, []byte{copy, 2, 0}, "mirror 0 of 0"},
		{"copy in blockade", blockade, "X.../...O x", [][]int{{7, 6, 5, 4, 3, 2, 1, 0}}, []int{1}, []byte{copy, 10, 0}, "copying is no way to win blockade"},
	} {
		p := position(t, c.variant, c.position)
		head := map[string]any{
			"variant": c.variant, "board": p.Game().Grid().String(), "position": c.position, "to_move": p.Side().String(),
			"winner": p.Side().String(), "method": "intervals", "layers": c.layers,
		}
		if c.mirrors != nil {
			head["mirrors"] = c.mirrors
		}
		records := 0
		for _, n := range c.layers {
			records += n
		}
		head["records"] = records
		file := sealed(t, head, c.body)
		if !slices.Contains([]string{"wider by nothing", "plan of too many turns", "plan with a turn too many"}, c.name) { // which are true all the same
			files = append(files, file)
		}
		_, _, err := check(file)
		if c.err == "" {
			require.NoError(t, err, c.name)
		} else {
			require.ErrorContains(t, err, c.err, c.name)
		}
	}
	agreeAll(t, files)
}
