package variants_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/variants"
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

// Games of the family are drawn by what is near what, and say which cells are closed to whom.
func TestRenderFamily(t *testing.T) {
	for _, c := range []struct{ variant, position, want string }{
		{"place hex other", "4/1X2/4/2O1 x", `
 1   2   3   4
   5   X   7   8
     9  10  11  12
      13  14   O  16
closed to X: 11 12 14 16
closed to O: 2 3 5 7 9 10`},
		{"place rook all torus", "X2/3 o", `
   ~  ~  ~
~  X  -  - ~
~  -  5  6 ~
   ~  ~  ~
~ left joins right, and top bottom`},
		{"follow hex torus", "2/1X o", `
 ~   ~
~  1   2 ~
  ~  3   X ~
       ~   ~
~ left joins right, and top bottom`},
		{"walk knight cylinder", "X3/2xO x", `
~  X  2  3  4 ~
~  5  6  x  O ~
~ left joins right`},
		{"place bishop own", "X1X/3/1O1 x", `
 X  2  X
 4  5  6
 7  O  9
closed to X: 5
closed to O: 4 6`},
		{"place knight own", "X3/4/O3/2X1 x", `
 X  2  3  4
 5  6  -  8
 O 10 11 12
13 14  X 16
closed to X: 6 8 10
closed to O: 2`},
		{"place graph:3x3:0,1,2,3,5,6,7,8:0-1;0-3;0-8;1-2;1-3;1-5;2-5;3-7;5-7;6-7;7-8 own", "X2/1#1/2O x", `
 X =  2 =  3
 | /    \  |
 4         6
   \    /
 7 =  8 =  O
joined, too: 1-9
closed to X: 2 4
closed to O: 8`},
		{"follow graph:2x2:0,1,2,3:0-3;1-2", "2/2 x", `
 1    2
   \
 3    4
joined, too: 2-3`},
	} {
		p := testgames.Parse(t, c.variant, c.position)
		require.Equal(t, c.want[1:], p.Render(nil), "%s %s", c.variant, c.position)
	}
}

// Boards that have room in 80 columns stay within them, with whatever is said below.
func TestRenderIsNotTooWide(t *testing.T) {
	for _, c := range []struct{ variant, position string }{
		{"place queen own", "X7/4X3/7X/5X2/8/8/8/8 x"}, {"walk hex torus", "8/8/8/8/8/8/8/8 x"},
		{"follow graph:1x20:0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19:0-1;0-10;0-11;0-12;0-13;0-14;0-15;0-16;1-3;1-4;2-5;2-6;2-7;3-8;4-9;4-10;5-12;5-13;5-19;6-7", "20 x"},
	} {
		for _, line := range strings.Split(testgames.Parse(t, c.variant, c.position).Render(nil), "\n") {
			require.LessOrEqual(t, len(line), 80, line)
		}
	}
}

// In games of Place a player may take the empty cells that are not closed to it, and no others.
func TestClosed(t *testing.T) {
	testgames.Check(t, 2000, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Family(t, 16), 16)
		if p.Game().Variant().Family().Kind != variants.Place {
			require.Equal(t, p.Blocked(), p.Closed(p.Side()))
			return
		}
		require.Equal(t, p.Legal(), variants.MoveSet(p.Empty()&^p.Closed(p.Side())), "%v", p)
	})
}

func TestPaintSeesEveryCellOnce(t *testing.T) {
	for _, v := range append(variants.All(), testgames.Families(t)...) {
		p := v.Default().Start()
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
