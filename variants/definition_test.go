package variants_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// The five games satisfy what New demands of others: the text of each is a definition.
func TestTheFiveGamesFitTheirTraits(t *testing.T) {
	testgames.Check(t, 500, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 64)
		traits, s := p.Game().Traits(), p.State()
		for m := range p.Legal().Cells() {
			next := p.Game().Rules().Play(s, variants.Move(m))
			drop := traits.Left(s) - traits.Left(next)
			require.Positive(t, drop)
			if traits.MaxDrop != 0 {
				require.LessOrEqual(t, drop, traits.MaxDrop)
			}
		}
		if drawn, ok := p.Game().Drawn(s); ok {
			require.Equal(t, s, drawn.State())
		}
	})
}

func TestForeignGames(t *testing.T) {
	for _, v := range testgames.Foreign(t) {
		testgames.Check(t, 200, func(t *rapid.T) {
			p := testgames.Position(t, v, 64)
			again, err := v.Parse(p.String())
			require.NoError(t, err)
			require.Equal(t, p.State(), again.State())
			require.NotEmpty(t, p.Render(nil))
			for _, text := range p.MoveTexts(p.Legal()) {
				_, err := p.ParseMove(text)
				require.NoError(t, err)
			}
			record := variants.GameRecord{Start: p}
			read, err := variants.ParseGameRecord(record.String(), v)
			require.NoError(t, err)
			require.Equal(t, p.String(), read.Position().String())
		})
		_, err := variants.ByKey(v.Key())
		require.Error(t, err)
		found, err := variants.Lookup(v.ID, v)
		require.NoError(t, err)
		require.Equal(t, v.ID, found.ID)
	}
}

func TestForeignGameInWords(t *testing.T) {
	v, err := variants.New(testgames.Snort())
	require.NoError(t, err)
	p, err := v.Parse("X3/4/2O1/4 x")
	require.NoError(t, err)
	require.Equal(t, "X  2  3  4\n 5  6  7  8\n 9 10  O 12\n13 14 15 16", strings.TrimSpace(p.Render(nil)))
	_, err = p.ParseMove("7")
	require.EqualError(t, err, `"7": cell 7 (row 2, column 3) cannot be played to`)
	_, err = v.Parse("XO2/4 x")
	require.EqualError(t, err, `position "XO2/4 x": markers of both players next to each other`)
	drawn, ok := p.Game().Drawn(p.State())
	require.False(t, ok, "%v", drawn) // nobody has said how

	v, err = variants.New(testgames.Trek())
	require.NoError(t, err)
	_, err = v.Parse("XX2/O3 x")
	require.EqualError(t, err, `position "XX2/O3 x": Mine is a marker by its traits, and has 2 cells`)
}

