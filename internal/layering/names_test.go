package layering

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A comment begins with the name of what it is about: so a name that has changed has changed there, too. A comment of
// several names is a sentence about all of them, and so is that of a test.
func TestCommentsBeginWithTheNameTheyExplain(t *testing.T) {
	checked := 0
	check := func(s source, doc *ast.CommentGroup, names ...string) {
		if doc == nil || doc.Text() == "" {
			return
		}
		checked++
		first := regexp.MustCompile(`^\w*`).FindString(doc.Text())
		sentence := len(names) > 1 || strings.HasSuffix(s.name, "_test.go") && !camelCase.MatchString(first)
		if sentence || strings.HasPrefix(names[0], "Test") {
			return
		}
		assert.Contains(t, names, first, "%s: the comment begins %.60q", s.name, doc.Text())
	}
	for _, s := range parse(t, func(string) bool { return true }) {
		for _, decl := range s.ast.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				check(s, d.Doc, d.Name.Name)
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					doc, names := docOf(spec)
					if !d.Lparen.IsValid() {
						doc = d.Doc
					}
					check(s, doc, names...)
					for _, m := range members(spec, true) {
						check(s, m.Doc, m.Names[0].Name)
					}
				}
			}
		}
	}
	require.Greater(t, checked, 5000)
}

// camelCase matches a word that can only be a name.
var camelCase = regexp.MustCompile(`^\w+[a-z0-9][A-Z]\w*$`)

// docOf returns the comment of a type, or of a constant or variable alone, and the names that it is about.
func docOf(spec ast.Spec) (doc *ast.CommentGroup, names []string) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		return s.Doc, []string{s.Name.Name}
	case *ast.ValueSpec:
		for _, name := range s.Names {
			names = append(names, name.Name)
		}
		return nil, names // one of a list may begin a part of it
	}
	return nil, nil
}

// members returns the named fields of a type, or the methods if it is an interface; of those that have a type without
// name, the fields of that, too.
func members(spec ast.Spec, methodsOnly bool) (all []*ast.Field) {
	s, ok := spec.(*ast.TypeSpec)
	if !ok {
		return nil
	}
	ast.Inspect(s.Type, func(n ast.Node) bool {
		var list *ast.FieldList
		switch n := n.(type) {
		case *ast.InterfaceType:
			list = n.Methods
		case *ast.StructType:
			if !methodsOnly {
				list = n.Fields
			}
		case *ast.FuncType:
			return false
		}
		if list != nil {
			for _, f := range list.List {
				if len(f.Names) > 0 {
					all = append(all, f)
				}
			}
		}
		return true
	})
	return all
}

// scope is what a package declares: its names, and those of the members of its types, as in "Type.Member".
type scope struct {
	names   map[string]bool
	embeds  map[string][]string // by type: the names of types that it embeds
	imports map[string]string   // paths, by the names that some file has for them
}

// declare adds what a file declares.
func (c *scope) declare(file *ast.File) {
	for _, i := range file.Imports {
		name := importPath(i)
		as := regexp.MustCompile(`^(go-)?(\w+)(/v\d+)?$`).FindStringSubmatch(path.Base(strings.TrimSuffix(name, "/v2")))
		switch {
		case i.Name != nil:
			c.imports[i.Name.Name] = name
		case as != nil:
			c.imports[as[2]] = name
		}
	}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = variable(receiver(d.Recv.List[0].Type)) + "." + name
			}
			c.names[name] = true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				_, names := docOf(spec)
				for _, name := range names {
					c.names[name] = true
				}
				for _, m := range members(spec, false) {
					for _, member := range m.Names {
						c.names[names[0]+"."+member.Name] = true
					}
				}
				c.embed(spec)
			}
		}
	}
}

// receiver returns a type without its parameters.
func receiver(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexListExpr:
		return x.X
	}
	return e
}

// embed adds the types that a type embeds, or is defined as.
func (c *scope) embed(spec ast.Spec) {
	s, ok := spec.(*ast.TypeSpec)
	if !ok {
		return
	}
	var list []*ast.Field
	switch x := s.Type.(type) {
	case *ast.StructType:
		list = x.Fields.List
	case *ast.InterfaceType:
		list = x.Methods.List
	default:
		list = []*ast.Field{{Type: x}}
	}
	for _, f := range list {
		if len(f.Names) > 0 {
			continue
		}
		switch x := receiver(f.Type).(type) {
		case *ast.Ident:
			c.embeds[s.Name.Name] = append(c.embeds[s.Name.Name], x.Name)
		case *ast.SelectorExpr:
			c.embeds[s.Name.Name] = append(c.embeds[s.Name.Name], variable(x.X)+"."+x.Sel.Name)
		}
	}
}

