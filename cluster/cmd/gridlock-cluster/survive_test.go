//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"gridlock/cluster/queue"
	"gridlock/internal/cli"
	"gridlock/internal/home"
	"gridlock/internal/testgames"
	"gridlock/proof"
)

// asProgram is set in the environment of processes of the test that are to be the program.
const asProgram = "GRIDLOCK_CLUSTER_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(cli.NewProgram(faulty()).Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	_ = flag.Set("test.parallel", "4") // processes mostly wait
	os.Exit(home.M{M: m}.Run())
}

// faulty returns the root command, whose workers have two flags more: to answer the wrong way round, and to wait before
// every job.
func faulty() *cobra.Command {
	var lie bool
	var delay time.Duration
	root := newRoot(func(ctx context.Context, h *queue.Hub, opt queue.WorkerOptions) error {
		opt.Lie, opt.Delay = lie, delay
		return queue.Work(ctx, h, opt)
	})
	worker, _, err := root.Find([]string{"worker"})
	if err != nil {
		panic(err)
	}
	worker.Flags().BoolVar(&lie, "lie", false, "")
	worker.Flags().DurationVar(&delay, "delay", 0, "")
	return root
}

// cast is the processes of a run of a test. A run about blockade 6×6, which the player to move
// loses, takes about three seconds.
type cast struct {
	*testing.T
	random  *rand.Rand
	dir     string
	address string

	workers []*process
	server  *process
	names   int
	hub     *queue.Hub // once it is needed
}

// process is a process of the program.
type process struct {
	*exec.Cmd
	out, errOut output
	ended       chan struct{} // closed when it has
}

// output is what a process has written.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (o *output) Write(data []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(data)
}

// String returns what has been written so far.
func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// newCast returns a cast with a server. The seed decides when things happen.
func newCast(t *testing.T, seed uint64) *cast {
	t.Helper()
	t.Parallel()
	t.Logf("seed %d", seed)
	c := &cast{T: t, random: rand.New(rand.NewPCG(seed, 0)), dir: t.TempDir(), address: "127.0.0.1:0"}
	if runtime.GOOS == "linux" { // where a whole network is this machine: nobody else has the port while the server is down
		pid := os.Getpid()
		c.address = fmt.Sprintf("127.%d.%d.%d:0", 1+pid>>8%254, 1+pid%254, 1+seed%254)
	}
	c.serve()
	return c
}

// begin starts a process of the program. It is killed when the test ends.
func (c *cast) begin(args ...string) *process {
	c.Helper()
	p := &process{Cmd: exec.Command(os.Args[0], args...), ended: make(chan struct{})}
	p.Env = append(os.Environ(), asProgram+"=1", "TMPDIR="+c.dir)
	p.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	p.Stdout, p.Stderr = &p.out, &p.errOut
	require.NoError(c, p.Start())
	go func() { _ = p.Wait(); close(p.ended) }()
	c.Cleanup(func() {
		p.kill()
		if c.Failed() {
			c.Logf("%q\n%s%s", args, p.out.String(), p.errOut.String())
		}
	})
	return p
}

// kill ends a process at once.
func (p *process) kill() {
	_ = p.Process.Kill()
	<-p.ended
}

// serve starts the server, again with what it has kept, and waits until it serves. Elsewhere than on
// Linux another program may have the address for a moment.
func (c *cast) serve() {
	c.Helper()
	serves := regexp.MustCompile(`Serving on nats://(\S+)`)
	require.True(c, testgames.Await(func() bool {
		if c.server == nil || !c.server.running() {
			c.server = c.begin("serve", "--listen", c.address, "--dir", filepath.Join(c.dir, "server"))
		}
		found := serves.FindStringSubmatch(c.server.out.String())
		if found != nil {
			c.address = found[1]
		}
		return found != nil
	}), "no server")
}

func (c *cast) url() string { return "nats://" + c.address }

// hire starts a worker.
func (c *cast) hire(args ...string) *process {
	c.Helper()
	c.names++
	w := c.begin(append([]string{"worker", "--server", c.url(), "--run", "test", "--name", fmt.Sprintf("w%d", c.names),
		"--workers", "1", "--memory", "32MiB", "--delay", "80ms"}, args...)...)
	c.workers = append(c.workers, w)
	return w
}

// coordinate starts a coordinator. Its times are short, so that it notices everything soon.
func (c *cast) coordinate(args ...string) *process {
	c.Helper()
	return c.begin(append([]string{"solve", "blockade", "--board", "6x6", "--run", "test", "--server", c.url(), "--prove", "--json",
		"--memory", "256MiB", "--lease", "2s", "--ack-wait", "2s", "--sweep", "2s"}, args...)...)
}

