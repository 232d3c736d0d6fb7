package console

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/internal/report"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/solver/pn"
	"gridlock/variants"
)

func position(t *testing.T, variant, text string) variants.Position {
	t.Helper()
	v, err := variants.Lookup(variant)
	require.NoError(t, err)
	p, err := v.Parse(text)
	require.NoError(t, err)
	return p
}

// someStats are the statistics of proof-number search of claim on 8x8, say.
func someStats() solver.Stats {
	return solver.Stats{
		Phase: "pn", Nodes: 4_211_000, Elapsed: 12340 * time.Millisecond,
		Stored: 500, Capacity: 1000, Memory: 1 << 30, Probes: 100, Hits: 9,
		Proof: 123, Disproof: 456, PV: []variants.Move{0, 2, 4, 6, 16, 18, 20},
	}
}

func TestSnapshotText(t *testing.T) {
	s := &search{position: position(t, "claim", "8/8/8/8/8/8/8/8 x")}
	const all = "pn 12.34 s, 4.2 M nodes, proof 123/456, 341.2 k/s, table 50%, hits 9%, 1.0 GiB, best 1 3 5 7 17 19 21"
	for width, want := range map[int]string{
		5:           "pn 12",
		20:          "pn 12.34 s",
		40:          "pn 12.34 s, 4.2 M nodes, proof 123/456",
		55:          "pn 12.34 s, 4.2 M nodes, proof 123/456, 341.2 k/s",
		89:          "pn 12.34 s, 4.2 M nodes, proof 123/456, 341.2 k/s, table 50%, hits 9%, 1.0 GiB, best 1 3",
		120:         all,
		math.MaxInt: all,
	} {
		require.Equal(t, want, fit(width, s.text(someStats())), "%d columns", width)
	}
	for width := 1; width < 130; width++ {
		require.LessOrEqual(t, len(fit(width, s.text(someStats()))), width)
	}
}

func TestSnapshotTextOfOtherSearches(t *testing.T) {
	s := &search{task: "line 3", position: position(t, "claim", "4/4/4/4 x")}
	for want, stats := range map[string]solver.Stats{
		"no search is running":                                    {},
		"line 3: memo 0.000 s, 0 nodes, 0/s":                      {Phase: "memo"},
		"line 3: memo 0.500 s, 999 nodes, 2.0 k/s":                {Phase: "memo", Nodes: 999, Elapsed: time.Second / 2},
		"line 3: pn 1.00 s, 1.0 k nodes, proven to win, 1.0 k/s":  {Phase: "pn", Nodes: 1000, Elapsed: time.Second, Disproof: 1 << 30},
		"line 3: pn 1.00 s, 1.0 k nodes, proven to lose, 1.0 k/s": {Phase: "pn", Nodes: 1000, Elapsed: time.Second, Proof: 1 << 30},
		"line 3: negamax 5 m 2 s, 0 nodes, depth 9, 0/s, best 16": {Phase: "negamax", Elapsed: 302 * time.Second, Depth: 9, PV: []variants.Move{15}},
	} {
		require.Equal(t, want, fit(80, s.text(stats)))
	}
}

