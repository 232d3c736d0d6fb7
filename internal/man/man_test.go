package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"gridlock/cmd"
	"gridlock/internal/plaintext"
)

// written returns the files that the program writes, by their names.
func written(t *testing.T, date string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, write(dir, date))
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(rel)] = string(text)
		return err
	}))
	return files
}

// unroff returns the text of a page without its markup, with single spaces.
func unroff(page string) string {
	page = regexp.MustCompile(`(?m)^\.(TH|SH|SS|PP|TP|B|nf|fi)\b`).ReplaceAllString(page, "")
	page = regexp.MustCompile(`\\\[u([0-9A-F]{4})\]`).ReplaceAllStringFunc(page, func(code string) string {
		var r rune
		for _, digit := range code[3:7] {
			r = r<<4 | rune(strings.IndexRune("0123456789ABCDEF", digit))
		}
		return string(r)
	})
	page = strings.NewReplacer(`\fB`, "", `\fI`, "", `\fR`, "", `\&`, "", `\-`, "-", `\(dq`, `"`, `\e`, `\`).Replace(page)
	return spaced(page)
}

func spaced(text string) string { return strings.Join(strings.Fields(text), " ") }

func TestEveryCommandHasAPage(t *testing.T) {
	files := written(t, "2026-01-31")
	pages := 0
	for _, c := range commands(cmd.New()) {
		page, ok := files["man/"+pageName(c)+".1"]
		require.True(t, ok, "%s has no page", c.CommandPath())
		pages++
		text := unroff(page)
		require.Contains(t, text, "2026-01-31")
		require.Contains(t, text, spaced(c.Short), c.CommandPath())
		require.Contains(t, text, spaced(c.Long), c.CommandPath())
		require.Contains(t, text, spaced(c.Example), c.CommandPath())
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Hidden { // as one is that has another name
				return
			}
			name, usage := pflag.UnquoteUsage(f)
			require.Contains(t, text, spaced("--"+f.Name+" "+name), c.CommandPath())
			require.Contains(t, text, spaced(portable(usage)), c.CommandPath())
		})
	}
	for _, verb := range []string{"solve", "play", "tablebase-build", "version"} {
		require.Contains(t, files, "man/gridlock-"+verb+".1")
	}
	require.Len(t, files, pages+len(cmd.Topics())+4)
}

// A topic's page says what "gridlock help" says.
func TestEveryTopicHasAPage(t *testing.T) {
	files := written(t, "2026-01-31")
	main := unroff(files["man/gridlock.1"])
	for _, topic := range cmd.Topics() {
		page, ok := files["man/gridlock-"+topic.Name+".7"]
		require.True(t, ok, "%s has no page", topic.Name)
		require.Contains(t, main, "gridlock-"+topic.Name+"(7)")
		text := unroff(page)
		require.Contains(t, text, "GRIDLOCK-"+strings.ToUpper(topic.Name)+` 7 "2026-01-31"`)
		require.Contains(t, text, "gridlock-"+topic.Name+" - "+topic.Short)
		require.Contains(t, text, "gridlock(1)")
		at := 0 // where the part before ends; all are there, in their order
		for i, part := range plaintext.Parts(portable(topic.Page()), width) {
			want := spaced(part.Text)
			switch {
			case part.Level == 1 && i == 0:
				want = "DESCRIPTION"
			case part.Level == 1, part.Level == 2:
				want = strings.ToUpper(want)
			}
			found := strings.Index(text[at:], want)
			require.GreaterOrEqual(t, found, 0, "%s: %q", topic.Name, want)
			at += found + len(want)
		}
	}
	for _, name := range []string{"rules", "formats", "proof-format", "exit-status"} {
		require.Contains(t, files, "man/gridlock-"+name+".7")
	}
	require.Contains(t, files["man/gridlock-rules.7"], "\n.SH GRIDLOCKDOWN (LOCKDOWN)\nIn the literature: partizan")
}

// What begins with a dot is a macro, so texts must not, and only the macros of man(7) may.
func TestPagesAreWellFormed(t *testing.T) {
	for name, text := range written(t, "2026-01-31") {
		if !strings.HasPrefix(name, "man/") {
			continue
		}
		require.True(t, strings.HasPrefix(text, ".TH GRIDLOCK"), name)
		for l := range strings.Lines(text) {
			require.NotRegexp(t, `^['.]`, regexp.MustCompile(`^\.(TH|SH|SS|B) .+\n$|^\.(PP|TP|nf|fi)\n$`).ReplaceAllString(l, ""), name)
			require.NotRegexp(t, `[^\x20-\x7e\n\t]`, l, name)
		}
		require.Equal(t, strings.Count(text, ".nf\n"), strings.Count(text, ".fi\n"), name)
	}
}

// The pages are the same on every machine: they say nothing of its memory, its folders and
// its clock.
func TestPagesDependOnTheDateOnly(t *testing.T) {
	first := written(t, "2026-01-31")
	t.Setenv("GRIDLOCK_DB", t.TempDir())
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("TZ", "Pacific/Auckland")
	t.Setenv("COLUMNS", "40")
	require.Equal(t, first, written(t, "2026-01-31"))
	for name, text := range first {
		require.NotRegexp(t, `[,;]\s+here\s+\d`, text, "%s says something of this machine", name)
	}
	require.NotEqual(t, first, written(t, "2026-02-01"))
}

func TestDatesAreDates(t *testing.T) {
	require.ErrorContains(t, write(t.TempDir(), "January"), "not a date")
}

func TestCompletionsAreForTheShells(t *testing.T) {
	files := written(t, "")
	for name, has := range map[string]string{
		"gridlock.bash": "complete -o default", "_gridlock": "#compdef gridlock",
		"gridlock.fish": "complete -c gridlock", "gridlock.ps1": "Register-ArgumentCompleter",
	} {
		require.Contains(t, files["completions/"+name], has)
	}
}
