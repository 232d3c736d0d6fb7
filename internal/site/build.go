package main

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"gridlock/internal/licences"
)

// environment returns the variables that decide what the go command makes: a program for
// browsers, whatever the settings of the user.
func environment() []string {
	return []string{"GOOS=js", "GOARCH=wasm", "GOWASM=", "CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off"}
}

// programPackage is the package of the program.
const programPackage = "./internal/site/wasm"

// build returns the program, without what differs from build to build.
func build(module string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "site")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, programName)
	if _, err := licences.Output(module, environment(), "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid=", "-o", file, programPackage); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// glue returns the script of the Go distribution that starts programs in browsers.
func glue(module string) ([]byte, error) {
	root, err := licences.Output(module, environment(), "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	content, err := os.ReadFile(filepath.Join(string(root), "lib", "wasm", "wasm_exec.js"))
	if errors.Is(err, fs.ErrNotExist) { // some distributions
		content, err = os.ReadFile(filepath.Join(string(root), "misc", "wasm", "wasm_exec.js"))
	}
	return content, err
}

// addLicences adds the licences of the program and of all that is linked into it.
func (f files) addLicences(module string) error {
	linked, err := licences.Linked(module, environment(), programPackage)
	if err != nil {
		return err
	}
	maps.Copy(f, linked)
	f["licences/gridlock/LICENSE"], err = os.ReadFile(filepath.Join(module, "LICENSE"))
	return err
}
