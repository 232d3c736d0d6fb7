package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gridlock/proof"
)

// column is a column of atlas.csv.
type column struct {
	Name string
	Type string // in the terms of Frictionless Table Schema
	Text string // what it means
	cell func(Fact) string
}

// columns returns the columns of atlas.csv. The fields of atlas.jsonl have the same meanings.
func columns() []column {
	certificate := func(cell func(*Certificate) any) func(Fact) string {
		return func(f Fact) string {
			if f.Certificate == nil {
				return ""
			}
			return fmt.Sprint(cell(f.Certificate))
		}
	}
	size := func(i int) func(Fact) string {
		return func(f Fact) string { return strings.Split(f.Board, "x")[i] }
	}
	return []column{
		{"variant", "string", "the game", func(f Fact) string { return f.Variant }},
		{"rows", "integer", "rows of the board; `board` in atlas.jsonl is rows x columns", size(0)},
		{"cols", "integer", "columns of the board", size(1)},
		{"winner", "string", "who wins with best play by both sides: X, who moves first, or O; empty if open", func(f Fact) string { return text(f.Winner) }},
		{"plies", "integer", "length of the game if the winner hurries and the loser delays; empty if open", func(f Fact) string { return text(f.Plies) }},
		{"nimber", "integer", "Sprague-Grundy value of the start, in claim", func(f Fact) string { return text(f.Nimber) }},
		{"value", "string", "combinatorial-game value of the start with X as Left, in duel", func(f Fact) string { return text(f.Value) }},
		{"best_move", "string", "a first move that wins, the quickest if plies is known; if O wins, one that lasts longest", func(f Fact) string { return text(f.BestMove) }},
		{"engine", "string", "what found the winner: theory, negamax or pn (proof-number search)", func(f Fact) string { return f.Engine }},
		{"lemma", "string", "why the winner wins, where no search was needed", func(f Fact) string { return text(f.Lemma) }},
		{"nodes", "integer", "positions that one worker visited; if the winner is open, those after which it gave up", func(f Fact) string { return fmt.Sprint(f.Nodes) }},
		{"plies_nodes", "integer", "positions visited by a second search, for plies, which includes the first; empty if there was none", func(f Fact) string { return text(f.PliesNodes) }},
		{"certificate_method", "string", "kind of the certificate; empty if none was found within the limits", certificate(func(c *Certificate) any { return c.Method })},
		{"certificate_records", "integer", "number of its records", certificate(func(c *Certificate) any { return c.Records })},
		{"certificate_bytes", "integer", "its length unpacked, without the name of the program in its header", certificate(func(c *Certificate) any { return c.Bytes })},
		{"certificate_sha256", "string", "SHA-256 of the same bytes", certificate(func(c *Certificate) any { return c.SHA256 })},
		{"limit_nodes", "integer", "limit of nodes, and of the nodes for the certificate", func(f Fact) string { return fmt.Sprint(f.Limits.Nodes) }},
		{"limit_plies_nodes", "integer", "limit of plies_nodes", func(f Fact) string { return fmt.Sprint(f.Limits.PliesNodes) }},
		{"limit_memory", "integer", "limit of memory, in bytes", func(f Fact) string { return fmt.Sprint(f.Limits.Memory) }},
		{"command", "string", "the command that finds this", func(f Fact) string { return f.Command }},
		{"plies_command", "string", "the command of the second search", func(f Fact) string { return text(f.PliesCommand) }},
		{"program", "string", "the version of gridlock that found it", func(f Fact) string { return f.Program }},
	}
}

// text writes a value, nothing if it is not known.
func text[T any](v *T) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(*v)
}

// csvOf returns atlas.csv.
func csvOf(facts []Fact) ([]byte, error) {
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	var names []string
	for _, c := range columns() {
		names = append(names, c.Name)
	}
	if err := out.Write(names); err != nil {
		return nil, err
	}
	for _, f := range facts {
		var cells []string
		for _, c := range columns() {
			cells = append(cells, c.cell(f))
		}
		if err := out.Write(cells); err != nil {
			return nil, err
		}
	}
	out.Flush()
	return b.Bytes(), out.Error()
}

