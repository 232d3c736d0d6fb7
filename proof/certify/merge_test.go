package certify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/pn"
	"gridlock/solver/retrograde"
	"gridlock/variants"
)

// fragment is a certificate of a position that the player to move wins, or loses.
type fragment struct {
	state variants.State
	file  []byte
}

// winnerOf returns the winner of a position, and whether that is the player to move.
func winnerOf(p variants.Position) (winner variants.Player, wins bool) {
	if (oracle{p.Game().Rules(), map[variants.State]bool{}}).wins(p.State()) {
		return p.Side(), true
	}
	return p.Side().Opponent(), false
}

// parts divides a proof: the winner's moves down to some depth in plies are returned as they are,
// and what is below as certificates, wide or not.
func parts(t require.TestingT, p variants.Position, wins, wide bool, depth int, moves map[variants.State]variants.Move) (all []fragment) {
	o := oracle{p.Game().Rules(), map[variants.State]bool{}}
	seen := map[variants.State]bool{}
	var divide func(s variants.State, wins bool, depth int)
	divide = func(s variants.State, wins bool, depth int) {
		if seen[s] {
			return
		}
		seen[s] = true
		legal := o.rules.Legal(s)
		if depth == 0 || legal == 0 {
			root, ok := p.Game().Drawn(s)
			require.True(t, ok)
			file, _, err := requested(root, pn.Engine{}, Request{Strategy: true, Wide: wide, Limits: solver.Options{Memory: 1 << 20}})
			require.NoError(t, err)
			all = append(all, fragment{s, file})
			return
		}
		for m := range legal.Cells() {
			next := o.rules.Play(s, variants.Move(m))
			switch {
			case !wins:
				divide(next, true, depth-1)
			case !o.wins(next):
				moves[s] = variants.Move(m)
				divide(next, false, depth-1)
				return
			}
		}
	}
	divide(p.State(), wins, depth)
	return all
}

// merge merges parts, and moves if there are some.
func merge(p variants.Position, winner variants.Player, all []fragment, moves map[variants.State]variants.Move) ([]byte, error) {
	return mergeBy(NewMerger(p.Game(), MergeOptions{}), p, winner, all, moves)
}

// mergeBy is merge by a given merger, which it closes.
func mergeBy(m *Merger, p variants.Position, winner variants.Player, all []fragment, moves map[variants.State]variants.Move) ([]byte, error) {
	ctx := context.Background()
	defer m.Close()
	for _, part := range all {
		r, err := proof.NewReader(ctx, bytes.NewReader(part.file))
		if err == nil {
			err = m.Add(ctx, r, proof.Options{})
		}
		if err != nil {
			return nil, err
		}
	}
	for s, move := range moves {
		if err := m.Move(s, move); err != nil {
			return nil, err
		}
	}
	w, err := m.Extract(ctx, Request{Root: p, Winner: winner, Program: "a test"}, new(bytes.Buffer))
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	err = w.Finish(&file, false)
	return file.Bytes(), err
}

