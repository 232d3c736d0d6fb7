package variants_test

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

func TestParsePrintsCanonically(t *testing.T) {
	for _, c := range []struct{ variant, text, want string }{
		{"classic", "4/4/4/4 x", "..../..../..../.... x"},
		{"classic", ".x../.oX./..../.... o", ".x../.oX./..../.... o"},
		{"classic", "  1x2/1oX1/4/4   O  ", ".x../.oX./..../.... o"},
		{"duel", ".X../...O/..../.... x", ".X../...O/..../.... x"},
		{"duel", ".x../...o/4/4 X", ".X../...O/..../.... x"},
		{"lockdown", ".xX./..../.oO./.... x", ".xX./..../.oO./.... x"},
		{"lockdown", ".#X./..../.#O./.... x", ".#X./..../.#O./.... x"},
		{"lockdown", "X3 o", "X... o"},
		{"claim", "x3/4 o", "X-../--.. o"},
		{"claim", "X-2/--2 o", "X-../--.. o"},
		{"blockade", "7/7/7/X5O/7/7/7 x", "......./......./......./X.....O/......./......./....... x"},
		{"blockade", "X#O o", "X#O o"},
		{"duel", "X1X o", "X.X o"}, // hand-made: nobody has to have taken turns
		{"claim", "x1x o", "X-X o"},
		{"claim", "64 x", strings.Repeat(".", 64) + " x"},
		{"duel", "#/#/#1 x", ""}, // ragged
	} {
		p, err := lookup(t, c.variant).Parse(c.text)
		if c.want == "" {
			require.Error(t, err)
			continue
		}
		require.NoError(t, err)
		require.Equal(t, c.want, p.String(), c.text)
	}
}

func TestParseSaysWhatIsWrongAndWhere(t *testing.T) {
	for _, c := range []struct{ variant, text, want string }{
		{"classic", "", "empty; write the rows"},
		{"classic", "4/4/4/4", "the side to move is missing"},
		{"classic", "4/4/4/4 x x", `"x" comes after the side to move`},
		{"claim", "snort: 3/3 x", `only in a sum is a game named before a position, as "snort" is here`},
		{"classic", "4/4/4/4 w", `the side to move is "x" or "o", not "w"`},
		{"classic", "4/5/4/4 x", "row 2 has 5 cells, the rows above it have 4"},
		{"blockade", "X.O/..  x", "row 1 has 2 cells, the rows above it have 3"},
		{"classic", "4//4 x", "row 2 is empty"},
		{"classic", "4/.?../4 x", `row 2, column 2: '?' is not a cell`},
		{"classic", "4/.é../4 x", `row 2, column 2: 'é' is not a cell`},
		{"classic", "4/.0 x", "row 2, column 2: a count of no cells"},
		{"classic", "8/8/8/8/8/8/8/8/1 x", "row 9, column 1: more than 64 cells"},
		{"classic", "99999999999999999999999 x", "row 1, column 1: more than 64 cells"},
		{"classic", strings.Repeat(".", 65) + " x", "row 1, column 65: more than 64 cells"},
		{"classic", "4 o", "it cannot be O's turn on a board without marks"},
		{"classic", "x3 o", "no live mark"},
		{"classic", "X2X o", "2 live marks, a second one at row 1, column 4"},
		{"classic", "3X x", "it cannot be X's turn: the last marker, at row 1, column 4, is X's own"},
		{"classic", "X-2 o", `"-" at row 1, column 2, which is not next to a claim`},
		{"duel", "XX2/O1O1 x", "X has two markers next to each other, at cell 1 (row 1, column 1) and at cell 2 (row 1, column 2)"},
		{"lockdown", "4 o", "it cannot be O's turn before X has placed a marker"},
		{"lockdown", "X3 x", "it cannot be X's turn: X's marker is placed, at cell 1 (row 1, column 1), and O's is not"},
		{"lockdown", "O3 o", "a marker of O, at cell 1 (row 1, column 1), and none of X"},
		{"lockdown", "X1x1 o", "cell 3 (row 1, column 3) has been left"},
		{"lockdown", "X1XO o", "2 live marks of X, a second one at cell 3 (row 1, column 3)"},
		{"lockdown", "x1o1 x", "no live marks"},
		{"claim", "X1/1O x", "two claims next to each other, at cell 1 (row 1, column 1) and at cell 4 (row 2, column 2)"},
		{"claim", "X1- o", `"-" at cell 3 (row 1, column 3), which is not next to a claim`},
		{"blockade", "X2 x", "O has no marker"},
		{"blockade", "O2 x", "X has no marker"},
		{"blockade", "X.O/..O x", "O has 2 markers, a second one at row 1, column 2"},
		{"blockade", "xO x", `'x' at row 0, column 0: blockade leaves no used-up marks`},
		{"blockade", "X/O x", "blockade needs at least 2 columns"},
	} {
		_, err := lookup(t, c.variant).Parse(c.text)

		require.ErrorContains(t, err, c.want, c.text)
		// A program need not read the text to know where: the cells that it names are values, too.
		var place *variants.PlaceError
		named := regexp.MustCompile(`row (\d+), column (\d+)`).FindAllStringSubmatch(err.Error(), -1)
		require.Equal(t, len(named) > 0, errors.As(err, &place), c.text)
		for i, at := range named {
			row, col := place.Cells[i][0], place.Cells[i][1]
			if c.variant != "blockade" {
				row, col = row+1, col+1
			}
			require.Equal(t, at[1:], []string{strconv.Itoa(row), strconv.Itoa(col)}, c.text)
		}
	}
}

