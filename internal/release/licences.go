package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// linked is a package of the program, as go list describes it.
type linked struct {
	ImportPath, Dir string
	Standard        bool
	Module          *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// isLicence reports whether a file of that name says on what terms its neighbours may be used.
func isLicence(name string) bool {
	return regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|copyright|unlicense)([.-].*)?$`).MatchString(name) &&
		!strings.HasSuffix(name, ".go")
}

// licences returns the licences of all packages that are linked into the program, and a list
// of their modules. A module without one is an error.
func (s source) licences(env []string, program []byte) (files, error) {
	list, err := run(s.dir, env, "go", "list", "-deps", "-json=ImportPath,Dir,Standard,Module", ".")
	if err != nil {
		return nil, err
	}
	all := files{}
	for decoder := json.NewDecoder(strings.NewReader(list)); ; {
		var pkg linked
		if err := decoder.Decode(&pkg); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if pkg.Standard || pkg.Module.Main {
			continue
		}
		if err := all.addLicences(pkg.Module.Path, pkg.Module.Dir, pkg.Dir); err != nil {
			return nil, err
		}
	}
	if err := all.addToolchain(s.dir, env); err != nil {
		return nil, err
	}
	return all, all.addModules(program)
}

// addLicences adds the licences in the folder of a package and in those above it, up to the
// root of its module: parts of a module may have licences of their own.
func (f files) addLicences(module, root, dir string) error {
	for ; ; dir = filepath.Dir(dir) {
		rel, err := filepath.Rel(root, dir)
		if err != nil || !filepath.IsLocal(rel) {
			return fmt.Errorf("%s is not in %s: %w", dir, root, err)
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, entry := range entries {
			if entry.IsDir() || !isLicence(entry.Name()) {
				continue
			}
			name := path.Join("licences", module, filepath.ToSlash(rel), entry.Name())
			if f[name], err = os.ReadFile(filepath.Join(dir, entry.Name())); err != nil {
				return err
			}
		}
		if rel == "." {
			return nil
		}
	}
}

// addToolchain adds the licence of Go's runtime and standard library.
func (f files) addToolchain(dir string, env []string) error {
	root, err := run(dir, env, "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	return f.addLicences("go", root, root)
}

// addModules adds the list of modules that the program itself names, and checks that there is
// a licence for each.
func (f files) addModules(program []byte) error {
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return err
	}
	modules := []string{"go " + info.GoVersion}
	for _, module := range info.Deps {
		modules = append(modules, module.Path+" "+module.Version)
	}
	for _, module := range modules {
		name, _, _ := strings.Cut(module, " ")
		if !f.hasLicence(path.Join("licences", name)) {
			return fmt.Errorf("%s is linked in, and has no licence", module)
		}
	}
	slices.Sort(modules)
	f["licences/modules.txt"] = []byte(strings.Join(modules, "\n") + "\n")
	return nil
}

// hasLicence reports whether there is a file right in a folder.
func (f files) hasLicence(folder string) bool {
	for name := range f {
		if path.Dir(name) == folder {
			return true
		}
	}
	return false
}