// dataPackage returns datapackage.json (https://specs.frictionlessdata.io), which describes the
// data among the files.
func dataPackage(all files) ([]byte, error) {
	type field struct {
		Name        string         `json:"name"`
		Type        string         `json:"type"`
		Description string         `json:"description"`
		Constraints map[string]any `json:"constraints,omitempty"`
	}
	type schema struct {
		Fields        []field  `json:"fields"`
		MissingValues []string `json:"missingValues"`
		PrimaryKey    []string `json:"primaryKey"`
	}
	type resource struct {
		Name        string  `json:"name"`
		Path        string  `json:"path"`
		Description string  `json:"description"`
		Format      string  `json:"format"`
		MediaType   string  `json:"mediatype"`
		Encoding    string  `json:"encoding"`
		Profile     string  `json:"profile"`
		Bytes       int     `json:"bytes"`
		Hash        string  `json:"hash"`
		Schema      *schema `json:"schema,omitempty"`
	}
	type licence struct {
		Name  string `json:"name"`
		Title string `json:"title"`
		Path  string `json:"path"`
	}
	describe := func(path, format, mediaType, text string) resource {
		hash := strings.Fields(string(sums(files{path: all[path]})))[0]
		name := strings.TrimSuffix(strings.ReplaceAll(strings.TrimPrefix(path, "atlas/"), ".", "-"), "-txt")
		return resource{Name: name, Path: path, Description: text, Format: format, MediaType: mediaType, Encoding: "utf-8",
			Profile: "data-resource", Bytes: len(all[path]), Hash: "sha256:" + hash}
	}
	table := describe("atlas.csv", "csv", "text/csv", "a row for each board: what is known of it; everything reproduces")
	table.Profile = "tabular-data-resource"
	table.Schema = &schema{MissingValues: []string{""}, PrimaryKey: []string{"variant", "rows", "cols"}}
	for _, c := range columns() {
		f := field{c.Name, c.Type, c.Text, nil}
		if c.Name == "winner" {
			f.Constraints = map[string]any{"enum": []string{"X", "O"}}
		}
		if c.Name == "certificate_method" {
			f.Constraints = map[string]any{"enum": []proof.Method{proof.Strategy, proof.Copying, proof.Matching, proof.Nimbers, proof.Values}}
		}
		table.Schema.Fields = append(table.Schema.Fields, f)
	}
	resources := []resource{
		table,
		describe("atlas/"+factsFile, "jsonl", "application/x-ndjson", "the same rows as lines of JSON"),
		describe("atlas/"+runsFile, "jsonl", "application/x-ndjson", "how each board was last solved: time, memory, machine; this does not reproduce"),
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if strings.HasSuffix(name, ".txt") {
			resources = append(resources, describe(name, "txt", "text/plain", "nimbers in the b-file format of the OEIS; the first line says which"))
		}
	}
	content, err := json.MarshalIndent(struct {
		Profile     string     `json:"profile"`
		Name        string     `json:"name"`
		Title       string     `json:"title"`
		Description string     `json:"description"`
		Licences    []licence  `json:"licenses"`
		Keywords    []string   `json:"keywords"`
		Resources   []resource `json:"resources"`
	}{
		"data-package", "gridlock-atlas", "Atlas of five grid games on all boards of up to 64 cells",
		"Who wins with best play, in how many plies, with nimbers, values, work and certificates. See atlas.md.",
		[]licence{{"CC0-1.0", "CC0 1.0 Universal", "https://creativecommons.org/publicdomain/zero/1.0/"}},
		[]string{"combinatorial game theory", "solved games", "Node Kayles", "Col", "undirected vertex geography"},
		resources,
	}, "", "  ")
	return append(content, '\n'), err
}
