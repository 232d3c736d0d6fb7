package analyze

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/cli/flags"
	"gridlock/internal/draw"
	"gridlock/solver"
	"gridlock/variants"
)

// pictures are the flags for the pictures of positions.
type pictures struct {
	svg      string // file of the picture of the position
	everyPly string // files of the pictures of the game
	labels   flags.Choice
	arrows   flags.Choice
	theme    flags.Choice
	width    int
	before   *variants.Position // the position before the first one of the game, if one is skipped
	skipped  variants.Move      // the move from there
}

// Words for labels and arrows; those for themes are in the order of [draw.Theme].
const (
	labelValues  = "values"
	labelNumbers = "numbers"
	labelNone    = "none"
	arrowsNone   = "none"
	arrowsBest   = "best"
	arrowsLast   = "last"
	arrowsLine   = "line"
)

var themes = []string{"auto", "light", "dark", "print"}

// Limits of the width of a picture, in pixels.
const leastWidth, mostWidth = 50, 10000

// addFlags adds the flags to the command.
func (p *pictures) addFlags(cmd *cobra.Command) {
	flags.Output(cmd, &p.svg, "svg", "", "write a picture of the position to this file")
	cmd.Flags().StringVar(&p.everyPly, "every-ply", "", "write a picture of every position of the game to files of this `NAME`, as in game-%02d.svg")
	cli.CompleteFiles(cmd, "every-ply")
	p.labels.AddFlag(cmd, "labels", "WHAT", "what pictures show in free cells: values, the numbers of the cells, or none",
		labelValues, labelNumbers, labelNone)
	p.arrows.AddFlag(cmd, "arrows", "WHICH", "moves that pictures show: the best one, the last one, or a line of best play (--depth)",
		arrowsNone, arrowsBest, arrowsLast, arrowsLine)
	flags.Number(cmd, &p.width, "size", 0, leastWidth, mostWidth, "width of pictures in `PIXELS` (default: 48 a column)")
	p.theme.AddFlag(cmd, "theme", "THEME", "colours of pictures: auto (the reader's choice of light or dark), light, dark, print (black on white)", themes...)
}

// check verifies that the flags go together.
func (p *pictures) check(given func(flag string) bool) error {
	for _, flag := range []string{"labels", "arrows", "size", "theme"} {
		if given(flag) && p.svg == "" && p.everyPly == "" {
			return cli.Usagef("--%s is about pictures: add --svg FILE or --every-ply NAME", flag)
		}
	}
	if given("every-ply") && (strings.Count(p.everyPly, "%") != 1 || !plyVerb.MatchString(p.everyPly)) {
		return cli.Usagef("--every-ply %q: the name needs one %%d or %%02d for the number of the ply, as in game-%%02d.svg", p.everyPly)
	}
	return nil
}

// plyVerb matches the place in a name where the number of the ply goes.
var plyVerb = regexp.MustCompile(`%(0[1-9])?d`)

// files returns the names of the pictures of a game, by the number of plies played.
func (p *pictures) files(plies int) (names []string) {
	for i := range plies + 1 {
		names = append(names, fmt.Sprintf(p.everyPly, i))
	}
	return names
}

// write draws the position of a game after some plies. Depth is the number of plies of a line, 0
// for all.
func (p *pictures) write(w io.Writer, g analysis.Review, ply, depth int) error {
	look := draw.Look{Width: p.width}
	look.Labels = map[string]draw.Labels{labelValues: draw.Values, labelNumbers: draw.Numbers, labelNone: draw.NoLabels}[p.labels.Value()]
	for i, theme := range themes {
		if theme == p.theme.Value() {
			look.Theme = draw.Theme(i)
		}
	}
	_, err := io.WriteString(w, look.Picture(g.Position(ply), p.moves(g, ply, depth)))
	return err
}

// moves returns the arrows that go with the position after some plies.
func (p *pictures) moves(g analysis.Review, ply, depth int) []draw.Arrow {
	a := g.Position(ply)
	switch which := p.arrows.Value(); {
	case which == arrowsLast && ply > 0:
		before := g.Plies[ply-1]
		return draw.Arrows(before.Before.Position, []variants.Move{before.Played.Move})
	case which == arrowsLast && p.before != nil:
		return draw.Arrows(*p.before, []variants.Move{p.skipped})
	case len(a.Moves) == 0 || a.Moves[0].Outcome == solver.Unknown:
		return nil
	case which == arrowsBest:
		return draw.Arrows(a.Position, []variants.Move{a.Moves[0].Move})
	case which == arrowsLine:
		line := a.Moves[0].Line()
		if depth > 0 {
			line = line[:min(depth, len(line))]
		}
		return draw.Arrows(a.Position, line)
	}
	return nil
}