// What is merged of parts at random depths proves the verdict, whether the moves above them are
// given or not. Without one of the parts it does not, and the error names a position.
func TestMergedCertificatesAreAccepted(t *testing.T) {
	counts, ways := map[string]int{}, map[string]int{}
	var files [][]byte
	enough := func() bool {
		return len(counts) == len(variants.All())+1 && testgames.Seen(ways, 0, "enough", "missing")
	}
	testgames.CheckUntil(t, 300, enough, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Variant(t), 14)
		if rapid.IntRange(0, 3).Draw(t, "another game") == 0 {
			p = testgames.Position(t, testgames.Family(t, 9), 9)
		}
		winner, wins := winnerOf(p)
		moves := map[variants.State]variants.Move{}
		all := parts(t, p, wins, rapid.Bool().Draw(t, "wide"), rapid.IntRange(0, 4).Draw(t, "depth"), moves)
		all = rapid.Permutation(all).Draw(t, "order")
		if rapid.Bool().Draw(t, "found") {
			moves = nil
		}
		file, err := merge(p, winner, all, moves)
		require.NoError(t, err)
		r, _, err := proof.Check(context.Background(), bytes.NewReader(file), proof.Options{})
		require.NoError(t, err)
		require.Equal(t, p.String(), r.Root.String())
		require.Equal(t, winner, r.Header.WinnerPlayer())
		require.Equal(t, strategyOf(p.Game()), r.Header.Method)
		counts[r.Header.Variant]++ // "" for others
		if len(files) < 60 {
			files = append(files, file)
		}

		lost := rapid.IntRange(0, len(all)-1).Draw(t, "lost")
		file, err = merge(p, winner, append(all[:lost:lost], all[lost+1:]...), moves)
		if err == nil { // the other parts say enough
			_, _, err := proof.Check(context.Background(), bytes.NewReader(file), proof.Options{})
			require.NoError(t, err)
			ways["enough"]++
			return
		}
		ways["missing"]++
		require.ErrorContains(t, err, "no part proves that the player to move wins ")
	})
	t.Log(counts, ways)
	require.True(t, enough())
	python(t, files)
}

// python verifies that the second checker accepts files.
func python(t *testing.T, files [][]byte) {
	t.Helper()
	require.Zero(t, lacking(t, written(t, files), "python3", "-B", "../check.py"))
}

// written writes files, and returns their names.
func written(t *testing.T, files [][]byte) []string {
	t.Helper()
	names, dir := make([]string, len(files)), t.TempDir()
	for i, file := range files {
		names[i] = filepath.Join(dir, fmt.Sprint(i))
		require.NoError(t, os.WriteFile(names[i], file, 0o600))
	}
	return names
}

// lacking asks another checker about files, all at once. It accepts all, except those whose method it lacks, and
// lacking returns how many these are.
func lacking(t *testing.T, names []string, checker ...string) (lacks int) {
	t.Helper()
	if _, err := exec.LookPath(checker[0]); err != nil && os.Getenv("CI") == "" {
		t.Logf("there is no %s here", checker[0])
		return 0
	}
	out, _ := exec.Command(checker[0], append(checker[1:], names...)...).CombinedOutput() // its lines say more than its status
	accepted := 0
	for line := range strings.Lines(string(out)) {
		switch name, said, _ := strings.Cut(line, ": "); {
		case strings.HasPrefix(said, "refused: this checker does not have the method "):
			lacks++
		case strings.Contains(said, " wins "):
			accepted++
		default:
			file, _ := os.ReadFile(name)
			require.Fail(t, checker[0], "%s\n%q", line, file)
		}
	}
	require.Equal(t, len(names), accepted+lacks, "%s: %s", checker, out)
	t.Logf("%s accepts %d, and has not the method of %d", checker[0], accepted, lacks)
	return lacks
}

// A missing part is named.
func TestMergeNamesWhatIsMissing(t *testing.T) {
	for _, id := range []string{variants.Duel, variants.Blockade} {
		p := testgames.Game(t, id, 4, 4).Start()
		winner, wins := winnerOf(p)
		depth := 1
		if wins {
			depth = 2
		}
		all := parts(t, p, wins, false, depth, map[variants.State]variants.Move{})
		for i, part := range all {
			_, err := merge(p, winner, append(all[:i:i], all[i+1:]...), nil)
			if err == nil { // its image is there
				continue
			}
			root, _ := p.Game().Drawn(part.state)
			require.EqualError(t, err, fmt.Sprintf("certify: no part proves that the player to move wins %v", root))
		}
		_, err := merge(p, winner, nil, nil)
		require.ErrorContains(t, err, "no part proves")
	}
}

