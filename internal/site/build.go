package main

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// environment returns the variables that decide what the go command makes: a program for
// browsers, whatever the settings of the user.
func environment() []string {
	return []string{"GOOS=js", "GOARCH=wasm", "GOWASM=", "CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off"}
}

// compact returns flags that have packages compiled for size. They read and write texts and have no part in searches; in
// them calls that are expanded make the program larger by 45, 18, 9, 5 and 2 KB.
func compact() (flags []string) {
	for _, p := range []string{"fmt", "strings", "encoding/json", "internal/stringslite", "internal/fmtsort"} {
		flags = append(flags, "-gcflags", p+"=-l")
	}
	return flags
}

// program is a program for browsers.
type program struct {
	name, pkg   string // of its file, and its package
	raw, packed int    // the most bytes, as it is and as most hosts send it
}

// programs returns the programs: the service, and what walks through certificates, which is fetched when somebody does. To check
// certificates in the first one would make it larger by 630 KB, 170 KB with gzip.
func programs() []program {
	return []program{
		{"gridlock.wasm", "./internal/site/wasm", 6_900_000, 1_930_000},
		{"proof.wasm", "./internal/site/proofwasm", 5_100_000, 1_420_000},
	}
}

// build returns a program, without what differs from build to build.
func (p program) build(module string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "site")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, p.name)
	arguments := slices.Concat([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid="}, compact(), []string{"-o", file, p.pkg})
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

// addLicences adds the licences of the programs and of all that is linked into it.
func (f files) addLicences(module string) error {
	for _, p := range programs() {
		part, err := linked(module, environment(), p.pkg)
		if err != nil {
			return err
		}
		maps.Copy(f, part)
	}
	var err error
	f["licences/gridlock/LICENSE"], err = os.ReadFile(filepath.Join(module, "LICENSE"))
	return err
}
