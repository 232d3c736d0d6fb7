package proof

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/variants"
)

// truths decides whether claims are true, by plain recursion.
type truths struct {
	mu    sync.Mutex
	known map[string]bool
}

// of reports whether the claim of a header is true: who wins, and the nimber or the
// value as well.
func (t *truths) of(h Header) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	claim := fmt.Sprint(h.Key(), h.Position, h.Winner, h.Method, h.Value)
	if h.Nimber != nil {
		claim += fmt.Sprint(*h.Nimber)
	}
	if truth, ok := t.known[claim]; ok {
		return truth
	}
	p, err := h.Root()
	truth := err == nil && newOracle(p.Game()).winner(p).String() == h.Winner
	if truth && (h.Method == Nimbers || h.Method == Values) {
		c := tableOf(p, h.Method).header
		truth = c.Value == h.Value && (c.Nimber == nil || *c.Nimber == *h.Nimber)
	}
	t.known[claim] = truth
	return truth
}

// mutant is a certificate with one change.
type mutant struct {
	kind string
	file []byte
}

// mutants returns changed copies of a certificate: at most n of a kind, chosen at random.
func mutants(t testing.TB, c certificate, most int, rng *rand.Rand) (all []mutant) {
	file, err := c.file(false)
	require.NoError(t, err)
	byKind := map[string][]func() []byte{}
	add := func(kind string, changed func() []byte) { byKind[kind] = append(byKind[kind], changed) }
	for kind, list := range structural(c, rng) {
		for _, change := range list {
			add(kind, func() []byte {
				changed := c.clone()
				change(&changed)
				file, _ := changed.file(false)
				return file
			})
		}
	}
	for _, changed := range headers(t, file, c) {
		add("header", changed)
	}
	head, body := pieces(t, file)
	for i := range body {
		for bit := range 8 {
			add("bit", func() []byte {
				flipped := bytes.Clone(body)
				flipped[i] ^= 1 << bit
				return sealed(t, head, flipped)
			})
		}
		add("byte lost", func() []byte { return sealed(t, head, slices.Delete(bytes.Clone(body), i, i+1)) })
		add("byte twice", func() []byte { return sealed(t, head, slices.Insert(bytes.Clone(body), i, body[i])) })
		add("truncated", func() []byte { return file[:len(file)-1-i] })
		add("truncated, sealed", func() []byte { return sealed(t, head, body[:i]) })
	}
	add("longer", func() []byte { return append(bytes.Clone(file), 0) })
	add("longer, sealed", func() []byte { return sealed(t, head, append(bytes.Clone(body), 0)) })
	for i := range len(file) - len(body) {
		add("bit of the header", func() []byte {
			flipped := bytes.Clone(file)
			flipped[i] ^= 1 << rng.IntN(8)
			return flipped
		})
	}
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		list := byKind[kind]
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for _, changed := range list[:min(len(list), most)] {
			if m := (mutant{kind, changed()}); m.file != nil && !bytes.Equal(m.file, file) {
				all = append(all, m)
			}
		}
	}
	return all
}

// clone returns a copy that can be changed.
func (c certificate) clone() certificate {
	layers := make([][]Record, len(c.layers))
	for i, layer := range c.layers {
		layers[i] = slices.Clone(layer)
	}
	intervals := make([][]IntervalRecord, len(c.intervals))
	for i, layer := range c.intervals {
		intervals[i] = slices.Clone(layer)
	}
	c.layers, c.intervals, c.components = layers, intervals, slices.Clone(c.components)
	c.bounds, c.exclusions = slices.Clone(c.bounds), slices.Clone(c.exclusions)
	return c
}

