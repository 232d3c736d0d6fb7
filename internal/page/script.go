package page

import (
	"fmt"
	"regexp"
	"strings"
)

// script makes one script of a module and all that it imports, since browsers fetch no modules
// for a page that is a file. Each module becomes a function that returns what it exports.
//
// It knows these statements, each of them a line:
//
//	import { a, b as c } from './x.js';
//	import * as x from './x.js';
//	export const a = 1;
//
// and export of a function, an async function or a class. Any other import or export is an
// error, as are modules that import each other in a circle.
func script(sources map[string]string, entry string) (string, error) {
	b := bundle{sources: sources, state: map[string]string{}}
	if err := b.add(entry); err != nil {
		return "", err
	}
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
	text    strings.Builder
}

// add adds a module, behind those that it imports.
func (b *bundle) add(name string) error {
	source, ok := b.sources[name]
	switch {
	case !ok:
		return fmt.Errorf("there is no module %s", name)
	case b.state[name] == "done":
		return nil
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
	b.state[name] = "done"
	return nil
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
