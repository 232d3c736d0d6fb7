package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/variants"
)

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

// What the program prints of a position is read back: all of it, or the heading and the board.
func TestPasted(t *testing.T) {
	for _, c := range [][2]string{
		{"lockdown", "..../.xX./..O./.... o"}, {"duel", ".X../..../..../.... o"}, {"blockade", ".../X.O/.#. x"}, {"petersen", "##X##/##-##/-.#.-/#.#.#/.###. o"},
	} {
		v, err := ParseVariant(t.Context(), c[0])
		require.NoError(t, err)
		p, err := v.Parse(c[1])
		require.NoError(t, err)
		printed := Heading(p) + "\n\n" + p.Render(nil) + "\n\n"
		rest := "Player 2 wins.\n" + Verbatim(positionField, c[1]) + Field("nodes", "3")
		for _, text := range []string{printed, printed + rest, "\n" + p.Render(nil) + "\n" + rest, c[1], c[1] + "\n"} {
			flags := &GameFlags{position: text}
			require.False(t, flags.IsSum(), text)
			got, err := flags.fromText(v)
			require.NoError(t, err, text)
			require.Equal(t, c[1], got.String())
		}
		for _, text := range []string{
			printed + "Player 2 wins.", strings.Replace(printed, " on ", " on 7x", 1), printed + rest + Verbatim(positionField, "2/2 x"),
		} {
			_, err = (&GameFlags{position: text}).fromText(v)
			require.Error(t, err, text)
		}
	}
}