// structural returns changes of records.
func structural(c certificate, rng *rand.Rand) map[string][]func(*certificate) {
	all := map[string][]func(*certificate){}
	change := func(kind string, f func(c *certificate)) { all[kind] = append(all[kind], f) }
	for i, layer := range c.layers {
		for j, record := range layer {
			answer := func(kind string, a Answer) {
				change(kind, func(c *certificate) { c.layers[i][j].Answer = a })
			}
			change("record dropped", func(c *certificate) { c.layers[i] = slices.Delete(c.layers[i], j, j+1) })
			change("another key", func(c *certificate) { c.layers[i][j].Key.Lo ^= 1 << rng.IntN(30) })
			change("record copied to the next layer", func(c *certificate) {
				if i+1 == len(c.layers) {
					c.layers = append(c.layers, nil)
				}
				c.layers[i+1] = append(c.layers[i+1], record)
				slices.SortFunc(c.layers[i+1], func(a, b Record) int { return a.Key.Compare(b.Key) })
			})
			for m := range variants.Move(16) {
				moved := record.Answer
				moved.Move = m
				if moved.Walk != nil {
					moved.Walk = slices.Clone(moved.Walk)
					moved.Walk[rng.IntN(len(moved.Walk))] = m
				}
				answer("another move", moved)
			}
			walk := []variants.Move{record.Answer.First()}
			answer("walk instead", Answer{Kind: ByWalk, Walk: walk})
			answer("move instead", Answer{Move: walk[0]})
			if turns := record.Answer.Walk; turns != nil {
				answer("shorter walk", Answer{Kind: ByWalk, Walk: turns[:len(turns)-1]})
				answer("longer walk", Answer{Kind: ByWalk, Walk: append(slices.Clone(turns), turns[0])})
			}
			for mirror := range c.header.Mirrors {
				answer("another mirror", Answer{Kind: ByCopy, Move: walk[0], Mirror: mirror})
			}
		}
	}
	for i, layer := range c.intervals {
		for j, record := range layer {
			change("record dropped", func(c *certificate) { c.intervals[i] = slices.Delete(c.intervals[i], j, j+1) })
			change("record twice", func(c *certificate) { c.intervals[i] = slices.Insert(c.intervals[i], j, record) })
			change("fewer cells needed", func(c *certificate) { c.intervals[i][j].Is.Need &^= 1 << rng.IntN(12) })
			change("more cells free", func(c *certificate) {
				markers := record.Is.Mine | record.Is.Yours
				c.intervals[i][j].Is.May |= 1 << rng.IntN(12) &^ markers
			})
			change("narrower", func(c *certificate) { c.intervals[i][j].Is = record.Due })
			for m := range variants.Move(16) {
				change("another move", func(c *certificate) { c.intervals[i][j].Answer.Move = m })
			}
			for turns := range 4 {
				change("another walk", func(c *certificate) {
					c.intervals[i][j].Answer = Answer{Kind: ByWalk, Walk: make([]variants.Move, turns+1)}
				})
			}
			if plan := record.Answer; plan.Kind == ByPlan {
				planned := func(kind string, turns ...variants.Move) {
					change(kind, func(c *certificate) { c.intervals[i][j].Answer.Walk = turns })
				}
				planned("shorter plan", plan.Walk[:len(plan.Walk)-1]...)
				planned("longer plan", append(slices.Clone(plan.Walk), plan.Walk[0])...)
				for at := range plan.Walk {
					for m := range variants.Move(16) {
						planned("another turn", slices.Replace(slices.Clone(plan.Walk), at, at+1, m)...)
					}
				}
			}
			for mirror := range c.header.Mirrors {
				change("another mirror", func(c *certificate) {
					c.intervals[i][j].Answer.Kind, c.intervals[i][j].Answer.Mirror = ByCopy, mirror
				})
			}
		}
	}
	for i := range c.components {
		change("record dropped", func(c *certificate) { c.components = slices.Delete(c.components, i, i+1) })
		change("record twice", func(c *certificate) { c.components = slices.Insert(c.components, i, c.components[i]) })
		change("another nimber", func(c *certificate) { c.components[i].nimber ^= 1 << rng.IntN(3) })
		change("another star", func(c *certificate) { c.components[i].value.Star = !c.components[i].value.Star })
		change("another number", func(c *certificate) { c.components[i].value.X += one >> rng.IntN(3) })
		change("another number", func(c *certificate) { c.components[i].value.X *= -1 })
		change("another component", func(c *certificate) { c.components[i].Left ^= 1 << rng.IntN(9) })
	}
	for i, record := range c.bounds {
		bound := func(kind string, f func(r *BoundRecord)) { change(kind, func(c *certificate) { f(&c.bounds[i]) }) }
		change("record dropped", func(c *certificate) { c.bounds = slices.Delete(c.bounds, i, i+1) })
		change("record twice", func(c *certificate) { c.bounds = slices.Insert(c.bounds, i, record) })
		change("record first", func(c *certificate) { c.bounds = slices.Insert(slices.Delete(c.bounds, i, i+1), 0, record) })
		for reason := range ByMirror + RectangleMirrors + 1 {
			bound("another reason", func(r *BoundRecord) { r.Reason = reason })
		}
		bound("another star", func(r *BoundRecord) { r.Least.Star = !r.Least.Star })
		for e := range 3 {
			bound("more", func(r *BoundRecord) { r.Least.X += one >> e })
			bound("less", func(r *BoundRecord) { r.Least.X -= one >> e })
		}
		bound("a cell more or less", func(r *BoundRecord) { r.Part.Left ^= 1 << rng.IntN(12) })
		bound("a cell more or less", func(r *BoundRecord) { r.Part.Right ^= 1 << rng.IntN(12) })
		bound("exchanged", func(r *BoundRecord) { r.Part = Sides{r.Part.Right, r.Part.Left} })
	}
	for i, record := range c.exclusions {
		exclusion := func(kind string, f func(r *ExclusionRecord)) {
			change(kind, func(c *certificate) { f(&c.exclusions[i]) })
		}
		change("record dropped", func(c *certificate) { c.exclusions = slices.Delete(c.exclusions, i, i+1) })
		change("record twice", func(c *certificate) { c.exclusions = slices.Insert(c.exclusions, i, record) })
		change("record first", func(c *certificate) {
			c.exclusions = slices.Insert(slices.Delete(c.exclusions, i, i+1), 0, record)
		})
		exclusion("not", func(r *ExclusionRecord) { r.Not = !r.Not })
		for k := range 3 {
			exclusion("another nimber", func(r *ExclusionRecord) { r.Nimber ^= 1 << k })
		}
		for m := range variants.Move(16) {
			exclusion("another move", func(r *ExclusionRecord) { r.Move = m })
		}
		exclusion("a cell more or less", func(r *ExclusionRecord) { r.Cells ^= 1 << rng.IntN(12) })
	}
	return all
}

