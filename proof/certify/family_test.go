package certify

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/testgames"
	"gridlock/proof"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/solver/negamax"
	"gridlock/solver/pn"
)

// Random games of the family have certificates, by all methods, and both checkers accept them.
func TestCertificatesOfRandomGames(t *testing.T) {
	files, _ := certificatesOfRandomGames(t, testgames.Of(600, 1500))
	python(t, files)
}

// certificatesOfRandomGames returns certificates of positions of as many random games, which the checker accepts, and
// whose winners are those of plain recursion. Where one is by values, which the proven checker lacks, one by a
// strategy follows, and is counted as second.
func certificatesOfRandomGames(t *testing.T, draws int) (files [][]byte, second int) {
	kinds, methods, distinct := map[string]int{}, map[proof.Method]int{}, map[string]bool{}
	const all = 7 // place, closing cells to four; follow; walk, with and without blocks
	enough := func() bool {
		return len(kinds) == all && testgames.Seen(methods, 0, proof.Strategy, proof.Intervals, proof.Copying, proof.Matching)
	}
	testgames.CheckUntil(t, draws, enough, func(t *rapid.T) {
		p := testgames.Position(t, testgames.Family(t, 9), 9)
		opt := solver.Options{
			Memory:   rapid.SampledFrom([]int64{1, 1 << 20}).Draw(t, "memory"),
			NoLemmas: rapid.Bool().Draw(t, "bare"),
		}
		engine := rapid.SampledFrom([]solver.Engine{auto.Engine{}, auto.Engine{}, pn.Engine{}, negamax.Engine{}}).Draw(t, "engine")
		file, h := acceptedFile(t, p, engine, rapid.Bool().Draw(t, "strategy"), opt)
		require.Equal(t, testgames.NewTruth(p.Game()).Distance(p.State())%2 == 1, h.WinnerPlayer() == p.Side())
		files = append(files, file)
		if h.Method == proof.Values {
			file, _ = acceptedFile(t, p, engine, true, opt)
			files = append(files, file)
			second++
		}
		f := p.Game().Variant().Family()
		kinds[fmt.Sprint(f.Kind, f.Close, f.Block)]++
		methods[h.Method]++
		distinct[p.Game().Variant().Key()+" "+p.String()] = true
	})
	t.Logf("%d positions are different; %v %v", len(distinct), kinds, methods)
	require.True(t, enough())
	return files, second
}

// Strategies in games like Snort answer what a search has left out: moves that others dominate, and cells that cancel.
func TestSureInCertificates(t *testing.T) {
	var files [][]byte
	records := uint64(0)
	testgames.Check(t, testgames.Of(300, 1500), func(t *rapid.T) {
		p := testgames.Position(t, testgames.LikeSnort(t, 14), 14)
		file, h := acceptedFile(t, p, pn.Engine{}, true, solver.Options{Memory: 1 << 20})
		files = append(files, file)
		records = max(records, h.Records)
	})
	t.Logf("%d records at most", records)
	require.Greater(t, records, uint64(30))
	python(t, files)
}

// Whole boards of games of the family, small and large, have certificates by all methods.
func TestCertificatesOfFamilyBoards(t *testing.T) {
	var files [][]byte
	for _, c := range []struct {
		rules, board string
		method       proof.Method
	}{
		{"place hex all", "3x4", proof.Nimbers},
		{"place queen all", "5x6", proof.Nimbers},
		{"place rook all", "5x6", proof.Exclusions},
		{"place hex all torus", "5x5", proof.Exclusions},
		{"place rook own", "1x9", proof.Values},
		{"place hex own", "5x3", proof.Bounds},
		{"place hex own torus", "5x5", proof.Bounds},
		{"place rook own cylinder", "3x5", proof.Bounds},
		{"place king own torus", "5x5", proof.Bounds},
		{"place bishop own", "5x5", proof.Bounds},
		{"place rook other", "4x4", proof.Copying},
		{"place rook other", "6x6", proof.Copying},
		{"place rook all", "8x8", proof.Copying},
		{"place rook own", "6x6", proof.Copying},
		{"follow offsets:0,1;1,-1", "4x4", proof.Strategy},
		{"follow king", "5x5", proof.Matching},
		// Pairs answer after some openings, and after none: three triangles around a cell.
		{"follow graph:4x2:2,3,4,5,6,7:2-7;3-4;3-5;3-7;4-5;4-7;5-7;6-7", "4x2", proof.Matching},
		{"follow graph:2x5:0,1,2,3,4,5,6,7,8,9:0-1;0-2;0-3;0-4;0-5;0-6;0-7;0-8;0-9;1-2;1-3;2-3;4-5;4-6;5-6;7-8;7-9;8-9", "2x5", proof.Strategy},
		{"walk knight", "4x5", proof.Copying},
		{"walk hex", "3x5", proof.Intervals},
		{"walk rook ends torus", "4x5", proof.Intervals},
		{"walk hex block ends", "4x5", proof.Intervals},
	} {
		var rows, cols int
		_, err := fmt.Sscanf(c.board, "%dx%d", &rows, &cols)
		require.NoError(t, err)
		file, h := acceptedFile(t, testgames.Game(t, c.rules, rows, cols).Start(), auto.Engine{}, false, solver.Options{Memory: 1 << 26})
		require.Equal(t, c.method, h.Method, c.rules)
		files = append(files, file)
	}
	python(t, files)
}
