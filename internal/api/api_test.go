// Package api tests that the exported names of the library do not change unnoticed: the folder
// testdata lists them all, one a line. docs/api-stability.md says what may change when.
package api

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the files of testdata")

const golden = "testdata"

// packages returns the packages that other programs may import.
func packages() []string {
	return []string{
		"bitboard", "cgt", "variants", "theory", "solver", "solver/keys", "solver/brute", "solver/pn", "solver/negamax",
		"solver/retrograde", "solver/auto", "proof", "proof/certify", "tablebase",
		"analysis", "player",
	}
}

// look reads the folders of packages, so that the go command runs a test again if they have
// changed: it does not see what go list reads.
func look(t *testing.T, names []string) {
	t.Helper()
	for _, name := range append(names, ".") {
		_, err := os.ReadDir(filepath.Join("../..", filepath.FromSlash(name)))
		require.NoError(t, err)
	}
}

// load returns the export data of packages.
func load(t *testing.T, names []string) []*types.Package {
	t.Helper()
	look(t, names)
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}"}
	for _, name := range names {
		args = append(args, "gridlock/"+name)
	}
	list, err := exec.Command("go", args...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		t.Fatalf("go list: %s", exit.Stderr)
	}
	require.NoError(t, err)
	exports := map[string]string{}
	for l := range strings.Lines(string(list)) {
		path, file, _ := strings.Cut(strings.TrimSpace(l), "\t")
		exports[path] = file
	}
	compiled := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	var all []*types.Package
	for _, name := range names {
		pkg, err := compiled.Import("gridlock/" + name)
		require.NoError(t, err)
		all = append(all, pkg)
	}
	return all
}

// describe returns a line for each exported name of a package, in order: constants, variables,
// functions, types, and fields and methods of types. It omits names of parameters, since no
// program depends on them.
func describe(pkg *types.Package) []string {
	d := description{pkg: pkg}
	for _, name := range pkg.Scope().Names() {
		if object := pkg.Scope().Lookup(name); object.Exported() {
			d.object(object)
		}
	}
	slices.Sort(d.lines)
	return d.lines
}

// description collects the lines about a package.
type description struct {
	pkg   *types.Package
	lines []string
}

func (d *description) add(format string, args ...any) {
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
}

// text returns a type as the package itself would write it.
func (d *description) text(t types.Type) string {
	return types.TypeString(t, func(other *types.Package) string {
		if other == d.pkg {
			return ""
		}
		return other.Name()
	})
}

// signature returns the parameters and results of a function, without names.
func (d *description) signature(f *types.Signature) string {
	var parameters []string
	for p := range f.TypeParams().TypeParams() {
		parameters = append(parameters, p.Obj().Name()+" "+d.text(p.Constraint()))
	}
	text := strings.TrimPrefix(d.text(nameless(f)), "func")
	if len(parameters) > 0 {
		return "[" + strings.Join(parameters, ", ") + "]" + text
	}
	return text
}

// nameless returns a signature without the names of parameters and results, and without type
// parameters.
func nameless(f *types.Signature) *types.Signature {
	strip := func(tuple *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for v := range tuple.Variables() {
			vars = append(vars, types.NewParam(token.NoPos, nil, "", v.Type()))
		}
		return types.NewTuple(vars...)
	}
	return types.NewSignatureType(nil, nil, nil, strip(f.Params()), strip(f.Results()), f.Variadic())
}

func (d *description) object(object types.Object) {
	switch o := object.(type) {
	case *types.Const:
		d.add("const %s %s = %s", o.Name(), d.text(o.Type()), o.Val().ExactString())
	case *types.Var:
		d.add("var %s %s", o.Name(), d.text(o.Type()))
	case *types.Func:
		d.add("func %s%s", o.Name(), d.signature(o.Signature()))
	case *types.TypeName:
		d.typeName(o)
	}
}

