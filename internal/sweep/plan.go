// Package sweep solves many boards of many games, several at a time. It lists who wins, in how many plies, nimbers,
// values, best moves, the work, and certificates. [Plan] says which boards, [Run] solves them, and a [Table] writes a
// row for each.
package sweep

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"gridlock/bitboard"
	"gridlock/variants"
)

// Sizes is a set of sizes of boards, by ranges of rows and columns.
type Sizes struct{ Rows, Cols Range }

// Range is the numbers from From to To.
type Range struct{ From, To int }

// most is the most rows or columns of any board.
const most = bitboard.MaxCells

// ParseSizes reads sizes: "4x5" or "1..8x1..8", or several, separated by commas.
func ParseSizes(text string) (all []Sizes, err error) {
	pattern := regexp.MustCompile(`^\s*(\d{1,3})(?:\.\.(\d{1,3}))?\s*[xX×]\s*(\d{1,3})(?:\.\.(\d{1,3}))?\s*$`)
	for part := range strings.SplitSeq(text, ",") {
		m := pattern.FindStringSubmatch(part)
		if m == nil {
			return nil, fmt.Errorf("not sizes of boards; write rows x columns, as in 4x5, 1..8x1..8 or 4x4,5x5")
		}
		s := Sizes{newRange(m[1], m[2]), newRange(m[3], m[4])}
		for _, r := range []Range{s.Rows, s.Cols} {
			if r.From < 1 || r.To > most || r.From > r.To {
				return nil, fmt.Errorf("%d..%d: write from 1 to %d, the smaller number first", r.From, r.To, most)
			}
		}
		all = append(all, s)
	}
	return all, nil
}

// newRange returns the range between two numbers in text; without the second one, the first number alone.
func newRange(from, to string) (r Range) {
	r.From, _ = strconv.Atoi(from)
	r.To, _ = strconv.Atoi(cmp.Or(to, from))
	return r
}

// Plan returns the starts of the games on boards of the sizes, each once: by game, then by rows, then by columns.
// Without sizes it takes the boards of the rule books. It leaves out sizes for which a game has no board; left is their
// number. skipped gives the reason for one of them, nil if there are none.
func Plan(games []variants.Variant, sizes []Sizes) (starts []variants.Position, left int, skipped error) {
	type board struct {
		game       string
		rows, cols int
	}
	planned := map[board]bool{}
	for _, v := range games {
		sizes := sizes
		if sizes == nil {
			sizes = []Sizes{{Range{v.Rows, v.Rows}, Range{v.Cols, v.Cols}}}
		}
		for _, s := range sizes {
			for rows := s.Rows.From; rows <= s.Rows.To; rows++ {
				for cols := s.Cols.From; cols <= s.Cols.To; cols++ {
					b := board{v.Key(), rows, cols}
					if planned[b] {
						continue
					}
					planned[b] = true
					game, err := v.NewGame(rows, cols)
					if err != nil {
						left, skipped = left+1, cmp.Or(skipped, err)
						continue
					}
					starts = append(starts, game.Start())
				}
			}
		}
	}
	return starts, left, skipped
}
