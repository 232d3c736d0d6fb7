package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strings"
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
