package queue

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gridlock/variants"
)

// ErrEnded reports that a run is over, or was never begun.
var ErrEnded = errors.New("the run is over")

// run is a run on a server.
type run struct {
	*Hub
	codec
	id     string
	config Config
	root   variants.Position
}

func (h *Hub) newRun(id string, config Config) (*run, error) {
	root, err := config.Root()
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", id, err)
	}
	return &run{Hub: h, codec: newCodec(root.Game()), id: id, config: config, root: root}, nil
}

// DefaultRun returns the name of a run about a position, for a run that got no name. The name is the same for the same
// position, so that the same command continues.
func DefaultRun(p variants.Position) string {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(p.String()))
	return fmt.Sprintf("%s-%v-%08x", p.Game().Variant().FileName(), p.Game().Grid(), sum.Sum32())
}

func (r *run) stream() string          { return "GL_" + r.id + "_jobs" }
func (r *run) results() string         { return "GL_" + r.id + "_results" }
func (r *run) proofs() string          { return "GL_" + r.id + "_proofs" }
func (r *run) cancelled() string       { return "gl." + r.id + ".cancel" }
func (r *run) subject(k string) string { return "gl." + r.id + ".job." + k }
func verdictKey(run string) string     { return run + ".verdict" }
func provingKey(id string) string      { return "proof." + id }
func (r *run) key(j Job) string {
	if j.Prove {
		return provingKey(j.ID)
	}
	return j.ID
}

// consumer is the name of the consumer of a run's jobs, which all workers share.
const consumer = "workers"

// create creates missing streams of the run.
func (r *run) create(ctx context.Context, ackWait time.Duration) error {
	jobs, err := r.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: r.stream(), Subjects: []string{r.subject(">")}, Retention: jetstream.WorkQueuePolicy,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, // one job for a position, whoever publishes it
	})
	if err != nil {
		return err
	}
	if _, err := jobs.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
		MaxDeliver:    -1, // with a limit, messages were lost (nats-server #7817)
		MaxAckPending: 8192, MaxWaiting: 8192,
	}); err != nil {
		return err
	}
	if _, err = r.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: r.results(), MaxValueSize: 1 << 16}); err != nil {
		return err
	}
	_, err = r.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: r.proofs()})
	return err
}

// remove deletes what a run needs while it lasts.
func (r *run) remove(ctx context.Context) error {
	return r.persist(ctx, func(ctx context.Context) error {
		for _, err := range []error{
			r.js.DeleteStream(ctx, r.stream()), r.js.DeleteKeyValue(ctx, r.results()), r.js.DeleteObjectStore(ctx, r.proofs()),
		} {
			if err != nil && !missing(err) {
				return err
			}
		}
		return nil
	})
}

// begin begins a run about a position, or finds the one that has been begun already. A run of that
// name about another position is an error.
func (h *Hub) begin(ctx context.Context, id, program string, p variants.Position) (*run, error) {
	config := Config{Protocol: Protocol, Program: program, Variant: p.Game().Variant().Key(), Position: p.String(), Begun: time.Now().UTC()}
	r, err := h.newRun(id, config)
	if err != nil {
		return nil, err
	}
	runs, err := h.bucket(ctx, runsBucket)
	if err != nil {
		return nil, err
	}
	err = h.persist(ctx, func(ctx context.Context) error {
		_, err := runs.Create(ctx, id, encode(config))
		return final(err, jetstream.ErrKeyExists)
	})
	if !errors.Is(err, jetstream.ErrKeyExists) {
		return r, err
	}
	old, _, _, err := read[Config](ctx, h, runs, id)
	if err != nil {
		return nil, err
	}
	if old.Variant != config.Variant || old.Position != config.Position {
		return nil, fmt.Errorf("there is a run %s about %s %s; name this one with --run", id, old.Variant, old.Position)
	}
	return h.newRun(id, old)
}

// find finds a run that has been begun.
func (h *Hub) find(ctx context.Context, id string) (*run, error) {
	var runs jetstream.KeyValue
	err := h.persist(ctx, func(ctx context.Context) (err error) {
		runs, err = h.js.KeyValue(ctx, runsBucket)
		return final(err, jetstream.ErrBucketNotFound) // no run has been begun
	})
	var config Config
	begun := false
	if err == nil {
		config, _, begun, err = read[Config](ctx, h, runs, id)
	}
	if err != nil && !errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil, err
	}
	if !begun {
		return nil, fmt.Errorf("there is no run %s: %w; \"gridlock-cluster status\" lists them", id, ErrEnded)
	}
	return h.newRun(id, config)
}

// verdict returns how the run ended; ok is false if it has not.
func (r *run) verdict(ctx context.Context) (v Verdict, ok bool, err error) {
	runs, err := r.bucket(ctx, runsBucket)
	if err != nil {
		return v, false, err
	}
	v, _, ok, err = read[Verdict](ctx, r.Hub, runs, verdictKey(r.id))
	return v, ok, err
}

