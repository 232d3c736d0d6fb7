package query_test

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/internal/query"
	"gridlock/internal/report"
	"gridlock/internal/testgames"
)

// hard is a question that takes far longer than any test.
func hard(t *testing.T, board string) query.Question {
	return parse(t, query.Solve, map[string]string{"variant": "blockade", "board": board})
}

func parse(t *testing.T, k query.Kind, params map[string]string) query.Question {
	t.Helper()
	q, problem := query.Parse(k, params)
	require.Nil(t, problem)
	return q
}

func open(t *testing.T, opt query.Options) *query.Service {
	t.Helper()
	before := runtime.NumGoroutine()
	if opt.Memory == 0 {
		opt.Memory = 32 << 20
	}
	d := query.New(opt)
	t.Cleanup(func() {
		d.Close()
		require.True(t, testgames.Await(func() bool { return runtime.NumGoroutine() <= before }), "goroutines are left")
	})
	return d
}

// waitFor waits until a service is as busy as that.
func waitFor(t *testing.T, d *query.Service, running, waiting int) {
	t.Helper()
	require.True(t, testgames.Await(func() bool {
		l := d.Load()
		return l.Running == running && l.Waiting == waiting
	}))
}

// Who asks what is being answered joins the search; when the last one leaves, it ends and the
// slot is free.
func TestTheSameQuestionIsSearchedOnce(t *testing.T) {
	d := open(t, query.Options{Searches: 1, Queue: 0, Every: time.Millisecond})
	type client struct {
		leave context.CancelFunc
		hears chan bool // it has joined, and the search goes on
		ended chan *query.Problem
	}
	clients := make([]client, 5)
	for i := range clients {
		ctx, leave := context.WithCancel(t.Context())
		c := client{leave, make(chan bool), make(chan *query.Problem)}
		clients[i] = c
		go func() {
			_, problem := d.Ask(ctx, hard(t, "8x8"), func(query.Event) {
				select {
				case c.hears <- true:
				case <-ctx.Done():
				}
			})
			c.ended <- problem
		}()
	}
	for _, c := range clients {
		<-c.hears
	}
	end := func(c client) {
		c.leave()
		require.Equal(t, query.Cancelled, (<-c.ended).Type)
	}
	for _, c := range clients[1:] {
		end(c)
	}
	for range 3 {
		<-clients[0].hears
	}
	require.Equal(t, 1, d.Load().Running, "one still asks")
	_, problem := d.Ask(t.Context(), hard(t, "7x9"), nil)
	require.Equal(t, query.Busy, problem.Type, "there is no queue")
	end(clients[0])
	require.True(t, testgames.Await(func() bool { // the slot is being given back
		a, problem := d.Ask(t.Context(), parse(t, query.Solve, map[string]string{"variant": "claim"}), nil)
		return problem == nil && a.Complete
	}))
}

// Long questions take turns, as many as there is room for: each reports more and more work.
func TestTurns(t *testing.T) {
	d := open(t, query.Options{Searches: 1, Queue: 2, Every: time.Millisecond, Memory: 64 << 20})
	first, cancel := context.WithCancel(t.Context())
	defer cancel()
	const reports = 20
	var all, progressed sync.WaitGroup
	progressed.Add(3)
	for i, board := range []string{"8x8", "7x9", "9x7"} {
		all.Go(func() {
			nodes, seen := uint64(0), 0
			_, _ = d.Ask(first, hard(t, board), func(e query.Event) {
				if e.Progress != nil && e.Progress.Nodes > nodes && seen < reports {
					nodes = e.Progress.Nodes
					seen++
				}
				if seen == reports {
					seen++
					progressed.Done()
				}
			})
		})
		waitFor(t, d, 1+i, 0)
	}
	_, problem := d.Ask(t.Context(), parse(t, query.Solve, map[string]string{"variant": "classic"}), nil)
	require.Equal(t, query.Busy, problem.Type)
	require.Equal(t, 503, problem.Status)
	_, problem = d.Ask(t.Context(), parse(t, query.Position, map[string]string{"variant": "classic"}), nil)
	require.Nil(t, problem, "rules need no slot")
	progressed.Wait()
	cancel()
	all.Wait()
}

// A limit is no problem: the answer says what is known, and is asked again another time.
func TestLimits(t *testing.T) {
	for limit, params := range map[string]map[string]string{
		"time":  {"variant": "blockade", "board": "8x8", "timeout": "0.000001"},
		"nodes": {"variant": "blockade", "board": "8x8", "nodes": "1000"},
	} {
		a, problem := open(t, query.Options{}).Ask(t.Context(), parse(t, query.Solve, params), nil)
		require.Nil(t, problem)
		require.False(t, a.Complete)
		s := a.Value.(report.Solution)
		require.Equal(t, limit, *s.Limit)
		require.Nil(t, s.Outcome)
	}
}

