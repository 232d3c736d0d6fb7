//go:build !js

package variants

import (
	"embed"
	"strings"
	"sync"
)

// ruleFiles are those of games in the literature, each named after its game.
//
//go:embed library/*.toml
var ruleFiles embed.FS

// library has the games of the literature by their IDs; each file is read once, when its game is first asked for.
var library = sync.OnceValue(func() map[string]func() Variant {
	games := map[string]func() Variant{}
	for _, id := range LibraryIDs() {
		games[id] = sync.OnceValue(func() Variant {
			name := "library/" + id + ".toml"
			text, err := ruleFiles.ReadFile(name)
			if err != nil {
				panic("variants: " + err.Error())
			}
			v, err := ParseFamily(text, name)
			if err != nil {
				panic("variants: " + err.Error())
			}
			return v
		})
	}
	return games
})

// Library returns the games of the library, in the order of their IDs: games of the family from the
// literature, besides the five.
func Library() (all []Variant) {
	for _, id := range LibraryIDs() {
		all = append(all, library()[id]())
	}
	return all
}

// LibraryIDs returns the IDs of the games of the library, in the order of [Library]. It reads none of them, which
// takes milliseconds for all.
func LibraryIDs() (all []string) {
	entries, err := ruleFiles.ReadDir("library")
	if err != nil {
		panic("variants: " + err.Error())
	}
	for _, e := range entries {
		all = append(all, strings.TrimSuffix(e.Name(), ".toml"))
	}
	return all
}
