package puzzle

import (
	"errors"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gridlock/analysis"
	"gridlock/internal/cli"
	"gridlock/internal/draw"
	"gridlock/internal/puzzle"
	"gridlock/solver"
	"gridlock/variants"
)

// worksheet collects puzzles to be printed, and their solutions.
type worksheet struct {
	game    *variants.Game
	seed    uint64
	command string // that finds the puzzles again
	puzzles []puzzle.Puzzle
	files   []sheetFile
}

// sheetFile is a file with sheets.
type sheetFile struct {
	name  string
	file  *cli.StagedFile
	write func(io.Writer, *worksheet) error
}

// checkSheet looks whether a file of this name can have so many puzzles.
func checkSheet(name string, count int) error {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".html", ".htm":
		return nil
	case ".svg":
		if count > draw.SheetEntries {
			return cli.Usagef("--count %d: a picture has room for %d puzzles; write a web page, whose name ends in .html", count, draw.SheetEntries)
		}
		return nil
	}
	return cli.Usagef("--worksheet %q: the name must end in .html or .svg", name)
}

// newWorksheet prepares to write a worksheet, so that a file which cannot be written, or is
// not gridlock's to replace, is refused before the search.
func newWorksheet(name string, game *variants.Game, seed uint64, command string) (*worksheet, error) {
	w := &worksheet{game: game, seed: seed, command: command}
	all := []sheetFile{{name: name, write: writeSheets}}
	begin := pageBegin()
	if ext := filepath.Ext(name); strings.EqualFold(ext, ".svg") {
		all = []sheetFile{
			{name: name, write: picture((*worksheet).problems)},
			{name: strings.TrimSuffix(name, ext) + "-solutions" + ext, write: picture((*worksheet).solutions)},
		}
		begin = pictureBegin
	}
	for _, f := range all {
		file, err := cli.StageFile(f.name, cli.WrittenBy("puzzle", begin))
		if err != nil {
			w.discard()
			return nil, err
		}
		f.file = file
		w.files = append(w.files, f)
	}
	return w, nil
}

// add adds a puzzle.
func (w *worksheet) add(_ int, z puzzle.Puzzle) error {
	w.puzzles = append(w.puzzles, z)
	return nil
}

// finish writes the puzzles, the easiest first, and says so. It does not if there are none, or if
// the search for them ended by an error that is no limit.
func (w *worksheet) finish(out io.Writer, err error) error {
	if len(w.puzzles) == 0 || err != nil && !errors.Is(err, solver.ErrLimit) {
		return nil
	}
	slices.SortStableFunc(w.puzzles, func(a, b puzzle.Puzzle) int { return a.Difficulty.Number() - b.Difficulty.Number() })
	var failed []error
	for i, f := range w.files {
		err := f.write(f.file, w)
		if err == nil {
			err = f.file.Commit()
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("--worksheet: %w", err))
			continue
		}
		name := "worksheet"
		if i > 0 {
			name = "solutions"
		}
		fmt.Fprint(out, cli.Verbatim(name, f.name))
	}
	_, err = fmt.Fprint(out, cli.Field("puzzles", cli.Count(len(w.puzzles))), seedLine(w.seed))
	return errors.Join(append(failed, err)...)
}

// discard removes what is not in its place.
func (w *worksheet) discard() {
	for _, f := range w.files {
		f.file.Discard()
	}
}

// problems returns the sheets with the puzzles.
func (w *worksheet) problems() []draw.Sheet {
	return w.sheets("Puzzles", "One move wins, and all others lose. Small marks and grey cells cannot be used. How hard it is is an estimate.", func(z puzzle.Puzzle) draw.Entry {
		wins := fmt.Sprintf("wins in %s by", cli.Moves(z.Depth))
		if n := z.Moves.Count(); n > 1 {
			wins += fmt.Sprintf(" any of %d equivalent moves:", n)
		}
		return draw.Entry{
			Board: draw.Board(analysis.Position{Position: z.Position}, nil),
			Head:  fmt.Sprintf("%v to move, %s (%d)", z.Position.Side(), z.Difficulty.Level(), z.Difficulty.Number()),
			Notes: []string{wins + " __________"},
		}
	})
}

