package benchmarks

import (
	"fmt"
	"testing"

	"gridlock/internal/testgames"
	"gridlock/theory"
	"gridlock/variants"
)

// BenchmarkTheory measures decisions without search, starting with nothing remembered.
func BenchmarkTheory(b *testing.B) {
	for _, c := range []struct {
		variant string
		board   string
		p       variants.Position
	}{
		{"classic", "8x8", testgames.Game(b, "classic", 8, 8).Start()},
		{"classic", "7x9", testgames.Game(b, "classic", 7, 9).Start()},
		{"duel", "4x5-after-1", testgames.Game(b, "duel", 4, 5).Start().Play(0)},
		{"duel", "5x7", testgames.Game(b, "duel", 5, 7).Start()},
		{"claim", "6x6", testgames.Game(b, "claim", 6, 6).Start()},
		{"claim", "7x7", testgames.Game(b, "claim", 7, 7).Start()},
		{"claim", "8x8", testgames.Game(b, "claim", 8, 8).Start()},
		{"lockdown", "8x8-copied", testgames.Game(b, "lockdown", 8, 8).Start()},
		{"blockade", "8x8-separated", testgames.Parse(b, "blockade", "X7/8/8/8/########/8/8/7O x")},
	} {
		b.Run(fmt.Sprintf("variant=%s/board=%s", c.variant, c.board), func(b *testing.B) {
			var work uint64
			for b.Loop() {
				th := theory.New(c.p.Game(), nil)
				if !th.Decide(c.p.State()).Known {
					b.Fatal("not known")
				}
				work += th.Work()
			}
			b.ReportMetric(float64(work)/float64(b.N), "positions/op")
		})
	}
}
