package cli

import (
	"gridlock/docs"
	"gridlock/internal/plaintext"
	"gridlock/variants"
)

// Rules returns the sections of docs/rules.md, in Markdown, that say how the games are played.
func Rules(games ...variants.Variant) string {
	titles := []string{"What all five have in common"}
	for _, v := range games {
		titles = append(titles, v.ID)
	}
	return plaintext.Sections(docs.Rules, titles...)
}
