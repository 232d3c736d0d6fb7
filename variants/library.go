//go:build !js

package variants

import (
	"embed"
	"strings"
)

// library has the rule files of games in the literature, each named after its game.
//
//go:embed library/*.toml
var library embed.FS

// Library returns the games of the library, in the order of their IDs: games of the family from the
// literature, besides the five.
func Library() (all []Variant) {
	for _, id := range LibraryIDs() {
		v, _ := inLibrary(id)
		all = append(all, v)
	}
	return all
}

// LibraryIDs returns the IDs of the games of the library, in the order of [Library]. It reads none of them, which
// takes milliseconds for all.
func LibraryIDs() (all []string) {
	entries, err := library.ReadDir("library")
	if err != nil {
		panic("variants: " + err.Error())
	}
	for _, e := range entries {
		all = append(all, strings.TrimSuffix(e.Name(), ".toml"))
	}
	return all
}

// inLibrary returns the game of the library with an ID in lower case; ok is false if there is none.
func inLibrary(id string) (v Variant, ok bool) {
	name := "library/" + id + ".toml"
	text, err := library.ReadFile(name)
	if err != nil {
		return Variant{}, false
	}
	if v, err = ParseFamily(text, name); err != nil {
		panic("variants: " + err.Error())
	}
	return v, true
}
