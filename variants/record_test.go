package variants_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
)

// Records as people write them are read, or refused with the word that is not understood. Nothing glues
// digits together that stand apart.
func TestRecordsOfPeople(t *testing.T) {
	for _, c := range []struct{ game, record, want string }{
		{"lockdown", "1. 6 11 2. 7", "6 11 7"},
		{"lockdown", "1. 6 1... 11!? 2. 7 2... 12 3. 8 *", "6 11 7 12 8"},
		{"lockdown", "1. 6 2. 11 3. 7", "6 11 7"}, // the numbers of moves
		{"lockdown", "1...6", ""},
		{"lockdown", "2. 6", ""},
		{"lockdown", "1. 6 3. 11", ""},
		{"lockdown", "1.6", ""},
		{"lockdown", "1.2,2 1...11", "6 11"},
		{"lockdown", "6{middle} 11 {(7 8)} 7 ; 12", "6 11 7"},
		{"lockdown", "6 ; 11 7\n11", "6 11"},
		{"lockdown", "6 {11", ""},
		{"lockdown", "6 } 11", ""},
		{"lockdown", "6;11", ""},
		{"lockdown", "6! 11?? $3 7 ?! 0-1", "6 11 7"},
		{"lockdown", "6 11 1-0 7", ""},
		{"lockdown", "6 11 1/2-1/2", ""},
		{"lockdown", "6 11 resigns", "6 11"},
		{"lockdown", "6!?! 11", ""},
		{"lockdown", "(1 2)", ""},
		{"lockdown", "6 (7 8)", ""},
		{"lockdown", "6 (7) 8", ""},
		{"lockdown", "6 (1. 7 8) 11", ""},
		{"lockdown", "6 (2,3) 2", "6 7 2"},
		{"lockdown", "(6) (11) 7", "6 11 7"},
		{"lockdown", "6 (11", ""},
		{"lockdown", "6) 11", ""},
		{"lockdown", "[Event \"x\"] 6", ""},
		{"classic", "Row 2, Column 2 row 2,\tcolumn 3  2,4", "2,2 2,3 2,4"},
		{"classic", "1.2 2.2", ""},
		{"classic", "Row 2, Row 3", ""},
		{"blockade", "Row 3, Column 1 @ Row 2, Column 1  left @ (4, 5)!", "3,1@2,1 3,5@4,5"},
		{"blockade", "(3,1)@(2,1) (3,5)@(4,5)", "3,1@2,1 3,5@4,5"},
		{"blockade", "3,1 (2,1)", ""},
		{"claim", "6 8 14 16 1-0", ""}, // O has moved last
		{"claim", "6 8 14 16 0-1", "6 8 14 16"},
	} {
		start := lookup(t, c.game).Default().Start()
		moves, _, err := start.ParseRecord(c.record)
		if c.want == "" {
			require.Error(t, err, c.record)
			require.ErrorContains(t, err, "move ", c.record)
			continue
		}
		require.NoError(t, err, c.record)
		require.Equal(t, c.want, strings.Join(start.Record(moves), " "), c.record)
	}
	o := testgames.Parse(t, "lockdown", "X3/4/4/4 o")
	moves, _, err := o.ParseRecord("1... 6 2. 2")
	require.NoError(t, err)
	require.Len(t, moves, 2)
}
