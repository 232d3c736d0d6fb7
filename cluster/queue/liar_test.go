package queue

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"gridlock/cluster/joblevel"
	"gridlock/internal/testgames"
	"gridlock/proof/certify"
	"gridlock/solver"
	"gridlock/variants"
)

// liar answers jobs of a run with what no worker would.
type liar struct {
	*Hub
	codec
	run    string
	random *rand.Rand
	told   map[string]int
}

// lie writes a wrong answer to a job.
type lie struct {
	name string
	tell func(ctx context.Context, l *liar, job Job) error
}

// put writes a value to the results.
func (l *liar) put(ctx context.Context, key string, value []byte) error {
	_, err := l.js.Publish(ctx, "$KV.GL_"+l.run+"_results."+key, value)
	return err
}

// key returns the key of the answer to a job.
func (l *liar) key(job Job) string { return (&run{}).key(job) }

// says returns a lie that writes a value as it is.
func says(name string, value func(l *liar, job Job) []byte) lie {
	return lie{name, func(ctx context.Context, l *liar, job Job) error { return l.put(ctx, l.key(job), value(l, job)) }}
}

// answers returns a lie that writes an answer with something wrong.
func answers(name string, wrong func(a *JobResult)) lie {
	return says(name, func(_ *liar, job Job) []byte {
		a := JobResult{Protocol: Protocol, Begun: job.Begun, ID: job.ID, Worker: "liar", Outcome: solver.OutcomeOf(job.Wins).String()}
		wrong(&a)
		return encode(a)
	})
}

// generalLies returns lies about any job.
func generalLies() []lie {
	return []lie{
		says("nothing", func(*liar, Job) []byte { return nil }),
		says("noise", func(l *liar, _ Job) []byte { return noise(l.random, 1000) }),
		says("half an answer", func(_ *liar, job Job) []byte { data := encode(JobResult{ID: job.ID}); return data[:len(data)/2] }),
		says("much", func(*liar, Job) []byte { return bytes.Repeat([]byte("["), 1<<16-1000) }),
		says("much about children", func(_ *liar, job Job) []byte {
			return encode(JobResult{Protocol: Protocol, Begun: job.Begun, ID: job.ID, Children: make([][2]uint32, 9000)})
		}),
		answers("of another protocol", func(a *JobResult) { a.Protocol++ }),
		answers("of another run", func(a *JobResult) { a.Begun = a.Begun.Add(-time.Second) }),
		answers("about another position", func(a *JobResult) { a.ID = strings.Repeat("0", 32) }),
		answers("no outcome", func(a *JobResult) { a.Outcome = "draw" }),
	}
}

// stores returns a lie about a proof: an object with that content, and something wrong.
func stores(name string, content func(ctx context.Context, l *liar, job Job) ([]byte, error), wrong func(ctx context.Context, l *liar, o *jetstream.ObjectInfo) error) lie {
	return storesIn(name, chunkBytes, content, wrong)
}

// storesIn is stores with a size of the chunks.
func storesIn(name string, chunk uint32, content func(ctx context.Context, l *liar, job Job) ([]byte, error), wrong func(ctx context.Context, l *liar, o *jetstream.ObjectInfo) error) lie {
	return lie{name, func(ctx context.Context, l *liar, job Job) error {
		data, err := content(ctx, l, job)
		if err != nil {
			return err
		}
		store, err := l.js.ObjectStore(ctx, "GL_"+l.run+"_proofs")
		if err != nil {
			return err
		}
		o, err := store.Put(ctx, jetstream.ObjectMeta{Name: newObject(job.ID), Opts: &jetstream.ObjectMetaOptions{ChunkSize: chunk}}, bytes.NewReader(data))
		if err != nil {
			return err
		}
		if err := wrong(ctx, l, o); err != nil {
			return err
		}
		return answers("", func(a *JobResult) { a.Object = o.Name }).tell(ctx, l, job)
	}}
}

// says of an object what is not so.
func (l *liar) describe(ctx context.Context, o *jetstream.ObjectInfo) error {
	msg := nats.NewMsg("$O." + o.Bucket + ".M." + base64.URLEncoding.EncodeToString([]byte(o.Name)))
	msg.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
	msg.Data = encode(o)
	_, err := l.js.PublishMsg(ctx, msg)
	return err
}

// loses removes a chunk of an object.
func loses(ctx context.Context, l *liar, o *jetstream.ObjectInfo) error {
	stream, err := l.js.Stream(ctx, "OBJ_"+o.Bucket)
	if err != nil {
		return err
	}
	chunk, err := stream.GetMsg(ctx, 1, jetstream.WithGetMsgSubject("$O."+o.Bucket+".C."+o.NUID))
	if err != nil {
		return err
	}
	return stream.DeleteMsg(ctx, chunk.Sequence)
}

