package query

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/internal/report"
	"gridlock/internal/yield"
	"gridlock/player"
	"gridlock/solver"
	"gridlock/variants"
)

// step is how long a planted search computes between two of its checks.
const step = 5 * time.Millisecond

// planted makes a service answer by a search that takes as many steps as the question has nodes.
// Paused is called with each time that it had to wait at a check.
func planted(d *Service, paused func(q Question, wait time.Duration)) {
	d.work = func(ctx context.Context, q Question, _ *watcher) (Response, *Problem) {
		for range q.Nodes {
			time.Sleep(step)
			began := time.Now()
			yield.Now(ctx)
			if paused != nil {
				paused(q, time.Since(began))
			}
			if err := solver.Stopped(ctx); err != nil {
				return Response{Value: "cut"}, problemOf(ctx, err)
			}
		}
		return Response{Value: "done", Complete: true}, nil
	}
}

// simulated returns a service of one search at a time that answers by planted searches. It is closed at the
// end of the test.
func simulated(t *testing.T) *Service {
	d := New(Options{Searches: 1, Queue: 100, Memory: 1 << 34})
	t.Cleanup(d.Close)
	planted(d, nil)
	return d
}

// taking returns a question that takes some time to answer.
func taking(client string, seed int, work time.Duration) Question {
	v, err := variants.Lookup("claim")
	if err != nil {
		panic(err)
	}
	return Question{Kind: Solve, Start: v.Default().Start(), Client: client, Seed: uint64(seed), Nodes: uint64(work / step)}
}

// endless is more work than any test waits for.
const endless = 1000 * time.Hour

// asked asks in the background. The channel has the answer, which may be read at any time.
func asked(ctx context.Context, d *Service, q Question) <-chan string {
	out := make(chan string, 1)
	go func() {
		a, problem := d.Ask(ctx, q, nil)
		if problem != nil {
			out <- string(problem.Type)
			return
		}
		out <- a.Value.(string)
	}()
	synctest.Wait()
	return out
}

// used returns how much time a client has used, false where it is not known.
func used(d *Service, client string) (time.Duration, bool) {
	d.turns.mu.Lock()
	defer d.turns.mu.Unlock()
	c, known := d.turns.clients[client]
	if !known {
		return 0, false
	}
	return c.used, true
}

// asks returns how many questions of a client have not left.
func asks(d *Service, client string) int {
	d.turns.mu.Lock()
	defer d.turns.mu.Unlock()
	return d.turns.clients[client].questions
}

// simulation is a load of many clients, each of whom asks something short most of the time and
// something long now and then.
type simulation struct {
	mu    sync.Mutex
	short []time.Duration // what short questions took, beside their work
	pause time.Duration   // the longest wait of a question for its next turn
	long  int             // long questions that were answered
}

// run simulates ten minutes.
func (s *simulation) run(t *testing.T, d *Service, clients int) {
	planted(d, func(_ Question, wait time.Duration) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.pause = max(s.pause, wait)
	})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	var all sync.WaitGroup
	for c := range clients {
		all.Go(func() {
			chance := rand.New(rand.NewPCG(uint64(c), 7))
			for i := 0; ctx.Err() == nil; i++ {
				work := step * time.Duration(1+chance.IntN(8))
				if long := c == 0 || chance.IntN(20) == 0; long {
					work = time.Second * time.Duration(1+chance.IntN(20))
				}
				s.ask(ctx, t, d, taking(fmt.Sprint(c), c<<20+i, work), work)
				time.Sleep(time.Duration(chance.IntN(int(time.Duration(clients) * 200 * time.Millisecond))))
			}
		})
	}
	all.Wait()
}

