package page

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

func TestScript(t *testing.T) {
	got, err := script(map[string]string{
		"app.js":  "// The page.\nimport { a, b as c } from './one-more.js';\nimport * as two from './two.js';\nexport async function run(x) {\n\treturn a + c + two.d;\n}\n",
		"two.js":  "import { a } from './one-more.js';\nexport const d = a;\nexport class E {}\n",
		"none.js": "export default 1;\n", "one-more.js": "export const a = 1;\nexport const $ = a;\nexport function b() {}\n",
	}, "app.js")
	require.NoError(t, err)
	require.Equal(t, `const one_more_js = await (async () => {
const a = 1;
const $ = a;
function b() {}
return { a, $, b };
})();
const two_js = await (async () => {
const { a } = one_more_js;
const d = a;
class E {}
return { d, E };
})();
const app_js = await (async () => {
// The page.
const { a, b: c } = one_more_js;
const two = two_js;
async function run(x) {
	return a + c + two.d;
}
return { run };
})();
`, got)
}

// A script that is imported when it is needed has what is not in the first one, which exports the rest.
func TestScripts(t *testing.T) {
	got, err := scripts(map[string]string{
		"app.js":  "import { a } from './a.js';\nconst rest = () => import('./rest.js');\n",
		"a.js":    "export const a = 1;\n",
		"rest.js": "import { a } from './a.js';\nimport { b } from './b.js';\nexport const c = a + b;\n",
		"b.js":    "export const b = 1;\n",
	}, "app.js", "engine.js")
	require.NoError(t, err)
	require.Equal(t, map[string]string{"app.js": `import * as engine_js from './engine.js';
const a_js = await (async () => {
const a = 1;
return { a };
})();
const app_js = await (async () => {
const { a } = a_js;
const rest = () => import('./rest.js');
return {  };
})();
export { a_js, app_js, engine_js };
`, "rest.js": `import { a_js, app_js, engine_js } from './app.js';
const b_js = await (async () => {
const b = 1;
return { b };
})();
const rest_js = await (async () => {
const { a } = a_js;
const { b } = b_js;
const c = a + b;
return { c };
})();
export const c = rest_js.c;
`}, got)
	_, err = scripts(map[string]string{"app.js": "import('./none.js')"}, "app.js")
	require.ErrorContains(t, err, "cannot rewrite")
	_, err = scripts(map[string]string{"app.js": "const x = import('./none.js');"}, "app.js")
	require.ErrorContains(t, err, "there is no module none.js")
}

// What cannot be rewritten is an error, not a page that does not work.
func TestScriptRefuses(t *testing.T) {
	for source, want := range map[string]string{
		"import x from './x.js';":            "cannot rewrite",
		"import { x } from 'x';":             "cannot rewrite",
		"import './x.js';":                   "cannot rewrite",
		"import {\n\tx,\n} from './x.js';":   "cannot rewrite",
		"\timport('./x.js');":                "cannot rewrite",
		"export let x = 1;":                  "cannot rewrite",
		"export * from './x.js';":            "cannot rewrite",
		"export default 1;":                  "cannot rewrite",
		"export { x };":                      "cannot rewrite",
		"export const { x } = y;":            "cannot rewrite",
		"import { y } from './x.js';":        "there is no module x.js",
		"import { y } from './app.js';":      "app.js imports itself",
		"const x = '</SCRIPT>';":             `"</script" in a module`,
		"const x = '<!--';":                  `"<!--" in a module`,
		"// import { x } from './x.js';\n* ": "",
	} {
		_, err := script(map[string]string{"app.js": source}, "app.js")
		if want == "" {
			require.NoError(t, err, source)
			continue
		}
		require.ErrorContains(t, err, want, source)
	}
}

// syntax is what a parser of JavaScript finds in a module.
type syntax struct {
	imports map[string][]string // names that are imported, by module
	exports []string
}

