package main

import (
	"bytes"
	"debug/buildinfo"
	"fmt"
	"slices"
	"strings"

	"gridlock/internal/licences"
)

// licences returns the licences of all packages that are linked into the program, and a list
// of their modules. A module without one is an error.
func (s source) licences(env []string, program []byte) (files, error) {
	linked, err := licences.Linked(s.dir, env, ".")
	if err != nil {
		return nil, err
	}
	all := files(linked)
	return all, all.addModules(program)
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
		if !licences.Has(f, name) {
			return fmt.Errorf("%s is linked in, and has no licence", module)
		}
	}
	slices.Sort(modules)
	f["licences/modules.txt"] = []byte(strings.Join(modules, "\n") + "\n")
	return nil
}