// solutions returns the sheets with the solutions.
func (w *worksheet) solutions() []draw.Sheet {
	return w.sheets("Solutions", "The frame shows the solution. W5 wins in 5 moves with best play, L4 loses in 4.", func(z puzzle.Puzzle) draw.Entry {
		e := draw.Entry{
			Board: draw.Board(z.Analysis, &z.Line[0]),
			Head:  fmt.Sprintf("%v by %s", z.Position.Side(), strings.Join(solutions(z), " or ")),
			Notes: []string{"Line: " + strings.Join(z.Position.Record(z.Line), " ")},
		}
		if why := z.Analysis.Move(z.Line[0]).Reason.Text; why != "" {
			e.Notes = append(e.Notes, "Why: "+why)
		}
		return e
	})
}

// sheets puts puzzles on sheets, and numbers them. The legend says how to read the boards.
func (w *worksheet) sheets(title, legend string, of func(puzzle.Puzzle) draw.Entry) (all []draw.Sheet) {
	number := 0
	for some := range slices.Chunk(w.puzzles, draw.SheetEntries) {
		sheet := draw.Sheet{
			Title: fmt.Sprintf("%s: %s", title, w.game.Variant().Title), Notes: w.notes(legend),
			Room: min(len(w.puzzles), draw.SheetEntries),
		}
		for _, z := range some {
			number++
			e := of(z)
			e.Head = fmt.Sprintf("%d. %s", number, e.Head)
			sheet.Entries = append(sheet.Entries, e)
		}
		all = append(all, sheet)
	}
	return all
}

// notes returns what stands below the title of each sheet.
func (w *worksheet) notes(legend string) []string {
	return []string{
		fmt.Sprintf("The rule: %s. Whoever cannot move loses.", w.game.Variant().Summary),
		legend,
		w.command,
	}
}

// pictureBegin is how pictures of sheets begin.
const pictureBegin = `<svg xmlns="http://www.w3.org/2000/svg" class="drawing sheet" `

// picture returns what writes one sheet as a picture.
func picture(of func(*worksheet) []draw.Sheet) func(io.Writer, *worksheet) error {
	return func(out io.Writer, w *worksheet) error {
		sheet := of(w)[0]
		sheet.Margin = 12
		_, err := io.WriteString(out, sheet.Draw().File())
		return err
	}
}

// writeSheets writes the sheets as a web page, each on a page of paper.
func writeSheets(out io.Writer, w *worksheet) error {
	t, err := template.New("sheets").Parse(sheetsText)
	if err != nil {
		return fmt.Errorf("the web page: %w", err)
	}
	var sheets []template.HTML
	for _, s := range append(w.problems(), w.solutions()...) {
		sheets = append(sheets, template.HTML(s.Draw().String()))
	}
	return t.Execute(out, struct {
		Title  string
		Sheets []template.HTML
	}{w.game.Variant().Title, sheets})
}

// pageBegin returns how pages of sheets begin.
func pageBegin() string {
	begin, _, _ := strings.Cut(sheetsText, "<title>")
	return begin
}

// sheetsText is the template of the page. Without a style sheet of colours, the sheets are
// white, as paper is.
const sheetsText = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="generator" content="gridlock puzzle">
<link rel="icon" href="data:,">
<title>{{.Title}}: puzzles</title>
<style>
@page { margin: 10mm; }
body { margin: 0; background: #e7eaee; }
section { width: min(186mm, 100% - 4rem); margin: 1.5rem auto; padding: 1.5rem; background: #ffffff; box-shadow: 0 1px 6px #0003; }
section > svg { display: block; width: 100%; height: auto; }
@media (max-width: 40rem) { section { width: auto; margin: 0 0 .5rem; padding: .75rem; } }
@media print {
  body { background: none; }
  section { width: auto; margin: 0; padding: 0; box-shadow: none; break-after: page; break-inside: avoid; }
  section:last-child { break-after: auto; }
  section > svg { width: 186mm; height: 252mm; margin: 0 auto; }
}
</style>
</head>
<body>
{{range .Sheets}}<section>
{{.}}
</section>
{{end}}</body>
</html>
`
