package variants_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/bitboard"
	"gridlock/variants"
)

// The zero Position is no position, and reports that; nothing panics except Play, which has no
// move to play.
func TestZeroPosition(t *testing.T) {
	var p variants.Position
	require.Nil(t, p.Game())
	require.Equal(t, "no position", p.String())
	require.Equal(t, "no position", p.Render(nil))
	require.Equal(t, "#", p.Glyph(0))
	require.Equal(t, variants.X, p.Side())
	require.Zero(t, p.State())
	require.True(t, p.Over())
	for _, set := range []variants.Board{
		p.Legal(), p.Empty(), p.Blocked(), p.Holes(), p.Marks(variants.X), p.Marks(variants.O), p.Live(variants.X), p.Live(variants.O),
	} {
		require.Zero(t, set)
	}
	for sym := range bitboard.Symmetry(8) {
		require.Equal(t, p, p.Image(sym))
		require.Equal(t, variants.Move(5), p.ImageMove(sym, 5))
	}
	require.Empty(t, p.MoveTexts(p.Legal()))
	require.Equal(t, "move 5?", p.MoveText(5))
	require.Equal(t, []string{"move 5?"}, p.Record([]variants.Move{5, 6}))

	_, parse := p.ParseMove("5")
	_, step := p.ParseStep("up")
	_, _, record := p.ParseRecord("5 6")
	for _, err := range []error{parse, step, record, p.CheckMove(5)} {
		var refused *variants.MoveError
		require.ErrorAs(t, err, &refused)
		require.Equal(t, variants.NoPosition, refused.Reason)
		require.ErrorContains(t, err, "there is no position to move in")
	}
	moves, end, err := p.ParseRecord(" ")
	require.NoError(t, err)
	require.Empty(t, moves)
	require.Equal(t, p, end)
	require.PanicsWithValue(t, `variants: Play: "move 5?": there is no position to move in in no position`, func() { p.Play(5) })

	for depth := range 3 {
		_, err := variants.Perft(context.Background(), p, depth, 1)
		require.EqualError(t, err, "perft: no position")
	}
	require.Equal(t, "no position\n", variants.GameRecord{}.String())
	require.Equal(t, p, variants.GameRecord{}.Position())
}

func TestZeroVariant(t *testing.T) {
	var v variants.Variant
	require.Nil(t, v.Default())
	require.Zero(t, v.Traits())
	_, err := v.NewGame(4, 4)
	require.EqualError(t, err, "no game: a Variant comes from All, Lookup or New")
	_, err = v.Parse("4/4/4/4 x")
	require.EqualError(t, err, "no game: a Variant comes from All, Lookup or New")
	_, err = variants.Variant{ID: "chess", Rows: 8, Cols: 8}.NewGame(8, 8)
	require.Error(t, err)
}

// Of all 256 numbers, exactly the legal moves can be played; every other is refused with the
// same reason that its text gets, if it has one.
func TestEveryMoveNumber(t *testing.T) {
	for _, text := range []string{
		"classic ..../.oX./..#./.... o", "classic 4/4/4/4 x", "duel .X../...O/.#../.... x", "lockdown .xX./..../.oO./..#. x",
		"claim .../..X/#.. o", "blockade #.X/O../.#. x", "blockade 8/8/8/XO6/8/8/8/8 o", "claim 8/8/8/8/8/8/8/8 x",
		"claim X.. o", "claim X o", // over
	} {
		id, rows, _ := strings.Cut(text, " ")
		v, err := variants.Lookup(id)
		require.NoError(t, err)
		p, err := v.Parse(rows)
		require.NoError(t, err)
		for n := range math.MaxUint8 + 1 {
			checkMoveNumber(t, p, variants.Move(n))
		}
	}
}

func checkMoveNumber(t *testing.T, p variants.Position, m variants.Move) {
	t.Helper()
	text, err := p.MoveText(m), p.CheckMove(m)
	read, readErr := p.ParseMove(text)
	if m < 64 && p.Legal().Has(int(m)) {
		require.NoError(t, err)
		require.NoError(t, readErr)
		require.Equal(t, m, read)
		require.Equal(t, []string{text}, p.Record([]variants.Move{m}))
		require.NotPanics(t, func() { p.Play(m) })
		return
	}
	var refused *variants.MoveError
	require.ErrorAs(t, err, &refused, "%v in %v", m, p)
	require.Equal(t, text, refused.Text)
	require.Equal(t, p.MoveTexts(p.Legal()), refused.Legal)
	require.Panics(t, func() { p.Play(m) }, "%v in %v", m, p)
	require.Error(t, readErr, "%v in %v", m, p)

	record := p.Record([]variants.Move{m, 0})
	require.Len(t, record, 1)
	require.Equal(t, strings.TrimSuffix(text, "?")+"?", record[0])
	_, _, err = p.ParseRecord(record[0])
	require.Error(t, err)
	game := variants.GameRecord{Start: p, Moves: []variants.Move{m}}
	require.Contains(t, game.String(), "result impossible\n")
	_, err = variants.ParseGameRecord(game.String())
	require.Error(t, err)

	if strings.HasSuffix(text, "?") {
		require.Regexp(t, `^move \d+\?$`, text)
		return
	}
	var same *variants.MoveError
	require.True(t, errors.As(readErr, &same))
	require.Equal(t, same, refused, "%v in %v", m, p)
}

// CheckMove reports what is wrong.
func TestCheckMove(t *testing.T) {
	blockade, err := variants.Lookup("blockade")
	require.NoError(t, err)
	p, err := blockade.Parse("#.X/O../.#. x")
	require.NoError(t, err)
	for m, want := range map[variants.Move]string{
		0:   `"move 0?": up from row 0, column 2 leaves the board`,
		64:  `"move 64?": there is no such move on a board of 3x3`,
		255: `"move 255?": there is no such move on a board of 3x3`,
		5:   `"0,1@0,0": block at row 0, column 0: it is blocked already`,
	} {
		require.EqualError(t, p.CheckMove(m), want)
	}
	require.NoError(t, p.CheckMove(6))
}

func BenchmarkPlay(b *testing.B) {
	for _, v := range variants.All() {
		b.Run(v.ID, func(b *testing.B) {
			start := v.Default().Start()
			for b.Loop() {
				for p := start; !p.Over(); {
					p = p.Play(variants.Move(p.Legal().First()))
				}
			}
		})
	}
}