// status returns what the server knows of the run.
func (c *cast) status() (s queue.Status) {
	c.Helper()
	if c.hub == nil {
		var err error
		c.hub, err = queue.Connect(c.Context(), queue.Access{URL: c.url()}, "test", time.Minute, c.Logf)
		require.NoError(c, err)
		c.Cleanup(c.hub.Close)
	}
	runs, _, err := c.hub.Status(c.Context())
	if err != nil || len(runs) == 0 {
		return s
	}
	return runs[0]
}

// progress returns how much of the run is done, and whether it is over.
func (c *cast) progress() (done int, over bool) {
	c.Helper()
	s := c.status()
	return s.Progress.Jobs + s.Progress.Proven + s.Progress.Refused, s.Verdict != nil
}

// coordinator returns the name of the coordinator that is at work, if one is.
func (c *cast) coordinator() string { c.Helper(); return c.status().Progress.Coordinator }

// underWay waits until jobs have been done, or the run is over.
func (c *cast) underWay() { c.Helper(); c.reaches(6) }

// soon waits until some more jobs have been done, by the seed up to most, or until the run is over.
func (c *cast) soon(most int) {
	c.Helper()
	done, _ := c.progress()
	c.reaches(done + c.random.IntN(most))
}

// reaches waits until so many jobs have been done, or the run is over.
func (c *cast) reaches(jobs int) {
	c.Helper()
	require.True(c, testgames.Await(func() bool {
		done, over := c.progress()
		return over || done >= jobs
	}), "the run does not proceed")
}

// verdict waits for a coordinator's verdict, which must be right and proven, and returns it.
func (c *cast) verdict(p *process) solved {
	c.Helper()
	<-p.ended
	require.Zero(c, p.ProcessState.ExitCode())
	var s solved
	require.NoError(c, json.Unmarshal([]byte(p.out.String()), &s))
	require.Equal(c, "O", s.Winner)
	require.NotZero(c, s.Verdict.Certificates)
	return s
}

func (p *process) running() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// during does something again and again while a process runs, after up to so many jobs each.
func (c *cast) during(p *process, most int, something func()) (times int) {
	for c.soon(most); p.running(); c.soon(most) {
		if _, over := c.progress(); over {
			<-p.ended
			continue
		}
		something()
		times++
	}
	return times
}

func TestKilledWorkers(t *testing.T) {
	c := newCast(t, 1)
	c.hire()
	c.hire()
	solve := c.coordinate()
	c.underWay()
	killed := c.during(solve, 20, func() {
		i := c.random.IntN(len(c.workers))
		c.workers[i].kill()
		c.workers = append(c.workers[:i], c.workers[i+1:]...)
		c.hire()
	})
	c.verdict(solve)
	require.NotZero(t, killed)
}

func TestKilledCoordinators(t *testing.T) {
	c := newCast(t, 2)
	c.hire()
	c.hire()
	for range 3 {
		solve := c.coordinate()
		c.underWay()
		c.soon(15)
		solve.kill()
	}
	c.verdict(c.coordinate())
}

func TestKilledServer(t *testing.T) {
	c := newCast(t, 3)
	c.hire()
	c.hire()
	solve := c.coordinate()
	for range 2 {
		c.underWay()
		c.soon(15)
		c.server.kill()
		c.serve()
	}
	c.verdict(solve)
}

// What the server kept is lost, all of it.
func TestServerForgetsEverything(t *testing.T) {
	c := newCast(t, 4)
	c.hire()
	c.hire()
	solve := c.coordinate()
	c.underWay()
	c.server.kill()
	require.NoError(t, os.RemoveAll(filepath.Join(c.dir, "server")))
	c.serve()
	c.verdict(solve)
}

// A worker that does not move loses its job, and is late with the answer.
func TestStoppedWorker(t *testing.T) {
	c := newCast(t, 5)
	slow := c.hire()
	c.hire()
	solve := c.coordinate()
	c.underWay()
	c.during(solve, 10, func() {
		require.NoError(t, slow.Process.Signal(syscall.SIGSTOP))
		done, _ := c.progress()
		c.reaches(done + 30) // which takes longer than --ack-wait
		require.NoError(t, slow.Process.Signal(syscall.SIGCONT))
	})
	c.verdict(solve)
}

