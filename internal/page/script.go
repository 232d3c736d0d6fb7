package page

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// script makes one script of a module and all that it imports: browsers fetch no modules for a page that is a file,
// and one file is packed better than twenty, and is there sooner. Each module becomes a function that returns what it
// exports. Modules outside stay files of their own, which the script imports.
//
// It knows these statements, each of them a line:
//
//	import { a, b as c } from './x.js';
//	import * as x from './x.js';
//	export const a = 1;
//
// and export of a function, an async function or a class. Any other import or export is an
// error, as are modules that import each other in a circle.
//
// Other scripts can be imported when they are needed, by import('./x.js'). That stays as it is.
func script(sources map[string]string, entry string, outside ...string) (string, error) {
	b, err := newBundle(sources, entry, outside)
	if err != nil {
		return "", err
	}
	return b.script()
}

// later returns what imports a script when it is needed.
func later() *regexp.Regexp { return regexp.MustCompile(`\bimport\('\./([\w.-]+)'\)`) }

// scripts makes the script of a module, and those that it imports when they are needed: each is a module, with the
// modules that it imports and that are not in the first script, of which it imports the others. What the module exports,
// its script does, too. The scripts are returned by their names.
func scripts(sources map[string]string, entry string, outside ...string) (all map[string]string, err error) {
	first, err := newBundle(sources, entry, outside)
	if err != nil {
		return nil, err
	}
	shared := slices.Sorted(maps.Keys(first.state))
	all = map[string]string{}
	for _, m := range later().FindAllStringSubmatch(first.text.String(), -1) {
		part := bundle{sources: sources, state: maps.Clone(first.state), exports: map[string][]string{}}
		fmt.Fprintf(&part.text, "import { %s } from './%s';\n", variables(shared), entry)
		if err := part.add(m[1]); err != nil {
			return nil, err
		}
		for _, name := range part.exports[m[1]] {
			fmt.Fprintf(&part.text, "export const %s = %s.%[1]s;\n", name, variable(m[1]))
		}
		if all[m[1]], err = part.script(); err != nil {
			return nil, err
		}
	}
	fmt.Fprintf(&first.text, "export { %s };\n", variables(shared))
	all[entry], err = first.script()
	return all, err
}

// newBundle returns a bundle of a module and all that it imports, except modules outside.
func newBundle(sources map[string]string, entry string, outside []string) (*bundle, error) {
	b := &bundle{sources: sources, state: map[string]string{}, exports: map[string][]string{}}
	for _, name := range outside {
		fmt.Fprintf(&b.text, "import * as %s from './%s';\n", variable(name), name)
		b.state[name] = "done"
	}
	return b, b.add(entry)
}

// script returns the text of a bundle.
func (b *bundle) script() (string, error) {
	text := b.text.String()
	for _, end := range []string{"</script", "<!--"} {
		if strings.Contains(strings.ToLower(text), end) {
			return "", fmt.Errorf("%q in a module would end the script", end)
		}
	}
	return text, nil
}

// bundle is a script that is being made.
type bundle struct {
	sources map[string]string // modules, by file name
	state   map[string]string // of each module: begun or done
	exports map[string][]string
	text    strings.Builder
}

// add adds a module, behind those that it imports.
func (b *bundle) add(name string) error {
	source, ok := b.sources[name]
	switch {
	case b.state[name] == "done":
		return nil
	case !ok:
		return fmt.Errorf("there is no module %s", name)
	case b.state[name] == "begun":
		return fmt.Errorf("%s imports itself, through others", name)
	}
	b.state[name] = "begun"
	var body strings.Builder
	var exports []string
	for _, line := range strings.SplitAfter(source, "\n") {
		s, err := rewritten(strings.TrimSpace(line))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if s.from != "" {
			if err := b.add(s.from); err != nil {
				return err
			}
		}
		if s.export != "" {
			exports = append(exports, s.export)
		}
		if s.special {
			line = s.text + "\n"
		}
		body.WriteString(line)
	}
	fmt.Fprintf(&b.text, "const %s = await (async () => {\n%sreturn { %s };\n})();\n", variable(name), body.String(), strings.Join(exports, ", "))
	b.state[name], b.exports[name] = "done", exports
	return nil
}

// variables returns the names of the variables of modules, as a list.
func variables(modules []string) string {
	names := make([]string, len(modules))
	for i, m := range modules {
		names[i] = variable(m)
	}
	return strings.Join(names, ", ")
}

// variable returns the name of the variable that holds what a module exports.
func variable(module string) string {
	return regexp.MustCompile(`\W`).ReplaceAllString(module, "_")
}

// statement is a line of a module.
type statement struct {
	special bool   // it imports or exports
	text    string // what stands in its place
	from    string // the module that it imports
	export  string // the name that it exports
}

// rewritten looks for import and export in a line.
func rewritten(line string) (s statement, err error) {
	if !regexp.MustCompile(`^(import|export)\b`).MatchString(line) {
		return s, nil
	}
	s.special = true
	imports := regexp.MustCompile(`^import (?:\* as (\w+)|(\{[^{}]*\})) from '\./([\w.-]+)';$`).FindStringSubmatch(line)
	if imports != nil {
		s.from = imports[3]
		s.text = fmt.Sprintf("const %s = %s;", imports[1]+strings.ReplaceAll(imports[2], " as ", ": "), variable(s.from))
		return s, nil
	}
	if one := regexp.MustCompile(`^export ((?:const|class|(?:async )?function) ([\w$]+)(?:[^\w$].*)?)$`).FindStringSubmatch(line); one != nil {
		s.text, s.export = one[1], one[2]
		return s, nil
	}
	return s, fmt.Errorf("cannot rewrite this line: %s", line)
}
