package page

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"io"
	"net/url"
	"regexp"
	"strings"

	"gridlock/analysis"
	"gridlock/internal/report"
)

//go:embed report.css
var reportCSS string

//go:embed report.html
var reportHTML string

// ReportBegin is the beginning of the files that [Report] writes.
const ReportBegin = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="generator" content="gridlock analyze">
`

// Report writes the page with the analysis of a game in it: one file, which works without a server or any other file.
// Readers without JavaScript get the moves and their values.
func Report(w io.Writer, g analysis.Review) error {
	values, err := json.Marshal(newValues(g)) // writes "<" as an escape sequence, so that no text ends the script
	if err != nil {
		return err
	}
	code := string(file("made/" + reportScript))
	game := g.Position(0).Position.Game()
	title := fmt.Sprintf("%s on %v", game.Variant().Title, game.Grid())
	course, err := newCourse(g, title)
	if err != nil {
		return err
	}
	style, plain := string(file("made/style.css"))+reportCSS, "header, main { display: none; }"
	f := form{text: indexHTML}
	f.replace(`^<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n`, ReportBegin+policy(code, style, plain))
	f.replace(`<title>[^<]*</title>`, "<title>"+html.EscapeString(title)+": review</title>")
	f.replace(`<link rel="stylesheet" href="style.css">`, "<style>"+style+"</style>\n<noscript><style>"+plain+"</style></noscript>")
	f.replace(`<script type="module" src="app.js"></script>`,
		`<script type="application/json" id="report">`+string(values)+"</script>\n<script type=\"module\">"+code+"</script>")
	f.replace(`(?s)<noscript><p>.*?</noscript>\n`, course)
	if f.err != nil {
		return f.err
	}
	_, err = io.WriteString(w, f.text)
	return err
}

// form is a text with parts to be replaced.
type form struct {
	text string
	err  error
}

// replace replaces the part that matches a pattern; there has to be exactly one.
func (f *form) replace(pattern, with string) {
	found := regexp.MustCompile(pattern).FindAllStringIndex(f.text, -1)
	if len(found) != 1 {
		f.err = fmt.Errorf("the page has %s %d times, not once", pattern, len(found))
		return
	}
	f.text = f.text[:found[0][0]] + with + f.text[found[0][1]:]
}

// policy returns the element that allows the page its own script and styles and nothing else.
func policy(script string, styles ...string) string {
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	text := "default-src 'none'; script-src" + hash(script) + "; style-src"
	for _, style := range styles {
		text += hash(style)
	}
	return `<meta http-equiv="Content-Security-Policy" content="` + text + `; img-src data: blob:; base-uri 'none'; form-action 'none'">` + "\n"
}

// values has the answers that the page's engine looks up.
type values struct {
	First     string           `json:"first"` // fragment of the address
	Notes     []string         `json:"notes"`
	Variants  []report.Variant `json:"variants"` // the one that is played
	Game      *report.Game     `json:"game"`     // nil if no moves were played
	Board     string           `json:"board"`    // "" where the game does not begin as usual on its board
	Positions []answers        `json:"positions"`
}

// answers has the facts about a position, as a server would answer.
type answers struct {
	Rules report.Rules `json:"rules"`
	Study report.Study `json:"study"`
}

func newValues(g analysis.Review) values {
	start := g.Position(0).Position
	out := values{
		First: fragment(g, begin(g)), Notes: append([]string{}, g.Sentences()...),
		Variants: []report.Variant{report.NewVariant(start.Game().Variant())}, Game: report.NewStudy(g, nil).Game,
	}
	if usual(g) {
		out.Board = start.Game().Grid().String()
	}
	for i := range len(g.Plies) + 1 {
		a := g.Position(i)
		out.Positions = append(out.Positions, answers{
			report.NewRules(a.Position, nil), report.NewStudy(analysis.Review{End: a}, nil),
		})
	}
	return out
}

// usual reports whether a game begins as usual on its board.
func usual(g analysis.Review) bool {
	start := g.Position(0).Position
	return start == start.Game().Start()
}

// begin returns the ply that a report shows first: the last one, since it is the one asked
// about, or the first one if the game is over.
func begin(g analysis.Review) int {
	if g.End.Position.Over() {
		return 0
	}
	return len(g.Plies)
}

// fragment returns the part of the page's address that names a ply of a game.
func fragment(g analysis.Review, ply int) string {
	escape := func(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
	start := g.Position(0).Position
	text := "v=" + escape(strings.ReplaceAll(start.Game().Variant().Name(), " ", "_"))
	if usual(g) {
		text += "&s=" + start.Game().Grid().String()
	} else {
		text += "&p=" + escape(start.String())
	}
	var moves []string
	for _, p := range g.Plies {
		moves = append(moves, p.Before.Position.MoveText(p.Played.Move))
	}
	if len(moves) > 0 {
		text += "&m=" + escape(strings.Join(moves, "_"))
	}
	if ply < len(moves) {
		text += fmt.Sprintf("&at=%d", ply)
	}
	return text
}

// course is a game as a table.
type course struct {
	Title string
	Notes []string
	Plies []coursePly
}

// coursePly is a row of the table.
type coursePly struct {
	Ply     int          // 0 for the start
	Link    template.URL // a link to the position after the ply
	Move    string       // and whose it is
	Mark    string
	After   string // who wins then
	Comment string // what the move was worth
}

// newCourse returns a game as a table in HTML, which can be read without JavaScript. Its links
// lead the page to the plies.
func newCourse(g analysis.Review, title string) (string, error) {
	out := course{Title: title, Notes: g.Sentences()}
	for i := range len(g.Plies) + 1 {
		row := coursePly{Ply: i, Link: template.URL("#" + fragment(g, i)), Move: "start", After: g.Position(i).Winner()}
		if i > 0 {
			p := g.Plies[i-1]
			row.Move = p.Before.Position.Side().String() + " " + p.Before.Position.MoveText(p.Played.Move)
			row.Mark, row.Comment = p.Mark(), p.Comment()
		}
		out.Plies = append(out.Plies, row)
	}
	t, err := template.New("report").Parse(reportHTML)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, out)
	return b.String(), err
}
