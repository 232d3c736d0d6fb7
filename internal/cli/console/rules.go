package console

import (
	"slices"
	"strings"

	"gridlock/docs"
	"gridlock/internal/plaintext"
	"gridlock/variants"
)

// Rules returns in Markdown how the games are played: the sections of docs/rules.md about those of the five
// games, and the sentences of others.
func Rules(games ...variants.Variant) string {
	titles, others := []string{"What all five have in common"}, ""
	for _, v := range games {
		if slices.Contains(variants.IDs(), v.ID) {
			titles = append(titles, v.ID)
		} else {
			others += "## " + v.Title + "\n\n" + strings.Join(v.Family().Sentences(), " ") + "\n"
		}
	}
	if len(titles) == 1 {
		return others
	}
	return plaintext.Sections(docs.Rules, titles...) + others
}

// RulesPage returns in Markdown how the games are played, and what the values of positions mean.
func RulesPage(games ...variants.Variant) string {
	return Rules(games...) + "\n" + plaintext.Sections(docs.Rules, "Values")
}