// proofLies returns lies about proofs.
func proofLies() []lie {
	right := func(context.Context, *liar, *jetstream.ObjectInfo) error { return nil }
	some := func(n int) func(context.Context, *liar, Job) ([]byte, error) {
		return func(_ context.Context, l *liar, _ Job) ([]byte, error) { return noise(l.random, n), nil }
	}
	described := func(change func(o *jetstream.ObjectInfo)) func(context.Context, *liar, *jetstream.ObjectInfo) error {
		return func(ctx context.Context, l *liar, o *jetstream.ObjectInfo) error {
			change(o)
			return l.describe(ctx, o)
		}
	}
	return []lie{
		answers("no object", func(*JobResult) {}),
		answers("an object that is not there", func(a *JobResult) { a.Object = newObject(a.ID) }),
		answers("an object of another leaf", func(a *JobResult) { a.Object = newObject(strings.Repeat("0", 32)) }),
		answers("an object with a long name", func(a *JobResult) { a.Object = a.ID + "." + strings.Repeat("x", 10_000) }),
		stores("an empty object", some(0), right),
		stores("noise as an object", some(5000), right),
		stores("an object without its only chunk", some(5000), loses),
		stores("an object without a chunk", some(3*chunkBytes), loses),
		stores("half a certificate", func(ctx context.Context, l *liar, job Job) ([]byte, error) {
			file, err := l.prove(ctx, job)
			return file[:len(file)/2], err
		}, right),
		stores("a damaged certificate", func(ctx context.Context, l *liar, job Job) ([]byte, error) {
			file, err := l.prove(ctx, job)
			if err == nil {
				file[len(file)/2+l.random.IntN(len(file)/4)] ^= 0x10
			}
			return file, err
		}, right),
		stores("a huge object", some(mostBytes+1), right),
		stores("an object that says it is huge", some(10), described(func(o *jetstream.ObjectInfo) { o.Size = 1 << 62 })),
		stores("an object that says it is larger", some(10), described(func(o *jetstream.ObjectInfo) { o.Size = 1 << 20 })),
		stores("an object that says it is smaller", some(1<<20), described(func(o *jetstream.ObjectInfo) { o.Size -= 1000 })),
		storesIn("an object in small chunks", 10, some(5000), right),
		stores("all chunks of all", some(10), described(func(o *jetstream.ObjectInfo) { o.NUID = ">" })),
		stores("no chunks", some(10), described(func(o *jetstream.ObjectInfo) { o.NUID = "" })),
		stores("chunks that are not there", some(10), described(func(o *jetstream.ObjectInfo) { o.NUID = nuid.Next() })),
		stores("a link to itself", some(10), described(func(o *jetstream.ObjectInfo) {
			o.Opts = &jetstream.ObjectMetaOptions{Link: &jetstream.ObjectLink{Bucket: o.Bucket, Name: o.Name}}
		})),
	}
}

// noise returns bytes that mean nothing.
func noise(r *rand.Rand, n int) []byte {
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	return data
}

// prove returns an honest certificate, of whoever wins.
func (l *liar) prove(ctx context.Context, job Job) ([]byte, error) {
	s, err := joblevel.NewSearcher(l.game, 16<<20)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	state, err := l.state(job.ID)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if err = s.Prove(ctx, state, job.Wins, "liar", &file); errors.Is(err, joblevel.ErrRefuted) {
		err = s.Prove(ctx, state, !job.Wins, "liar", &file)
	}
	return file.Bytes(), err
}

// newLiar returns a liar about a run of a game.
func newLiar(h *Hub, game *variants.Game, run string, seed uint64) *liar {
	return &liar{Hub: h, codec: newCodec(game), run: run, random: rand.New(rand.NewPCG(seed, 0)), told: map[string]int{}}
}

// awaitJob waits for a job of a run. A server that is about to create the run's jobs, or has just done so,
// may say that there is nobody to give any.
func awaitJob(ctx context.Context, h *Hub, run string) (jetstream.Msg, error) {
	for {
		jobs, err := h.js.Consumer(ctx, "GL_"+run+"_jobs", consumer)
		if err == nil {
			var msg jetstream.Msg
			if msg, err = fetch(ctx, jobs); err == nil {
				return msg, nil
			}
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return nil, err
		}
	}
}

// nextJob waits for a job of the run.
func (l *liar) nextJob(ctx context.Context) (jetstream.Msg, Job, error) {
	msg, err := awaitJob(ctx, l.Hub, l.run)
	if err != nil {
		return nil, Job{}, err
	}
	job, err := decode[Job](msg.Data())
	return msg, job, err
}

// tell tells a lie about a job.
func (l *liar) tell(ctx context.Context, what lie, msg jetstream.Msg, job Job) error {
	l.told[what.name]++
	if err := what.tell(ctx, l, job); err != nil {
		return fmt.Errorf("%s: %w", what.name, err)
	}
	return msg.DoubleAck(ctx)
}

