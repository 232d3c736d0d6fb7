package console_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/docs"
	"gridlock/internal/cli/console"
	"gridlock/variants"
)

// docs/rules.md says of each rule book what the program says of its game.
func TestRulesOfTheRuleBooks(t *testing.T) {
	page := strings.Join(strings.Fields(docs.Rules), " ")
	for _, v := range variants.All() {
		rules := v.Family().Sentences()
		begin, end := rules[0], rules[len(rules)-1]
		require.Contains(t, page, begin+" "+strings.Replace(end, "has lost", "**has lost**", 1))
		require.Contains(t, page, "## "+v.ID+" *"+v.Title+"*")
		require.Contains(t, page, strings.Join(rules[1:len(rules)-1], " "))
		require.Contains(t, console.Rules(v), strings.Join(rules, " "))
	}
}
