package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"gridlock/proof"
	"gridlock/variants"
)

// These are parts of datapackage.json, see https://specs.frictionlessdata.io.
type (
	dataPackage struct {
		Profile     string        `json:"profile"`
		Name        string        `json:"name"`
		Title       string        `json:"title"`
		Description string        `json:"description"`
		Licences    []dataLicence `json:"licenses"`
		Keywords    []string      `json:"keywords"`
		Resources   []resource    `json:"resources"`
	}
	dataLicence struct {
		Name  string `json:"name"`
		Title string `json:"title"`
		Path  string `json:"path"`
	}
	resource struct {
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
	schema struct {
		Fields        []field  `json:"fields"`
		MissingValues []string `json:"missingValues"`
		PrimaryKey    []string `json:"primaryKey"`
	}
	field struct {
		Name        string         `json:"name"`
		Type        string         `json:"type"`
		Description string         `json:"description"`
		Constraints map[string]any `json:"constraints,omitempty"`
	}
)

// describe returns datapackage.json, which describes the data among the files.
func (all files) describe() ([]byte, error) {
	table := all.resource("atlas.csv", "csv", "text/csv", "a row for each board: what is known of it; everything reproduces")
	table.Profile, table.Schema = "tabular-data-resource", tableSchema()
	resources := []resource{
		table,
		all.resource("atlas/"+factsFile, "jsonl", "application/x-ndjson", "the same rows as lines of JSON"),
		all.resource("atlas/"+runsFile, "jsonl", "application/x-ndjson",
			"how each board was last solved: time, memory, machine; this does not reproduce"),
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if strings.HasSuffix(name, ".txt") {
			resources = append(resources, all.resource(name, "txt", "text/plain", "nimbers in the b-file format of the OEIS; the first line says which"))
		}
	}
	content, err := json.MarshalIndent(dataPackage{
		Profile: "data-package", Name: "gridlock-atlas", Title: "Atlas of five grid games on all boards of at most 64 cells",
		Description: "Who wins with best play, in how many plies, with nimbers, values, work and certificates. See atlas.md.",
		Licences:    []dataLicence{{"CC0-1.0", "CC0 1.0 Universal", "https://creativecommons.org/publicdomain/zero/1.0/"}},
		Keywords:    []string{"combinatorial game theory", "solved games", "Node Kayles", "Col", "undirected vertex geography"},
		Resources:   resources,
	}, "", "  ")
	return append(content, '\n'), err
}

// resource describes a file.
func (all files) resource(path, format, mediaType, text string) resource {
	name := strings.TrimSuffix(strings.ReplaceAll(strings.TrimPrefix(path, "atlas/"), ".", "-"), "-txt")
	return resource{
		Name: name, Path: path, Description: text, Format: format, MediaType: mediaType, Encoding: "utf-8",
		Profile: "data-resource", Bytes: len(all[path]), Hash: "sha256:" + all.hash(path),
	}
}

// tableSchema describes the columns of atlas.csv.
func tableSchema() *schema {
	values := map[string]any{
		"variant":            ids(variants.All()),
		"winner":             []string{variants.X.String(), variants.O.String()},
		"certificate_method": proof.Methods(),
	}
	s := &schema{MissingValues: []string{""}, PrimaryKey: []string{"variant", "rows", "cols"}}
	for _, c := range columns() {
		f := field{Name: c.Name, Type: c.Type, Description: c.Text}
		if allowed, ok := values[c.Name]; ok {
			f.Constraints = map[string]any{"enum": allowed}
		}
		s.Fields = append(s.Fields, f)
	}
	return s
}

// ids returns the ids of games.
func ids(games []variants.Variant) (all []string) {
	for _, v := range games {
		all = append(all, v.ID)
	}
	return all
}