// Whatever is wrong with an answer is noticed at once, and the job is published again. In the end an
// honest worker does it.
func TestWrongAnswers(t *testing.T) {
	s := start(t)
	ctx := t.Context()
	p := testgames.Game(t, "lockdown", 4, 4).Start() // a lemma decides it, so there is only its proof
	opt := options(t)
	opt.Sweep, opt.AckWait = time.Hour, time.Hour // a wrong answer does not wait for them
	refused := make(chan string, 100)
	opt.Log = func(format string, args ...any) {
		t.Logf(format, args...)
		if strings.HasPrefix(format, "refuses") {
			refused <- fmt.Sprintf(format, args...)
		}
	}
	var group errgroup.Group
	var v Verdict
	group.Go(func() (err error) {
		v, err = Solve(ctx, connect(t, s), p, opt)
		return err
	})
	l := newLiar(connect(t, s), p.Game(), opt.Run, 1)
	all := append(generalLies(), proofLies()...)
	for _, what := range all {
		msg, job, err := l.nextJob(ctx)
		require.NoError(t, err, what.name)
		require.True(t, job.Prove)
		require.NoError(t, l.tell(ctx, what, msg, job))
		<-refused
	}
	for _, key := range []string{"a$b", "proof.$", "proof." + strings.Repeat("f", 32), strings.Repeat("f", 32)} { // about no job
		require.NoError(t, l.put(ctx, key, []byte("{}")))
		<-refused
	}
	objects, err := l.js.Stream(ctx, "OBJ_GL_test_proofs")
	require.NoError(t, err)
	require.Less(t, objects.CachedInfo().State.Bytes, uint64(4<<20), "what is refused is deleted")
	group.Go(func() error {
		return Work(ctx, connect(t, s), WorkerOptions{Name: "w", Program: "test", Slots: 1, Memory: 16 << 20, Run: opt.Run, Log: t.Logf})
	})
	require.NoError(t, group.Wait())
	require.Equal(t, "loss", v.Outcome)
	require.Equal(t, 1, v.Certificates)
	require.Equal(t, len(all)+4, v.Progress.Refused)
}

// besideLiar solves blockade 6×6 with two workers and a liar, who tells whatever comes to his mind about
// every third job or so.
func besideLiar(t *testing.T, seed uint64) (v Verdict, told map[string]int) {
	t.Helper()
	s := start(t)
	ctx := t.Context()
	p := testgames.Game(t, "blockade", 6, 6).Start()
	opt := options(t)
	opt.Log = func(string, ...any) {}
	merged := false
	opt.Merged = func(ctx context.Context, m *certify.Merger, winner variants.Player) error {
		merged = true
		return checkMerged(ctx, m, p, winner)
	}
	l := newLiar(connect(t, s), p.Game(), opt.Run, seed)
	lying, stop := context.WithCancel(ctx)
	var honest, others errgroup.Group
	others.Go(func() error { return l.lie(lying) })
	for i := range 2 {
		h := connect(t, s)
		others.Go(func() error {
			return Work(ctx, h, WorkerOptions{Name: fmt.Sprint("w", i), Program: "test", Slots: 1, Memory: 64 << 20, Run: opt.Run, Log: opt.Log})
		})
	}
	honest.Go(func() (err error) {
		defer stop()
		v, err = Solve(ctx, connect(t, s), p, opt)
		return err
	})
	require.NoError(t, honest.Wait(), "seed %d", seed)
	require.NoError(t, others.Wait(), "seed %d", seed)
	require.Equal(t, "loss", v.Outcome, "seed %d", seed)
	require.True(t, merged, "seed %d", seed)
	return v, l.told
}

// lie answers jobs until ctx ends.
func (l *liar) lie(ctx context.Context) error {
	const mostHuge = 3 // which take a while
	for {
		msg, job, err := l.nextJob(ctx)
		if err != nil {
			return over(ctx, err)
		}
		all := append(generalLies(), answers("failed", func(a *JobResult) { a.Failed = true }),
			answers("the opposite", func(a *JobResult) { a.Outcome = solver.OutcomeOf(!job.Wins).String() }))
		if job.Prove {
			all = append(all, proofLies()...)
		}
		what := all[l.random.IntN(len(all))]
		for what.name == "a huge object" && l.told[what.name] == mostHuge {
			what = all[l.random.IntN(len(all))]
		}
		if err := l.tell(ctx, what, msg, job); err != nil {
			if err := pause(ctx, time.Millisecond); err != nil { // the run may be over
				return over(ctx, err)
			}
		}
	}
}

func TestBesideLiar(t *testing.T) {
	const seed = 1
	v, told := besideLiar(t, seed)
	require.NotZero(t, v.Progress.Refused)
	t.Logf("seed %d: %d certificates, %d refused, told %v", seed, v.Certificates, v.Progress.Refused, told)
}