func (d *description) typeName(o *types.TypeName) {
	if alias, ok := o.Type().(*types.Alias); ok {
		d.add("type %s = %s", o.Name(), d.text(alias.Rhs()))
		return
	}
	named := o.Type().(*types.Named)
	name := d.text(named)
	switch under := named.Underlying().(type) {
	case *types.Struct:
		d.add("type %s struct%s", name, unexported(under))
		d.fields(name, under)
	case *types.Interface:
		d.add("type %s interface", name)
		d.interfaceMethods(name, under)
		return
	default:
		d.add("type %s %s", name, d.text(under))
	}
	d.methods(name, named)
}

// unexported returns whether others can write a struct without the names of its fields, and
// compare it.
func unexported(s *types.Struct) string {
	note := ""
	for f := range s.Fields() {
		if !f.Exported() {
			note = ", with unexported fields"
		}
	}
	if !types.Comparable(s) {
		note += ", not comparable"
	}
	return note
}

func (d *description) fields(name string, s *types.Struct) {
	for i := range s.NumFields() {
		f := s.Field(i)
		if !f.Exported() {
			continue
		}
		embedded, tag := "", ""
		if f.Embedded() {
			embedded = " embedded"
		}
		if s.Tag(i) != "" {
			tag = " " + strconv.Quote(s.Tag(i))
		}
		d.add("field%s %s.%s %s%s", embedded, name, f.Name(), d.text(f.Type()), tag)
	}
}

// interfaceMethods describes the methods to implement. If one is not exported, others cannot
// implement the interface.
func (d *description) interfaceMethods(name string, i *types.Interface) {
	for m := range i.Methods() {
		d.add("method %s.%s%s", name, m.Name(), d.signature(m.Signature()))
	}
	for embedded := range i.EmbeddedTypes() {
		if _, ok := embedded.Underlying().(*types.Interface); !ok {
			d.add("method %s has the types %s", name, d.text(embedded))
		}
	}
}

// methods describes the methods of a type, including those of embedded fields.
func (d *description) methods(name string, named *types.Named) {
	values := types.NewMethodSet(named)
	for selection := range types.NewMethodSet(types.NewPointer(named)).Methods() {
		m := selection.Obj().(*types.Func)
		if !m.Exported() {
			continue
		}
		receiver := name
		if values.Lookup(m.Pkg(), m.Name()) == nil {
			receiver = "*" + name
		}
		d.add("method (%s) %s%s", receiver, m.Name(), d.signature(selection.Type().(*types.Signature)))
	}
}

// difference returns the lines that only one of two sorted lists has, each with a sign.
func difference(old, now []string) (lines []string) {
	for _, l := range old {
		if !slices.Contains(now, l) {
			lines = append(lines, "-"+l)
		}
	}
	for _, l := range now {
		if !slices.Contains(old, l) {
			lines = append(lines, "+"+l)
		}
	}
	slices.SortFunc(lines, func(a, b string) int { return cmp.Or(strings.Compare(a[1:], b[1:]), -strings.Compare(a, b)) })
	return lines
}

func TestExportedNames(t *testing.T) {
	var files []string
	for _, pkg := range load(t, packages()) {
		file := filepath.Join(golden, strings.ReplaceAll(strings.TrimPrefix(pkg.Path(), "gridlock/"), "/", "-")+".txt")
		files = append(files, file)
		now := describe(pkg)
		require.NotEmpty(t, now, pkg.Path())
		if *update {
			require.NoError(t, os.MkdirAll(golden, 0o755))
			require.NoError(t, os.WriteFile(file, []byte(strings.Join(now, "\n")+"\n"), 0o644))
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err, "for a new package: go test ./internal/api -update")
		if changed := difference(strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), now); len(changed) > 0 {
			t.Errorf("exported names of %s have changed:\n%s\n\nIf that is meant: go test ./internal/api -update, and see docs/api-stability.md.",
				pkg.Path(), strings.Join(changed, "\n"))
		}
	}
	there, err := filepath.Glob(filepath.Join(golden, "*.txt"))
	require.NoError(t, err)
	require.ElementsMatch(t, files, there, "a file of testdata has no package")
}
