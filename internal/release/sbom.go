package main

import (
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"gridlock/internal/licences"
)

// sbomTool builds the program that writes bills of materials, and returns its name.
func (s source) sbomTool(work string) (string, error) {
	env, err := environment(runtime.GOOS + "/" + runtime.GOARCH)
	if err != nil {
		return "", err
	}
	tool := filepath.Join(work, "cyclonedx-gomod.exe") // which other systems run, too
	_, err = run(filepath.Join(s.dir, "tools"), env, "go", "build", "-trimpath", "-buildvcs=false", "-o", tool,
		"github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod")
	return tool, err
}

// materials returns the bill of materials of a program, which names the modules that the program says
// were linked into it, with their versions and hashes. Hashes of the tool, which depend on the machine
// where it was built, are left out.
func materials(tool, program string) ([]byte, error) {
	text, err := licences.Output(filepath.Dir(program), nil, tool, "bin", "-json", "-noserial", "-notimestamp", "-std",
		"-output-version", "1.6", filepath.Base(program))
	if err != nil {
		return nil, err
	}
	var bill map[string]any
	if err := json.Unmarshal(text, &bill); err != nil {
		return nil, err
	}
	metadata, _ := bill["metadata"].(map[string]any)
	tools, _ := metadata["tools"].([]any)
	if len(tools) == 0 {
		return nil, fmt.Errorf("no list of tools in the bill of materials, from which to leave out hashes")
	}
	for _, tool := range tools {
		if tool, ok := tool.(map[string]any); ok {
			delete(tool, "hashes")
		}
	}
	text, err = json.MarshalIndent(bill, "", "  ")
	return append(text, '\n'), err
}

// agree checks that there is a licence of each module that a bill of materials names, and that no
// other module has one there.
func agree(bill []byte, linked files) error {
	var named struct {
		Components []struct{ Name, Version string }
	}
	if err := json.Unmarshal(bill, &named); err != nil {
		return err
	}
	var modules []string
	for _, c := range named.Components {
		if c.Name == "std" { // the standard library, whose licence comes with Go
			c.Name = "go"
		}
		if !licences.Has(linked, c.Name) {
			return fmt.Errorf("%s %s is in the bill of materials, and has no licence", c.Name, c.Version)
		}
		modules = append(modules, path.Join("licences", c.Name)+"/")
	}
	for _, name := range linked.names() {
		if !slices.ContainsFunc(modules, func(module string) bool { return strings.HasPrefix(name, module) }) {
			return fmt.Errorf("%s is the licence of something that is not in the bill of materials", name)
		}
	}
	return nil
}
