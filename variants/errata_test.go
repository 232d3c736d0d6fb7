package variants_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

// The rule books' own examples: what is legal in them replays, what is not (see
// "Errata" in docs/rules.md) is refused for the right reason.

func replay(t *testing.T, id, record string) variants.Position {
	t.Helper()
	_, end, err := lookup(t, id).Default().Start().ParseRecord(record)
	require.NoError(t, err)
	return end
}

func requireRefused(t *testing.T, p variants.Position, move string, reason variants.Reason) {
	t.Helper()
	_, err := p.ParseMove(move)
	var moveErr *variants.MoveError
	require.ErrorAs(t, err, &moveErr, "%v %s", p, move)
	require.Equal(t, reason, moveErr.Reason, moveErr.Detail)
}

func TestClassicSampleGame(t *testing.T) {
	// After each move, the available cells that the book lists as not occupied.
	p := replay(t, "classic", "")
	for _, step := range []struct{ move, available string }{
		{"2,2", "1,2 2,1 2,3 3,2"},
		{"2,3", "1,3 2,4 3,3"},
		{"3,3", "3,2 3,4 4,3"},
	} {
		m, err := p.ParseMove(step.move)
		require.NoError(t, err)
		p = p.Play(m)
		require.Equal(t, strings.Fields(step.available), p.MoveTexts(p.Legal()))
	}
	requireRefused(t, p, "2,3", variants.Occupied)
	requireRefused(t, p, "1,1", variants.NotAdjacent)
	require.Equal(t, "[ ][ ][ ][ ]\n[ ][x][o][ ]\n[ ][ ][x][ ]\n[ ][ ][O][ ]",
		replay(t, "classic", "2,2 2,3 3,3 4,3").Render(nil))
}

// The "final grid" has nine X and seven O, and O on the cell that X played last.
func TestClassicFinalGrid(t *testing.T) {
	const rows = "oxox/xxoo/oxxx/oOxx"
	require.Equal(t, 9, strings.Count(rows, "x"))
	// With O to move, as the book has it, the last marker is O's own.
	_, err := lookup(t, "classic").Parse(rows + " o")
	require.ErrorContains(t, err, "the last marker, at row 4, column 2, is O's own")
	// Mended as the errata say, X has played last and O cannot move.
	mended := testgames.Parse(t, "classic", "oxox/xxoo/oxxx/oXxx o")
	require.True(t, mended.Over())
	requireRefused(t, mended, "3,2", variants.Over)
}

func TestDuelSampleGame(t *testing.T) {
	// Turn 2: next to X's 6 lie 3 and 11 as well, and O may play there, since
	// only one's own markers count.
	p := replay(t, "duel", "6")
	require.Equal(t, 15, p.Legal().Count())
	p = replay(t, "duel", "6 11")
	// The command-line sample's refused move and the one after it.
	requireRefused(t, p, "5", variants.NextToOwn)
	requireRefused(t, p, "3", variants.NextToOwn)
	requireRefused(t, p, "11", variants.Occupied)
	p = replay(t, "duel", "6 11 4")
	// Turn 4's list leaves out 8 and 14.
	requireRefused(t, p, "8", variants.NextToOwn)
	requireRefused(t, p, "14", variants.NextToOwn)
	p = replay(t, "duel", "6 11 4 2 13")
	// Turn 6: 14 touches O's own 11. The list leaves out 5, next to 2.
	requireRefused(t, p, "14", variants.NextToOwn)
	requireRefused(t, p, "5", variants.NextToOwn)
	require.Equal(t, []string{"9"}, p.MoveTexts(p.Legal()))
	// With the only legal move instead, the game continues as in the book.
	end := replay(t, "duel", "6 11 4 2 13 9 16")
	require.True(t, end.Over())
	require.Equal(t, variants.O, end.Side(), "Player 2 loses; Player 1 wins")
}

func TestLockdownSampleGames(t *testing.T) {
	p := replay(t, "lockdown", "6 11")
	require.Equal(t, []string{"1", "2", "3", "5", "7", "9", "10"}, p.MoveTexts(p.Legal()))
	requireRefused(t, p, "6", variants.Occupied)
	requireRefused(t, p, "11", variants.Occupied)
	requireRefused(t, p, "4", variants.NotAdjacent)
	// Turn 4: of the eight cells around 11, those free are 8, 10, 12, 14, 15, 16;
	// the command-line sample lists them without 10 and plays 12, the other 10.
	p = replay(t, "lockdown", "6 11 7")
	require.Equal(t, []string{"8", "10", "12", "14", "15", "16"}, p.MoveTexts(p.Legal()))
	requireRefused(t, p, "7", variants.Occupied)
	require.Equal(t, " 1  2  3  4\n 5  x  X  8\n 9  O  o 12\n13 14 15 16",
		replay(t, "lockdown", "6 11 7 10").Render(nil))
	replay(t, "lockdown", "6 11 7 12")
	// Endgame: cell 3 touches 6 and 8 too, so with those free X is not stuck.
	free := testgames.Parse(t, "lockdown", "1#X#/2#1/4/3O x")
	require.Equal(t, []string{"6", "8"}, free.MoveTexts(free.Legal()))
	over := testgames.Parse(t, "lockdown", "1#X#/1###/4/3O x")
	require.True(t, over.Over())
}

func TestClaimSampleGame(t *testing.T) {
	p := replay(t, "claim", "6")
	// Turn 1: 3 and 9 touch 6 as well.
	require.Equal(t, []string{"4", "8", "12", "13", "14", "15", "16"}, p.MoveTexts(p.Legal()))
	p = replay(t, "claim", "6 15")
	// Turn 2: 12 touches 15, so turn 3 is illegal; turns 4 (9) and 5 (3) too.
	for _, cell := range []string{"3", "9", "12"} {
		requireRefused(t, p, cell, variants.Blocked)
	}
	requireRefused(t, p, "6", variants.Occupied)
	require.Equal(t, []string{"4", "8", "13"}, p.MoveTexts(p.Legal()))
}

func TestBlockadeSampleGame(t *testing.T) {
	p := replay(t, "blockade", "3,1@2,1 3,5@4,5")
	// Turn 4: 2,1 is blocked; the book continues with 3,2 and a block on the cell just left.
	requireRefused(t, p, "2,1@1,1", variants.Occupied)
	p = replay(t, "blockade", "3,1@2,1 3,5@4,5 3,2@3,1")
	require.Equal(t, "......./......./.#...../.#X..O./.....#./......./....... o", p.String())
}

// "Skip" never occurs: whoever can step can block, at least the cell just left.
func TestBlockadeStepCanAlwaysBlock(t *testing.T) {
	corridor := testgames.Parse(t, "blockade", "X.O x")
	require.Equal(t, []string{"0,1@0,0"}, corridor.MoveTexts(corridor.Legal()))
	end := corridor.Play(variants.Move(corridor.Legal().First()))
	require.Equal(t, "#XO o", end.String())
	require.True(t, end.Over())
}