func TestErrorsOfEndlessInputAreShort(t *testing.T) {
	long := strings.Repeat("?", 1<<20)
	for _, text := range []string{"1 " + strings.Repeat("\xae", 500), strings.Repeat("\xae", 500) + " x"} {
		_, err := lookup(t, "classic").Parse(text)
		require.Less(t, len(err.Error()), 500)
	}
	for _, text := range []string{strings.Repeat("4/", 1<<20), long + " x", "4 " + long, "4 x " + long, long} {
		_, err := lookup(t, "classic").Parse(text)
		require.Error(t, err)
		require.Less(t, len(err.Error()), 500)
	}
	for _, id := range []string{"classic", "blockade"} {
		start := lookup(t, id).Default().Start()
		for _, text := range []string{long, long + "@1,1", "right@" + long, "1," + strings.Repeat("9", 1<<20)} {
			_, _, err := start.ParseRecord(text)
			require.Error(t, err)
			require.Less(t, len(err.Error()), 800)
		}
	}
}

func TestNotationRoundTrips(t *testing.T) {
	testgames.Check(t, 1000, func(t *rapid.T) {
		v := testgames.Variant(t)
		p := testgames.Position(t, v, bitboard.MaxCells)
		again, err := v.Parse(p.String())
		require.NoError(t, err)
		require.Equal(t, p.String(), again.String())
		require.Equal(t, p.State(), again.State())
		require.Equal(t, p.Side(), again.Side())
		plain := strings.ReplaceAll(p.String(), "-", ".")
		require.Empty(t, strings.Trim(plain[:len(plain)-2], v.Symbols()+"/"))
		again, err = v.Parse(plain)
		require.NoError(t, err)
		require.Equal(t, p.String(), again.String())

		var moves []variants.Move
		for m := range p.Legal().Cells() {
			text := p.MoveText(variants.Move(m))
			parsed, err := p.ParseMove(text)
			require.NoError(t, err)
			require.Equal(t, variants.Move(m), parsed, text)
			moves = append(moves[:0], parsed)
		}
		played, end, err := p.ParseRecord(strings.Join(p.Record(moves), " "))
		require.NoError(t, err)
		require.Len(t, played, len(moves))
		if len(moves) > 0 {
			require.Equal(t, p.Play(moves[0]).String(), end.String())
		}
	})
}

