package main

import (
	"debug/buildinfo"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"gridlock/internal/licences"
)

// source is a clean checkout of what is released.
type source struct {
	dir     string
	version string
	time    time.Time // of the commit; all files in archives get it
}

// run runs a program in a folder and returns what it prints.
func run(dir string, env []string, name string, args ...string) (string, error) {
	out, err := licences.Output(dir, env, name, args...)
	return string(out), err
}

// clone copies the last commit of a repository to dir, and tags it there with the version:
// from the tag the go command knows what to record in the program.
func clone(repository, version, dir string) (source, error) {
	if !regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`).MatchString(version) {
		return source{}, fmt.Errorf("no version %q to release; name one, as in: make release VERSION=v1.2.3", version)
	}
	head, err := run(repository, nil, "git", "rev-parse", "HEAD")
	if err != nil {
		return source{}, err
	}
	tagged, err := run(repository, nil, "git", "rev-parse", "--quiet", "--verify", "refs/tags/"+version+"^{commit}")
	if err == nil && tagged != head {
		return source{}, fmt.Errorf("%s is commit %s, and the last one is %s: check the tag out, or take another version", version, tagged, head)
	}
	if changes, err := run(repository, nil, "git", "status", "--porcelain"); err != nil {
		return source{}, err
	} else if changes != "" {
		fmt.Fprintln(os.Stderr, "release: there are changes that are not committed, and not released")
	}
	for _, args := range [][]string{
		{"clone", "--quiet", "--no-tags", ".", dir},
		{"-C", dir, "checkout", "--quiet", "--detach", head},
		{"-C", dir, "tag", "--no-sign", version, head},
	} {
		if _, err := run(repository, nil, "git", args...); err != nil {
			return source{}, err
		}
	}
	seconds, err := run(dir, nil, "git", "log", "-1", "--format=%ct")
	if err != nil {
		return source{}, err
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	return source{dir, version, time.Unix(unix, 0).UTC()}, err
}

// common returns the files that are the same on every platform. The manual pages and
// completions are made in the folder pages.
func (s source) common(pages string) (files, error) {
	env, err := environment(runtime.GOOS + "/" + runtime.GOARCH)
	if err != nil {
		return nil, err
	}
	if _, err := run(s.dir, env, "go", "run", "-trimpath", "./internal/man", "-out", pages, "-date", s.time.Format(time.DateOnly)); err != nil {
		return nil, err
	}
	all := files{}
	for _, tree := range []struct{ dir, name string }{
		{s.dir, "LICENSE"}, {s.dir, "README.md"}, {s.dir, "docs"}, {pages, "man"}, {pages, "completions"},
	} {
		if err := all.add(tree.dir, tree.name); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// add adds a file, or the files of a folder, under their names below dir.
func (f files) add(dir, name string) error {
	return filepath.WalkDir(filepath.Join(dir, name), func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		f[filepath.ToSlash(rel)], err = os.ReadFile(file)
		return err
	})
}

// environment returns the variables that decide what the go command makes for a platform.
// They do not depend on the settings of whoever makes the release.
func environment(platform string) (env []string, err error) {
	words := append(strings.Split(platform, "/"), "v1")
	if len(words) < 3 || len(words) > 4 || len(words) == 4 && words[1] != "amd64" {
		return nil, fmt.Errorf("not a platform like linux/amd64 or linux/amd64/v3")
	}
	return []string{
		"GOOS=" + words[0], "GOARCH=" + words[1], "GOAMD64=" + words[2], "GOARM64=v8.0", "GO386=sse2", "GORISCV64=rva20u64",
		"CGO_ENABLED=0", "GOFLAGS=", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off",
	}, nil
}

// make returns what is published for a platform, by the names of the files: an archive of the program
// with what belongs to it, the bill of materials in it, and, for some, a wheel.
func (s source) make(platform string, common files, sbom, work string) (files, error) {
	env, err := environment(platform)
	if err != nil {
		return nil, err
	}
	program := "gridlock"
	if strings.HasPrefix(platform, "windows/") {
		program += ".exe"
	}
	binary := filepath.Join(work, program)
	all := maps.Clone(common)
	if all[program], err = s.build(env, binary); err != nil {
		return nil, err
	}
	bill, err := materials(sbom, binary)
	if err != nil {
		return nil, err
	}
	linked, err := licences.Linked(s.dir, env, ".")
	if err != nil {
		return nil, err
	}
	if err := agree(bill, linked); err != nil {
		return nil, err
	}
	maps.Copy(all, linked)
	all["licences/sbom.cdx.json"] = bill
	folder := "gridlock-" + s.version + "-" + strings.ReplaceAll(platform, "/", "-")
	made, archive, pack := files{folder + ".cdx.json": bill}, folder+".tar.gz", all.tarGz
	if path.Ext(program) == ".exe" {
		archive, pack = folder+".zip", all.zip
	}
	if made[archive], err = pack(folder, s.time); err != nil {
		return nil, err
	}
	if tag := pythonTag(platform); tag != "" {
		err = s.addWheel(made, tag, binary, all, filepath.Join(work, "wheel"))
	}
	return made, err
}

// build returns the program, without debugging information, paths of this machine, and ids
// that differ from build to build. It checks that the program knows its version.
func (s source) build(env []string, file string) ([]byte, error) {
	_, err := run(s.dir, env, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags", "-s -w -buildid=", "-o", file, ".")
	if err != nil {
		return nil, err
	}
	info, err := buildinfo.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if info.Main.Version != s.version {
		return nil, fmt.Errorf("the go command has recorded the version %q, not %q: from v2 on, the path of the module has to end in /v2", info.Main.Version, s.version)
	}
	return os.ReadFile(file)
}
