package proof

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/variants"
)

// newPlayer makes a player of a certificate.
func newPlayer(t *testing.T, c certificate) *Player {
	t.Helper()
	file, err := c.file(true)
	require.NoError(t, err)
	pl, err := NewPlayer(context.Background(), bytes.NewReader(file), Options{})
	require.NoError(t, err)
	return pl
}

// A player beats every line of the loser, with every certificate of small positions.
func TestPlayerBeatsEveryLine(t *testing.T) {
	lines := map[Method]int{}
	for _, p := range tinyPositions(t) {
		for _, c := range certificates(p) {
			lines[c.header.Method] += beatEveryLine(t, c)
		}
	}
	t.Log(lines)
	for _, method := range Methods() {
		require.Positive(t, lines[method], method)
	}
}

// Where the loser's move is its own image, it has another answer, and copies again.
func TestPlayerCopiesThroughTheCentre(t *testing.T) {
	start := position(t, variants.Duel, "...../...../..... x")
	halfTurn := mirrors(start.Game())[0]
	require.Positive(t, beatEveryLine(t, headerOf(start, variants.O, Copying, func(h *Header) { h.Mirrors = [][]int{halfTurn} })))
	c := leafOf(position(t, variants.Duel, ".#.../##.../##... x"), Answer{Kind: ByCopy},
		[]int{0, 1, 14, 13, 12, 5, 6, 9, 8, 7, 10, 11, 4, 3, 2})
	require.Positive(t, beatEveryLine(t, c))
}

// beatEveryLine plays every line of the loser against a player by a certificate, and returns how
// many there are.
func beatEveryLine(t *testing.T, c certificate) (lines int) {
	t.Helper()
	pl := newPlayer(t, c)
	var follow func(p variants.Position, line []variants.Move)
	follow = func(p variants.Position, line []variants.Move) {
		switch {
		case p.Side() == pl.Header.WinnerPlayer():
			m, err := pl.Reply(line)
			require.NoError(t, err)
			follow(p.Play(m), append(line, m))
		case p.Over():
			lines++
		default:
			for m := range moves(p.Legal()) {
				follow(p.Play(m), append(line, m))
			}
		}
	}
	follow(pl.Root, nil)
	return lines
}

// On the boards of the rule books, and close to them, it beats players who move at
// random.
func TestPlayerBeatsRandomPlay(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for id, text := range map[string]string{
		variants.Classic: "..../..../..../.... x", variants.Duel: "..../..../..../.... x",
		variants.Lockdown: "..../.X../..O./.... x", variants.Claim: "...../...../...../..... x",
		variants.Blockade: "..../..../X..O/.... x",
	} {
		for _, c := range certificates(position(t, id, text)) {
			pl := newPlayer(t, c)
			for range 50 {
				p, line := pl.Root, []variants.Move(nil)
				for !p.Over() {
					all := slices.Collect(moves(p.Legal()))
					m := all[rng.IntN(len(all))]
					if p.Side() == pl.Header.WinnerPlayer() {
						var err error
						m, err = pl.Reply(line)
						require.NoError(t, err)
					}
					p, line = p.Play(m), append(line, m)
				}
				require.NotEqual(t, pl.Header.WinnerPlayer(), p.Side(), "%s by %s", id, c.header.Method)
			}
		}
	}
}

// If the certificate has no answer, neither has the player.
func TestPlayerOffCourse(t *testing.T) {
	start := position(t, variants.Lockdown, ".../.../... x")
	pl := newPlayer(t, strategy(start, false))
	require.Equal(t, variants.X, pl.Header.WinnerPlayer())
	first, err := pl.Reply(nil)
	require.NoError(t, err)
	for _, c := range []struct {
		line []variants.Move
		err  string
	}{
		{[]variants.Move{first}, "O is on turn"},
		{[]variants.Move{first, first}, "move 2 of the line is not legal"},
		{[]variants.Move{200}, "move 1 of the line is not legal"},
		{[]variants.Move{(first + 1) % 9, first}, "move 1 is"},
	} {
		_, err := pl.Reply(c.line)
		require.ErrorContains(t, err, c.err)
	}
}

// A certificate that proves nothing makes no player.
func TestPlayerChecksFirst(t *testing.T) {
	c := strategy(position(t, variants.Lockdown, ".../.../... x"), false)
	c.header.Winner = "O"
	file, err := c.file(false)
	require.NoError(t, err)
	_, err = NewPlayer(context.Background(), bytes.NewReader(file), Options{})
	require.Error(t, err)
	_, err = NewPlayer(context.Background(), bytes.NewReader(file[:40]), Options{})
	require.Error(t, err)
}