func (s *simulation) ask(ctx context.Context, t *testing.T, d *Service, q Question, work time.Duration) {
	began := time.Now()
	_, problem := d.Ask(ctx, q, nil)
	switch {
	case ctx.Err() != nil: // the simulation is over
		return
	case problem != nil:
		t.Errorf("%v", problem)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if work >= slice {
		s.long++
		return
	}
	s.short = append(s.short, time.Since(began)-work)
}

// In ten minutes of load by 30 and by 200 clients, one of whom asks long questions only, nobody is
// refused, short questions are answered soon, and no search waits for its next turn for longer
// than patience says.
func TestNobodyStarves(t *testing.T) {
	for _, clients := range []int{30, 200} {
		synctest.Test(t, func(t *testing.T) {
			d := New(Options{Searches: 1, Queue: 2 * clients, Memory: 1 << 34})
			var s simulation
			s.run(t, d, clients)
			d.Close() // waits for what is still searched
			slices.Sort(s.short)
			at := func(part float64) time.Duration { return s.short[int(part*float64(len(s.short)-1))] }
			t.Logf("%d clients: %d long and %d short questions; short ones wait p50 %v p95 %v p99 %v, at most %v; longest pause %v",
				clients, s.long, len(s.short), at(.5), at(.95), at(.99), at(1), s.pause)
			require.LessOrEqual(t, s.pause, time.Duration(patience*clients)*(slice+step))
			require.LessOrEqual(t, at(.95), time.Duration(clients)*slice/10)
			require.LessOrEqual(t, at(1), time.Duration(clients)*slice)
			require.Greater(t, s.long, clients/8)
		})
	}
}

// A search that has taken long goes on though its client never stops to ask what is shorter.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(Options{Searches: 1, Queue: 100, Memory: 1 << 34})
		defer d.Close()
		var longest atomic.Int64
		planted(d, func(q Question, wait time.Duration) {
			if q.Seed == 0 { // one search
				longest.Store(max(longest.Load(), int64(wait)))
			}
		})
		asked(t.Context(), d, taking("", 0, endless))
		time.Sleep(time.Minute)
		var all sync.WaitGroup
		for c := range 3 {
			all.Go(func() {
				for i := range 50 {
					_, _ = d.Ask(t.Context(), taking("", 1+c<<10+i, time.Second), nil)
				}
			})
		}
		all.Wait()
		require.Positive(t, longest.Load())
		require.LessOrEqual(t, time.Duration(longest.Load()), 4*patience*(slice+step))
	})
}

// One client asks ten long questions at once and another one question: each has half of the time,
// but for the slots that go to who has waited for the longest.
func TestClientsHaveEqualShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := simulated(t)
		for i := range 10 {
			asked(t.Context(), d, taking("greedy", i, endless))
		}
		time.Sleep(10 * time.Second)
		asked(t.Context(), d, taking("modest", 10, endless))
		before, _ := used(d, "modest")
		time.Sleep(time.Minute)
		after, _ := used(d, "modest")
		require.InDelta(t, (30 * time.Second).Seconds(), (after - before).Seconds(), 8)
	})
}

// Eight searches of three seconds run, and a question may take one second: its answer comes in
// time, and has had its share of the work by then. The other questions lose nothing but time.
func TestWaitingCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := simulated(t)
		var searches []<-chan string
		began := time.Now()
		for i := range 8 {
			searches = append(searches, asked(t.Context(), d, taking("", i, 3*time.Second)))
		}
		q := taking("", 8, 30*time.Second)
		q.Timeout = time.Second
		require.Equal(t, "cut", <-asked(t.Context(), d, q))
		require.LessOrEqual(t, time.Since(began), time.Second+step)
		require.Equal(t, "done", <-asked(t.Context(), d, taking("", 9, 3*step)))
		require.LessOrEqual(t, time.Since(began), time.Second+slice+4*step, "a short one has its lane")
		for _, answer := range searches {
			require.Equal(t, "done", <-answer)
		}
		require.LessOrEqual(t, time.Since(began), 26*time.Second, "what was paused goes on where it was")
	})
}

// While searches share the slot, a puzzle that takes several slices has the lane, but for a question
// that is new.
func TestPuzzlesHaveTheLane(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := simulated(t)
		for i := range 8 {
			asked(t.Context(), d, taking("", i, endless))
		}
		time.Sleep(time.Second)
		began := time.Now()
		puzzle := taking("", 8, 10*slice)
		puzzle.Kind = Puzzle
		found := asked(t.Context(), d, puzzle)
		time.Sleep(step)
		require.Equal(t, "done", <-asked(t.Context(), d, taking("", 9, 3*step)))
		require.LessOrEqual(t, time.Since(began), slice+4*step)
		require.Equal(t, "done", <-found)
		require.LessOrEqual(t, time.Since(began), 11*slice)
	})
}

// A question that has had no turn when its time is up is answered with what the rules, theory and
// the store say at once.
func TestTimeIsUpBeforeTheFirstTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(Options{Searches: 1, Queue: 100, Memory: 1 << 26})
		defer d.Close()
		d.turns.open = 1
		real := d.work
		planted(d, nil)
		asked(t.Context(), d, taking("", 1, endless))
		d.work = real
		q := taking("", 2, 0)
		q.Timeout = time.Second
		began := time.Now()
		a, problem := d.Ask(t.Context(), q, nil)
		require.Nil(t, problem)
		require.Equal(t, 7*time.Second/8, time.Since(began))
		require.NotNil(t, a.Value.(report.Solution).Outcome, "theory decides claim at once")
	})
}

