package queue

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"gridlock/cluster/joblevel"
	"gridlock/internal/testgames"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/variants"
)

// hireSlot returns a slot of a worker that does what the test tells it to.
func hireSlot(ctx context.Context, t *testing.T, h *Hub, opt SolveOptions) *slot {
	t.Helper()
	var s *slot
	require.True(t, testgames.Await(func() bool {
		r, err := h.find(ctx, opt.Run)
		if err != nil {
			return false
		}
		w := &worker{Hub: h, WorkerOptions: WorkerOptions{Name: "w", Program: "test", Log: t.Logf}, running: map[string]context.CancelFunc{}}
		s = &slot{worker: w, run: r, name: "w-1", memory: 64 << 20}
		_, err = s.connect(ctx)
		return err == nil
	}))
	var err error
	s.searcher, err = joblevel.NewSearcher(s.game, s.memory)
	require.NoError(t, err)
	t.Cleanup(s.searcher.Close)
	return s
}

// A run ends with its certificate although answers arrive late, when the leaves of its solution are
// being proven, and although the first of these jobs is given up.
func TestLateAnswers(t *testing.T) {
	for seed := range uint64(testgames.Of(1, 10)) {
		lateAnswers(t, 9-seed) // with 9 they change the tree so that other leaves would do
	}
}

func lateAnswers(t *testing.T, seed uint64) {
	t.Helper()
	server := start(t)
	ctx := t.Context()
	p := testgames.Game(t, "blockade", 6, 6).Start()
	opt, said := options(t), new(strings.Builder)
	opt.AckWait = time.Minute
	opt.Log = func(format string, args ...any) { said.WriteString(format + "\n") }
	merged := false
	opt.Merged = func(ctx context.Context, m *certify.Merger, winner variants.Player) error {
		merged = true
		return checkMerged(ctx, m, p, winner)
	}
	var group errgroup.Group
	solving, solved := context.WithCancel(ctx)
	group.Go(func() error {
		defer solved()
		_, err := Solve(ctx, connect(t, server), p, opt)
		return err
	})
	h := connect(t, server)
	s := hireSlot(ctx, t, h, opt)
	l := newLiar(h, p.Game(), opt.Run, seed)
	var searched []Job
	refused, deliveries := "", 0
	for {
		msg, job, err := l.nextJob(solving)
		if errors.Is(err, context.Canceled) {
			break
		}
		require.NoError(t, err)
		if !job.Prove {
			searched = append(searched, job)
		} else {
			refused = cmp.Or(refused, job.ID)
			s.answerLate(ctx, t, searched, l.random)
		}
		if job.ID == refused && deliveries < hopeless {
			deliveries++
			require.NoError(t, msg.Nak())
			continue
		}
		s.do(ctx, msg)
	}
	require.NoError(t, group.Wait(), "seed %d", seed)
	require.True(t, merged, "seed %d", seed)
	require.Contains(t, said.String(), "no worker could prove it", "seed %d", seed)
}

// answerLate answers jobs about positions that follow on those of other jobs. Nobody waits for them.
func (s *slot) answerLate(ctx context.Context, t *testing.T, searched []Job, random *rand.Rand) {
	t.Helper()
	for _, job := range searched {
		state, err := s.state(job.ID)
		require.NoError(t, err)
		for _, child := range s.searcher.Children(state) {
			if random.IntN(4) > 0 {
				continue
			}
			r, err := s.searcher.Search(ctx, child, solver.Options{Nodes: 100_000})
			require.NoError(t, err)
			id := s.codec.id(child)
			answer := s.fill(JobResult{Protocol: Protocol, Begun: job.Begun, ID: id, Worker: s.name}, r)
			_, err = s.results.Create(ctx, id, encode(answer))
			if !errors.Is(err, jetstream.ErrKeyExists) {
				require.NoError(t, err)
			}
		}
	}
}
