package main

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const table = "| | claim | commands | lines | minutes |\n|---|---|---|---|---|\n" +
	"| 1 | it wins | `gridlock solve`<br>`gridlock verify x` | `X wins in  3 plies.`<br>`…\"sha256\":\"0123…` | 0.1 |\n" +
	"| 2 | it agrees | `gridlock sweep` | `disagreements 0` | 2 |\n"

// answers are what the commands of the table print where all is well.
func answers(command string) (string, error) {
	return map[string]string{
		"gridlock solve":      "board\nX wins in 3  plies.\n",
		"gridlock verify x":   "v1\n{\"a\":1,\"sha256\":\"0123456\"}\n",
		"gridlock sweep": "\n  disagreements 0\n",
	}[command], nil
}

func TestClaimsHold(t *testing.T) {
	claims, err := parse(table)
	require.NoError(t, err)
	var out strings.Builder
	require.NoError(t, reproduce(&out, claims, 30, answers))
	require.Regexp(t, `(?m)^pass +0\.0 min  1\. it wins\npass +0\.0 min  2\. it agrees\nall of 2 claims hold, 0 left out\n$`, out.String())
	out.Reset()
	require.NoError(t, reproduce(&out, claims, 0.5, answers))
	require.Contains(t, out.String(), "all of 1 claims hold, 1 left out\n")
	require.ErrorContains(t, reproduce(io.Discard, claims, 0.01, answers), "no claim")
}

func TestClaimsThatFail(t *testing.T) {
	claims, err := parse(table)
	require.NoError(t, err)
	for command, answer := range map[string]string{
		"gridlock solve":      "X wins in 33 plies.\nX wins in 3 plies. Or O.\n",
		"gridlock verify x":   "\"sha256\":\"1123\"\n",
		"gridlock sweep": "",
	} {
		var out strings.Builder
		require.ErrorContains(t, reproduce(&out, claims, 30, func(c string) (string, error) {
			if c == command {
				return answer, nil
			}
			return answers(c)
		}), "1 of 2 claims failed", command)
		require.Regexp(t, `(?m)^FAIL +0\.0 min`, out.String())
	}
	err = reproduce(io.Discard, claims, 30, func(c string) (string, error) {
		out, _ := answers(c)
		return out, errors.New("exit status 1")
	})
	require.ErrorContains(t, err, "2 of 2 claims failed")
}

func TestTablesThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "no table",
		"| 1 | a | `b` | 1 |\n":              "4 cells",
		"| 1 | a | `b`<br>`c` | `d` | 1 |\n": "2 commands and 1 lines",
		"| 1 | a | `b` | `` | 1 |\n":         "empty",
		"| 1 | a | `b` | `c` | a while |\n":  "minutes",
	} {
		_, err := parse(text)
		require.ErrorContains(t, err, want)
	}
}

// What the README promises of its table; .ci/full reproduces the claims that take seconds.
func TestTheReadme(t *testing.T) {
	text, err := os.ReadFile("../../artifact/README.md")
	require.NoError(t, err)
	claims, err := parse(string(text))
	require.NoError(t, err)
	require.Len(t, claims, 9)
	minutes := 0.0
	for _, c := range claims {
		minutes += c.minutes
		for _, s := range c.steps {
			require.Regexp(t, `^(gridlock|python3) `, s.command)
		}
	}
	require.LessOrEqual(t, minutes, 25.0) // and the rest of 30 to compile the program
}
