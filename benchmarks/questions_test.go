package benchmarks

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/query"
	"gridlock/internal/randomplay"
	"gridlock/internal/testgames"
	"gridlock/solver/keys"
	"gridlock/variants"
)

// BenchmarkSmallQuestions asks a server without a library for the analysis of up to a hundred positions on 4×4, one after
// the other, and reports the processor time of a question. It has two workers, as a server on two processors has.
func BenchmarkSmallQuestions(b *testing.B) {
	for _, id := range []string{variants.Blockade, variants.Lockdown, variants.Classic, variants.Duel} {
		var questions []query.Question
		for _, p := range smallPositions(b, id, 100) {
			q, problem := query.Parse(query.Analysis, map[string]string{"variant": id, "position": p.String()})
			require.Nil(b, problem)
			questions = append(questions, q)
		}
		b.Run(id, func(b *testing.B) {
			b.ReportAllocs()
			began := processorTime()
			for b.Loop() {
				s := query.New(query.Options{Memory: 256 << 20, Workers: 2})
				for _, q := range questions {
					a, problem := s.Ask(b.Context(), q, nil)
					require.Nil(b, problem)
					require.True(b, a.Complete)
				}
				s.Close()
			}
			b.ReportMetric((processorTime()-began).Seconds()*1000/float64(b.N*len(questions)), "cpu-ms/question")
		})
	}
}

// smallPositions returns positions of a thousand random games on 4×4, up to five plies from the start, no two of them
// images of each other.
func smallPositions(b *testing.B, id string, most int) (positions []variants.Position) {
	start := testgames.Game(b, id, 4, 4).Start()
	r, by, met := rand.New(rand.NewPCG(4, 4)), keys.New(start.Game()), map[keys.Key]bool{}
	for range 1000 {
		game := randomplay.Game(r, start)
		p := game[min(r.IntN(6), len(game)-1)]
		if key := by.Of(p.State()); !p.Over() && !met[key] && len(positions) < most {
			positions, met[key] = append(positions, p), true
		}
	}
	return positions
}
