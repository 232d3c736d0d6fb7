package main

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gridlock/internal/staged"
	"gridlock/variants"
)

// files are the contents of files by their names in the folder of the documents, with slashes.
type files map[string][]byte

// publish writes everything that follows from the data, besides the data.
func publish(docs string, known data, boards []variants.Position) error {
	all, err := published(known, boards)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		file := filepath.Join(docs, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := staged.Write(file, all[name], 0o666); err != nil {
			return err
		}
	}
	return nil
}

// published returns all files of the atlas.
func published(known data, boards []variants.Position) (files, error) {
	facts, runs := known.list(boards)
	all := files{}
	var err error
	if all["atlas/"+factsFile], err = jsonLines(facts); err != nil {
		return nil, err
	}
	if all["atlas/"+runsFile], err = jsonLines(runs); err != nil {
		return nil, err
	}
	if all["atlas.csv"], err = csvOf(facts); err != nil {
		return nil, err
	}
	games := gamesOf(boards, known)
	for _, g := range games {
		all["atlas/"+g.Winners()] = []byte(g.winners().File())
		all["atlas/"+g.Plies()] = []byte(g.plies().File())
		maps.Copy(all, g.nimberLists())
	}
	all["atlas/LICENSE"] = []byte(licence)
	if all["datapackage.json"], err = all.describe(); err != nil {
		return nil, err
	}
	if all["atlas.md"], err = page(games, facts, runs); err != nil {
		return nil, err
	}
	all["atlas/SHA256SUMS"] = all.sums()
	return all, nil
}

// sums returns the hashes of the data, in the form of sha256sum.
func (all files) sums() []byte {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if name != "atlas.md" {
			fmt.Fprintf(&b, "%s  %s\n", all.hash(name), name)
		}
	}
	return []byte(b.String())
}

// hash returns the SHA-256 of a file.
func (all files) hash(name string) string { return fmt.Sprintf("%x", sha256.Sum256(all[name])) }

// licence is that of the data.
const licence = `The data of the atlas (atlas.csv, and all files in this folder) is dedicated to the public domain
under CC0 1.0 Universal: https://creativecommons.org/publicdomain/zero/1.0/legalcode

SPDX-License-Identifier: CC0-1.0

The program that made it is under the MIT License, in the file LICENSE of the repository.
`
