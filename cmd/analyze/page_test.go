package analyze

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/page"
	"gridlock/internal/report"
	"gridlock/internal/testgames"
	"gridlock/solver"
	"gridlock/variants"
)

// review analyses a game for tests, with a limit of nodes for each ply if that is not 0.
func review(t testing.TB, id string, rows, cols int, nodes uint64, record string) analysis.Review {
	t.Helper()
	return reviewFrom(t, testgames.Game(t, id, rows, cols).Start(), nodes, record)
}

// reviewFrom analyses a game from any position.
func reviewFrom(t testing.TB, start variants.Position, nodes uint64, record string) analysis.Review {
	t.Helper()
	moves, _, err := start.ParseRecord(record)
	require.NoError(t, err)
	g, err := analysis.ReviewGame(context.Background(), start, moves, analysis.Options{Difficulty: true, Worth: true, Options: solver.Options{Memory: 1 << 24, Nodes: nodes}})
	require.True(t, err == nil || nodes > 0 && errors.Is(err, solver.ErrLimit), "%v", err)
	return g
}

// games are reviews of each game, short and long, with large boards and small ones.
func games(t testing.TB) map[string]analysis.Review {
	return map[string]analysis.Review{
		"classic":  review(t, "classic", 4, 4, 0, "2,2 2,3 3,3 4,3"),
		"duel":     review(t, "duel", 4, 4, 0, "6 11 4 2 13 9 16"),
		"lockdown": review(t, "lockdown", 4, 4, 0, "6 11 7 12 3 16 2 15 1 14 5 10 9"),
		"claim":    review(t, "claim", 5, 6, 0, "8 11 27 30 19"),
		"blockade": review(t, "blockade", 5, 5, 0, "2,1@2,2 2,3@1,3 1,1@0,1 3,3@3,4 1,2@1,1"),
		"start":    review(t, "duel", 3, 3, 0, ""),
		"hexes":    review(t, "place hex other", 4, 4, 0, "6 12"),
		"torus":    review(t, "walk rook torus", 3, 3, 0, "1 5 3"),
		"graph":    review(t, "place graph:2x3:0,1,2,3,4:0-1;0-2;0-3;3-4 all", 2, 3, 0, "4"),
	}
}

// document is a report, taken apart.
type document struct {
	all     []xml.StartElement
	text    string
	scripts []string // JSON and code
	styles  []string
	policy  string
	title   string
}

// reported writes the report of a game and reads it as a browser does.
func reported(t *testing.T, g analysis.Review) (d document) {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, page.Report(&text, g))
	d.text = text.String()
	rest := regexp.MustCompile(`(?s)(<(script|style|title)\b[^>]*>)(.*?)</(script|style|title)>`).ReplaceAllStringFunc(d.text, func(found string) string {
		begin := strings.Index(found, ">") + 1
		end := strings.LastIndex(found, "</")
		content := found[begin:end]
		switch {
		case strings.HasPrefix(found, "<script"):
			d.scripts = append(d.scripts, content)
		case strings.HasPrefix(found, "<style"):
			d.styles = append(d.styles, content)
		default:
			d.title = html.UnescapeString(content)
		}
		return found[:begin] + found[end:]
	})
	tags := xml.NewDecoder(strings.NewReader(rest))
	tags.Strict = false
	for {
		token, err := tags.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if n, ok := token.(xml.StartElement); ok {
			n = n.Copy()
			d.all = append(d.all, n)
			if attribute(n, "http-equiv") == "Content-Security-Policy" {
				d.policy = attribute(n, "content")
			}
		}
	}
	require.Greater(t, len(d.all), 100)
	require.Len(t, d.scripts, 2)
	return d
}

// attribute returns an attribute of an element, "" if it has none of that name.
func attribute(n xml.StartElement, name string) string {
	for _, a := range n.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// reportValues is what a report has for its page.
type reportValues struct {
	First     string
	Notes     []string
	Variants  []report.Variant
	Board     string
	Positions []struct{ Rules, Study json.RawMessage }
}

func (d document) values(t *testing.T) (v reportValues) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(d.scripts[0]), &v))
	return v
}

