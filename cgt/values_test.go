package cgt

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// graph returns Snort, or Col, on a graph with these edges.
func graph(a *Arena, n int, col bool, edge func(i, j int) bool) *place {
	p := &place{arena: a, near: make([]uint32, n), col: col, known: map[position]Value{}}
	for i := range n {
		for j := range n {
			if i != j && (edge(i, j) || edge(j, i)) {
				p.near[i] |= 1 << j
			}
		}
	}
	return p
}

func path(i, j int) bool     { return j == i+1 }
func star(i, _ int) bool     { return i == 0 }
func complete(_, _ int) bool { return true }
func cycle(n int) func(i, j int) bool {
	return func(i, j int) bool { return j == (i+1)%n }
}

// row returns the position of a path whose vertices are open to Left (L), to Right (R), to both (B) or to nobody (-).
func row(text string) (at position) {
	for i, c := range text {
		if c == 'L' || c == 'B' {
			at.left |= 1 << i
		}
		if c == 'R' || c == 'B' {
			at.right |= 1 << i
		}
	}
	return at
}

// Values of Snort and Col as plain recursion finds them, some of them published: Winning Ways (2nd edition), chapter 6;
// K(1,n) has temperature n (Huntemann & Maciosowski, arXiv 2406.02107); the last but three is from CGSuite's own tests.
// Each was also checked without values: the game less the value is lost for who begins.
func TestPublishedValues(t *testing.T) {
	a := NewArena(1 << 26)
	paths := func(col bool) func(text string) Value {
		return func(text string) Value { return graph(a, len(text), col, path).value(t, row(text)) }
	}
	snort, col := paths(false), paths(true)
	whole := func(p *place) Value { return p.value(t, p.whole()) }
	type game struct {
		name              string
		v                 Value
		text              string
		mean, temperature string
	}
	games := []game{
		{"P2", snort("BB"), "±1", "0", "1"},
		{"P4", snort("BBBB"), "±{2|1}", "0", "3/2"},
		{"P5", snort("BBBBB"), "{1,{3|0}|-1,{0|-3}}", "0", "1"},
		{"LB", snort("LB"), "{1|0}", "1/2", "1/2"},
		{"BLB", snort("BLB"), "{2|*}", "1", "1"},
		{"BLBB", snort("BLBB"), "{2|1||-1*}", "1/4", "5/4"},
		{"LB + P1", snort("LB-B"), "{1*|*}", "1/2", "1/2"},
		{"C7", whole(graph(a, 7, false, cycle(7))), "{1∗|−1∗}", "0", "1"},
		{"2x2", whole(grid(a, 2, 2, false)), "0", "0", "-1"},
		{"2x3", whole(grid(a, 2, 3, false)), "{4||1|0 ||| 0|−1||−4}", "0", "9/4"},
		{"2x4", whole(grid(a, 2, 4, false)), "0", "0", "-1"},
		{"3x3", whole(grid(a, 3, 3, false)), "±{3|2}", "0", "5/2"},
		{"L - - - L, with one both", graph(a, 5, false, path).value(t, row("LBBBL")), "{4|0,±1}", "2", "2"},
		{"Col LB", col("LB"), "1/2", "1/2", "-1/2"},
		{"Col BLBB", col("BLBB"), "1/4", "1/4", "-1/4"},
		{"Col LBLB", col("LBLB"), "3/4", "3/4", "-1/4"},
		{"Col LLB", col("LLB"), "1*", "1", "0"},
		{"Col LBLBRBLBLB", col("LBLBRBLBLB"), "7/8", "7/8", "-1/8"},
	}
	for i, text := range []string{"*", "±1", "±2", "±{2|1}", "{1,{3|0}|-1,{0|-3}}", "*"} {
		games = append(games, game{fmt.Sprintf("P%d", i+1), whole(graph(a, i+1, false, path)), text, "0", ""})
	}
	for i, text := range []string{"±2", "0", "*", "0", "{1*|-1*}"} {
		games = append(games, game{fmt.Sprintf("C%d", i+3), whole(graph(a, i+3, false, cycle(i+3))), text, "0", ""})
	}
	for n := 2; n <= 5; n++ {
		games = append(games, game{fmt.Sprintf("K(1,%d)", n), whole(graph(a, n+1, false, star)), fmt.Sprintf("±%d", n), "0", fmt.Sprint(n)},
			game{fmt.Sprintf("K%d", n), whole(graph(a, n, false, complete)), fmt.Sprintf("±%d", n-1), "0", fmt.Sprint(n - 1)})
	}
	for n := 2; n <= 8; n++ {
		games = append(games, game{fmt.Sprintf("Col P%d", n), whole(graph(a, n, true, path)), "0", "0", "-1"})
	}
	// sums of different games
	add := func(v, w Value) Value { return must[Value](t)(a.Add(v, w)) }
	games = append(games, game{"Snort P3 + Col LB", add(snort("BBB"), col("LB")), "{5/2|-3/2}", "1/2", "2"},
		game{"P2 + C7", add(snort("BB"), whole(graph(a, 7, false, cycle(7)))), "*", "0", "0"})
	for _, g := range games {
		require.Equal(t, must[Value](t)(a.Parse(g.text)), g.v, "%s is %v", g.name, g.v)
		heat := must[*Thermograph](t)(a.Thermograph(g.v))
		require.Equal(t, g.mean, heat.Mean.String(), g.name)
		if g.temperature != "" {
			require.Equal(t, g.temperature, heat.Temperature.String(), g.name)
		}
	}
}

// Node Kayles on a path is octal game 0.137: the nimbers of Dawson's Chess (Winning Ways, chapter 4).
func TestNimbersOfDawsonsChess(t *testing.T) {
	a := NewArena(1 << 22)
	values := []Value{a.Zero(), a.Zero()} // of -1 and 0 vertices, by 1 more
	for n, want := range []int{1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0} {
		var options []Value
		for i := range n + 1 {
			options = append(options, must[Value](t)(a.Add(values[i], values[max(0, n-i)])))
		}
		v := must[Value](t)(a.Make(options, options))
		nimber, ok := v.Nimber()
		require.True(t, ok)
		require.Equal(t, want, nimber, "%d vertices", n+1)
		values = append(values, v)
	}
}
