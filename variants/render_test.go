package variants_test

import (
	"strings"
	"testing"

	"gridlock/internal/testgames"

	"github.com/stretchr/testify/require"
)

func TestRenderAsInTheRuleBooks(t *testing.T) {
	for _, c := range []struct{ variant, position, want string }{
		{"classic", "4/1xO1/4/4 x", `
[ ][ ][ ][ ]
[ ][x][O][ ]
[ ][ ][ ][ ]
[ ][ ][ ][ ]`},
		{"classic", "#X/2 o", `
[#][X]
[ ][ ]`},
		{"duel", "1O1X/1X2/2O1/X3 o", `
 1 | O  |  3 | X
---+----+----+---
 5 | X  |  7 |  8
---+----+----+---
 9 | 10 | O  | 12
---+----+----+---
X  | 14 | 15 | 16`},
		{"duel", "2/#X o", `
 1 |  2
---+---
#  | X`},
		{"duel", "1/1 x", `
 1
---
 2`},
		{"lockdown", "4/1xX1/1Oo1/4 x", `
 1  2  3  4
 5  x  X  8
 9  O  o 12
13 14 15 16`},
		{"claim", "4/1X2/4/2O1 x", `
-   -   -   4
-   X   -   8
-   -   -   -
13  -   O   -`},
		{"claim", "4/4/4/4 x", `
1   2   3   4
5   6   7   8
9  10  11  12
13 14  15  16`},
		{"claim", "1/1 x", `
1
2`},
		{"blockade", "3/1X#/2O x", `
     0  1  2
 0   .  .  .
 1   . P1  X
 2   .  . P2`},
	} {
		p := testgames.Parse(t, c.variant, c.position)
		require.Equal(t, c.want[1:], p.Render(nil), "%s %s", c.variant, c.position)
	}
}

func TestPaintSeesEveryCellOnce(t *testing.T) {
	for _, id := range []string{"classic", "duel", "lockdown", "claim", "blockade"} {
		p := lookup(t, id).Default().Start()
		seen := map[int]int{}
		painted := p.Render(func(c int, text string) string {
			seen[c]++
			require.NotContains(t, text, "\n")
			return "<" + text + ">"
		})
		require.Len(t, seen, p.Game().Grid().Size())
		require.Equal(t, p.Render(nil), strings.NewReplacer("<", "", ">", "").Replace(painted))
	}
}
