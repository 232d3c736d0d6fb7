package proof

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/seed"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

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
	for range testgames.Of(300, 3000) {
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
	}
	t.Log(count)
	agree(t, files)
}