// A mistake in a definition is found by New or, if New does not meet it, by a panic where it
// occurs.
func TestWrongDefinitions(t *testing.T) {
	change := func(changes func(*variants.Definition)) variants.Definition {
		d := testgames.Snort()
		changes(&d)
		return d
	}
	trek := func(changes func(*variants.Definition)) variants.Definition {
		d := testgames.Trek()
		changes(&d)
		return d
	}
	rules := func(play func(variants.State, variants.Move) variants.State) func(*bitboard.Grid) variants.Rules {
		return func(g *bitboard.Grid) variants.Rules { return ruled{testgames.Trek().Rules(g), play} }
	}
	for wrong, d := range map[string]variants.Definition{
		"an ID is":                change(func(d *variants.Definition) { d.ID = "Snort!" }),
		"there is a game":         change(func(d *variants.Definition) { d.ID = "duel" }),
		"Rules is missing":        change(func(d *variants.Definition) { d.Rules = nil }),
		"State is missing":        change(func(d *variants.Definition) { d.State = nil }),
		"no field holds cells":    change(func(d *variants.Definition) { d.Traits = variants.Traits{} }),
		"ImageMove is missing":    change(func(d *variants.Definition) { d.MoveText = func(variants.Position, variants.Move) string { return "" } }),
		"not a marker":            change(func(d *variants.Definition) { d.Traits.Free = variants.Marker }),
		"MinCols is 9":            change(func(d *variants.Definition) { d.MinCols = 9 }),
		"at least 3 columns":      change(func(d *variants.Definition) { d.Rows, d.Cols, d.MinCols = 2, 2, 3 }),
		"a board of 9x9":          change(func(d *variants.Definition) { d.Rows, d.Cols = 9, 9 }),
		"Yours is a marker":       change(func(d *variants.Definition) { d.Traits.Yours = variants.Marker }),
		"Mine is not empty":       change(func(d *variants.Definition) { d.Traits.Mine = variants.Unused }),
		"2 at most by its traits": change(func(d *variants.Definition) { d.Traits.MaxDrop = 2 }),
		"the text of the position": change(func(d *variants.Definition) {
			d.Place = func(p variants.Position, m variants.Move) variants.Position {
				return p.Put(p.Side(), bitboard.Of(int(m))).Retire(bitboard.Of(int(m)))
			}
			d.State = func(p variants.Position) variants.State {
				s := testgames.Snort().State(p)
				if s.Mine|s.Yours != p.Game().Grid().All() && p.Live(variants.X)|p.Live(variants.O) != 0 {
					return variants.State{}
				}
				return s
			}
		}),
		"board and state disagree": change(func(d *variants.Definition) { d.State = testgames.KingSnort().State }),
		"Symmetric": func() variants.Definition {
			d := testgames.Slide()
			d.Traits.Symmetric = true
			return d
		}(),
		"uses up no cell: Free has": trek(func(d *variants.Definition) {
			d.Rules = rules(func(s variants.State, m variants.Move) variants.State {
				return variants.State{Free: s.Free.Without(int(m)) | s.Mine, Mine: s.Yours, Yours: bitboard.Of(int(m))}
			})
		}),
		"in two of Free, Mine and Yours": trek(func(d *variants.Definition) {
			d.Rules = rules(func(s variants.State, m variants.Move) variants.State {
				return variants.State{Free: s.Free.Without(s.Free.First()), Mine: s.Yours, Yours: bitboard.Of(int(m))}
			})
		}),
		"panic: here": trek(func(d *variants.Definition) {
			d.Rules = rules(func(variants.State, variants.Move) variants.State { panic("here") })
		}),
		"is read as move": trek(func(d *variants.Definition) {
			d.ParseMove = func(variants.Position, string) (variants.Move, error) {
				return 0, variants.Refused(variants.Forbidden, "never")
			}
		}),
	} {
		_, err := variants.New(d)
		require.ErrorContains(t, err, wrong)
		require.ErrorContains(t, err, fmt.Sprintf("the definition of %q", d.ID))
	}
}

// ruled is rules with another Play.
type ruled struct {
	variants.Rules
	play func(variants.State, variants.Move) variants.State
}

func (r ruled) Play(s variants.State, m variants.Move) variants.State { return r.play(s, m) }

// A mistake that shows on no small board is found where it occurs.
func TestWrongRulesLaterOn(t *testing.T) {
	d := testgames.Trek()
	rules := d.Rules
	d.Rules = func(g *bitboard.Grid) variants.Rules {
		if g.Size() < 30 {
			return rules(g)
		}
		return ruled{rules(g), func(s variants.State, m variants.Move) variants.State {
			return variants.State{Free: s.Free, Mine: s.Yours, Yours: bitboard.Of(int(m))}
		}}
	}
	v, err := variants.New(d)
	require.NoError(t, err)
	game, err := v.NewGame(6, 6)
	require.NoError(t, err)
	require.PanicsWithValue(t, "variants: the definition of trek: move 0 in {Free:68719476735 Mine:0 Yours:0} on 6x6: "+
		"a cell is in two of Free, Mine and Yours, which is only for games without Free", func() {
		game.Rules().Play(game.Start().State(), 0)
	})
	require.Panics(t, func() { game.Start().Play(0) })
}

func TestForeignRulesDoNotAllocate(t *testing.T) {
	for _, v := range testgames.Foreign(t) {
		rules, root := v.Default().Rules(), v.Default().Start().State()
		require.Zero(t, testing.AllocsPerRun(100, func() {
			s := root
			for moves := rules.Legal(s); moves != 0; moves = rules.Legal(s) {
				s = rules.Play(s, variants.Move(moves.First()))
			}
		}), v.ID)
	}
}