// A part in which one answer has been replaced by another legal move is refused, unless that wins,
// too, and what is left to answer is there; the error names a position.
func TestMergeRefusesWrongAnswers(t *testing.T) {
	ctx, p := context.Background(), testgames.Game(t, variants.Duel, 3, 4).Start()
	good, h, err := certificate(p, pn.Engine{}, true, solver.Options{Memory: 1 << 20})
	require.NoError(t, err)
	rules, keys := p.Game().Rules(), proof.KeysOf(p.Game())
	refused := 0
	for changed := range h.Records {
		r, err := proof.NewReader(ctx, bytes.NewReader(good))
		require.NoError(t, err)
		w := proof.NewWriter(Request{Root: p, Winner: h.WinnerPlayer()}.strategyHeader(), new(bytes.Buffer))
		at := uint64(0)
		for {
			n, err := r.Layer()
			require.NoError(t, err)
			if n == 0 {
				break
			}
			var layer []proof.Record
			for range n {
				record, err := r.Record()
				require.NoError(t, err)
				if at == changed {
					s, err := keys.State(record.Key)
					require.NoError(t, err)
					record.Answer = proof.Answer{Move: variants.Move(rules.Legal(s).First())}
				}
				layer = append(layer, record)
				at++
			}
			require.NoError(t, w.Layer(len(layer), slices.Values(layer)))
		}
		var file bytes.Buffer
		require.NoError(t, w.Finish(&file, false))
		if _, err := merge(p, h.WinnerPlayer(), []fragment{{file: file.Bytes()}}, nil); err != nil {
			require.Regexp(t, `layer \d+.* [.#oxOX/]+ [xo]`, err.Error())
			refused++
		}
	}
	t.Logf("%d of %d", refused, h.Records)
	require.NotZero(t, refused)
}

// Parts that are damaged, about another game, or no strategies, are refused, and leave nothing
// behind.
func TestMergeRefuses(t *testing.T) {
	ctx, p := context.Background(), testgames.Game(t, variants.Blockade, 4, 4).Start()
	good, _, err := certificate(p, pn.Engine{}, true, solver.Options{Memory: 1 << 20})
	require.NoError(t, err)
	winner, _ := winnerOf(p)
	m := NewMerger(p.Game(), MergeOptions{})
	add := func(m *Merger, file []byte, opt proof.Options) error {
		r, err := proof.NewReader(ctx, bytes.NewReader(file))
		if err != nil {
			return err
		}
		return m.Add(ctx, r, opt)
	}
	records := func() int {
		n, err := count(ctx, m.rows)
		require.NoError(t, err)
		return n
	}
	for at := bytes.LastIndexByte(good, '\n') + 1; at < len(good); at += 7 {
		bad := bytes.Clone(good)
		bad[at] ^= 1
		require.Error(t, add(m, bad, proof.Options{}), at)
		require.Zero(t, records())
	}
	require.ErrorIs(t, add(m, good, proof.Options{Memory: 400}), proof.ErrMemory)
	require.ErrorIs(t, add(spilling(p.Game(), 1, nil), good, proof.Options{}), proof.ErrMemory)
	require.Zero(t, records())
	_, err = mergeBy(NewMerger(p.Game(), MergeOptions{Memory: 400, Scratch: newScratch(t.TempDir(), -1)}), p, winner, []fragment{{file: good}}, nil)
	require.ErrorIs(t, err, proof.ErrMemory, "for a layer")
	other, _, err := certificate(testgames.Game(t, variants.Blockade, 4, 5).Start(), pn.Engine{}, true, solver.Options{Memory: 1 << 20})
	require.NoError(t, err)
	require.ErrorContains(t, add(m, other, proof.Options{}), "blockade on 4x5")
	claim := testgames.Game(t, variants.Claim, 4, 4).Start()
	table, h, err := certificate(claim, pn.Engine{}, false, solver.Options{Memory: 1 << 20})
	require.NoError(t, err)
	require.Equal(t, proof.Nimbers, h.Method)
	require.ErrorContains(t, add(NewMerger(claim.Game(), MergeOptions{}), table, proof.Options{}), "by nimbers")
	plans, err := os.ReadFile("../testdata/blockplans.proof")
	require.NoError(t, err)
	require.ErrorContains(t, add(NewMerger(testgames.Game(t, variants.Blockade, 3, 4), MergeOptions{}), plans, proof.Options{}), "a part with a plan")
	require.ErrorContains(t, m.Move(p.State(), 63), "not legal")
	require.Zero(t, records())
	require.NoError(t, add(m, good, proof.Options{}))
	require.NotZero(t, records())
}

