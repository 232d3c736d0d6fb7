package pn

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/internal/yield"
	"gridlock/solver"
)

// lockstep is a turn that the workers of a search have one after the other: a worker passes it on, three
// times of four, when it polls its context, every 64 nodes. So what they visit depends on the seed alone,
// and not on the machine; it is as if each had a processor of its own.
type lockstep struct {
	mu     sync.Mutex
	queue  []chan struct{} // closed when it is one's turn
	random *rand.Rand
}

// Wait implements [yield.Turn].
func (l *lockstep) Wait(context.Context) {
	l.mu.Lock()
	stay := len(l.queue) == 0 || l.random.IntN(4) == 0
	l.mu.Unlock()
	if stay {
		return
	}
	turn := l.join()
	l.pass()
	<-turn
}

// join queues a worker and returns its turn.
func (l *lockstep) join() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	turn := make(chan struct{})
	l.queue = append(l.queue, turn)
	return turn
}

// pass gives the turn to the next worker, if there is one.
func (l *lockstep) pass() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) > 0 {
		close(l.queue[0])
		l.queue = l.queue[1:]
	}
}

// inLockstep solves a position and returns the nodes of all workers, and those of the first, which are as
// long as the search would take if each had a processor of its own.
func inLockstep(t testing.TB, variant string, rows, cols, workers int, seed uint64) (all, first uint64) {
	l := &lockstep{random: rand.New(rand.NewPCG(seed, 1))}
	opt := solver.Options{Workers: workers, Memory: 1 << 30}
	e, err := newTree(yield.Context(t.Context(), l), testgames.Game(t, variant, rows, cols).Start(), nil, opt)
	require.NoError(t, err)
	defer e.table.Release()
	leader := e.newWorker(opt, e.leader())
	var others sync.WaitGroup
	leader.invite(opt, joinAt, func(helper *worker) {
		turn := l.join()
		others.Go(func() {
			<-turn
			helper.run()
			l.pass()
		})
	})
	leader.run()
	l.pass()
	others.Wait()
	return e.control.Finish().Nodes, leader.budget.Nodes
}

// Nodes of several workers in lockstep, with bounds about a quarter above what they were when this was
// written; and the first is never slower than one worker by more than a tenth.
func TestWorkersHelp(t *testing.T) {
	for _, c := range []struct {
		variant             string
		rows, cols, workers int
		most                uint64
	}{
		{"classic", 6, 8, 2, 147_000}, // one worker 108,631
		{"classic", 6, 8, 16, 190_000},
		{"lockdown", 5, 11, 4, 93_000},  // 101,121
		{"blockade", 7, 7, 2, 67_000},   // 110,650
		{"blockade", 5, 10, 3, 129_000}, // 60,517
	} {
		one, _ := inLockstep(t, c.variant, c.rows, c.cols, 1, 1)
		all, first := inLockstep(t, c.variant, c.rows, c.cols, c.workers, 1)
		require.Less(t, all, c.most, "%s by %d", c.variant, c.workers)
		require.Less(t, first, one+one/10, "%s by %d", c.variant, c.workers)
	}
}

// The same seed gives the same nodes.
func TestLockstep(t *testing.T) {
	all, first := inLockstep(t, "classic", 6, 8, 4, 2)
	again, first2 := inLockstep(t, "classic", 6, 8, 4, 2)
	require.Equal(t, []uint64{all, first}, []uint64{again, first2})
	require.Less(t, first, all)
}

// BenchmarkWorkers counts what several workers visit in lockstep: the nodes of all, times those of one, and
// how many times as fast they would be if each had a processor of its own; medians of three seeds.
func BenchmarkWorkers(b *testing.B) {
	for _, c := range []struct {
		variant    string
		rows, cols int
	}{
		{"classic", 6, 8}, {"classic", 5, 10}, {"classic", 7, 8}, {"classic", 6, 9},
		{"claim", 6, 9}, {"claim", 7, 8}, {"claim", 6, 10},
		{"duel", 5, 7}, {"duel", 7, 5},
		{"lockdown", 5, 11}, {"lockdown", 11, 5},
		{"blockade", 12, 5}, {"blockade", 3, 19}, {"blockade", 4, 14}, {"blockade", 5, 10}, {"blockade", 7, 7},
		{"blockade", 8, 7}, {"blockade", 6, 9}, {"blockade", 10, 6}, {"blockade", 6, 8},
		{"blockade", 4, 15}, {"blockade", 7, 6}, {"blockade", 3, 20}, {"blockade", 5, 11}, {"blockade", 9, 6},
		{"blockade", 5, 12}, {"blockade", 9, 7},
	} {
		one := uint64(0)
		for _, workers := range []int{1, 2, 3, 4, 8, 16} {
			b.Run(fmt.Sprintf("variant=%s/board=%dx%d/workers=%d", c.variant, c.rows, c.cols, workers), func(b *testing.B) {
				var total, span []uint64
				for b.Loop() {
					for seed := uint64(1); seed == 1 || seed <= 3 && workers > 1; seed++ {
						all, first := inLockstep(b, c.variant, c.rows, c.cols, workers, seed)
						if workers == 1 {
							one = all
						}
						total, span = append(total, all), append(span, first)
					}
				}
				slices.Sort(total)
				slices.Sort(span)
				middle := len(total) / 2
				b.ReportMetric(float64(total[middle]), "nodes")
				b.ReportMetric(float64(total[middle])/float64(one), "times")
				b.ReportMetric(float64(one)/float64(span[middle]), "speed")
				b.ReportMetric(float64(one)/float64(span[len(span)-1]), "least")
			})
		}
	}
}
