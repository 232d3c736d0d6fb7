package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// variable is the environment variable with the line of the active mutant, if any.
const variable = "GRIDLOCK_MUTANT"

// selector is an additional file in each package that has mutants.
const selector = `package %s

import (
	"os"
	"strconv"
)

var plantedMutant, _ = strconv.Atoi(os.Getenv("` + variable + `"))
`

// plant writes files with mutants, and an overlay that has the compiler take them, to a folder.
func plant(all []mutant, dir string) (overlay string, err error) {
	files := map[string][]mutant{}
	for _, m := range all {
		files[m.file] = append(files[m.file], m)
	}
	replace := map[string]string{}
	write := func(file, text string) error {
		file, err := filepath.Abs(file)
		if err != nil {
			return err
		}
		if replace[file] == "" {
			replace[file] = filepath.Join(dir, fmt.Sprint(len(replace), ".go"))
		}
		return os.WriteFile(replace[file], []byte(text), 0o600)
	}
	for file, mutants := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		text, pkg, err := planted(file, string(source), mutants)
		if err != nil {
			return "", err
		}
		if err := write(file, text); err != nil {
			return "", err
		}
		if err := write(filepath.Join(filepath.Dir(file), "planted_mutant.go"), fmt.Sprintf(selector, pkg)); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(dir, "overlay.json")
	return overlay, os.WriteFile(overlay, text, 0o600)
}

// planted returns a file with mutants, and the name of its package. Functions begin with the whole body of each mutant,
// under the condition that this mutant is active.
func planted(name, source string, mutants []mutant) (text, pkg string, err error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
	if err != nil {
		return "", "", err
	}
	for _, m := range mutants {
		if strings.Count(source, m.old) != 1 {
			return "", "", fmt.Errorf("mutants.txt:%d: not once in %s:\n%s", m.line, name, m.old)
		}
	}
	mutants = slices.SortedFunc(slices.Values(mutants), func(a, b mutant) int { // the last first
		return cmp.Compare(strings.Index(source, b.old), strings.Index(source, a.old))
	})
	text = source
	for _, m := range mutants {
		f := around(file, strings.Index(source, m.old), len(m.old))
		if f == nil {
			return "", "", fmt.Errorf("mutants.txt:%d: not within the body of a function:\n%s", m.line, m.old)
		}
		first, last := offset(f.Body.Lbrace)+1, offset(f.Body.Rbrace)
		body := strings.Replace(source[first:last], m.old, m.new, 1)
		if f.Type.Results == nil {
			body += "return\n"
		}
		text = text[:first] + fmt.Sprintf("\n/*line mutants.txt:%d:1*/ if plantedMutant == %d {%s}", m.line, m.line, body) + text[first:]
	}
	return text, file.Name.Name, nil
}

// around returns the function whose body has the text of a length at a place.
func around(file *ast.File, at, length int) *ast.FuncDecl {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && offset(f.Body.Lbrace) < at && at+length <= offset(f.Body.Rbrace) {
			return f
		}
	}
	return nil
}

// offset returns the offset of a position in the only file of a set.
func offset(p token.Pos) int { return int(p) - 1 }
