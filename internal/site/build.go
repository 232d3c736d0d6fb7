package main

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// environment returns the variables for the go command, so that it makes a program for browsers whatever the user has
// set.
func environment() []string {
	return []string{"GOOS=js", "GOARCH=wasm", "GOWASM=", "CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off"}
}

// compact returns flags that have packages compiled for size. These packages read and write texts, and have no part in
// searches. Expanding calls in them would make the program larger by 45, 18, 9, 5 and 2 KB.
func compact() (flags []string) {
	for _, p := range []string{"fmt", "strings", "encoding/json", "internal/stringslite", "internal/fmtsort"} {
		flags = append(flags, "-gcflags", p+"=-l")
	}
	return flags
}

// The program for browsers: its file, its package, and the most bytes, as it is and as most hosts send it.
const (
	program = "gridlock.wasm"
	source  = "./internal/site/wasm"
	raw     = 8_300_000
	packed  = 2_300_000
)

// build returns the program, without data that differs from build to build.
func build(module string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "site")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, program)
	arguments := slices.Concat([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid="}, compact(), []string{"-o", file, source})
	if _, err := output(module, environment(), "go", arguments...); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// glue returns the script of the Go distribution that starts programs in browsers.
func glue(module string) ([]byte, error) {
	root, err := output(module, environment(), "go", "env", "GOROOT")
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
	part, err := linked(module, environment(), source)
	if err != nil {
		return err
	}
	maps.Copy(f, part)
	f["licences/gridlock/LICENSE"], err = os.ReadFile(filepath.Join(module, "LICENSE"))
	return err
}
