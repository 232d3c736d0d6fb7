package tablebase_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/internal/home"
	"gridlock/internal/seed"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/brute"
	"gridlock/solver/keys"
	"gridlock/solver/retrograde"
	"gridlock/tablebase"
	"gridlock/variants"
)

// Tests that need another process run this program again, with a variable that selects its role.
const roleVariable = "GRIDLOCK_TEST_ROLE"

func TestMain(m *testing.M) {
	role, dir, _ := strings.Cut(os.Getenv(roleVariable), " ")
	switch role {
	case "":
		os.Exit(home.M{M: m}.Run())
	case "busy":
		busy(dir)
	case "hold":
		hold(dir)
	case "starved":
		starved(dir)
	case "limited":
		limited(dir)
	case "build":
		builds(dir)
	case "guest":
		guest(dir)
	}
}

// child runs this program in another role.
func child(t *testing.T, role, dir string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), roleVariable+"="+role+" "+dir)
	cmd.Stderr = os.Stderr
	_, err = cmd.StdinPipe() // ends with this process
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	return cmd, bufio.NewScanner(out)
}

// must is for children, which have no test to fail.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// game returns the first position of a game.
func game(id string, rows, cols int) variants.Position {
	return must(must(variants.Lookup(id)).NewGame(rows, cols)).Start()
}

// work returns positions to solve, one after the other.
func work() []variants.Position {
	var all []variants.Position
	p := game("lockdown", 3, 3)
	for m := range p.Legal().Cells() {
		next := p.Play(variants.Move(m))
		for m := range next.Legal().Cells() {
			all = append(all, next.Play(variants.Move(m)))
		}
	}
	return all
}

// busy builds tables, saves checkpoints and solved positions, over and over, and reports what it
// has done. It continues with the generation of the existing checkpoint.
func busy(dir string) {
	s := must(tablebase.Open(dir, tablebase.Options{Wait: time.Second}))
	table := game("lockdown", 3, 3)
	generation := loaded(s)
	for n := 0; ; n++ {
		p := work()[n%len(work())]
		r := must(brute.Memo{}.Solve(background(), p, solver.Options{}))
		must(0, s.Save(background(), p, r))
		fmt.Printf("solved %v\n", p)
		generation++
		must(0, s.SaveCheckpoint(background(), "search", fmt.Append(nil, generation), numbers(generation)))
		fmt.Printf("checkpoint %d\n", generation)
		if n%3 == 0 {
			must(s.Build(table, naive(table, 50)))
			fmt.Println("built")
		}
	}
}

// numbers returns a checkpoint that is full of one number.
func numbers(n int) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for i := range 200 {
			if !yield(fmt.Appendf(nil, "%d %d", n, i), nil) {
				return
			}
		}
	}
}

// loaded returns the number in the checkpoint, which must be intact.
func loaded(s *tablebase.Store) int {
	meta, pieces, err := s.LoadCheckpoint(background(), "search")
	if must(meta, err) == nil {
		return 0
	}
	var n, count int
	must(fmt.Sscan(string(meta), &n))
	for piece, err := range pieces {
		if want := fmt.Sprintf("%d %d", n, count); want != string(must(piece, err)) {
			panic("a piece of another checkpoint: " + string(piece))
		}
		count++
	}
	if count != 200 {
		panic(fmt.Sprintf("%d pieces", count))
	}
	return n
}

// told is what a child has reported as done.
type told struct {
	solved     map[string]bool
	checkpoint int
	built      bool
	digest     string // of the table, once it was seen
}

// listen kills a child a moment after it has reported that so many things are done, and records
// what it has reported by then.
func (d *told) listen(t *testing.T, dir string, signs int, moment time.Duration) {
	t.Helper()
	cmd, lines := child(t, "busy", dir)
	for {
		if signs == 0 {
			time.AfterFunc(moment, func() { _ = cmd.Process.Kill() })
		}
		signs--
		if !lines.Scan() {
			break
		}
		switch what, rest, _ := strings.Cut(lines.Text(), " "); what {
		case "solved":
			d.solved[rest] = true
		case "checkpoint":
			must(fmt.Sscan(rest, &d.checkpoint))
		case "built":
			d.built = true
		}
	}
	var exit *exec.ExitError
	require.True(t, errors.As(cmd.Wait(), &exit) && !exit.Exited(), "it ended by itself")
}

// check verifies that everything is there.
func (d *told) check(t *testing.T, dir string) {
	t.Helper()
	s, err := tablebase.Open(dir, tablebase.Options{Wait: 5 * time.Second})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	require.GreaterOrEqual(t, loaded(s), d.checkpoint)
	for _, p := range work() {
		r, err := s.Find(t.Context(), p)
		require.NoError(t, err)
		if !r.Proven {
			require.False(t, d.solved[p.String()] || d.built, "%v is lost", p)
			continue
		}
		require.Equal(t, solve(t, p).Distance, r.Distance)
	}
	table, err := s.Table(game("lockdown", 3, 3))
	if errors.Is(err, tablebase.ErrMissing) {
		require.False(t, d.built)
		return
	}
	require.NoError(t, err)
	_, err = table.Verify(t.Context(), 0, 0)
	require.NoError(t, err)
	if d.digest != "" {
		require.Equal(t, d.digest, table.Info().Digest)
	}
	d.digest = table.Info().Digest
}

// Whenever the program is killed, everything that it had reported as done is there afterwards,
// and what it had begun is there completely or not at all.
func TestKilled(t *testing.T) {
	dir, d := t.TempDir(), &told{solved: map[string]bool{}}
	random := seed.Random(t)
	for n := range testgames.Of(6, 16) {
		signs := n % 4 // the first ones of a run: a solved position, a checkpoint, a table
		d.listen(t, dir, signs, time.Duration(random.IntN(100))*time.Millisecond)
		d.check(t, dir)
	}
	require.NotEmpty(t, d.solved)
	require.Positive(t, d.checkpoint)
	left, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	require.NoError(t, err)
	require.Less(t, len(left), 30, "what was not finished is cleared away: %v", left)
	t.Logf("%d positions, %d checkpoints", len(d.solved), d.checkpoint)
}

