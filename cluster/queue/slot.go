package queue

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gridlock/cluster/joblevel"
	"gridlock/solver"
	"gridlock/variants"
)

// slot does one job at a time.
type slot struct {
	*worker
	*run
	name     string
	memory   int64
	searcher *joblevel.Searcher
	results  jetstream.KeyValue
	ackWait  time.Duration
}

// work does jobs until ctx ends.
func (s *slot) work(ctx context.Context) (err error) {
	if s.searcher, err = joblevel.NewSearcher(s.game, s.memory); err != nil {
		return err
	}
	defer s.searcher.Close()
	var jobs jetstream.Consumer
	for ctx.Err() == nil {
		if jobs == nil {
			if jobs, err = s.connect(ctx); err != nil {
				_ = pause(ctx, lookForEnd/4) // the coordinator may be about to create it
				continue
			}
		}
		msg, err := fetch(ctx, jobs)
		switch {
		case err == nil:
			s.do(ctx, msg)
		case errors.Is(err, nats.ErrTimeout), errors.Is(err, jetstream.ErrNoMessages), errors.Is(err, context.DeadlineExceeded):
		default: // the run is over, or the server is away
			jobs = nil
			_ = pause(ctx, lookForEnd/4)
		}
	}
	return nil
}

// fetch waits some time for a job.
func fetch(ctx context.Context, jobs jetstream.Consumer) (jetstream.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchWait)
	defer cancel()
	return jobs.Next(jetstream.FetchContext(ctx))
}

// connect finds the jobs and the results.
func (s *slot) connect(ctx context.Context) (jobs jetstream.Consumer, err error) {
	err = s.worker.once(ctx, func(ctx context.Context) error {
		if s.results, err = s.worker.js.KeyValue(ctx, s.run.results()); err != nil {
			return err
		}
		jobs, err = s.worker.js.Consumer(ctx, s.stream(), consumer)
		return err
	})
	if err == nil {
		s.ackWait = jobs.CachedInfo().Config.AckWait
	}
	return jobs, err
}

// The number of deliveries after which a job gets half of the budget and memory, and the number after which it is given
// up. The job itself may be what ends the workers.
const (
	suspicious = 3
	hopeless   = 6
)

// do does a job, stores the answer, and only then acknowledges the job, so that nothing is lost
// wherever it ends.
func (s *slot) do(ctx context.Context, msg jetstream.Msg) {
	job, err := decode[Job](msg.Data())
	if err == nil && job.Protocol != Protocol {
		err = fmt.Errorf("a job of protocol %d", job.Protocol)
	}
	if err == nil && !job.Begun.Equal(s.config.Begun) { // another run has this name now
		_ = msg.NakWithDelay(lookForEnd / 4)
		_ = pause(ctx, lookForEnd/4)
		return
	}
	state, wrong := s.state(job.ID)
	if err = errors.Join(err, wrong); err != nil {
		s.Log("refuses a job: %v", err)
		_ = msg.Term()
		return
	}
	late, cancel := outlive(ctx, handBack)
	defer cancel()
	if _, err := s.results.Get(late, s.key(job)); err == nil { // another worker was late, or this one is
		_ = msg.Ack()
		return
	}
	delivered := uint64(1)
	if meta, err := msg.Metadata(); err == nil {
		delivered = meta.NumDelivered
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer s.register(job.ID, func() { stop(errUseless) })()
	defer s.beat(msg)()
	answer := JobResult{Protocol: Protocol, Begun: job.Begun, ID: job.ID, Worker: s.name}
	if delivered > hopeless {
		answer.Failed = true
	} else {
		if answer, err = s.answerTo(ctx, job, state, answer, delivered > suspicious); err != nil && ctx.Err() == nil {
			s.Log("fails: %v", err)
			answer.Failed = true
		}
	}
	switch {
	case context.Cause(ctx) == errUseless:
		_ = msg.Ack()
	case errors.Is(err, errNotStored), err != nil && ctx.Err() != nil: // another attempt may succeed
		_ = msg.Nak()
	default:
		s.store(late, job, answer, msg)
	}
}

// outlive returns a context that ends the time d after ctx.
func outlive(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(d, cancel) })
	return late, func() { stop(); cancel() }
}

// errUseless is the cause that ends a job that nobody needs any more.
var errUseless = errors.New("nobody needs the job any more")