// note notes how the run ended, unless that is noted already.
func (r *run) note(ctx context.Context, v Verdict) error {
	runs, err := r.bucket(ctx, runsBucket)
	if err != nil {
		return err
	}
	err = r.persist(ctx, func(ctx context.Context) error {
		_, err := runs.Create(ctx, verdictKey(r.id), encode(v))
		return final(err, jetstream.ErrKeyExists)
	})
	if errors.Is(err, jetstream.ErrKeyExists) {
		return nil
	}
	return err
}

// cancel notes that the run ended without a verdict, and waits until no coordinator is at work any
// more. (If one created a stream again that is being deleted, the server, version 2.15, would move the
// new one's directory away.)
func (r *run) cancel(ctx context.Context) error {
	if err := r.note(ctx, Verdict{Ended: time.Now().UTC()}); err != nil {
		return err
	}
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if busy, err := r.busy(ctx); !busy || err != nil {
			return err
		}
		if err := pause(ctx, lookForEnd/8); err != nil {
			return err
		}
	}
	return nil
}

// busy reports whether a coordinator is at work.
func (r *run) busy(ctx context.Context) (bool, error) {
	leases, err := entries(ctx, r.Hub, leasesBucket)
	return leases[r.id] != nil, err
}

// Cancel ends a run without a verdict, and waits until its coordinator has noticed. It is an error if the run is over.
func (h *Hub) Cancel(ctx context.Context, id string) error {
	r, err := h.find(ctx, id)
	if err != nil {
		return err
	}
	if v, ended, err := r.verdict(ctx); err != nil {
		return err
	} else if ended {
		return fmt.Errorf("the run %s ended at %s: %w", id, v.Ended.Format(time.DateTime), ErrEnded)
	}
	if err := r.cancel(ctx); err != nil {
		return err
	}
	return r.remove(ctx)
}

// Forget removes all traces of a run, after cancelling it if a coordinator is at work.
func (h *Hub) Forget(ctx context.Context, id string) error {
	r, err := h.find(ctx, id)
	if err != nil {
		return err
	}
	runs, err := h.bucket(ctx, runsBucket)
	if err != nil {
		return err
	}
	busy, err := r.busy(ctx)
	if err == nil && busy {
		err = r.cancel(ctx)
	}
	if err == nil {
		err = r.remove(ctx)
	}
	if err != nil {
		return err
	}
	for _, key := range []string{verdictKey(id), id} {
		if err := h.persist(ctx, func(ctx context.Context) error { return runs.Purge(ctx, key) }); err != nil {
			return err
		}
	}
	return nil
}

// Status is the state of a run on a server.
type Status struct {
	Run      string   `json:"run"`
	Config   Config   `json:"config"`
	Verdict  *Verdict `json:"verdict,omitzero"`  // once it is over
	Progress Progress `json:"progress,omitzero"` // while a coordinator is at work
}

// Status returns the runs on a server, the oldest first, and the workers.
func (h *Hub) Status(ctx context.Context) (all []Status, workers []Presence, err error) {
	if all, err = h.runs(ctx); err != nil {
		return nil, nil, err
	}
	leases, err := entries(ctx, h, leasesBucket)
	if err != nil {
		return nil, nil, err
	}
	for i := range all {
		all[i].Progress, _ = decode[Progress](leases[all[i].Run]) // empty if no coordinator is at work
	}
	workers, err = h.workers(ctx)
	return all, workers, err
}

// runs returns the runs on a server, the oldest first, without their progress.
func (h *Hub) runs(ctx context.Context) (all []Status, err error) {
	found, err := entries(ctx, h, runsBucket)
	if err != nil {
		return nil, err
	}
	for key, data := range found {
		if strings.Contains(key, ".") {
			continue
		}
		s := Status{Run: key}
		if s.Config, err = decode[Config](data); err != nil {
			return nil, err
		}
		if data, ended := found[verdictKey(key)]; ended {
			v, err := decode[Verdict](data)
			if err != nil {
				return nil, err
			}
			s.Verdict = &v
		}
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b Status) int { return a.Config.Begun.Compare(b.Config.Begun) })
	return all, nil
}

// workers returns the workers of a server, by name.
func (h *Hub) workers(ctx context.Context) (all []Presence, err error) {
	found, err := entries(ctx, h, workersBucket)
	for _, data := range found {
		if w, err := decode[Presence](data); err == nil {
			all = append(all, w)
		}
	}
	slices.SortFunc(all, func(a, b Presence) int { return strings.Compare(a.Name, b.Name) })
	return all, err
}

// entries returns all entries of a bucket, none if there is no such bucket.
func entries(ctx context.Context, h *Hub, bucket string) (all map[string][]byte, err error) {
	err = h.persist(ctx, func(ctx context.Context) error {
		all = map[string][]byte{}
		kv, err := h.js.KeyValue(ctx, bucket)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		watcher, err := kv.WatchAll(ctx, jetstream.IgnoreDeletes())
		if err != nil {
			return err
		}
		defer func() { _ = watcher.Stop() }()
		for {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case entry := <-watcher.Updates():
				if entry == nil { // that was all
					return nil
				}
				all[entry.Key()] = entry.Value()
			}
		}
	})
	return all, err
}