// hold keeps solved positions open until its input ends.
func hold(dir string) {
	s := must(tablebase.Open(dir, tablebase.Options{Hold: true}))
	p := game("claim", 3, 3)
	must(0, s.Save(background(), p, must(brute.Memo{}.Solve(background(), p, solver.Options{}))))
	fmt.Println("open")
	_, _ = io.Copy(io.Discard, os.Stdin)
	runtime.KeepAlive(s) // a file that nobody needs any more may be closed, and its lock with it
}

// A store that another process writes to is in use, which is neither empty nor damaged. Tables
// can still be read.
func TestSecondProcess(t *testing.T) {
	dir := t.TempDir()
	table := start(t, "lockdown", 3, 3)
	s := open(t, dir, tablebase.Options{Wait: 50 * time.Millisecond})
	_, err := s.Build(table, naive(table, 50))
	require.NoError(t, err)
	cmd, lines := child(t, "hold", dir)
	require.True(t, lines.Scan())
	p := start(t, "claim", 3, 3)
	_, err = s.Find(t.Context(), p)
	require.ErrorIs(t, err, tablebase.ErrLocked)
	require.ErrorContains(t, err, dir)
	require.ErrorIs(t, s.Save(t.Context(), p, solve(t, p)), tablebase.ErrLocked)
	_, err = s.SolvedGames(t.Context(), true)
	require.ErrorIs(t, err, tablebase.ErrLocked)
	r, err := s.Find(t.Context(), table)
	require.NoError(t, err)
	require.True(t, r.Proven)
	_, err = s.Build(table, naive(table, 60))
	require.NoError(t, err)

	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	r, err = s.Find(t.Context(), p)
	require.NoError(t, err)
	require.True(t, r.Proven)
}

// Several readers do not disturb each other.
func TestSeveralReaders(t *testing.T) {
	f := filled(t)
	a, b := open(t, f.dir, tablebase.Options{}), open(t, f.dir, tablebase.Options{})
	for _, s := range []*tablebase.Store{a, b, a} {
		require.Zero(t, f.probeTable(t, "open twice", s))
		require.Zero(t, f.probeCheckpoint(t, "open twice", s))
	}
}

// Without room on the disk the store stays as it is.
func TestFullDisk(t *testing.T) {
	f := filled(t)
	before := files(t, f.dir)
	for _, room := range []int{0, 1, 2, 3} {
		free := func(string) (uint64, error) {
			if room--; room < 0 {
				return 1 << 20, nil
			}
			return 1 << 40, nil
		}
		s := tablebase.LimitDisk(open(t, f.dir, tablebase.Options{}), free)
		p := start(t, "lockdown", 3, 3)
		_, err := s.Build(p, naive(p, 1))
		require.ErrorIs(t, err, tablebase.ErrSpace)
		require.ErrorContains(t, err, f.dir)
		err = s.SaveCheckpoint(t.Context(), "search", nil, seq(f.pieces))
		require.ErrorIs(t, err, tablebase.ErrSpace)
		require.ErrorIs(t, s.Save(t.Context(), p, solve(t, p)), tablebase.ErrSpace)
		require.Equal(t, before, files(t, f.dir))
	}
	s := open(t, f.dir, tablebase.Options{})
	require.ErrorIs(t, s.Room(retrograde.Needs{Table: 1 << 60}, true), tablebase.ErrSpace)
	require.NoError(t, s.Room(retrograde.Needs{Table: 1 << 60}, false))
	require.Zero(t, f.probe(t, "as before"))
}

// An engine or search that fails leaves the previous table or checkpoint.
func TestFailedWork(t *testing.T) {
	f := filled(t)
	before := files(t, f.dir)
	s := open(t, f.dir, tablebase.Options{})
	failure := errors.New("no more")
	_, err := s.Build(f.start, func(w retrograde.TableWriter) (retrograde.Built, error) {
		require.NoError(t, w.Block(3, []keys.Key{{A: 1}}, []uint8{0}))
		return retrograde.Built{}, failure
	})
	require.ErrorIs(t, err, failure)
	_, err = s.Build(f.start, func(w retrograde.TableWriter) (retrograde.Built, error) {
		return retrograde.Built{}, errors.Join(w.Block(3, []keys.Key{{A: 2}, {A: 1}}, []uint8{0, 0}))
	})
	require.ErrorContains(t, err, "order")
	err = s.SaveCheckpoint(t.Context(), "search", nil, func(yield func([]byte, error) bool) {
		_ = yield([]byte("x"), nil) && yield(nil, failure)
	})
	require.ErrorIs(t, err, failure)
	require.Equal(t, before, files(t, f.dir))
}

func TestCheckpoints(t *testing.T) {
	s := open(t, t.TempDir(), tablebase.Options{})
	meta, _, err := s.LoadCheckpoint(t.Context(), "a")
	require.NoError(t, err)
	require.Nil(t, meta)
	for n := 1; n < 4; n++ {
		require.NoError(t, s.SaveCheckpoint(t.Context(), "search", fmt.Append(nil, n), numbers(n)))
		require.Equal(t, n, loaded(s))
	}
	all, err := s.Checkpoints(t.Context(), true)
	require.NoError(t, err)
	require.Len(t, all, 1)
	require.NoError(t, s.DropCheckpoint(t.Context(), "search"))
	require.Zero(t, loaded(s))
}
