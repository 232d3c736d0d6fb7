package interchange_test

import (
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/internal/interchange"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// game is what CGSuite understands: the options of Left and of Right.
type game interface {
	options(player variants.Player) []game
}

// braces is a game by its options.
type braces struct{ left, right []game }

func (b *braces) options(player variants.Player) []game {
	if player == variants.X {
		return b.left
	}
	return b.right
}

// nimber is a heap.
type nimber int

func (n nimber) options(variants.Player) (all []game) {
	for k := range n {
		all = append(all, k)
	}
	return all
}

// genCol is a position of GenCol, by CGSuite's definition of that.
type genCol struct {
	labels     map[string]string // of vertices, by name: ".", "L" or "R"
	neighbours map[[2]string]bool
	permitted  [2]string // labels of the vertices that Left, or Right, may play on
}

func (g genCol) options(player variants.Player) (all []game) {
	mine, other := "L", "R"
	if player == variants.O {
		mine, other = other, mine
	}
	for name, label := range g.labels {
		if !strings.Contains(g.permitted[player], label) {
			continue
		}
		next := genCol{maps.Clone(g.labels), g.neighbours, g.permitted}
		delete(next.labels, name)
		for neighbour, label := range next.labels {
			switch {
			case !g.neighbours[[2]string{name, neighbour}]:
			case label == ".":
				next.labels[neighbour] = mine
			case label == other:
				delete(next.labels, neighbour)
			}
		}
		all = append(all, next)
	}
	return all
}

// reader reads expressions, as CGSuite's grammar and its description of graphs say.
type reader struct {
	t     require.TestingT
	words []string
	vars  map[string]game
}

func readGames(t require.TestingT, text string) (sum []game) {
	r := reader{t, regexp.MustCompile(`begin|var|end|:=|game\.graph\.[^"]*"[^"]*"\)|g?[0-9]+|\*[0-9]*|[^ ]`).FindAllString(text, -1), map[string]game{}}
	if r.next("begin") {
		for r.next("var") {
			name := r.word()
			require.NotContains(t, r.vars, name)
			require.Regexp(t, "^g[0-9]+$", name)
			require.True(t, r.next(":="))
			r.vars[name] = r.game()
			require.True(t, r.next(";"))
		}
		r.words = append(r.words[:len(r.words)-1:len(r.words)-1], "+") // in place of end
		require.NotEmpty(t, r.vars)
	} else {
		r.words = append(r.words, "+")
	}
	for len(r.words) > 0 {
		sum = append(sum, r.game())
		require.True(t, r.next("+"))
	}
	return sum
}

func (r *reader) word() string {
	word := r.words[0]
	r.words = r.words[1:]
	return word
}

// next takes a word if it is the next one.
func (r *reader) next(word string) bool {
	if r.words[0] != word {
		return false
	}
	r.words = r.words[1:]
	return true
}

func (r *reader) game() game {
	switch word := r.word(); {
	case word == "0":
		return nimber(0)
	case word == "*":
		return nimber(1)
	case word[0] == '*':
		n := 0
		for _, digit := range word[1:] {
			n = 10*n + int(digit-'0')
		}
		require.Greater(r.t, n, 1)
		return nimber(n)
	case word == "{":
		b := &braces{left: r.list("|")}
		b.right = r.list("}")
		return b
	case strings.HasPrefix(word, "game"):
		return r.graph(word)
	default:
		require.Contains(r.t, r.vars, word)
		return r.vars[word]
	}
}

// list reads games up to a word.
func (r *reader) list(end string) (all []game) {
	for !r.next(end) {
		if len(all) > 0 {
			require.True(r.t, r.next(","))
		}
		all = append(all, r.game())
	}
	return all
}

// graph reads a game on a graph.
func (r *reader) graph(text string) game {
	form := regexp.MustCompile(`^game\.graph\.(Col|Snort|GenCol\(\[Nothing\], \[Nothing\]\))\("(.*)"\)$`).FindStringSubmatch(text)
	require.NotNil(r.t, form, text)
	permitted := map[string][2]string{"Col": {".R", ".L"}, "Snort": {".L", ".R"}, "GenCol([Nothing], [Nothing])": {".", "."}}
	g := genCol{map[string]string{}, map[[2]string]bool{}, permitted[form[1]]}
	words := regexp.MustCompile(`.:{[0-9]+}|.`).FindAllString(form[2], -1)
	require.Empty(r.t, r.branch(g, words, ""), text)
	return g
}

// branch reads a vertex, and what hangs on it, and returns the words behind that.
func (r *reader) branch(g genCol, words []string, from string) []string {
	word := regexp.MustCompile(`^([.LR]):{([0-9]+)}$`).FindStringSubmatch(words[0])
	require.NotNil(r.t, word, words)
	label, name := word[1], word[2]
	words = words[1:]
	if known, ok := g.labels[name]; ok {
		require.Equal(r.t, known, label, "conflicting labels")
	}
	g.labels[name] = label
	if from != "" {
		require.False(r.t, g.neighbours[[2]string{from, name}], "an edge twice")
		g.neighbours[[2]string{from, name}], g.neighbours[[2]string{name, from}] = true, true
	}
	for len(words) > 0 && words[0] == "-" {
		words = r.branch(g, words[1:], name)
	}
	if len(words) > 0 && words[0] == "(" {
		for words[0] != ")" {
			require.Equal(r.t, "-", words[1])
			words = r.branch(g, words[2:], name)
		}
		words = words[1:]
	}
	return words
}

// onBoard is a position as a game, by moves on the board: a player may move several times in a row.
type onBoard struct{ p variants.Position }

func (b onBoard) options(player variants.Player) (all []game) {
	p, err := b.p.WithSide(player)
	if err != nil { // in games of follow, where either has the same moves
		p = b.p
	}
	for m := range p.Legal().Cells() {
		all = append(all, onBoard{p.Play(variants.Move(m))})
	}
	return all
}

// wins reports whether a player who begins wins a sum: whoever cannot move has lost.
func wins(sum []game, player variants.Player) bool {
	for i, part := range sum {
		for _, option := range part.options(player) {
			next := append([]game{}, sum...)
			if next[i] = option; !wins(next, player.Opponent()) {
				return true
			}
		}
	}
	return false
}

// What is written for CGSuite is won by the same player as the position, whoever begins, and so is its sum
// with other games; in all games of the family, with holes.
func TestCGSuite(t *testing.T) {
	one, minus := &braces{left: []game{nimber(0)}}, &braces{right: []game{nimber(0)}}
	hot := &braces{[]game{one}, []game{minus}}
	kinds, outcomes := map[string]int{}, map[[2]bool]int{}
	all := []string{"refused", "sums", "0", "nimbers", "braces", "variables", "game.graph.Col", "game.graph.Snort", "game.graph.GenCol"}
	enough := func() bool { return testgames.Seen(kinds, 5, all...) }
	testgames.CheckUntil(t, testgames.Of(2400, 6000), enough, func(t *rapid.T) {
		v, cells := testgames.Variant(t), testgames.Of(5, 6)
		if rapid.Bool().Draw(t, "of the family") {
			v = testgames.Family(t, cells)
		}
		p := testgames.Position(t, v, cells)
		e, sum := interchange.Entry{Position: p}, []game{onBoard{p}}
		if q := testgames.Position(t, v, 4); q.Empty().Count() <= 3 {
			e.Rest, sum = []variants.Position{q}, append(sum, onBoard{q})
			kinds["sums"]++
		}
		text, err := interchange.Encode(interchange.CGSuite, e)
		if err != nil {
			require.ErrorContains(t, err, "only one player can be to move")
			require.Equal(t, variants.Walk, v.Family().Kind)
			markers := 2
			for _, p := range append(e.Rest, p) {
				markers = min(markers, (p.Live(variants.X) | p.Live(variants.O)).Count())
			}
			require.Less(t, markers, 2, "%v: %v", e, err)
			kinds["refused"]++
			return
		}
		read := readGames(t, text)
		with := rapid.SampledFrom([][]game{nil, {nimber(1)}, {one}, {minus}, {hot}, {nimber(2)}}).Draw(t, "with")
		var got, want [2]bool
		for _, first := range []variants.Player{variants.X, variants.O} {
			want[first] = wins(append(sum[:len(sum):len(sum)], with...), first)
			got[first] = wins(append(append([]game{}, read...), with...), first)
		}
		require.Equal(t, want, got, "%v %v: %s", v.Key(), e, text)
		outcomes[want]++
		form, _, _ := strings.Cut(text, "(")
		switch {
		case strings.HasPrefix(form, "begin"):
			form = "variables"
		case strings.HasPrefix(form, "{"):
			form = "braces"
		case strings.HasPrefix(form, "*"):
			form = "nimbers"
		}
		kinds[form]++
	})
	t.Log(kinds, outcomes)
	require.True(t, enough())
	require.Len(t, outcomes, 4)
}

// This is the example in CGSuite's own tests, whose value is 7/8: R favours Left there, too.
func TestCGSuiteLabels(t *testing.T) {
	sum := readGames(t, `game.graph.Col("R:{1}-.:{2}-R:{3}-.:{4}-L:{5}-.:{6}-R:{7}-.:{8}-R:{9}-.:{10}")`)
	require.True(t, wins(sum, variants.X))
	require.False(t, wins(sum, variants.O))
}

func TestCGSuiteText(t *testing.T) {
	for position, want := range map[string]string{
		"duel ... x":             `game.graph.Col(".:{1}-.:{2}-.:{3}")`,
		"duel X.. o":             `game.graph.Col("L:{2}-.:{3}")`,
		"duel ../.. o":           `game.graph.Col(".:{1}-.:{2}-.:{3}(-.:{1};-.:{4}(-.:{1};-.:{2}))")`,
		"claim .#.. x":           `game.graph.GenCol([Nothing], [Nothing])(".:{1}") + game.graph.GenCol([Nothing], [Nothing])(".:{3}-.:{4}")`,
		"claim X- o":             "0",
		"snort X../... o":        `game.graph.Snort("L:{2}-.:{3}-.:{6}-.:{5}(-L:{2};-L:{4})")`,
		"classic 1/1/1 x":        "*2",
		"classic X../... o":      "*",
		"kinggeography 2/2/1. x": "0",
		"lockdown X..O x":        "0",
		"lockdown X.O/#.. o":     "{0|0,{*|*,{|0}}}",
		"blockade X.O x":         "*",
	} {
		id, text, _ := strings.Cut(position, " ")
		v, err := variants.Lookup(id)
		require.NoError(t, err)
		p, err := v.Parse(text)
		require.NoError(t, err)
		got, err := interchange.Encode(interchange.CGSuite, interchange.Entry{Position: p})
		require.NoError(t, err)
		require.Equal(t, want, got, position)
	}
}

// Sums are written in the formats that have a form of them, and no others.
func TestSums(t *testing.T) {
	v, err := variants.Lookup(variants.Duel)
	require.NoError(t, err)
	text, err := interchange.NewDecoder(interchange.Text, v)
	require.NoError(t, err)
	read, err := text.Line(1, "X.. + 1 x")
	require.NoError(t, err)
	for format, want := range map[string]string{
		interchange.Text: "X.. x + . x", interchange.CGSuite: `game.graph.Col("L:{2}-.:{3}") + game.graph.Col(".:{1}")`,
	} {
		got, err := interchange.Encode(format, read[0])
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, format := range []string{interchange.OBF, interchange.JSONL, interchange.MCGS} {
		_, err := interchange.Encode(format, read[0])
		require.ErrorContains(t, err, "a sum of positions has no form in "+format)
	}
	values, err := text.Line(1, "... x; 2:+1")
	require.NoError(t, err)
	require.Len(t, values[0].Moves, 1)
	_, err = text.Line(1, "X.. + ? x")
	require.ErrorContains(t, err, "part 2 of the sum")
}

// Games that are too large, and positions that are no summands, are refused.
func TestCGSuiteRefuses(t *testing.T) {
	for _, c := range []struct{ id, position, want string }{
		{variants.Lockdown, "X....O/6/6/6/6/6 x", "too large to be written out: more than 200000 positions or 2000 different games"},
		{variants.Lockdown, "3/3 x", "only one player can be to move: it cannot be X's turn"},
		{variants.Lockdown, "X2/3 o", "only one player can be to move: it cannot be X's turn"},
	} {
		_, err := interchange.Encode(interchange.CGSuite, interchange.Entry{Position: testgames.Parse(t, c.id, c.position)})
		require.ErrorContains(t, err, c.want)
	}
	_, err := interchange.Encode(interchange.CGSuite, interchange.Entry{})
	require.Error(t, err)
}