// pieces cuts a file into its header and its body.
func pieces(t require.TestingT, file []byte) (head map[string]any, body []byte) {
	lines := bytes.SplitN(file, []byte("\n"), 3)
	require.Len(t, lines, 3)
	require.NoError(t, json.Unmarshal(lines[1], &head))
	return head, lines[2]
}

// joined writes a file with a header and a body that need not fit together.
func joined(t require.TestingT, head map[string]any, body []byte) []byte {
	line, err := json.Marshal(head)
	require.NoError(t, err)
	method, _ := head["method"].(Method)
	if text, ok := head["method"].(string); ok {
		method = Method(text)
	}
	of := version
	if f, err := method.format(); err == nil {
		of = f.version
	}
	if _, inWords := head["rules"]; inWords {
		of = versionFamily
	}
	return append([]byte(magic+of+"\n"+string(line)+"\n"), body...)
}

// sealed writes a file whose header has the length and the hash of the body.
func sealed(t require.TestingT, head map[string]any, body []byte) []byte {
	sum := sha256.Sum256(body)
	head = maps.Clone(head)
	head["bytes"], head["sha256"] = len(body), hex.EncodeToString(sum[:])
	return joined(t, head, body)
}

// headers returns copies of a file with changes of the header.
func headers(t testing.TB, file []byte, c certificate) (all []func() []byte) {
	head, body := pieces(t, file)
	set := func(field string, value any) {
		if fmt.Sprint(head[field]) == fmt.Sprint(value) {
			return
		}
		all = append(all, func() []byte {
			changed := maps.Clone(head)
			changed[field] = value
			return joined(t, changed, body)
		})
	}
	n := len(c.header.Position)
	for _, v := range variants.All() {
		set("variant", v.ID)
	}
	for _, words := range []string{"place rook other", "place king own torus", "place rook  other", "place rook", "follow rook", "classic", "",
		"walk rook block ends", "walk hex", "walk offsets:0,1;-1,0", "walk offsets:-1,0;0,-1;0,1;1,0", "place graph:2x2:0,1,2,3:0-1;1-2 all"} {
		set("rules", words)
		if c.header.Rules == "" { // in place of the name
			all = append(all, func() []byte {
				changed := maps.Clone(head)
				delete(changed, "variant")
				changed["rules"] = words
				return joined(t, changed, body)
			})
		}
	}
	for _, board := range []string{"", "2x2", "3x3", "64x64", "0x0", "x"} {
		set("board", board)
	}
	for _, player := range []string{"X", "O", "x", "", "Z"} {
		set("to_move", player)
		set("winner", player)
	}
	for _, method := range append(Methods(), "") {
		set("method", method)
	}
	for _, images := range []int{0, 1, 4, 8} {
		set("images", images)
	}
	for at := range n {
		for _, symbol := range ".#-xoXO/" {
			position := []rune(c.header.Position)
			position[at] = symbol
			set("position", string(position))
		}
	}
	other := map[string]string{"x": "o", "o": "x"}[c.header.Position[n-1:]]
	set("position", c.header.Position[:n-1]+other)
	all = append(all, func() []byte {
		both := maps.Clone(head)
		both["position"], both["to_move"] = c.header.Position[:n-1]+other, strings.ToUpper(other)
		return joined(t, both, body)
	})
	for m := range 16 {
		set("opening", m)
	}
	for _, number := range []any{-1, 0, 1, 2, int64(1) << 40, 1.5, "1", nil} {
		for _, field := range []string{"opening", "nimber", "records", "bytes"} {
			set(field, number)
		}
		set("layers", []any{number})
	}
	for _, cells := range []any{0, 1, 2, 5, 7, 12, 64, 65, -1, "6", nil} {
		set("reduce", cells)
	}
	for _, value := range []any{"0", "*", "1", "-1", "1*", "1/2", "2/4", "", 0, nil} {
		set("value", value)
	}
	for _, images := range mirrors(position(t, variants.Duel, c.header.Position0()).Game()) {
		set("mirrors", [][]int{images})
		rotated := append(slices.Clone(images[1:]), images[0])
		set("mirrors", [][]int{rotated})
		set("mirrors", [][]int{images[1:]})
	}
	set("mirrors", [][]int{})
	for i := range c.header.Matching {
		set("matching", slices.Delete(slices.Clone(c.header.Matching), i, i+1))
		set("matching", append(slices.Clone(c.header.Matching), c.header.Matching[i]))
		for cell := range 12 {
			pairs := slices.Clone(c.header.Matching)
			pairs[i][0] = cell
			set("matching", pairs)
		}
	}
	set("matching", [][]int{{0, 1, 2}})
	set("sha256", "")
	set("unknown", 1)
	set("program", "somebody else")
	for _, field := range slices.Sorted(maps.Keys(head)) {
		all = append(all, func() []byte {
			changed := maps.Clone(head)
			delete(changed, field)
			return joined(t, changed, body)
		})
	}
	return all
}