func TestSnapshotJSON(t *testing.T) {
	s := &search{task: "line 3", position: position(t, "claim", "8/8/8/8/8/8/8/8 x")}
	for _, c := range []struct {
		stats solver.Stats
		done  bool
		want  string
	}{
		{someStats(), false, `{"task":"line 3","position":"......../......../......../......../......../......../......../........ x","phase":"pn",
			"seconds":12.34,"nodes":4211000,"nodes_per_second":341248,"proof":123,"disproof":456,"depth":null,"pv":["1","3","5","7","17","19","21"],
			"stored":500,"fill":0.5,"hit_rate":0.09,"memory":1073741824,"done":false}`},
		{solver.Stats{}, true, `{"task":"line 3","position":"......../......../......../......../......../......../......../........ x","phase":null,"seconds":0,"nodes":0,"nodes_per_second":0,
			"proof":null,"disproof":null,"depth":null,"pv":[],"stored":null,"fill":null,"hit_rate":null,"memory":null,"done":true}`},
	} {
		got, err := json.Marshal(report.NewProgress(s.task, s.position, c.stats, c.done))
		require.NoError(t, err)
		require.JSONEq(t, c.want, string(got))
	}
	won, lost := report.NewProgress("", s.position, solver.Stats{Disproof: 1 << 30}, true), report.NewProgress("", s.position, solver.Stats{Proof: 1 << 30}, true)
	require.Equal(t, new(uint32(0)), won.Proof)
	require.Nil(t, won.Disproof)
	require.Equal(t, new(uint32(0)), lost.Disproof)
	require.Nil(t, lost.Proof)
}

// recorder is a stream that may be looked at while it is written to.
type recorder struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.all.Write(p)
}

// take returns what was written since the last call.
func (r *recorder) take() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.all.Reset()
	return r.all.String()
}

// watched starts a display and makes it watch a search, which takes no time.
func watched(t *testing.T, d *Display, asked chan os.Signal) (done func()) {
	d.start(asked)
	p := position(t, "claim", "4/4/4/4 x")
	monitor, done := d.Watch("", p)
	_, err := brute.Memo{}.Solve(context.Background(), p, solver.Options{Monitor: monitor})
	require.NoError(t, err)
	return done
}

// after returns what is written within some more time.
func (r *recorder) after(d time.Duration) string {
	time.Sleep(d)
	synctest.Wait()
	return r.take()
}

func TestDisplayPaintsALine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w recorder
		var columns atomic.Int32
		columns.Store(80)
		d := &Display{w: &w, every: paintEvery, width: func() int { return int(columns.Load()) }, sharesLine: true}
		done := watched(t, d, nil)
		const line = "memo 0.000 s, 92 nodes, 0/s"
		require.Empty(t, w.after(450*time.Millisecond), "quick answers stay clean")
		require.Equal(t, "\r"+line+"\r", w.after(200*time.Millisecond))
		columns.Store(15)
		require.Equal(t, "\rmemo 0.000 s"+strings.Repeat(" ", len(line)-12)+"\r", w.after(200*time.Millisecond))
		columns.Store(1)
		require.Equal(t, "\rm"+strings.Repeat(" ", 11)+"\r", w.after(200*time.Millisecond))
		done()
		require.Equal(t, "\r \r", w.take())
		require.Empty(t, w.after(time.Hour))
		d.Stop()
		require.Empty(t, w.take())
	})
}

// Where results do not go to the terminal the line stays from one search to the next.
func TestDisplayDoesNotFlicker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w recorder
		d := &Display{w: &w, every: paintEvery, width: func() int { return 80 }}
		done := watched(t, d, nil)
		require.NotEmpty(t, w.after(700*time.Millisecond))
		done()
		require.Empty(t, w.take())
		d.Stop()
		require.Equal(t, "\r"+strings.Repeat(" ", 27)+"\r", w.take())
	})
}

func TestDisplayPrintsLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w recorder
		d := &Display{w: &w, every: plainEvery}
		done := watched(t, d, nil)
		require.Empty(t, w.after(29*time.Second))
		require.Equal(t, "gridlock: memo 0.000 s, 92 nodes, 0/s\n", w.after(2*time.Second))
		done()
		d.Stop()
		require.Empty(t, w.take())
	})
}

func TestDisplayPrintsJSON(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w recorder
		d := &Display{w: &w, every: jsonEvery, json: true}
		done := watched(t, d, nil)
		require.Equal(t, 3, strings.Count(w.after(3500*time.Millisecond), `"done":false}`+"\n"))
		done()
		require.Equal(t, 1, strings.Count(w.take(), `"done":true}`+"\n"))
		require.Empty(t, w.after(time.Hour))
		d.Stop()
	})
}