// spilling returns a merger that has almost no memory for records, which it puts into files.
func spilling(game *variants.Game, workers int, files retrograde.Scratch) *Merger {
	m := NewMerger(game, MergeOptions{Memory: 1 << 20, Workers: workers, Scratch: files})
	m.spill.Limit, m.most, m.rows.AtOnce = 0, 16, 16
	return m
}

// scratch makes files.
type scratch struct {
	dir           string
	open, written atomic.Int64
	left          atomic.Int64 // operations until they fail; negative for never
}

func newScratch(dir string, left int64) *scratch {
	s := &scratch{dir: dir}
	s.left.Store(left)
	return s
}

func (s *scratch) failure() error {
	if s.left.Add(-1) == -1 {
		s.left.Store(0)
		return syscall.ENOSPC
	}
	return nil
}

func (s *scratch) Create() (retrograde.ScratchFile, error) {
	if err := s.failure(); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(s.dir, "")
	s.open.Add(1)
	return scratchFile{f, s}, err
}

type scratchFile struct {
	*os.File
	scratch *scratch
}

func (f scratchFile) WriteAt(data []byte, at int64) (int, error) {
	if err := f.scratch.failure(); err != nil {
		return 0, err
	}
	f.scratch.written.Add(1)
	return f.File.WriteAt(data, at)
}

func (f scratchFile) ReadAt(data []byte, at int64) (int, error) {
	if err := f.scratch.failure(); err != nil {
		return 0, err
	}
	return f.File.ReadAt(data, at)
}

func (f scratchFile) Close() error {
	f.scratch.open.Add(-1)
	return errors.Join(f.File.Close(), os.Remove(f.Name()))
}

// divided is a position and certificates of later positions, some of which overlap.
type divided struct {
	variants.Position
	winner variants.Player
	parts  []fragment
}

// divide divides the start of a game.
func divide(t *testing.T, id string, rows, cols int) divided {
	t.Helper()
	p := testgames.Game(t, id, rows, cols).Start()
	winner, wins := winnerOf(p)
	none := map[variants.State]variants.Move{}
	return divided{p, winner, slices.Concat(parts(t, p, wins, false, 2, none), parts(t, p, wins, true, 5, none))}
}