// A coordinator is stopped until another one has taken over, and continues beside it.
func TestTwoCoordinators(t *testing.T) {
	c := newCast(t, 6)
	c.hire("--delay", "150ms")
	first := c.coordinate()
	c.underWay()
	before := c.coordinator()
	second := c.coordinate()
	require.NoError(t, first.Process.Signal(syscall.SIGSTOP))
	require.True(t, testgames.Await(func() bool { now := c.coordinator(); return now != "" && now != before || !second.running() }), "no other coordinator")
	require.NoError(t, first.Process.Signal(syscall.SIGCONT))
	require.Equal(t, c.verdict(second).Verdict, c.verdict(first).Verdict)
}

// Jobs and answers disappear while the run lasts.
func TestPurgedStreams(t *testing.T) {
	c := newCast(t, 7)
	c.hire()
	c.hire()
	solve := c.coordinate()
	c.underWay()
	nc, err := nats.Connect(c.url())
	require.NoError(t, err)
	defer nc.Close()
	js, err := jetstream.New(nc)
	require.NoError(t, err)
	ctx := t.Context()
	for _, name := range []string{"GL_test_jobs", "KV_GL_test_results", "GL_test_jobs", "OBJ_GL_test_proofs"} {
		if stream, err := js.Stream(ctx, name); solve.running() && err == nil {
			require.NoError(t, stream.Purge(ctx))
		}
		c.soon(20)
	}
	if solve.running() {
		_ = js.DeleteStream(ctx, "GL_test_jobs")
	}
	c.verdict(solve)
}

// All workers are told to end, hand back what they do, and end.
func TestPreemption(t *testing.T) {
	c := newCast(t, 8)
	solve := c.coordinate()
	for range 3 {
		c.hire()
		c.hire("--workers", "2")
		c.underWay()
		c.soon(15)
		for _, w := range c.workers {
			_ = w.Process.Signal(syscall.SIGTERM)
		}
		for _, w := range c.workers {
			<-w.ended
			require.Zero(t, w.ProcessState.ExitCode(), w.errOut.String())
		}
		c.workers = nil
	}
	c.hire()
	c.verdict(solve)
}

// Of three workers one says of every position the opposite of what it found, and says that every
// verdict is wrong.
func TestLyingWorker(t *testing.T) {
	c := newCast(t, 9)
	c.hire("--lie")
	file := filepath.Join(c.dir, "merged.proof.gz")
	solve := c.coordinate("--proof", file)
	c.underWay()
	c.hire("--delay", "20ms")
	c.hire("--delay", "20ms")
	v := c.verdict(solve)
	require.NotZero(t, v.Verdict.Progress.Refused)
	c.proven(v, file)

	late := c.coordinate("--proof", filepath.Join(c.dir, "late.proof")) // the run is over
	<-late.ended
	require.Equal(t, cli.ExitError, late.ProcessState.ExitCode())
	require.Contains(t, late.errOut.String(), "cancel --forget test")
}

// proven verifies that both checkers accept the certificate of a run.
func (c *cast) proven(v solved, name string) {
	c.Helper()
	require.NotNil(c, v.Proof)
	file, err := os.Open(name)
	require.NoError(c, err)
	defer file.Close()
	r, work, err := proof.Check(c.Context(), file, proof.Options{})
	require.NoError(c, err)
	require.Equal(c, v.Position, r.Root.String())
	require.Equal(c, v.Winner, r.Header.Winner)
	require.Equal(c, v.Proof.Records, work.Records)
	python, err := exec.LookPath("python3")
	if os.Getenv("CI") != "" {
		require.NoError(c, err)
	}
	if python == "" {
		c.Log("there is no python3 here for the second checker")
		return
	}
	out, err := exec.Command(python, "../../../proof/check.py", name).CombinedOutput()
	require.NoError(c, err, "%s", out)
}

// A worker, the coordinator and the server are killed, one after the other, and another worker and
// coordinator write the certificate.
func TestCertificateAfterEverythingWasKilled(t *testing.T) {
	killEverything(newCast(t, 10))
}

// killEverything has a position solved, kills all processes once meanwhile, and verifies the
// certificate. More arguments are those of the coordinators.
func killEverything(c *cast, more ...string) {
	c.Helper()
	c.hire()
	c.hire()
	file := filepath.Join(c.dir, "merged.proof")
	args := append([]string{"--proof", file}, more...)
	first := c.coordinate(args...)
	c.underWay()
	for _, w := range c.workers {
		w.kill()
		c.hire()
		c.soon(8)
	}
	first.kill()
	second := c.coordinate(args...)
	c.soon(8)
	c.server.kill()
	c.serve()
	c.proven(c.verdict(second), file)
}