func TestDisplayAnswers(t *testing.T) {
	for json, want := range map[bool]string{
		false: "gridlock: memo 0.000 s, 92 nodes, 0/s\n",
		true:  `"phase":"memo"`,
	} {
		synctest.Test(t, func(t *testing.T) {
			var w recorder
			d, asked := &Display{w: &w, json: json}, make(chan os.Signal)
			done := watched(t, d, asked)
			require.Empty(t, w.after(time.Hour))
			asked <- os.Interrupt
			require.Contains(t, w.after(0), want)
			done()
			require.Empty(t, w.take())
			asked <- os.Interrupt
			require.Regexp(t, `no search is running|"phase":null`, w.after(0))
			d.Stop()
		})
	}
}

// A batch shows how many searches are over, and those that run.
func TestBatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w recorder
		d := &Display{w: &w, every: plainEvery}
		d.start(nil)
		done := d.Count(64, "boards")
		p := position(t, "claim", "4/4/4/4 x")
		_, first := d.Watch("claim 4x4", p)
		monitor, second := d.Watch("claim 5x5", p)
		monitor.Carry(solver.Stats{Phase: "pn", Nodes: 4_211_000, Elapsed: 12340 * time.Millisecond})
		require.Equal(t, "gridlock: 0 of 64 boards in 30.00 s; claim 4x4; claim 5x5 12.34 s, 4.2 M nodes\n", w.after(31*time.Second))
		first()
		for width, want := range map[int]string{
			14: "1 of 64 boards", 30: "1 of 64 boards in 31.00 s", 40: "1 of 64 boards in 31.00 s; claim 5x5",
			math.MaxInt: "1 of 64 boards in 31.00 s; claim 5x5 12.34 s, 4.2 M nodes",
		} {
			require.Equal(t, want, d.line(width), "%d columns", width)
		}
		text, err := json.Marshal(d.snapshot(false))
		require.NoError(t, err)
		require.Contains(t, string(text), `{"total":64,"finished":1,"seconds":31,"running":[{"task":"claim 5x5","position":"..../..../..../.... x","phase":"pn"`)
		second()
		text, err = json.Marshal(d.snapshot(true))
		require.NoError(t, err)
		require.JSONEq(t, `{"total":64,"finished":2,"seconds":31,"running":[],"done":true}`, string(text))
		done()
		d.Stop()
	})
}

// Results are printed where the line was, which comes back.
func TestDisplayPrintsResults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var w recorder
		d := &Display{w: &w, every: paintEvery, width: func() int { return 80 }, sharesLine: true}
		done := watched(t, d, nil)
		require.NotEmpty(t, w.after(700*time.Millisecond))
		require.NoError(t, d.Print(func() error { _, err := w.Write([]byte("row\n")); return err }))
		require.Equal(t, "\r"+strings.Repeat(" ", 27)+"\rrow\n", w.take())
		require.NotEmpty(t, w.after(200*time.Millisecond))
		done()
		d.Stop()
	})
}

// Of the positions after the moves, only the work is told.
func TestWatchMoves(t *testing.T) {
	d, p := new(Display), position(t, "claim", "8/8/8/8/8/8/8/8 x")
	for _, watch := range []func(string, variants.Position) (*solver.Monitor, func()){d.Watch, d.WatchMoves} {
		monitor, done := watch("", p)
		_, err := pn.Engine{}.Solve(context.Background(), p, solver.Options{Nodes: 1000, Memory: 1 << 20, NoLemmas: true, Monitor: monitor})
		require.ErrorIs(t, err, solver.ErrLimit)
		search := d.running[0]
		stats := search.stats()
		require.EqualValues(t, 1000, stats.Nodes)
		require.Equal(t, search.moves, stats.Proof == 0)
		require.Equal(t, search.moves, stats.PV == nil)
		done()
	}
}