// Sums have limits, too; what is asked again after one of them is added up anew.
func TestLimitsOfSums(t *testing.T) {
	d := open(t, query.Options{})
	sum := map[string]string{"variant": "duel", "position": "5/5/5/5/5 + 6/6/6/6 x", "nodes": "10"}
	a, problem := d.Ask(t.Context(), parse(t, query.Solve, sum), nil)
	require.Nil(t, problem)
	require.False(t, a.Complete)
	require.Equal(t, "nodes", *a.Value.(report.PositionSum).Limit)
	sum["nodes"] = "10000000"
	a, problem = d.Ask(t.Context(), parse(t, query.Solve, sum), nil)
	require.Nil(t, problem)
	require.True(t, a.Complete)
	require.NotNil(t, a.Value.(report.PositionSum).Winner)
	again, _ := d.Ask(t.Context(), parse(t, query.Solve, sum), nil)
	require.Equal(t, a, again)
}

// A worth that the time cut short is not kept.
func TestLimitsOfWorth(t *testing.T) {
	short := map[string]string{"variant": "snort", "timeout": "0.000001"}
	a, problem := open(t, query.Options{}).Ask(t.Context(), parse(t, query.Worth, short), nil)
	require.Nil(t, problem)
	require.True(t, a.Value.(*report.Worth).Limited)
	require.False(t, a.Complete)
}

// Complete answers are kept.
func TestCompleteAnswersAreKept(t *testing.T) {
	d := open(t, query.Options{})
	q := parse(t, query.Analysis, map[string]string{"variant": "lockdown", "moves": "6 11 7"})
	first, problem := d.Ask(t.Context(), q, nil)
	require.Nil(t, problem)
	require.True(t, first.Complete)
	second, problem := d.Ask(t.Context(), q, nil)
	require.Nil(t, problem)
	require.Equal(t, first, second, "times and nodes, too")
	other, problem := d.Ask(t.Context(), parse(t, query.Analysis, map[string]string{"variant": "lockdown", "position": "..../.xX./..O./.... o"}), nil)
	require.Nil(t, problem)
	require.Equal(t, first, other, "the same position, named in another way")
}

// Why a position is won or lost is reported by the search, which goes on, as the answer will say it.
func TestReasonComesEarly(t *testing.T) {
	d := open(t, query.Options{})
	for _, id := range []string{"classic", "duel", "lockdown"} {
		var early *report.Reason
		a, problem := d.Ask(t.Context(), parse(t, query.Analysis, map[string]string{"variant": id, "board": "6x6"}), func(e query.Event) {
			if e.Reason != nil && early == nil {
				early = e.Reason
			}
		})
		require.Nil(t, problem)
		require.NotNil(t, early, id)
		s := a.Value.(report.Study)
		require.Equal(t, report.Reason{Winner: s.Winner, Lemma: s.Lemma, Why: s.Why, Evidence: s.Evidence}, *early, id)
		require.NotNil(t, early.Why, id)
	}
}

// Moves are reported as they are decided, and progress on the way; what is reported last is
// what the answer says.
func TestEvents(t *testing.T) {
	d := open(t, query.Options{Every: time.Millisecond})
	progress := 0
	var moves []report.MoveValue
	a, problem := d.Ask(t.Context(), parse(t, query.Analysis, map[string]string{"variant": "blockade", "board": "5x5"}), func(e query.Event) {
		require.NotEqual(t, e.Progress == nil, e.Moves == nil)
		if e.Progress != nil {
			progress++
			return
		}
		require.GreaterOrEqual(t, len(e.Moves), len(moves), "moves stay decided")
		moves = e.Moves
	})
	require.Nil(t, problem)
	require.Positive(t, progress)
	known := map[string]report.MoveValue{}
	for _, m := range a.Value.(report.Study).Moves {
		known[m.MoveValue.Move] = m.MoveValue
	}
	for _, m := range moves {
		require.Equal(t, *known[m.Move].Outcome, *m.Outcome)
	}
}

// Closing cancels what runs.
func TestClose(t *testing.T) {
	d := open(t, query.Options{Queue: 1})
	problems := make(chan *query.Problem, 2)
	for i, board := range []string{"8x8", "7x9"} {
		go func() {
			_, problem := d.Ask(t.Context(), hard(t, board), nil)
			problems <- problem
		}()
		waitFor(t, d, 1+i, 0)
	}
	d.Close()
	require.Equal(t, query.Busy, (<-problems).Type)
	require.Equal(t, query.Busy, (<-problems).Type)
	_, problem := d.Ask(t.Context(), hard(t, "8x8"), nil)
	require.Equal(t, query.Busy, problem.Type)
}

// Many questions of many games at once get the answers that they get alone, with memories
// for few of them.
func TestManyGames(t *testing.T) {
	alone, together := open(t, query.Options{}), open(t, query.Options{Searches: 3, Queue: 100, Memory: 16 << 20})
	var all sync.WaitGroup
	for _, variant := range []string{"classic", "duel", "lockdown", "claim", "blockade"} {
		for _, board := range []string{"2x4", "3x3", "3x4", "4x3"} {
			q := parse(t, query.Solve, map[string]string{"variant": variant, "board": board})
			want, problem := alone.Ask(t.Context(), q, nil)
			require.Nil(t, problem)
			all.Go(func() {
				got, problem := together.Ask(t.Context(), q, nil)
				if problem != nil {
					t.Error(problem)
					return
				}
				w, g := want.Value.(report.Solution), got.Value.(report.Solution)
				if *w.Outcome != *g.Outcome || (w.Distance != nil && g.Distance != nil && *w.Distance != *g.Distance) {
					t.Errorf("%s %s: %v, not %v", variant, board, g, w)
				}
			})
		}
	}
	all.Wait()
}