// A search that takes a whole second to notice that nobody waits for it holds nobody up.
func TestWhoLeavesGivesTheSlotAwayAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := simulated(t)
		next := d.work
		d.work = func(ctx context.Context, q Question, w *watcher) (Response, *Problem) {
			if q.Seed > 2 {
				return next(ctx, q, w)
			}
			for ctx.Err() == nil {
				time.Sleep(time.Second)
			}
			return Response{}, cancelled()
		}
		ctx, leave := context.WithCancel(t.Context())
		asked(ctx, d, taking("", 1, 0)) // in the lane
		asked(ctx, d, taking("", 2, 0)) // in the slot
		third := asked(t.Context(), d, taking("", 3, step))
		time.Sleep(100 * time.Millisecond)
		require.Equal(t, 1, d.Load().Waiting)
		began := time.Now()
		leave()
		require.Equal(t, "done", <-third)
		require.Equal(t, step, time.Since(began))
	})
}

// Who waits hears at once how many are ahead, and again when that changes; who has begun does not.
func TestQueued(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := simulated(t)
		d.turns.open = 1
		first := asked(t.Context(), d, taking("", 1, time.Second))
		second := asked(t.Context(), d, taking("", 2, time.Second))
		var heard []int
		began := time.Now()
		_, problem := d.Ask(t.Context(), taking("", 3, time.Second), func(e Event) {
			require.Nil(t, e.Progress)
			heard = append(heard, e.Queued.Ahead)
			if len(heard) == 1 {
				require.Zero(t, time.Since(began))
			}
		})
		require.Nil(t, problem)
		require.Equal(t, []int{2, 1}, heard)
		require.Equal(t, "done", <-first)
		require.Equal(t, "done", <-second)
	})
}

// What a stream goes on with are questions of their own: one at a time, each with as little right to a lane or a slot as
// if the client had asked it when the one before was answered.
func TestStreamsTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := simulated(t)
		q := taking("a", 1, time.Second)
		q.Kind, q.Moves, q.then = Analysis, []variants.Move{0, 15}, []int{1, 0}
		var names []string
		ended := make(chan *Problem)
		go func() {
			ended <- d.Stream(t.Context(), q, func(name string, _ Response) {
				if name != "queued" {
					names = append(names, name)
				}
			})
		}()
		for i := range 3 {
			time.Sleep(time.Second/2 + time.Duration(i)*step)
			require.Equal(t, 1, asks(d, "a"))
			began := time.Now()
			require.Equal(t, "done", <-asked(t.Context(), d, taking("b", i, slice)))
			require.LessOrEqual(t, time.Since(began), 3*slice)
			time.Sleep(time.Second / 2)
		}
		require.Nil(t, <-ended)
		require.Equal(t, []string{"result", "history", "history", "end"}, names)
	})
}

// One address cannot fill the queue, and all together cannot have more than there is. A question
// that others ask already takes no place, nor does a move of a level that hardly looks ahead.
func TestPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(Options{Searches: 1, Queue: 4, Memory: 1 << 34})
		defer d.Close()
		planted(d, nil)
		for i := range 3 {
			asked(t.Context(), d, taking("greedy", i, endless))
		}
		require.Equal(t, "busy", <-asked(t.Context(), d, taking("greedy", 3, step)))
		again, cancel := context.WithCancel(t.Context())
		joined := asked(again, d, taking("greedy", 2, endless))
		cancel()
		require.Equal(t, "cancelled", <-joined)
		asked(t.Context(), d, taking("a", 4, endless))
		asked(t.Context(), d, taking("b", 5, endless))
		require.Equal(t, "busy", <-asked(t.Context(), d, taking("c", 6, step)))
		brief := taking("greedy", 7, 0)
		brief.Kind, brief.Level = Move, player.Casual
		a, problem := d.Ask(t.Context(), brief, nil)
		require.Nil(t, problem)
		require.NotNil(t, a.Value.(Choice).Move)
		time.Sleep(time.Second) // so that all have had a turn
		require.Equal(t, Load{Running: 5, Waiting: 0, Slots: 1}, d.Load())
	})
}

