package proof

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

// excluder writes exact and excluded nimbers of components: of each component that it needs, its
// nimber.
type excluder struct {
	tabler
	table   *ExclusionTable
	records []ExclusionRecord
}

// exclusionsOf returns the certificate by exact and excluded nimbers of components.
func exclusionsOf(p variants.Position) certificate {
	winner, free := newOracle(p.Game()).winner(p), p.State().Free
	e := &excluder{tabler: newTabler(p, Nimbers), table: NewExclusionTable(p.Game())}
	if winner != p.Side() {
		e.exactly(free)
	} else {
		parts := e.table.Parts(free, nil)
		nimber := 0
		for _, part := range parts[1:] {
			e.evaluatePart(part)
			nimber ^= e.of(Sides{Left: part}).nimber
		}
		e.exclude(parts[0], nimber)
	}
	return certificate{header: NewHeader(p, winner, Exclusions), exclusions: e.records}
}

// exactly writes records until the table has the nimbers of a position's components.
func (e *excluder) exactly(free variants.Board) {
	for _, part := range e.table.Parts(free, nil) {
		e.evaluatePart(part)
	}
}

// evaluatePart writes records until the table has the nimber of a component.
func (e *excluder) evaluatePart(part variants.Board) {
	if _, ok := e.table.Of(part); ok {
		return
	}
	nimber := e.of(Sides{Left: part}).nimber
	for k := range nimber {
		e.exclude(part, k)
	}
	for cell := range part.Cells() {
		e.exactly(e.table.After(part, cell))
	}
	e.add(ExclusionRecord{Cells: part, Nimber: nimber})
}

// exclude writes records until the table shows that a component has not a nimber.
func (e *excluder) exclude(part variants.Board, nimber int) {
	if e.table.ExcludesOf(part, nimber) {
		return
	}
	for cell := range part.Cells() {
		if after := e.table.After(part, cell); e.of(Sides{Left: after}).nimber == nimber {
			e.exactly(after)
			e.add(ExclusionRecord{Cells: part, Nimber: nimber, Not: true, Move: variants.Move(cell)})
			return
		}
	}
	e.evaluatePart(part)
}

func (e *excluder) add(r ExclusionRecord) {
	if err := e.table.Add(r); err != nil {
		panic(err)
	}
	e.records = append(e.records, r)
}

// Whatever a table accepts is true, if what it knows is: of some components it is told the nimber, of
// others some that they have not, and it is offered all records. If it has all nimbers, it accepts the
// right one.
func TestExclusionsAreTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 28))
	accepted := map[bool]int{}
	for _, size := range [][2]int{{1, 12}, {9, 1}, {2, 6}, {3, 3}, {3, 4}, {4, 4}} {
		p := testgames.Game(t, variants.Claim, size[0], size[1]).Start()
		oracle := newTabler(p, Nimbers)
		nimberOf := func(free variants.Board) int { return oracle.of(Sides{Left: free}).nimber }
		for range 300 {
			free := variants.Board(rng.Uint64()) & p.Game().Grid().All()
			table := NewExclusionTable(p.Game())
			all, sum := true, 0
			for _, part := range table.Parts(free, nil) {
				sum ^= nimberOf(part)
			}
			require.Equal(t, nimberOf(free), sum)
			for _, part := range table.Parts(free, nil) {
				nimber := nimberOf(part)
				for cell := range part.Cells() {
					for _, q := range table.Parts(table.After(part, cell), nil) {
						if n := nimberOf(q); rng.IntN(8) > 0 {
							table.known[q] = knownNimber{exact: true, nimber: n}
						} else {
							all, table.known[q] = false, knownNimber{not: rng.Uint64() &^ (1 << n)}
						}
					}
				}
				delete(table.known, part)
				for k := range nimber {
					if rng.IntN(4) > 0 {
						table.known[part] = knownNimber{not: table.known[part].not | 1<<k}
					} else {
						all = false
					}
				}
				for k := range 6 {
					r := ExclusionRecord{Cells: part, Nimber: k}
					ok := table.check(r) == nil
					require.True(t, !ok || k == nimber, "%v", r)
					require.True(t, !all || ok == (k == nimber), "%v", r)
					if ok {
						accepted[false]++
					}
					r.Not = true
					for r.Move = range variants.Move(p.Game().Grid().Size()) {
						if table.check(r) == nil {
							require.NotEqual(t, k, nimber, "%v", r)
							accepted[true]++
						}
					}
				}
			}
		}
	}
	t.Log(accepted)
	require.Greater(t, accepted[false], 500)
	require.Greater(t, accepted[true], 500)
}
