package cmd

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"gridlock/internal/cli"
)

// shown returns the flags of each verb that help shows, by the verb's name.
func shown() (verbs []string, flags map[string][]*pflag.Flag) {
	root, _ := newRoot()
	flags = map[string][]*pflag.Flag{}
	for _, verb := range cli.Verbs(root) {
		name := strings.TrimPrefix(verb.CommandPath(), "gridlock ")
		verb.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && f.Name != "help" {
				flags[name] = append(flags[name], f)
			}
		})
		if len(flags[name]) > 0 && !strings.HasPrefix(name, "completion") {
			verbs = append(verbs, name)
		}
	}
	return verbs, flags
}

// kindOf returns what help calls the value of a flag.
func kindOf(f *pflag.Flag) string {
	kind, _ := pflag.UnquoteUsage(f)
	return kind
}

// A flag takes the same kind of value in every verb that has it, and has the same letter.
func TestFlagsAreTheSameEverywhere(t *testing.T) {
	first := map[string]*pflag.Flag{}
	verbs, flags := shown()
	for _, verb := range verbs {
		for _, f := range flags[verb] {
			switch {
			case first[f.Name] == nil:
				first[f.Name] = f
			case f.Name == "variant" && verb == "sweep": // which takes several
			default:
				require.Equal(t, kindOf(first[f.Name]), kindOf(f), "%s --%s", verb, f.Name)
				require.Equal(t, first[f.Name].Shorthand, f.Shorthand, "%s --%s", verb, f.Name)
			}
		}
	}
}

// Whoever prints JSON does so by --format, too, and whoever has --progress has --quiet.
func TestFlagsComeTogether(t *testing.T) {
	verbs, flags := shown()
	for _, verb := range verbs {
		has := func(name string) bool {
			return slices.ContainsFunc(flags[verb], func(f *pflag.Flag) bool { return f.Name == name })
		}
		require.Equal(t, has("format"), has("json"), verb)
		require.Equal(t, has("progress"), has("quiet"), verb)
	}
}
