package play

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

// The computer's moves are in the words of the rule books.
func TestWordsForMoves(t *testing.T) {
	for _, c := range []struct{ game, position, move, played string }{
		{"classic", "4/4/4/4 x", "2,3", "places 'X' at Row 2, Column 3"},
		{"classic", ".X../4/4/4 o", "2,2", "places 'O' at Row 2, Column 2"},
		{"classic", ".X../4/4/4 o", "1,1", "places 'O' at Row 1, Column 1"},
		{"duel", "5/5/5/5/5 x", "13", "places 'X' on cell 13"},
		{"duel", "4/4/4/4 x", "15", "places 'X' on cell 15"},
		{"lockdown", "X3/4/4/4 o", "16", "places O on cell 16"},
		{"lockdown", "4/.X2/2O./4 x", "1", "moves X from cell 6 to cell 1"},
		{"lockdown", "4/.X2/2O./4 x", "10", "moves X from cell 6 to cell 10"},
		{"lockdown", "4/.X2/2O./4 x", "5", "moves X from cell 6 to cell 5"},
		{"claim", "3/3/3 x", "4", "claims cell 4"},
		{"claim", "1 x", "1", "claims cell 1"},
		{"place rook other", "3/3/3 x", "5", "puts X on 5"},
		{"follow knight", "2X/3/3 o", "4", "puts O on 4"},
		{"walk rook", "X2/3/3 o", "9", "puts O on 9"},
		{"walk rook", "X2/3/2O x", "2", "steps from 1 to 2"},
		{"walk hex block ends", "3/X1O/3 o", "3@6", "steps from 6 to 3 and blocks 6"},
		{"blockade", "7/7/7/X5O/7/7/7 x", "3,1@2,1", "moves right to (3, 1) and blocks (2, 1)"},
		{"blockade", "7/7/7/X5O/7/7/7 o", "2,6@3,6", "moves up to (2, 6) and blocks (3, 6)"},
	} {
		p := testgames.Parse(t, c.game, c.position)
		m, err := p.ParseMove(c.move)
		require.NoError(t, err)
		talk := dialogueOf(p.Game())
		require.Equal(t, c.played, talk.played(p, m), c)
	}
}

// At the second prompt of blockade a direction is the cell there, seen from the new cell.
func TestBlockByDirection(t *testing.T) {
	p := testgames.Parse(t, "blockade", "7/7/7/X5O/7/7/7 x")
	for entry, want := range map[string]string{"up": "3,1@2,1", "DOWN": "3,1@4,1", "left": "3,1@3,0", "right": "3,1@3,2", "(2, 1)": "3,1@2,1",
		"u": "3,1@2,1", "R": "3,1@3,2", "2 1": "3,1@2,1", "Row 2, Column 1": "3,1@2,1"} {
		r, err := blockade{}.read(p, "3,1@", entry)
		require.NoError(t, err)
		require.True(t, r.done)
		require.Equal(t, want, p.MoveText(r.move))
	}
	r, err := blockade{}.read(p, "2,0@", "left")
	require.ErrorContains(t, err, "left from (2, 0) leaves the board")
	require.Equal(t, "2,0@", r.keep)
	_, err = blockade{}.read(p, "2,0@", "l")
	require.ErrorContains(t, err, "left from (2, 0) leaves the board")

	for _, entry := range []string{"3 1", "r", "Row 3, Column 1"} {
		r, err := blockade{}.read(p, "", entry)
		require.NoError(t, err)
		require.Equal(t, "3,1@", r.keep)
	}
	r, err = blockade{}.read(p, "3,1@", "u@2,1") // a whole move in place of the block
	require.NoError(t, err)
	require.Equal(t, "Your step to (3, 1) is taken back.\nYou moved to (2, 0).\nBlock placed at (2, 1).\n", r.text)
	r, err = blockade{}.read(p, "3,1@", "3,1@2,1")
	require.NoError(t, err)
	require.Equal(t, "You moved to (3, 1).\nBlock placed at (2, 1).\n", r.text)
	require.Equal(t, variants.X, p.Side())
}

// What a game without a rule book asks for follows from its words.
func TestTasks(t *testing.T) {
	for _, c := range []struct{ game, position, task string }{
		{"place rook other", "3/3/3 x", "put a mark on a cell"},
		{"follow knight", "3/3/3 x", "put a mark on any cell"},
		{"follow knight", "2X/3/3 o", "put a mark near the last one, at 3"},
		{"walk rook", "X2/3/3 o", "put your marker on a cell"},
		{"walk rook", "X2/3/2O x", "step your marker from 1"},
		{"walk hex block ends", "3/X1O/3 o", "step your marker from 6 and block a cell near it"},
	} {
		p := testgames.Parse(t, c.game, c.position)
		require.Contains(t, dialogueOf(p.Game()).prompt(p, ""), ", "+c.task+", such as ", c)
	}
}
