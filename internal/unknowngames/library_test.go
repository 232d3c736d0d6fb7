package foreign_test

import (
	"cmp"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// known is what docs/family.md says of a game on some boards, or in a position: a nimber or the winner of each.
type known struct {
	text   string
	starts []variants.Position
	values []string
}

// computed is what recursion and search have found, and nobody has published, in the form of docs/family.md.
const computed = `
| ~col~ | n×n: XOOOOO · 3×n: OOOO |
| ~snort~ | 2×n: XOXOXOX · 3×n: XXXXX · 5×n, n≥4: XXX |
| ~kingsnort~ | 2×n: XXXXXXX · n×n, n≥4: XXX |
| ~knightkayles~ | 3×n: 1010401 |
| ~hexcol~ | n×n: XOOOO · 3×n: OOOOO |
| ~hexsnort~ | 3×n: XXXXX · n×n, n≥4: XX |
| ~hexkayles~ | 2×n: 1203103324 · n×n: 121011 |
| ~tron~ | 2×n: OOOOOOOO · 3×n: XOXOX · n×n: XOXOXO |
| ~knighttron~ | 3×n, n≥2: OOOOO · n×n, n≥4: OOO |
| ~hexblockade~ | 3×n, n≥2: OXX · n×n, n≥4: XX |
| ~cylindersnort~ | 2×n, n≥3: XOXOX · n×n, n≥3: XO |
| ~toruskings~ | n×n: 1110001 · 3×n, n≥3: 1000100 |
| ~petersen~ | 5×5: 1 |
`

// readKnown reads the rows of the table and of computed, as in "| `col` | 2×n: OOO · 3×n, n≥2: OOO | source |".
func readKnown(t *testing.T) (all []known) {
	t.Helper()
	text, err := os.ReadFile("../../docs/family.md")
	require.NoError(t, err)
	row := regexp.MustCompile("(?m)^\\| `([a-z]+)` \\| ([^|]+: [0-9XO]+) \\|")
	for _, found := range row.FindAllStringSubmatch(string(text)+strings.ReplaceAll(computed, "~", "`"), -1) {
		v, err := variants.Lookup(found[1])
		require.NoError(t, err)
		for _, about := range strings.Split(found[2], " · ") {
			boards, values, said := strings.Cut(about, ": ")
			require.True(t, said, found[0])
			k := known{text: v.ID + " " + about, values: strings.Split(values, "")}
			for i := range k.values {
				k.starts = append(k.starts, startOf(t, v, boards, i))
			}
			all = append(all, k)
		}
	}
	return all
}

// startOf returns a position that a row is about: the only one in code, or the start on board i of many.
func startOf(t *testing.T, v variants.Variant, boards string, i int) variants.Position {
	t.Helper()
	if text, ok := strings.CutPrefix(boards, "`"); ok {
		require.Zero(t, i, boards)
		p, err := v.Parse(strings.Trim(text, "`"))
		require.NoError(t, err)
		return p
	}
	form := regexp.MustCompile(`^(\d+|n)×(\d+|n)(?:, n≥(\d+))?$`).FindStringSubmatch(boards)
	require.NotNil(t, form, boards)
	size := func(word string) int {
		more := 0
		if word == "n" {
			word, more = cmp.Or(form[3], "1"), i
		}
		n, err := strconv.Atoi(word)
		require.NoError(t, err, boards)
		return n + more
	}
	game, err := v.NewGame(size(form[1]), size(form[2]))
	require.NoError(t, err)
	return game.Start()
}

// recursion finds nimbers and winners by the rules alone, of states that it remembers.
type recursion struct {
	rules   variants.Rules
	nimbers map[variants.State]int
	wins    map[variants.State]bool
}

// mostStates is how many states a recursion goes through.
const mostStates = 150_000

// nimber returns the nimber of a state; ok is false if there are too many.
func (r recursion) nimber(s variants.State) (nimber int, ok bool) {
	if n, ok := r.nimbers[s]; ok {
		return n, true
	}
	if len(r.nimbers) >= mostStates {
		return 0, false
	}
	reached := map[int]bool{}
	for m := range r.rules.Legal(s).Cells() {
		n, ok := r.nimber(r.rules.Play(s, variants.Move(m)))
		if !ok {
			return 0, false
		}
		reached[n] = true
	}
	for reached[nimber] {
		nimber++
	}
	r.nimbers[s] = nimber
	return nimber, true
}

// win reports whether the player to move wins; ok is false if there are too many states.
func (r recursion) win(s variants.State) (win, ok bool) {
	if w, ok := r.wins[s]; ok {
		return w, true
	}
	if len(r.wins) >= mostStates {
		return false, false
	}
	for m := range r.rules.Legal(s).Cells() {
		w, ok := r.win(r.rules.Play(s, variants.Move(m)))
		if !ok {
			return false, false
		}
		if win = !w; win {
			break
		}
	}
	r.wins[s] = win
	return win, true
}

// byRules returns what a table says of a position, by recursion; "" if it takes too long.
func byRules(p variants.Position, nimber bool) string {
	if p.Empty().Count() > 26 {
		return ""
	}
	r := recursion{p.Game().Rules(), map[variants.State]int{}, map[variants.State]bool{}}
	if nimber {
		if n, ok := r.nimber(p.State()); ok {
			return strconv.Itoa(n)
		}
		return ""
	}
	if win, ok := r.win(p.State()); ok {
		return winner(p, win)
	}
	return ""
}

// winner returns who wins if the player to move does or does not.
func winner(p variants.Position, win bool) string {
	if win {
		return p.Side().String()
	}
	return p.Side().Opponent().String()
}

// What docs/family.md says is known of the games of the library is so, by recursion on the rules and by the engine
// that the program solves with; where one of them takes too long, by the other.
func TestWhatIsKnownOfTheLibrary(t *testing.T) {
	rules, engine, nimbers, games := 0, 0, 0, map[string]bool{}
	for _, k := range readKnown(t) {
		for i, p := range k.starts {
			if i%testgames.Of(4, 1) != 0 {
				continue
			}
			games[p.Game().Variant().ID] = true
			_, err := strconv.Atoi(k.values[i])
			nimber := err == nil
			decided := byRules(p, nimber)
			if decided != "" {
				rules++
				require.Equal(t, k.values[i], decided, "%s: %v by the rules", k.text, p)
			}
			r, err := auto.Engine{}.Solve(t.Context(), p, solver.Options{Nodes: 100_000, Memory: 16 << 20, Workers: 1})
			if err == nil {
				engine++
				require.True(t, r.Proven)
				want := k.values[i]
				if nimber {
					want = winner(p, want != "0")
				}
				require.Equal(t, want, winner(p, r.Outcome == solver.Win), "%s: %v by %s", k.text, p, r.Engine)
				if nimber && r.Nimber != nil {
					nimbers++
					require.Equal(t, k.values[i], strconv.Itoa(*r.Nimber), "%s: %v", k.text, p)
				}
				continue
			}
			require.ErrorIs(t, err, solver.ErrLimit)
			require.NotEmpty(t, decided, "%s: nobody decides %v", k.text, p)
		}
	}
	t.Logf("%d values by the rules, %d by the engine, of them %d nimbers", rules, engine, nimbers)
	require.Greater(t, rules, testgames.Of(50, 200))
	require.Greater(t, nimbers, testgames.Of(25, 100))
	for _, id := range variants.LibraryIDs() {
		require.True(t, games[id], "nothing is said of %s", id)
	}
}

// The rule files in docs/family.md are read, and its tables have the words of the games.
func TestRuleFilesOfTheDocuments(t *testing.T) {
	text, err := os.ReadFile("../../docs/family.md")
	require.NoError(t, err)
	files := regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	require.Len(t, files, 2)
	for _, found := range files {
		_, err := variants.ParseFamily([]byte(found[1]), "mine.toml")
		require.NoError(t, err)
	}
	said := map[string]bool{}
	for _, found := range regexp.MustCompile("(?m)^\\| ([a-z`, ]+) \\| `((?:place|follow|walk) [^`]*)`").FindAllStringSubmatch(string(text), -1) {
		for _, id := range strings.Split(strings.ReplaceAll(found[1], "`", ""), ", ") {
			v, err := variants.Lookup(id)
			require.NoError(t, err)
			before, after, _ := strings.Cut(found[2], "…") // as in "place graph:… all"
			words := v.Family().String()
			require.True(t, strings.HasPrefix(words, before) && strings.HasSuffix(words, after), "%s is %s and not %s", id, words, found[2])
			said[id] = true
		}
	}
	for _, id := range append(variants.IDs(), variants.LibraryIDs()...) {
		require.True(t, said[id], "the tables leave out %s", id)
	}
}