// Playing on the board and playing on States must agree, and so must the two
// after a symmetry.
func TestBoardAndStateAgree(t *testing.T) {
	testgames.Check(t, 1000, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), bitboard.MaxCells)
		grid, rules := p.Game().Grid(), p.Game().Rules()
		require.Equal(t, p.Over(), rules.Legal(p.State()) == 0)
		for m := range p.Legal().Cells() {
			require.Equal(t, p.Play(variants.Move(m)).State(), rules.Play(p.State(), variants.Move(m)))
		}
		sym := testgames.Symmetry(t, p)
		image := p.Image(sym)
		require.Equal(t, p.State().Image(grid, sym), image.State())
		require.Equal(t, p.Legal().Count(), image.Legal().Count())
		for m := range p.Legal().Cells() {
			moved := p.ImageMove(sym, variants.Move(m))
			require.True(t, image.Legal().Has(int(moved)))
			require.Equal(t, p.Play(variants.Move(m)).Image(sym).String(), image.Play(moved).String())
		}
		require.Equal(t, p.String(), image.Image(sym.Inverse()).String())
	})
}

func TestMoveForms(t *testing.T) {
	for _, c := range []struct{ variant, position, text, want string }{
		{"classic", "4/4/4/4 x", "2,3", "2,3"},
		{"classic", "4/4/4/4 x", " ( 2 , 3 ) ", "2,3"},
		{"classic", "4/4/4/4 x", "7", "2,3"},
		{"duel", "4/4/4/4 x", "7", "7"},
		{"lockdown", "4/4/4/4 x", "2,3", "7"},
		{"claim", "4/4/4/4 x", "(2,3)", "7"},
		{"blockade", "7/7/7/X5O/7/7/7 x", "3,1@2,1", "3,1@2,1"},
		{"blockade", "7/7/7/X5O/7/7/7 x", "(3, 1) @ (2, 1)", "3,1@2,1"},
		{"blockade", "7/7/7/X5O/7/7/7 x", "right@2,1", "3,1@2,1"},
		{"blockade", "7/7/7/X5O/7/7/7 x", "23@16", "3,1@2,1"},
		{"blockade", "7/7/7/X5O/7/7/7 x", "Right @ (3,0)", "3,1@3,0"},
	} {
		p := testgames.Parse(t, c.variant, c.position)
		m, err := p.ParseMove(c.text)
		require.NoError(t, err, c.text)
		require.Equal(t, c.want, p.MoveText(m))
	}
}

