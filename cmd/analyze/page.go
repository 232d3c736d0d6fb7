package analyze

import (
	"fmt"
	"html/template"
	"io"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/draw"
	"gridlock/variants"
)

// page is what the web page shows.
type page struct {
	Title     string
	Verdict   string
	Sentences []string
	Course    template.HTML
	CSS       template.CSS
	Boards    []boardEntry // each with the move made there; the last one without
	Blocks    bool         // moves block cells
	Width     int          // of a board, in pixels
}

// boardEntry is a position of the game.
type boardEntry struct {
	Ply     int // of the move made there, from 1
	Player  string
	Move    string // empty at the end
	Mark    string
	Comment string // what became of the move
	Verdict string // who wins the position
	After   string // who wins the one after it
	Why     string
	Text    string // of the position
	Image   template.HTML
}

// writePage writes the review of a game as a web page that needs no other file.
func writePage(w io.Writer, g analysis.Game) error {
	start := g.Position(0)
	out := page{
		Title: cli.GameText(start.Position.Game()), Verdict: cli.Verdict(start.Position, start.Result, false),
		Sentences: g.Sentences(), Course: template.HTML(draw.Course(g).String()), CSS: template.CSS(draw.CSS()),
		Blocks: start.Position.Game().Traits().Blocks, Width: draw.Width(start.Position),
	}
	for i, p := range g.Plies {
		at := p.Before.Position
		entry := newBoard(p.Before, &p.Played.Move)
		entry.Ply, entry.Move, entry.Mark = i+1, at.MoveText(p.Played.Move), p.Mark()
		entry.Comment, entry.After = p.Comment(), g.Position(i+1).Winner()
		out.Boards = append(out.Boards, entry)
	}
	end := newBoard(g.End, nil)
	end.Comment = cli.Verdict(g.End.Position, g.End.Result, false)
	out.Boards = append(out.Boards, end)
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return fmt.Errorf("the web page: %w", err)
	}
	return t.Execute(w, out)
}

func newBoard(a analysis.Position, played *variants.Move) boardEntry {
	return boardEntry{
		Player: a.Position.Side().String(), Verdict: a.Winner(), Why: a.Reason.Text, Text: a.Position.String(),
		Image: template.HTML(draw.Board(a, played).String()),
	}
}

// pageText is the template of the page.
const pageText = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="gridlock analyze">
<link rel="icon" href="data:,">
<title>{{.Title}}: review</title>
<style>
:root { --page: #ffffff; --text: #1d2430; --quiet: #5b6573; --card: #fbfcfd; --border: #d8dde4; --bad: #a61b12; --good: #14692f; }
@media (prefers-color-scheme: dark) { :root { --page: #10141a; --text: #e8ecf2; --quiet: #a3adba; --card: #181d25; --border: #333c48; --bad: #ff9d93; --good: #7fdc97; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 76rem; background: var(--page); color: var(--text);
  font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; }
p, ul { margin: .4rem 0; } ul { padding-left: 1.2rem; }
.quiet { color: var(--quiet); font-size: .9rem; }
code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .85em; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--border); vertical-align: top; }
th { color: var(--quiet); font-weight: 500; font-size: .85rem; }
td:nth-child(-n+4) { white-space: nowrap; }
td.ply { color: var(--quiet); }
.mark { font-weight: 700; } .bad { color: var(--bad); } .good { color: var(--good); }
.boards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, max(17rem, var(--board) + 2.2rem)), 1fr)); gap: 1rem; }
figure { margin: 0; padding: 1rem; background: var(--card); border: 1px solid var(--border); border-radius: 10px; display: flex; flex-direction: column; }
figure svg { max-width: 100%; height: auto; margin: 0 auto; }
figcaption { margin-top: .75rem; }
figcaption p { margin: .15rem 0; }
a { color: inherit; }
@media (max-width: 30rem) { body { padding: 1rem .75rem 2rem; } figure { padding: .75rem; } }
</style>
<style>{{.CSS}}</style>
</head>
<body>
<header>
<h1>{{.Title}}</h1>
<p>At the start: {{.Verdict}}</p>
<ul>{{range .Sentences}}<li>{{.}}</li>{{end}}</ul>
</header>
<main>
<section aria-labelledby="course">
<h2 id="course">Who is winning</h2>
{{.Course}}
<p class="quiet">One bar per ply: up, X wins; down, O wins; its length is the number of plies left with best play.
While neither player makes a mistake, the bars get shorter by one ply each. A pale bar stands for an unknown number.</p>
</section>
<section aria-labelledby="moves">
<h2 id="moves">Moves</h2>
<div class="scroll">
<table>
<thead><tr><th>Ply</th><th>Player</th><th>Move</th><th>After it</th><th>For the player</th></tr></thead>
<tbody>
{{range .Boards}}{{if .Move}}<tr><td class="ply">{{.Ply}}</td><td>{{.Player}}</td><td><a href="#ply{{.Ply}}">{{.Move}}</a>{{template "mark" .Mark}}</td><td>{{.After}}</td><td>{{.Comment}}</td></tr>
{{end}}{{end}}</tbody>
</table>
</div>
</section>
<section aria-labelledby="boards">
<h2 id="boards">Boards</h2>
<p class="quiet">What each move would have given: W7 wins in 7 plies, L4 loses in 4, W? wins in an unknown number of plies.
The frame shows where the player went{{if .Blocks}}, the broken one what was blocked{{end}}.</p>
<div class="boards" style="--board: {{.Width}}px">
{{range .Boards}}<figure{{if .Move}} id="ply{{.Ply}}"{{else}} id="end"{{end}}>
{{.Image}}
<figcaption>
{{if .Move}}<p><strong>{{.Ply}}. {{.Player}} {{.Move}}</strong>{{template "mark" .Mark}}</p>
<p>{{.Comment}}</p>
<p class="quiet">before: {{.Verdict}}; after: {{.After}}</p>
{{else}}<p><strong>The end of the record</strong></p>
<p>{{.Comment}}</p>
{{end}}{{if .Why}}<p class="quiet">{{.Why}}</p>
{{end}}<p class="quiet"><code>{{.Text}}</code></p>
</figcaption>
</figure>
{{end}}</div>
</section>
</main>
</body>
</html>
{{define "mark"}}{{if .}} <span class="mark {{if eq . "!"}}good{{else}}bad{{end}}">{{.}}</span>{{end}}{{end}}`