// errNotStored reports that the server did not take a certificate.
var errNotStored = errors.New("the certificate cannot be stored")

// register makes a job stoppable until the returned function is called.
func (s *slot) register(id string, stop func()) (done func()) {
	s.worker.mu.Lock()
	defer s.worker.mu.Unlock()
	s.running[id] = stop
	return func() {
		s.worker.mu.Lock()
		defer s.worker.mu.Unlock()
		delete(s.running, id)
	}
}

// beat tells the server that a job is being worked on, until the returned function is called.
func (s *slot) beat(msg jetstream.Msg) (done func()) {
	ticker, ended := time.NewTicker(s.ackWait/3), make(chan struct{})
	go func() {
		for {
			select {
			case <-ticker.C:
				_ = msg.InProgress()
			case <-ended:
				return
			}
		}
	}()
	return func() { ticker.Stop(); close(ended) }
}

// answerTo searches or proves. A suspect job gets half of the usual budget and memory. The error says why a job has no
// answer.
func (s *slot) answerTo(ctx context.Context, job Job, state variants.State, none JobResult, suspect bool) (JobResult, error) {
	if err := pause(ctx, s.Delay); err != nil {
		return none, err
	}
	searcher := s.searcher
	if suspect {
		var err error
		if searcher, err = joblevel.NewSearcher(s.game, s.memory/2); err != nil {
			return none, err
		}
		defer searcher.Close()
		job.Nodes /= 2
	}
	if job.Prove {
		return s.prove(ctx, searcher, job, state, none)
	}
	r, err := searcher.Search(ctx, state, solver.Options{Nodes: max(job.Nodes, 1), Workers: s.Threads})
	if err != nil {
		return none, err
	}
	if ctx.Err() != nil && !r.Decided() && r.Nodes < job.Nodes/4 {
		return none, ctx.Err()
	}
	if s.Lie {
		r = joblevel.Result{State: r.State, Nodes: r.Nodes, Numbers: joblevel.Decided(solver.OutcomeOf(r.Numbers.Outcome() != solver.Win))}
	}
	s.count(r.Nodes)
	return s.fill(none, r), nil
}

// prove puts a certificate where the coordinator finds it.
func (s *slot) prove(ctx context.Context, searcher *joblevel.Searcher, job Job, state variants.State, answer JobResult) (JobResult, error) {
	var file bytes.Buffer
	wins := job.Wins
	if s.Lie {
		answer.Outcome = solver.OutcomeOf(!wins).String()
		return answer, nil
	}
	switch err := searcher.Prove(ctx, state, job.Wins, s.Program, &file); {
	case errors.Is(err, joblevel.ErrRefuted):
		wins = !wins
	case err != nil:
		return answer, err
	default:
		if answer.Object, err = s.putCertificate(ctx, job.ID, file.Bytes()); err != nil {
			return answer, err
		}
	}
	s.count(0)
	answer.Outcome = solver.OutcomeOf(wins).String()
	return answer, nil
}

// count counts a job that is done.
func (s *slot) count(nodes uint64) {
	s.worker.mu.Lock()
	defer s.worker.mu.Unlock()
	s.said.Jobs++
	s.said.Nodes += nodes
}

// store stores an answer and acknowledges the job. A decided answer replaces an undecided one. If that fails, the job
// is handed back.
func (s *slot) store(ctx context.Context, job Job, a JobResult, msg jetstream.Msg) {
	err := s.worker.persist(ctx, func(ctx context.Context) error {
		_, err := s.results.Create(ctx, s.key(job), encode(a))
		if !errors.Is(err, jetstream.ErrKeyExists) {
			return final(err, jetstream.ErrBucketNotFound, jetstream.ErrStreamNotFound)
		}
		entry, err := s.results.Get(ctx, s.key(job))
		if err != nil {
			return err
		}
		if old, err := decode[JobResult](entry.Value()); err == nil && (old.Outcome != "" || a.Outcome == "") {
			return nil
		}
		_, err = s.results.Update(ctx, s.key(job), encode(a), entry.Revision())
		return err
	})
	if err != nil {
		s.Log("cannot store an answer: %v", err)
		_ = msg.Nak()
		return
	}
	_ = msg.DoubleAck(ctx)
}