func TestRefusedMovesSayWhy(t *testing.T) {
	for _, c := range []struct {
		variant, position, text string
		reason                  variants.Reason
		detail                  string
	}{
		{"classic", "4/4/4/4 x", "", variants.Unreadable, `"" is not a cell: write a row and a column such as "2,3"`},
		{"classic", "4/4/4/4 x", "b3", variants.Unreadable, `"b3" is not a cell`},
		{"classic", "4/4/4/4 x", "2,x", variants.Unreadable, `"2,x" is not a cell`},
		{"classic", "4/4/4/4 x", "0", variants.OffBoard, "there is no cell 0: cells are numbered from 1 to 16"},
		{"classic", "4/4/4/4 x", "17", variants.OffBoard, "there is no cell 17"},
		{"classic", "4/4/4/4 x", "5,1", variants.OffBoard, "row 5, column 1 is off the board: rows are 1 to 4, columns 1 to 4"},
		{"classic", "#3/4 x", "1,1", variants.Missing, "row 1, column 1 is a hole"},
		{"classic", "xO2/4 x", "1,1", variants.Occupied, "row 1, column 1 is occupied by X"},
		{"classic", "xO2/4 x", "2,1", variants.NotAdjacent, "row 2, column 1 does not share a side with the last marker, at row 1, column 2"},
		{"classic", "xO#/### x", "1,1", variants.Over, "the game is over: X has no legal move and has lost"},
		{"duel", "X2O/4 x", "6", variants.NextToOwn, "cell 6 (row 2, column 2) is next to X's own marker at cell 1 (row 1, column 1)"},
		{"duel", "X2O/4 x", "4", variants.Occupied, "cell 4 (row 1, column 4) is occupied by O"},
		{"lockdown", "X2O/4 x", "3", variants.NotAdjacent, "cell 3 (row 1, column 3) does not touch X's marker, at cell 1 (row 1, column 1)"},
		{"lockdown", "xX1O/4 o", "2", variants.Occupied, "cell 2 (row 1, column 2) is occupied by X"},
		{"claim", "X3/4 o", "6", variants.Blocked, "cell 6 (row 2, column 2) is blocked by the claim at cell 1 (row 1, column 1)"},
		{"blockade", "3/X1O/3 x", "1,1", variants.Unreadable, "write where the marker goes @ what is blocked"},
		{"blockade", "3/X1O/3 x", "left@1,1", variants.OffBoard, "left from row 1, column 0 leaves the board"},
		{"blockade", "3/X1O/3 x", "3,0@1,1", variants.OffBoard, "rows are 0 to 2, columns 0 to 2"},
		{"blockade", "3/X1O/3 x", "0,1@0,0", variants.NotAdjacent, "row 0, column 1 does not share a side with the marker's cell, row 1, column 0"},
		{"blockade", "3/X1O/3 x", "1,0@0,0", variants.NotAdjacent, "does not share a side"},
		{"blockade", "3/#XO/3 x", "left@1,1", variants.Occupied, "row 1, column 0 is blocked"},
		{"blockade", "3/#XO/3 x", "right@1,1", variants.Occupied, "row 1, column 2 holds the opponent's marker"},
		{"blockade", "3/1XO/3 x", "0,1@2,1", variants.NotAdjacent, "block at row 2, column 1: it does not share a side with the marker's new cell, row 0, column 1"},
		{"blockade", "#2/1XO/3 x", "0,1@0,0", variants.Occupied, "block at row 0, column 0: it is blocked already"},
		{"blockade", "2O/1X1/3 x", "0,1@0,2", variants.Occupied, "block at row 0, column 2: it holds the opponent's marker"},
		{"blockade", "3/1XO/3 x", "0,1@0,1", variants.Occupied, "block at row 0, column 1: the marker itself has gone there"},
		{"blockade", "3/1XO/3 x", "0,1@?", variants.Unreadable, `"?" is not a cell`},
	} {
		p := testgames.Parse(t, c.variant, c.position)
		_, err := p.ParseMove(c.text)
		var moveErr *variants.MoveError
		require.ErrorAs(t, err, &moveErr, "%s %s %q", c.variant, c.position, c.text)
		require.Equal(t, c.reason, moveErr.Reason, moveErr.Detail)
		require.Contains(t, moveErr.Detail, c.detail)
		require.Equal(t, p.MoveTexts(p.Legal()), moveErr.Legal)
	}
}

func TestRecordNamesTheWrongMove(t *testing.T) {
	start := lookup(t, "lockdown").Default().Start()
	_, _, err := start.ParseRecord("6 11 7 7")
	var recordErr *variants.RecordError
	require.ErrorAs(t, err, &recordErr)
	require.Equal(t, 4, recordErr.Ply)
	require.Equal(t, variants.Occupied, recordErr.Move.Reason)
	require.EqualError(t, err, `move 4, "7": cell 7 (row 2, column 3) is occupied by X; legal: 8 10 12 14 15 16`)

	for _, text := range []string{"6, 11", "2, 3", "6 , 11"} {
		_, _, err = start.ParseRecord(text)
		require.ErrorContains(t, err, "moves are separated by spaces alone", text)
	}

	moves, end, err := start.ParseRecord("  6 2,3\t( 1, 2 ) ")
	require.NoError(t, err)
	require.Equal(t, []string{"6", "7", "2"}, start.Record(moves))
	require.Equal(t, ".X../.xO./..../.... o", end.String())

	_, _, err = end.ParseRecord("")
	require.NoError(t, err)
}

func TestLookup(t *testing.T) {
	v, err := variants.Lookup("LockDown")
	require.NoError(t, err)
	require.Equal(t, "GridLockdown", v.Title)
	_, err = variants.Lookup("chess")
	require.EqualError(t, err, `unknown variant "chess": there are classic, duel, lockdown, claim, blockade, `+strings.Join(variants.LibraryIDs(), ", "))
}

