// Command rename gives the module another path, under which the go command finds it on the host that
// serves it:
//
//	go run ./internal/rename example.org/me/gridlock
//
// It rewrites what names the module in all files that git knows: imports, go.mod and those of the
// modules cluster and tools, lists of packages, and commands in the documents.
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

func main() {
	if len(os.Args) != 2 {
		os.Args = append(os.Args[:1], "")
	}
	err := check(os.Args[1])
	if err == nil {
		err = rename(".", os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "rename:", err)
		os.Exit(1)
	}
}

// check refuses paths that the go command cannot find, and those under which the program would not be
// called gridlock.
func check(path string) error {
	if !regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*/gridlock$`).MatchString(path) {
		return fmt.Errorf("%q is no path with a host that ends in gridlock; name one, as in: make rename MODULE=example.org/me/gridlock", path)
	}
	return nil
}

// rename gives the module in a folder another path.
func rename(dir, path string) error {
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return err
	}
	module := regexp.MustCompile(`(?m)^module (\S+)$`).FindSubmatch(mod)
	if module == nil {
		return fmt.Errorf("go.mod names no module")
	}
	list := exec.Command("git", "ls-files", "-z")
	list.Dir = dir
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w", err)
	}
	names := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	old := mentions(string(module[1]), names)
	for _, name := range names {
		if err := rewrite(filepath.Join(dir, filepath.FromSlash(name)), old, path); err != nil {
			return err
		}
	}
	return nil
}

// mentions returns an expression for what names a module, in its second group: before a slash and a
// folder with Go in it or the end of a word in quotes; as the name of a module in go.mod and in flags
// of go mod edit. The program, which is called gridlock too, is none of these.
func mentions(module string, names []string) *regexp.Regexp {
	var folders []string
	seen := map[string]bool{}
	for _, name := range names {
		folder, _, found := strings.Cut(name, "/")
		if found && (strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "go.mod")) && !seen[folder] {
			seen[folder] = true
			folders = append(folders, regexp.QuoteMeta(folder))
		}
	}
	path := "(" + regexp.QuoteMeta(module) + ")"
	return regexp.MustCompile(`(^|[^\w./~-])` + path + `(/(?:` + strings.Join(folders, "|") + `)\b|/"|/main"|@v\d)` +
		"|(module (?:is called `)?|replace |-replace=|\n\t)" + path + "( => | v\\d|=|`|\\s|\\\\n)")
}

// rewrite gives the module another path in a file, if it is named there.
func rewrite(file string, old *regexp.Regexp, path string) error {
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	text, err := os.ReadFile(file)
	if err != nil || !utf8.Valid(text) {
		return err
	}
	made := old.ReplaceAll(text, []byte("${1}${4}"+path+"${3}${6}"))
	if bytes.Equal(made, text) {
		return nil
	}
	if strings.HasSuffix(file, ".go") {
		if made, err = format.Source(made); err != nil { // imports get another order
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	if err := os.WriteFile(file, made, info.Mode()); err != nil {
		return err
	}
	if filepath.Base(file) != "go.mod" {
		return nil
	}
	edit := exec.Command("go", "mod", "edit", "-fmt", file) // as do modules
	if out, err := edit.CombinedOutput(); err != nil {
		return fmt.Errorf("go mod edit: %w\n%s", err, out)
	}
	return nil
}
