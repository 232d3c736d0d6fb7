package proof

import (
	"fmt"
	"iter"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/seed"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// until counts draws from 0: as many as [testgames.Of] says, and then more until there is enough of what a test
// looks for, so that no run is unlucky. It stops at 50 times as many.
func until(some, all int, enough func() bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		n := testgames.Of(some, all)
		for i := 0; i < n || i < 50*n && !enough(); i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// members draws positions of random games of the family.
func members(cells int) *rapid.Generator[variants.Position] {
	return rapid.Custom(func(t *rapid.T) variants.Position {
		return testgames.Position(t, testgames.Family(t, cells), cells)
	})
}

// Certificates by every method that applies of random games of the family are accepted, and what is
// accepted of thousands of changes to them is true by plain recursion. All checkers agree on all of them.
func TestFamilyCertificates(t *testing.T) {
	t.Parallel()
	rng := seed.Random(t)
	truth := truths{known: map[string]bool{}}
	count := map[string]int{}
	var files [][]byte
	kinds := []string{
		"place by strategy", "place by copying", "place by nimbers", "place by exclusions", "place by values", "place by bounds",
		"follow by strategy", "follow by matching", "walk by strategy", "walk by copying", "walks", "copies", "changed, true",
	}
	for range until(30, 3000, func() bool { return testgames.Seen(count, 0, kinds...) }) {
		p := members(8).Example(rng.Int())
		for _, c := range certificates(p) {
			file, err := c.file(false)
			require.NoError(t, err)
			_, work, err := check(file)
			require.NoError(t, err, "%q", file)
			files = append(files, file)
			f := familyOf(p.Game())
			count[[]string{"", "place", "follow", "walk"}[f.Kind]+" by "+string(c.header.Method)]++
			count["walks"] += int(work.Walks)
			count["copies"] += int(work.Copies)
			for _, m := range mutants(t, c, 1, rng) {
				if r, _, err := check(m.file); err == nil {
					require.True(t, truth.of(r.Header), "accepted, and false: %q", m.file)
					count["changed, true"]++
				}
				if rng.IntN(8) == 0 {
					files = append(files, m.file)
				}
			}
		}
		for _, c := range lies(p, 1, rng) {
			file, err := c.file(false)
			require.NoError(t, err)
			_, _, err = check(file)
			require.Error(t, err, "%q", file)
			files = append(files, file)
		}
	}
	t.Log(count)
	for _, kind := range kinds {
		require.Positive(t, count[kind], kind)
	}
	t.Run("Python", func(t *testing.T) { agree(t, files) })
	byCoq(t, func(t *testing.T, program string) { believed(t, program, files) })
}

// Copying by random exchanges of cells, in random games of the family: whatever a checker accepts is won by
// plain recursion, and all three accept the same, so that what is just outside of the conditions is
// refused by all.
func TestFamilyCopies(t *testing.T) {
	t.Parallel()
	rng := seed.Random(t)
	truth := truths{known: map[string]bool{}}
	accepted, refused := map[string]int{}, map[string]int{}
	var files [][]byte
	var kinds []string
	for _, f := range []variants.Family{
		{Kind: variants.Place, Close: variants.CloseNone}, {Kind: variants.Place, Close: variants.CloseOwn},
		{Kind: variants.Place, Close: variants.CloseOther}, {Kind: variants.Place, Close: variants.CloseAll}, {Kind: variants.Walk},
	} {
		kinds = append(kinds, fmt.Sprint(f.Kind, f.Close, f.Block, true))
	}
	enough := func() bool { return testgames.Seen(accepted, 0, kinds...) && testgames.Seen(refused, 0, kinds...) }
	for range until(400, 15_000, enough) {
		p := members(6).Example(rng.Int())
		if familyOf(p.Game()).Kind == variants.Follow || p.Over() {
			continue
		}
		for range 4 {
			h := NewHeader(p, p.Side().Opponent(), Copying)
			h.Mirrors = [][]int{involution(p.State(), p.Game().Grid().Size(), rng)}
			file, err := certificate{header: h}.file(false)
			require.NoError(t, err)
			f := familyOf(p.Game())
			kind := fmt.Sprint(f.Kind, f.Close, f.Block, f.symmetric)
			if _, _, err := check(file); err != nil {
				refused[kind]++
			} else {
				accepted[kind]++
				require.True(t, truth.of(h), "accepted, and false: %q", file)
			}
			if rng.IntN(4) == 0 {
				files = append(files, file)
			}
		}
	}
	t.Log("accepted", accepted, "refused", refused)
	for _, kind := range kinds {
		require.Positive(t, accepted[kind], kind)
		require.Positive(t, refused[kind], kind)
	}
	agreeAll(t, files)
}

// A player beats every line of the loser, with every certificate of random games of the family.
func TestFamilyPlayers(t *testing.T) {
	t.Parallel()
	rng := seed.Random(t)
	lines := map[Method]int{}
	for range until(30, 1500, func() bool { return testgames.Seen(lines, 0, Methods()...) }) {
		for _, c := range certificates(members(6).Example(rng.Int())) {
			lines[c.header.Method] += beatEveryLine(t, c)
		}
	}
	t.Log(lines)
	for _, method := range Methods() {
		require.Positive(t, lines[method], method)
	}
}