// The certificate is the same with any memory, any number of workers, and the parts in any order.
func TestMergeSpills(t *testing.T) {
	for _, d := range []divided{
		divide(t, variants.Classic, 4, 4), divide(t, variants.Duel, 4, 4), divide(t, variants.Claim, 4, 5),
		divide(t, variants.Lockdown, 4, 4), divide(t, variants.Blockade, 4, 5),
	} {
		p, all := d.Position, d.parts
		want, err := merge(p, d.winner, all, nil)
		require.NoError(t, err)
		slices.Reverse(all)
		for _, workers := range []int{1, 3} {
			files := newScratch(t.TempDir(), -1)
			got, err := mergeBy(spilling(p.Game(), workers, files), p, d.winner, all, nil)
			require.NoError(t, err)
			require.Equal(t, want, got)
			require.Greater(t, files.written.Load(), int64(10), "runs")
			require.Zero(t, files.open.Load())
		}
		got, err := mergeBy(NewMerger(p.Game(), MergeOptions{Memory: 1 << 22, Workers: 2}), p, d.winner, all, nil)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

// Parts by positions become a certificate by intervals in the games that have them.
func TestMergeOfStoredParts(t *testing.T) {
	for name, method := range map[string]proof.Method{
		"blockade": proof.Strategy, "lockdown": proof.Strategy, "withdrawn": proof.Strategy, "intervals": proof.Intervals,
	} {
		file, err := os.ReadFile("../testdata/" + name + ".proof")
		require.NoError(t, err)
		part, err := proof.NewReader(context.Background(), bytes.NewReader(file))
		require.NoError(t, err)
		require.Equal(t, method, part.Header.Method)
		merged, err := merge(part.Root, part.Header.WinnerPlayer(), []fragment{{file: file}}, nil)
		require.NoError(t, err, name)
		r, work, err := proof.Check(context.Background(), bytes.NewReader(merged), proof.Options{})
		require.NoError(t, err, name)
		require.Equal(t, proof.Intervals, r.Header.Method)
		require.Equal(t, part.Root.String(), r.Root.String())
		require.LessOrEqual(t, work.Records, part.Header.Records)
	}
}

// Parts that are as wide as they were found make a smaller certificate, though they are larger.
func TestMergeOfWideParts(t *testing.T) {
	p := testgames.Game(t, variants.Blockade, 5, 4).Start()
	winner, wins := winnerOf(p)
	var bytesOf, records []int
	for _, wide := range []bool{false, true} {
		all := parts(t, p, wins, wide, 4, map[variants.State]variants.Move{})
		sum := 0
		for _, part := range all {
			sum += len(part.file)
		}
		file, err := merge(p, winner, all, nil)
		require.NoError(t, err)
		_, work, err := proof.Check(context.Background(), bytes.NewReader(file), proof.Options{})
		require.NoError(t, err)
		bytesOf, records = append(bytesOf, sum), append(records, int(work.Records))
	}
	t.Log(bytesOf, records)
	require.Greater(t, bytesOf[1], bytesOf[0])
	require.Less(t, records[1], records[0])
}

// A failure of a scratch file, at any time, is the error of the merge, and no file stays.
func TestMergeReportsAFullDisk(t *testing.T) {
	for _, d := range []divided{divide(t, variants.Duel, 3, 4), divide(t, variants.Blockade, 4, 4)} {
		want, err := merge(d.Position, d.winner, d.parts, nil)
		require.NoError(t, err)
		failed := 0
		for left := int64(0); ; left = left*2 + 1 {
			files := newScratch(t.TempDir(), left)
			got, err := mergeBy(spilling(d.Game(), 2, files), d.Position, d.winner, d.parts, nil)
			require.Zero(t, files.open.Load())
			if err == nil {
				require.Equal(t, want, got)
				break
			}
			require.ErrorIs(t, err, syscall.ENOSPC)
			failed++
		}
		require.Greater(t, failed, 4)
	}
}

// A merge ends when it is cancelled.
func TestMergeIsCancelled(t *testing.T) {
	for _, d := range []divided{divide(t, variants.Duel, 3, 4), divide(t, variants.Blockade, 4, 4)} {
		files := newScratch(t.TempDir(), -1)
		m := spilling(d.Game(), 2, files)
		for _, part := range d.parts {
			r, err := proof.NewReader(context.Background(), bytes.NewReader(part.file))
			require.NoError(t, err)
			require.NoError(t, m.Add(context.Background(), r, proof.Options{}))
		}
		ctx, cancel := context.WithCancel(context.Background())
		require.NoError(t, m.Proves(ctx, d.Position, d.winner))
		cancel()
		_, err := m.Extract(ctx, Request{Root: d.Position, Winner: d.winner}, new(bytes.Buffer))
		require.ErrorIs(t, err, context.Canceled)
		m.Close()
		require.Zero(t, files.open.Load())
	}
}
