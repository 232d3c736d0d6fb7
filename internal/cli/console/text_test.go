package console

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/variants"
)

func TestTextKeepsWithinWidth(t *testing.T) {
	words := strings.Repeat("é22,3@44 ", 40)
	for _, text := range []string{Field("name", words), Wrap(words)} {
		for _, line := range strings.Split(text, "\n") {
			require.LessOrEqual(t, utf8.RuneCountInString(line), cli.Width)
		}
		require.Equal(t, 40, strings.Count(text, "é22,3@44"))
	}
	require.Equal(t, "a           b c\n", Field("a", " b  c "))
	require.Equal(t, "a           b\n", Verbatim("a", "b"))
	require.Equal(t, "a\n  "+words+"\n", Verbatim("a", words))
}

func TestMovesInGroups(t *testing.T) {
	p := testgames.Parse(t, variants.Claim, "..... x")
	const none = solver.NoDistance
	moves := []analysis.Move{
		{Move: 1, Score: solver.Score{Outcome: solver.Win, Distance: 7}},
		{Move: 3, Score: solver.Score{Outcome: solver.Win, Distance: none}},
		{Move: 2, Score: solver.UnknownScore()},
		{Move: 4, Score: solver.Score{Outcome: solver.Loss, Distance: 12}},
		{Move: 0, Score: solver.Score{Outcome: solver.Loss, Distance: none}},
	}
	require.Equal(t, "wins in 7   2\nwins in ?   4\nnot known   3\nloses in 12 5\nloses in ?  1\n", MoveFields(p, moves))
}

// What is said of the best moves.
func TestBestFields(t *testing.T) {
	p := testgames.Parse(t, variants.Claim, "..... x")
	const none = solver.NoDistance
	for _, c := range []struct {
		r    solver.Result
		want string
	}{
		{solver.Result{Distance: none}, ""},
		{solver.Result{Distance: none, Best: 0b100}, "winning     3 (others not searched)\n"},
		{solver.Result{Distance: none, Best: 0b110, BestComplete: true}, "winning     2 3 (all)\n"},
		{solver.Result{Distance: 3, Best: 0b110}, "best moves  2 3 (others not searched)\n"},
		{solver.Result{Distance: 3, Best: 0b110, BestComplete: true}, "best moves  2 3\n"},
	} {
		require.Equal(t, c.want, BestFields(p, c.r))
	}
}
