package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// dependency is a package of the program, as go list describes it.
type dependency struct {
	ImportPath, Dir string
	Standard        bool
	Module          *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// licenceName matches the names of files that have the licence of the files beside them.
var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|copyright|unlicense)([.-].*)?$`)

// isLicence reports whether a file name is that of a licence.
func isLicence(name string) bool {
	return licenceName.MatchString(name) && !strings.HasSuffix(name, ".go")
}

// linked returns the licences of all packages in a program, by names such as licences/go/LICENSE. They have to be
// passed on with the program. The program is a package of the module in a folder, built with variables in addition to
// those of the environment.
func linked(dir string, env []string, program string) (files, error) {
	list, err := output(dir, env, "go", "list", "-deps", "-json=ImportPath,Dir,Standard,Module", program)
	if err != nil {
		return nil, err
	}
	all := files{}
	for decoder := json.NewDecoder(bytes.NewReader(list)); ; {
		var pkg dependency
		if err := decoder.Decode(&pkg); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if pkg.Standard || pkg.Module.Main {
			continue
		}
		if err := all.add(pkg.Module.Path, pkg.Module.Dir, pkg.Dir); err != nil {
			return nil, err
		}
		if !all.has(pkg.Module.Path) {
			return nil, fmt.Errorf("%s is linked in, and has no licence", pkg.Module.Path)
		}
	}
	root, err := output(dir, env, "go", "env", "GOROOT") // for the licences of the runtime and the standard library
	if err != nil {
		return nil, err
	}
	return all, all.add("go", string(root), string(root))
}

// output runs a program in a folder, with additional environment variables, and returns its output, trimmed.
func output(dir string, env []string, program string, args ...string) ([]byte, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	cmd.Env = append(os.Environ(), env...)
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", program, strings.Join(args, " "), err, &stderr)
	}
	return bytes.TrimSpace(stdout.Bytes()), nil
}

// add adds the licences in the folder of a package and in those above it, up to the
// root of its module: parts of a module may have licences of their own.
func (f files) add(module, root, dir string) error {
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

// has reports whether there is a licence of a module as a whole.
func (f files) has(module string) bool {
	for name := range f {
		if path.Dir(name) == path.Join("licences", module) {
			return true
		}
	}
	return false
}
