package console

import (
	"fmt"
	"strings"

	"gridlock/variants"
)

// Rules returns in Markdown how games are played: for each its titles and the sentences made from its value.
func Rules(games ...variants.Variant) string {
	var b strings.Builder
	if len(games) > 1 {
		b.WriteString("# Rules\n\n`gridlock rules GAME` has the rules of any other game.\n\n")
	}
	for _, v := range games {
		fmt.Fprintf(&b, "# %s\n\n", title(v))
		if v.Literature != "" {
			fmt.Fprintf(&b, "In the literature: %s.\n\n", strings.TrimSuffix(v.Literature, "."))
		}
		fmt.Fprintf(&b, "%s\n\n", strings.Join(v.Family().Sentences(), " "))
	}
	return b.String()
}

// title returns the title of a game and, if it is different, the name.
func title(v variants.Variant) string {
	switch {
	case v.Title == v.Words():
		return "A game without a name"
	case strings.EqualFold(v.Title, v.ID):
		return v.Title
	}
	return fmt.Sprintf("%s (%s)", v.Title, v.ID)
}