func TestGameRefusesBoards(t *testing.T) {
	_, err := lookup(t, "classic").NewGame(9, 8)
	require.ErrorContains(t, err, "9x8 is too large")
	_, err = lookup(t, "blockade").NewGame(3, 1)
	require.ErrorContains(t, err, "at least 2 columns")
	_, err = testgames.Game(t, "blockade", 3, 3).StartWithHoles(bitboard.Of(3))
	require.ErrorContains(t, err, "a hole at row 1, column 0, where a marker starts")
	_, err = testgames.Game(t, "claim", 3, 3).StartWithHoles(bitboard.Of(9))
	require.ErrorContains(t, err, "outside the board")
}

// FuzzParse: no text makes the parsers panic, and what they accept they print
// and read back.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"4/4/4/4 x", ".xX./..../.oO./.... x", "7/7/7/X5O/7/7/7 x", "X-2/--2 o", "#/#/#1 x", "-1 o", "é x", "0 x",
		" 1  2\n 3  X\no", "[ ][X]\n[ ][ ] o", "     0  1\n 0  P1 P2\nx", "\n\n x", "x\nx x",
	} {
		for i := range variants.All() {
			f.Add(uint8(i), text, "2,3 7 right@2,1 (1, 1)")
			f.Add(uint8(i), text, "1. Row 1, Column 2!? {x} 1... 3 $2 (4) ; y\n 2. 5 *")
		}
	}
	f.Fuzz(func(t *testing.T, variant uint8, text, record string) {
		v := variants.All()[int(variant)%len(variants.All())]
		p, err := v.Parse(text)
		if err != nil {
			if len(err.Error()) > 1000 {
				t.Fatalf("an endless error: %v", err)
			}
			return
		}
		again, err := v.Parse(p.String())
		if err != nil || again.String() != p.String() {
			t.Fatalf("%s %q prints as %q, which reads back as %q, %v", v.ID, text, p, again, err)
		}
		p.Render(nil)
		if moves, end, err := p.ParseRecord(record); err == nil {
			p.Record(moves)
			if _, err := v.Parse(end.String()); err != nil {
				t.Fatalf("%s: %q after %q: %v", v.ID, end, record, err)
			}
		}
	})
}

func TestParseSum(t *testing.T) {
	for text, want := range map[string][]string{
		"2/2 + 1 x":       {"../.. x", ". x"},
		"2/2+1+X. O":      {"../.. o", ". o", "X- o"},
		"2/2 x + 1 x":     {"../.. x", ". x"},
		" 2/2  X +  1 x ": {"../.. x", ". x"},
		"2/2 x":           {"../.. x"},
		"2/2 + snort: X. + place offsets:0,1 other: X. x": {"../.. x", "X. x", "X. x"},
	} {
		positions, err := lookup(t, "claim").ParseSum(text)
		require.NoError(t, err, text)
		var got []string
		for _, p := range positions {
			got = append(got, p.String())
		}
		require.Equal(t, want, got, text)
	}
	for text, want := range map[string]string{
		"2/2 + 1":                          "part 1 of the sum: position \"2/2 \": the side to move is missing",
		"2/2 x + 1 o":                      "part 2 of the sum has another side to move",
		"2/2 x + ":                         "part 2 of the sum: position \" \": empty",
		"+ 1 x":                            "part 1 of the sum: position \"\": empty",
		"2/? + 1 x":                        "part 1 of the sum: position \"2/? x\": row 2, column 1",
		"2/2 x + 1 x x":                    "comes after the side to move",
		strings.Repeat("1 + ", 16) + "1 x": "a sum of 17 positions; at most 16 can be added",
		"1":                                "the side to move is missing",
		"1 + chess: 1 x":                   "part 2 of the sum: unknown variant \"chess\"",
		"1 x + : 1 x":                      "part 2 of the sum: unknown variant",
	} {
		_, err := lookup(t, "claim").ParseSum(text)
		require.ErrorContains(t, err, want, text)
	}
	_, err := variants.Variant{}.ParseSum("1 + 1 x")
	require.Error(t, err)
}