// Position0 returns an empty board of the size of the position's, x to move.
func (h Header) Position0() string {
	rows := bytes.Map(func(r rune) rune {
		if r == '/' {
			return r
		}
		return '.'
	}, []byte(h.Position[:len(h.Position)-2]))
	return string(rows) + " x"
}

// Of thousands of changes to certificates each is refused, or the claim is true according to
// plain recursion, which sees only the changed header.
func TestMutations(t *testing.T) {
	t.Parallel()
	refuseMutations(t, testgames.Of(1, 12), testgames.Of(1500, 10_000))
}

// refuseMutations tries that many changes of each kind to each certificate, and verifies that
// enough were refused.
func refuseMutations(t *testing.T, most, enough int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	known := truths{known: map[string]bool{}}
	refused, held := map[string]int{}, map[string]int{}
	var sumRefused, sumTrue int
	for _, p := range tinyPositions(t) {
		for _, c := range certificates(p) {
			for _, m := range mutants(t, c, most, rng) {
				r, _, err := check(m.file)
				if err != nil {
					refused[m.kind]++
					sumRefused++
					continue
				}
				if !known.of(r.Header) {
					t.Fatalf("%s: accepted, and false: %q", m.kind, m.file)
				}
				held[m.kind]++
				sumTrue++
			}
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(refused)) {
		t.Logf("%-32s %7d refused %6d true", kind, refused[kind], held[kind])
	}
	t.Logf("%-32s %7d refused %6d true", "all", sumRefused, sumTrue)
	require.Greater(t, sumRefused, enough)
	for _, kind := range []string{"record dropped", "byte lost", "byte twice", "truncated", "truncated, sealed", "longer", "longer, sealed"} {
		require.Positive(t, refused[kind], kind)
	}
	for _, kind := range []string{"truncated", "truncated, sealed", "longer", "longer, sealed", "record copied to the next layer", "record twice"} {
		require.Zero(t, held[kind], kind)
	}
}