func importPath(i *ast.ImportSpec) string {
	p, _ := strconv.Unquote(i.Path.Value)
	return p
}

// scopes are the packages that names may be of, by their import paths.
type scopes map[string]*scope

func newScope() *scope {
	return &scope{map[string]bool{}, map[string][]string{}, map[string]string{}}
}

// newScopes returns the packages of the module.
func newScopes(files []source) scopes {
	all := scopes{}
	for _, s := range files {
		if all[s.pkg()] == nil {
			all[s.pkg()] = newScope()
		}
		all[s.pkg()].declare(s.ast)
	}
	return all
}

// of returns a package: of the module, or of the standard library. It is nil if it is of neither.
func (all scopes) of(pkg string) *scope {
	if c, known := all[pkg]; known {
		return c
	}
	all[pkg] = nil
	names, _ := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", pkg, "*.go"))
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		if all[pkg] == nil {
			all[pkg] = newScope()
		}
		all[pkg].declare(file)
	}
	return all[pkg]
}

// has reports whether a name such as "Type", "Type.Member", "pkg.Name" or "pkg.Type.Member" is there in a package. What
// other modules have, it takes for there.
func (all scopes) has(pkg, name string) bool {
	c := all.of(pkg)
	if c == nil || c.names[name] {
		return true
	}
	first, rest, found := strings.Cut(name, ".")
	if !found {
		return false
	}
	if c.names[first] {
		return slices.ContainsFunc(c.embeds[first], func(embedded string) bool { return all.has(pkg, embedded+"."+rest) })
	}
	if imported := c.imports[first]; imported != "" {
		return all.has(imported, rest)
	}
	return all.of(first) != nil && all.has(first, rest)
}

// Links of comments link to what is there.
func TestLinksOfCommentsExist(t *testing.T) {
	files := sources(t)
	all := newScopes(files)
	links := 0
	for _, s := range files {
		for _, group := range s.ast.Comments {
			for _, name := range linked(group.Text()) {
				links++
				assert.True(t, all.has(s.pkg(), name), "%s links to [%s], which is not there", s.name, name)
			}
		}
	}
	require.Greater(t, links, 400)
	require.Equal(t, []string{"Game.Near", "Options.Lookup", "variants.Rules"}, linked("[Game.Near] is [Options].Lookup of a[I]\n\t[Code]\n([variants.Rules])\n"))
	for _, gone := range []string{"variants.Traits.Step", "variants.Step", "Options.Lookup", "Step"} {
		require.False(t, all.has("gridlock/player", gone), gone)
	}
}

// linked returns the names in brackets of a comment, as in "[Game.Near]", without its code. A member behind the
// bracket, as in "[Options].Nodes", is read as part of the link.
func linked(text string) (names []string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "\t") || strings.HasPrefix(line, " ") {
			continue
		}
		for _, m := range link.FindAllStringSubmatch(line, -1) {
			names = append(names, m[1]+m[2])
		}
	}
	return names
}

// link matches what go doc takes for a link, to [Name], [Type.Member], [pkg.Name] or [pkg.Type.Member].
var link = regexp.MustCompile(`\B\[\*?((?:[a-z][\w/]*\.)?[A-Z]\w*(?:\.\w+)?)\](\.[A-Z]\w*)?`)

// Documents name what the packages have: `Traits.Left` and `variants.New`.
func TestDocumentsNameGoThatIsThere(t *testing.T) {
	all := newScopes(sources(t))
	packages, types := map[string][]string{}, map[string][]string{} // paths, by the name of the package or type
	for pkg, c := range all {
		packages[path.Base(pkg)] = append(packages[path.Base(pkg)], pkg)
		for name := range c.names {
			if !strings.Contains(name, ".") && ast.IsExported(name) {
				types[name] = append(types[name], pkg)
			}
		}
	}
	named := 0
	for _, file := range documents(t) {
		if strings.HasSuffix(file, "CHANGELOG.md") { // it names what is gone, too
			continue
		}
		for _, m := range regexp.MustCompile("`([A-Za-z]\\w*)\\.([A-Z]\\w*(?:\\.\\w+)?)`").FindAllStringSubmatch(read(t, file), -1) {
			switch {
			case packages[m[1]] != nil:
				named++
				assert.True(t, slices.ContainsFunc(packages[m[1]], func(pkg string) bool { return all.has(pkg, m[2]) }), "%s names %s", file, m[0])
			case types[m[1]] != nil:
				named++
				assert.True(t, slices.ContainsFunc(types[m[1]], func(pkg string) bool { return all.has(pkg, m[1]+"."+m[2]) }), "%s names %s", file, m[0])
			default:
				assert.False(t, ast.IsExported(m[1]), "%s names %s", file, m[0])
			}
		}
	}
	require.Greater(t, named, 50)
}
