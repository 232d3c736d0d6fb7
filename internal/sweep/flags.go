package sweep

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gridlock/internal/cli/flags"
	"gridlock/variants"
)

// AddGames reads the names of games, with commas between them, and adds the games to others. Where a game is
// named by its rules and those have commas, it is named alone.
func AddGames(ctx context.Context, chosen []variants.Variant, text string) ([]variants.Variant, error) {
	names := []string{text}
	if _, err := variants.Lookup(text); err != nil {
		names = strings.Split(text, ",")
	}
	for _, name := range names {
		v, err := flags.ParseVariant(ctx, strings.TrimSpace(name))
		if err != nil {
			return chosen, err
		}
		i := slices.IndexFunc(chosen, func(other variants.Variant) bool { return other.Key() == v.Key() })
		switch {
		case i >= 0 && chosen[i].ID == v.ID:
			return chosen, fmt.Errorf("%s is named twice", v.ID)
		case i >= 0:
			return chosen, fmt.Errorf("%s and %s have the same rules", chosen[i].ID, v.ID)
		}
		chosen = append(chosen, v)
	}
	return chosen, nil
}
