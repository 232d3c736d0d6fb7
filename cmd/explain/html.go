package explain

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"gridlock/internal/draw"
	"gridlock/internal/explain"
	"gridlock/variants"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

// html writes the page as one file without scripts that needs no other file.
func (p *page) html(w io.Writer) error {
	t, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return err
	}
	return t.Execute(w, p)
}

// Style returns the style sheet of the page.
func (p *page) Style() template.CSS { return template.CSS(pageCSS + draw.CSS()) }

// HTML returns the picture of a rule.
func (p *page) HTML(r *explain.Rule) template.HTML {
	picture := p.pattern(func(c int) explain.Sign { return p.Sign(r, c) })
	picture.Text = fmt.Sprintf("Rule %d.", r.Number)
	picture.Arrows = p.arrows(r)
	return svg(picture)
}

// Columns returns the number of columns of rules on a sheet: few if pictures are large.
func (p *page) Columns() int {
	if len(p.Rules) <= 6 {
		return 3
	}
	return max(3, min(6, 10-p.Root.Game().Grid().Cols()))
}

// svg draws a pattern.
func svg(p draw.Pattern) template.HTML { return template.HTML(p.Draw().String()) }

// pattern returns a picture of the board by its signs.
func (p *page) pattern(sign func(c int) explain.Sign) draw.Pattern {
	game := p.Root.Game()
	return draw.Pattern{Game: game, Cell: func(c int) draw.Pictured {
		if f := game.Variant().Family(); f.Graph != nil && !f.Graph.Vertices.Has(c) {
			return draw.Pictured{}
		}
		return p.pictured(sign(c))
	}}
}

// pictured returns how a sign is drawn.
func (p *page) pictured(sign explain.Sign) draw.Pictured {
	switch sign {
	case explain.Free:
		return draw.Pictured{Cell: draw.Open}
	case explain.Any:
		return draw.Pictured{Cell: draw.Either}
	case explain.Winners:
		return draw.Pictured{Cell: draw.Marked, By: p.Winner}
	case explain.Losers:
		return draw.Pictured{Cell: draw.Marked, By: p.Loser()}
	case explain.ForWinner:
		return draw.Pictured{Cell: draw.Only, By: p.Winner}
	case explain.ForLoser:
		return draw.Pictured{Cell: draw.Only, By: p.Loser()}
	}
	return draw.Pictured{Cell: draw.Gone}
}

// arrows returns the arrows of the winner's move, or of their walk.
func (p *page) arrows(r *explain.Rule) (all []draw.Arrow) {
	moves, line := []variants.Move{r.Move}, []variants.State{r.Pattern.Least()}
	if r.Walk != nil {
		moves, line = r.Walk, p.Line(r)
	}
	for i, m := range moves {
		at := line[i]
		step, from, number := p.StepOf(at, m), -1, 0
		if p.Root.Game().Steps() != nil && at.Mine != 0 {
			from = at.Mine.First()
		}
		if len(moves) > 1 { // the text names the cells that they block
			number, step.Block = i+1, -1
		}
		all = append(all, draw.Step(p.Winner, from, step.To, step.Block, number, p.MoveText(at, m)))
	}
	return all
}

// Begins returns the picture of the first position.
func (p *page) Begins() template.HTML {
	picture := p.pattern(func(c int) explain.Sign {
		winner, loser := !p.Root.Closed(p.Winner).Has(c), !p.Root.Closed(p.Loser()).Has(c)
		switch {
		case p.Root.Live(p.Winner).Has(c):
			return explain.Winners
		case p.Root.Live(p.Loser()).Has(c):
			return explain.Losers
		case winner && !loser:
			return explain.ForWinner
		case loser && !winner:
			return explain.ForLoser
		case !p.Root.Empty().Has(c) || !winner:
			return explain.Gone
		}
		return explain.Free
	})
	picture.Text = "The board at the start."
	return svg(picture)
}

// Group returns the picture of a component, cut to its size.
func (p *page) Group(r part) template.HTML {
	lines := strings.Split(r.Picture, "\n")
	cols := len(strings.ReplaceAll(lines[0], " ", ""))
	game, whole := p.Root.Game(), p.Root.Game().Grid()
	if small, err := game.Variant().NewGame(len(lines), cols); err == nil {
		game = small
	}
	grid := game.Grid()
	return svg(draw.Pattern{Game: game, Plain: true, Text: strings.ReplaceAll(r.Picture, "\n", " / "), Cell: func(c int) draw.Pictured {
		row, col := grid.RowCol(c)
		shown := p.pictured(p.PartSign(r.Rule, whole.Cell(row, col)))
		if shown.Cell == draw.Gone {
			shown.Cell = draw.Absent
		}
		return shown
	}})
}

// Meaning is a sign in pictures, as it is drawn, with its meaning.
type Meaning struct {
	Picture template.HTML
	Means   string
}

// Drawn returns the signs of the pictures as they are drawn.
func (p *page) Drawn() (all []Meaning) {
	one, err := variants.New(variants.Definition{ID: "sign", Family: variants.Family{Kind: variants.Place, Near: variants.Rook, Close: variants.CloseAll}, Rows: 1, Cols: 1})
	if err != nil {
		return nil
	}
	add := func(is draw.Pictured, means string, arrows ...draw.Arrow) {
		all = append(all, Meaning{svg(draw.Pattern{Game: one.Default(), Plain: true, Text: means, Arrows: arrows, Cell: func(int) draw.Pictured { return is }}), means})
	}
	for _, s := range p.Signs {
		switch s.Of {
		case signGo:
			add(draw.Pictured{Cell: draw.Open}, s.Means, draw.Step(p.Winner, -1, 0, -1, 0, ""))
		case signBlock:
			add(draw.Pictured{Cell: draw.Open}, s.Means, draw.Step(p.Winner, -1, -1, 0, 0, ""))
		default:
			add(p.pictured(s.Of), s.Means)
		}
	}
	return all
}

// Lines returns the rows of a grid of texts, without the numbers of rows and columns.
func (p *page) Lines(text string) (rows [][]string) {
	lines, labels := strings.Split(text, "\n"), 0
	if !p.Named() && text != p.Sums {
		lines, labels = lines[1:], 1
	}
	for _, line := range lines {
		rows = append(rows, strings.Fields(line)[labels:])
	}
	return rows
}