// parsed parses JavaScript.
func parsed(t *testing.T, name, text string) syntax {
	t.Helper()
	ast, err := js.Parse(parse.NewInputString(text), js.Options{})
	require.NoError(t, err, name)
	out := syntax{imports: map[string][]string{}}
	file := func(text []byte) string { return strings.Trim(string(text), `./'"`) }
	for _, s := range ast.List {
		switch s := s.(type) {
		case *js.ImportStmt:
			require.Empty(t, s.Default, name)
			names := []string{}
			for _, a := range s.List {
				if names = append(names, string(a.Name)); len(a.Name) == 0 {
					names[len(names)-1] = string(a.Binding)
				}
			}
			out.imports[file(s.Module)] = names
		case *js.ExportStmt:
			require.False(t, s.Default, name)
			if s.Decl == nil {
				for _, a := range s.List {
					out.exports = append(out.exports, string(a.Binding))
				}
				continue
			}
			switch decl := s.Decl.(type) {
			case *js.VarDecl:
				require.Equal(t, js.ConstToken, decl.TokenType, name)
				for _, e := range decl.List {
					out.exports = append(out.exports, e.Binding.(*js.Var).String())
				}
			case *js.FuncDecl:
				out.exports = append(out.exports, decl.Name.String())
			case *js.ClassDecl:
				out.exports = append(out.exports, decl.Name.String())
			default:
				t.Fatalf("%s: an export of another kind: %v", name, s)
			}
		}
	}
	require.NotRegexp(t, `\bimport\s*[(.]`, later().ReplaceAllString(ast.JSString(), ""), "%s: imports in other ways", name)
	return out
}

// A parser of JavaScript finds in the modules of a report the imports and exports that are
// rewritten, and no others, and in its script none. What is imported is there.
func TestEveryImportIsRewritten(t *testing.T) {
	all, found := texts(inFile), map[string]syntax{}
	var visit func(name string)
	visit = func(name string) {
		found[name] = parsed(t, name, all[name])
		var from, exports []string
		for line := range strings.Lines(all[name]) {
			s, err := rewritten(strings.TrimSpace(line))
			require.NoError(t, err, name)
			if s.from != "" {
				from = append(from, s.from)
			}
			if s.export != "" {
				exports = append(exports, s.export)
			}
		}
		require.ElementsMatch(t, slices.Collect(maps.Keys(found[name].imports)), from, name)
		require.ElementsMatch(t, found[name].exports, exports, name)
		for _, other := range from {
			if _, seen := found[other]; !seen {
				visit(other)
			}
		}
	}
	visit("app.js")
	for _, m := range later().FindAllStringSubmatch(all["app.js"], -1) {
		visit(m[1])
	}
	require.Subset(t, slices.Collect(maps.Keys(found)), []string{"app.js", "board.js", "words.js", "engine.js", "make.js", "graph.js"})
	for name, s := range found {
		for from, names := range s.imports {
			for _, n := range names {
				if n != "*" {
					require.Contains(t, found[from].exports, n, "%s imports it from %s", name, from)
				}
			}
		}
	}
	text, err := script(all, "app.js")
	require.NoError(t, err)
	require.Equal(t, syntax{imports: map[string][]string{}}, parsed(t, "the script", text))
	made, err := scripts(all, "app.js", "engine.js")
	require.NoError(t, err)
	first := parsed(t, "the script", made["app.js"])
	require.Equal(t, map[string][]string{"engine.js": {"*"}}, first.imports)
	for name, text := range made {
		if name != "app.js" {
			part := parsed(t, name, text)
			require.Subset(t, first.exports, part.imports["app.js"], name)
			require.ElementsMatch(t, found[name].exports, part.exports, name)
		}
	}
}

// The engines export the same names.
func TestEnginesAreAlike(t *testing.T) {
	require.ElementsMatch(t, parsed(t, "http", texts(byHTTP)["engine.js"]).exports, parsed(t, "file", texts(inFile)["engine.js"]).exports)
}