// A question that several clients ask belongs to the one that has used the least.
func TestSharedQuestionsBelongToThePoorest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := simulated(t)
		asked(t.Context(), d, taking("rich", 1, endless))
		asked(t.Context(), d, taking("poor", 2, endless))
		time.Sleep(time.Second)
		d.turns.mu.Lock()
		d.turns.clients["rich"].used += time.Hour
		d.turns.mu.Unlock()
		asked(t.Context(), d, taking("poor", 1, endless))
		require.Equal(t, 2, asks(d, "poor"))
		asked(t.Context(), d, taking("rich", 2, endless))
		require.Equal(t, 2, asks(d, "poor"))
	})
}

// requireNobody makes sure that what clients have used is forgotten.
func requireNobody(t *testing.T, d *Service) {
	t.Helper()
	d.turns.mu.Lock()
	defer d.turns.mu.Unlock()
	require.Empty(t, d.turns.clients)
}

// A client that leaves and comes back has used what it had; when nobody is there, all is forgotten.
func TestWhatClientsHaveUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := simulated(t)
		require.Equal(t, "done", <-asked(t.Context(), d, taking("a", 1, time.Second)))
		requireNobody(t, d)
		ctx, cancel := context.WithCancel(t.Context())
		asked(ctx, d, taking("b", 2, endless))
		require.Equal(t, "done", <-asked(t.Context(), d, taking("a", 3, time.Second)))
		b, known := used(d, "b")
		require.True(t, known)
		asked(ctx, d, taking("c", 4, endless))
		c, _ := used(d, "c")
		require.InDelta(t, b.Seconds(), c.Seconds(), 0.1, "who comes begins like the poorest")
		cancel()
		synctest.Wait()
		time.Sleep(time.Second)
		requireNobody(t, d)
	})
}

// Incomplete answers are not kept, complete ones are; and a question gets no more time than the
// service has.
func TestWhatIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(Options{Timeout: time.Second, Memory: 1 << 34})
		defer d.Close()
		times := 0
		planted(d, nil)
		next := d.work
		d.work = func(ctx context.Context, q Question, w *watcher) (Response, *Problem) {
			times++
			return next(ctx, q, w)
		}
		long := taking("", 1, endless)
		long.Timeout = time.Hour
		for range 2 {
			began := time.Now()
			require.Equal(t, "cut", <-asked(t.Context(), d, long))
			require.LessOrEqual(t, time.Since(began), time.Second+step)
		}
		require.Equal(t, 2, times)
		for range 2 {
			require.Equal(t, "done", <-asked(t.Context(), d, taking("", 2, step)))
		}
		require.Equal(t, 3, times)
	})
}

// What a search says is heard, also if it has its answer before the one who asks listens.
func TestQuickSearchesAreHeard(t *testing.T) {
	d := New(Options{Searches: 1, Memory: 1 << 34})
	defer d.Close()
	d.work = func(_ context.Context, q Question, w *watcher) (Response, *Problem) {
		w.emit(Event{Progress: &report.Progress{Nodes: q.Seed}})
		return Response{}, nil
	}
	for seed := range 1000 {
		var heard []uint64
		_, problem := d.Ask(t.Context(), taking("", seed, 0), func(e Event) { heard = append(heard, e.Progress.Nodes) })
		require.Nil(t, problem)
		require.Equal(t, []uint64{uint64(seed)}, heard)
	}
}

// However many questions end at once, each has its answer, or hears that there is none, within its time.
func TestInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := New(Options{Searches: 1, Queue: 400, Memory: 1 << 34, Timeout: 10 * time.Second})
		defer d.Close()
		planted(d, nil)
		search := d.work
		processor := make(chan struct{}, 1)
		d.work = func(ctx context.Context, q Question, w *watcher) (Response, *Problem) {
			a, problem := search(ctx, q, w)
			processor <- struct{}{}
			time.Sleep(20 * time.Millisecond) // to say why
			<-processor
			return a, problem
		}
		began := time.Now()
		answers := map[string]int{}
		var mu sync.Mutex
		var all sync.WaitGroup
		for i := range 200 {
			all.Go(func() {
				a, problem := d.Ask(t.Context(), taking(fmt.Sprint(i), i, time.Minute), nil)
				if took := time.Since(began); took > 10*time.Second {
					t.Errorf("question %d took %v", i, took)
				}
				mu.Lock()
				defer mu.Unlock()
				if problem != nil {
					answers[string(problem.Type)]++
				} else {
					answers[a.Value.(string)]++
				}
			})
		}
		all.Wait()
		require.Equal(t, 200, answers["cut"]+answers["busy"], answers)
		require.Greater(t, answers["cut"], 40, answers) // in the last second
	})
}
