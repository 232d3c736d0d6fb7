package joblevel

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gridlock/solver"
	"gridlock/variants"
)

// Simulation is a search by simulated workers. Every job is searched in one process, one after the other, and a clock
// says how long it would have taken. The same simulation always has the same report.
type Simulation struct {
	Root    variants.Position
	Workers int
	Memory  int64 // memory of each worker, in bytes

	// Rate is how many positions a worker visits in a second.
	Rate float64

	// Latency is the time between the end of a job and the beginning of the same worker's next one, without the time of
	// waiting for the coordinator.
	Latency time.Duration

	// Service is the time that the server and the coordinator take for a job. They serve one job
	// after the other.
	Service time.Duration

	// Progress, if not nil, is called after every job.
	Progress func(Report)
}

// Report is what a simulation measured.
type Report struct {
	Outcome solver.Outcome
	Jobs    int           // results that were entered
	Nodes   uint64        // positions that workers have visited
	Tree    int           // positions in the tree
	Leaves  int           // of the solution
	Elapsed time.Duration // elapsed time by the simulated clock
	Busy    float64       // part of the workers' time in which they searched
}

// Run simulates the search, until the root is decided or ctx ends.
func (s Simulation) Run(ctx context.Context) (Report, error) {
	searcher, err := NewSearcher(s.Root.Game(), 1)
	if err != nil {
		return Report{}, err
	}
	defer searcher.Close()
	sim := &simulator{Simulation: s, budget: NewBudget(s.Workers), tree: New(searcher, s.Root.State())}
	defer sim.close()
	for range s.Workers {
		w, err := NewSearcher(s.Root.Game(), s.Memory)
		if err != nil {
			return Report{}, err
		}
		sim.workers = append(sim.workers, w)
		sim.idle = append(sim.idle, len(sim.workers)-1)
	}
	if err := sim.run(ctx); err != nil {
		return Report{}, err
	}
	report := sim.report()
	report.Leaves = len(sim.tree.Solution().Leaves)
	return report, nil
}

// simulator is the state of a simulation.
type simulator struct {
	Simulation
	budget  Budget
	tree    *Tree
	workers []*Searcher
	idle    []int // workers without a job, the first to get one first
	queue   []order
	running []ending
	now     time.Duration
	served  time.Duration // when the coordinator can serve the next result
	busy    time.Duration // of all workers
	jobs    int
}

// order is a job that is published.
type order struct {
	state  variants.State
	budget uint64
}

// ending is the end of a job.
type ending struct {
	at     time.Duration
	took   time.Duration
	worker int
	result Result
}

// sooner compares the jobs that run by their ends.
func sooner(a, b ending) int {
	return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.worker, b.worker))
}

func (s *simulator) close() {
	for _, w := range s.workers {
		w.Close()
	}
}

// Ahead returns how many jobs a coordinator keeps out for a number of workers. With many workers there are a few more
// jobs than workers, so that none waits for the coordinator. With few workers more jobs would cost more than they save,
// since the best leaves are taken already.
func Ahead(workers int) int { return workers + workers/8 }

// run runs the clock until the root is decided.
func (s *simulator) run(ctx context.Context) error {
	for s.tree.Outcome() == solver.Unknown {
		s.publish()
		if err := s.start(ctx); err != nil {
			return err
		}
		if err := solver.Stopped(ctx); err != nil {
			return err
		}
		e := slices.MinFunc(s.running, sooner)
		s.running = slices.DeleteFunc(s.running, func(other ending) bool { return other.worker == e.worker })
		s.now = max(e.at, s.served) + s.Service
		s.served = s.now
		s.idle = append(s.idle, e.worker)
		if err := s.tree.Apply(e.result); err != nil {
			return err
		}
		s.jobs++
		s.busy += e.took
		if s.Progress != nil {
			s.Progress(s.report())
		}
	}
	return nil
}

// publish fills the queue.
func (s *simulator) publish() {
	for s.tree.Out() < Ahead(s.Workers) {
		leaf, ok := s.tree.Pick()
		if !ok {
			return
		}
		s.queue = append(s.queue, order{leaf, s.budget.Of(s.tree.Spent())})
	}
}

// start gives jobs to idle workers.
func (s *simulator) start(ctx context.Context) error {
	for len(s.idle) > 0 && len(s.queue) > 0 {
		w, job := s.idle[0], s.queue[0]
		s.idle, s.queue = s.idle[1:], s.queue[1:]
		r, err := s.workers[w].Search(ctx, job.state, solver.Options{Nodes: job.budget})
		if err != nil {
			return err
		}
		took := time.Duration(float64(r.Nodes) / s.Rate * float64(time.Second))
		s.running = append(s.running, ending{s.now + s.Latency + took, took, w, r})
	}
	return nil
}

// report returns what has been measured so far.
func (s *simulator) report() Report {
	r := Report{Outcome: s.tree.Outcome(), Jobs: s.jobs, Nodes: s.tree.Spent(), Tree: s.tree.Size(), Elapsed: s.now}
	if s.now > 0 {
		r.Busy = float64(s.busy) / float64(s.now) / float64(s.Workers)
	}
	return r
}
