package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/template"

	"gridlock/internal/cli"
	"gridlock/variants"
)

// sources are the templates of the page and of what is published beside it, see https://specs.frictionlessdata.io
// for the data package; the columns of atlas.csv, in which the fields of atlas.jsonl have the same
// meanings, too; and the licence of the data.
//
//go:embed *.tmpl columns.json licence.txt
var sources embed.FS

// files are the contents of files by their names in the folder of the documents, with slashes.
type files map[string][]byte

// published returns all files of the atlas: the data, and what follows from them.
func published(known data, every []edition) (files, error) {
	all, err := known.files(every)
	if err != nil {
		return nil, err
	}
	library := newView(known, every[1].starts)
	if all["atlas-library.md"], err = library.render("atlas-library.md.tmpl"); err != nil {
		return nil, err
	}
	v := newView(known, every[0].starts)
	for _, g := range v.Games {
		all["atlas/"+g.ID+"-winners.svg"] = []byte(g.winners().File())
		all["atlas/"+g.ID+"-plies.svg"] = []byte(g.plies().File())
		maps.Copy(all, g.nimberLists())
	}
	if all["atlas/LICENSE"], err = sources.ReadFile("licence.txt"); err != nil {
		return nil, err
	}
	for _, name := range []string{"atlas.csv", "datapackage.json", "atlas.md"} {
		v.files = all
		if all[name], err = v.render(name + ".tmpl"); err != nil {
			return nil, err
		}
	}
	all["atlas/SHA256SUMS"] = all.sums()
	return all, nil
}

// sums returns the hashes of the data, in the form of sha256sum.
func (all files) sums() []byte {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if name != "atlas.md" && name != "atlas-library.md" {
			fmt.Fprintf(&b, "%s  %s\n", all.Hash(name), name)
		}
	}
	return []byte(b.String())
}

// Hash returns the SHA-256 of a file.
func (all files) Hash(name string) string { return fmt.Sprintf("%x", sha256.Sum256(all[name])) }

// Size returns the length of a file.
func (all files) Size(name string) int { return len(all[name]) }

// Lists returns the names of the lists of nimbers.
func (all files) Lists() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if list, ok := strings.CutSuffix(name, ".txt"); ok {
			names = append(names, strings.TrimPrefix(list, "atlas/"))
		}
	}
	return names
}

// view is what the templates show.
type view struct {
	files
	Games  []game
	Boards boards // of all games
	Runs   []Run
}

// newView returns what the data say of the games, in the order of the boards.
func newView(known data, starts []variants.Position) (v view) {
	_, v.Runs = known.list(starts)
	for _, start := range starts {
		id, grid := start.Game().Variant(), start.Game().Grid()
		if len(v.Games) == 0 || v.Games[len(v.Games)-1].ID != id.ID {
			v.Games = append(v.Games, game{Variant: id})
		}
		g, b := &v.Games[len(v.Games)-1], board{known.facts[keyOf(start)], start, grid.Rows(), grid.Cols(), transposes(start)}
		g.Boards, v.Boards = append(g.Boards, b), append(v.Boards, b)
	}
	return v
}

// render fills a template.
func (v view) render(name string) ([]byte, error) {
	t, err := template.New(name).Funcs(template.FuncMap{
		"cell": cell, "count": cli.Count[uint64], "memory": memoryText, "next": func(n int) int { return n + 1 },
	}).ParseFS(sources, name)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, v)
	return b.Bytes(), err
}

// cell writes a text as a cell of comma-separated values (RFC 4180).
func cell(text string) string {
	if strings.ContainsAny(text, "\",\r\n") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// Fields returns the columns as they stand in datapackage.json.
func (v view) Fields() (string, error) {
	text, err := sources.ReadFile("columns.json")
	return strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "\n"+strings.Repeat(" ", 8)), err
}

// Columns returns the columns by their names in columns.json.
func (v view) Columns() (all []map[string]any, err error) {
	text, err := v.Fields()
	if err == nil {
		err = json.Unmarshal([]byte(text), &all)
	}
	return all, err
}

// distinct returns texts about things, each text once.
func distinct[T any](things []T, text func(T) string) (all []string) {
	for _, thing := range things {
		if t := text(thing); !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	return all
}

// Game returns a game by its ID, for the words about it.
func (v view) Game(id string) (game, error) {
	i := slices.IndexFunc(v.Games, func(g game) bool { return g.ID == id })
	if i < 0 {
		return game{}, fmt.Errorf("no game %q", id)
	}
	return v.Games[i], nil
}

// hardestRows is the number of rows of the table of the hardest boards.
const hardestRows = 20

// Hardest returns the decided boards that took most nodes.
func (v view) Hardest() boards {
	decided := v.Boards.That(decided)
	slices.SortStableFunc(decided, func(f, g board) int { return cmp.Compare(g.Nodes, f.Nodes) })
	return decided[:min(hardestRows, len(decided))]
}

// Machines says on what the runs were made, each once.
func (v view) Machines() string {
	return strings.Join(distinct(v.Runs, func(r Run) string {
		return fmt.Sprintf("%s/%s with %d CPUs, %s", r.Machine.OS, r.Machine.Arch, r.Machine.CPUs, r.Go)
	}), "; ")
}

// Hours returns the time of all runs.
func (v view) Hours() string {
	var seconds float64
	for _, r := range v.Runs {
		seconds += r.Seconds + r.PliesSeconds + r.CertificateSeconds
	}
	return fmt.Sprintf("%.1f hours", seconds/3600)
}

// Programs lists the versions that found the facts.
func (v view) Programs() string {
	return strings.Join(distinct(v.Boards, func(b board) string { return "`" + b.Program + "`" }), ", ")
}