// A report is one file: nothing in it has the address of another one, and its policy allows what
// it has itself and nothing else.
func TestReportIsOneFile(t *testing.T) {
	for name, g := range games(t) {
		d := reported(t, g)
		require.True(t, strings.HasPrefix(d.text, page.ReportBegin), name)
		for _, n := range d.all {
			for _, a := range n.Attr {
				require.NotContains(t, []string{"src", "srcset", "action", "style"}, a.Name.Local, name)
				require.False(t, strings.HasPrefix(a.Name.Local, "on"), "%s: %s", name, a.Name.Local)
				if a.Name.Local == "href" {
					require.Regexp(t, `^(#|data:)`, a.Value, name)
				}
			}
		}
		for _, style := range d.styles {
			require.NotRegexp(t, `@import|url\([^#]`, style, name)
		}
		hashed := func(text string) string {
			sum := sha256.Sum256([]byte(text))
			return " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
		}
		plain := hashed("header, main { display: none; }")
		require.Contains(t, d.text, "<noscript><style>header, main { display: none; }</style></noscript>")
		require.Equal(t, "default-src 'none'; script-src"+hashed(d.scripts[1])+"; style-src"+hashed(d.styles[0])+plain+
			"; img-src data: blob:; base-uri 'none'; form-action 'none'", d.policy, name)
	}
}

// A report has what a server would answer for each position of the game, and the game as a table.
func TestReportHasTheAnswers(t *testing.T) {
	all := games(t)
	all["from elsewhere"] = reviewFrom(t, testgames.Parse(t, "lockdown", "X#../..#O x"), 0, "5 3")
	all["over"] = reviewFrom(t, testgames.Parse(t, "claim", "#.../.... x"), 0, "7 5")
	for name, g := range all {
		d := reported(t, g)
		v := d.values(t)
		start := g.Position(0).Position
		require.Equal(t, append([]string{}, g.Sentences()...), v.Notes, name)
		require.Len(t, v.Variants, 1)
		require.Equal(t, start.Game().Variant().ID, v.Variants[0].Variant)
		require.Len(t, v.Positions, len(g.Plies)+1)
		for i, got := range v.Positions {
			a := g.Position(i)
			rules, err := json.Marshal(report.NewRules(a.Position, nil))
			require.NoError(t, err)
			require.JSONEq(t, string(rules), string(got.Rules), name)
			study, err := json.Marshal(report.NewStudy(analysis.Review{End: a}, nil))
			require.NoError(t, err)
			require.JSONEq(t, string(study), string(got.Study), name)
			require.Contains(t, d.text, "<td>"+a.Winner()+"<td>", name)
		}
		for i, p := range g.Plies {
			require.Contains(t, d.text, ">"+p.Before.Position.Side().String()+" "+p.Before.Position.MoveText(p.Played.Move)+"</a>", name)
			require.Contains(t, d.text, "<td>"+p.Comment()+"\n", "%s, ply %d", name, i+1)
		}
		for _, sentence := range g.Sentences() {
			require.Contains(t, d.text, "<p>"+sentence+"</p>", name)
		}
		require.Equal(t, len(g.Plies)+1, strings.Count(d.text, `<tr><td>`), name)

		first, err := url.ParseQuery(v.First)
		require.NoError(t, err)
		require.Equal(t, start.Game().Variant().Name(), strings.ReplaceAll(first.Get("v"), "_", " "))
		require.Equal(t, v.Board, first.Get("s"))
		require.Equal(t, v.Board == "", first.Get("p") != "", name)
		if v.Board == "" {
			require.Equal(t, start.String(), first.Get("p"))
		}
		_, end, err := start.ParseRecord(strings.ReplaceAll(first.Get("m"), "_", " "))
		require.NoError(t, err)
		require.Equal(t, g.End.Position, end)
		require.Equal(t, g.End.Position.Over(), first.Get("at") == "0", "%s: a game that is over is shown from its start", name)
	}
	require.Equal(t, "v=lockdown&p=X%23..%2F..%23O%20x&m=5_3", reported(t, all["from elsewhere"]).values(t).First)
}

// No text of a game ends a script, or becomes an element.
func TestReportTextsAreHarmless(t *testing.T) {
	const evil = `</title></script></noscript><script>alert(1)</script><!--<script><img src=x onerror=alert(1)>`
	game := testgames.Snort()
	game.ID, game.Title, game.Summary = "evil", evil, evil
	v, err := variants.New(game)
	require.NoError(t, err)
	g, err := v.NewGame(2, 2)
	require.NoError(t, err)
	d := reported(t, reviewFrom(t, g.Start(), 0, "1"))
	require.Equal(t, evil, d.values(t).Variants[0].Title)
	require.Equal(t, evil, d.values(t).Variants[0].Summary)
	require.Equal(t, evil+" on 2x2: review", d.title)
	require.NotContains(t, d.text, "<img")
	require.NotContains(t, d.text, "<script>")
}
