// Command release makes what a release publishes: for each platform an archive with the program, its
// manual pages and completions, the documentation, the licences of everything that is linked in, and a
// list of that (an SBOM, in the format of CycloneDX); wheels, which are packages for Python with the
// program in them; notes, and hashes.
//
//	go run ./internal/release -version v1.2.3 -out dist
//
// It builds the last commit, in a clone of its own, so that nothing else gets into the
// archives. The same commit, version and Go toolchain give the same bytes, wherever and
// whenever it runs. Wheels need Python.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gridlock/internal/staged"
)

// everyPlatform is what a release is built for. A third word is the level of the processor: v3 has
// instructions that are in most processors since 2015.
const everyPlatform = "darwin/amd64,darwin/arm64,freebsd/amd64,linux/386,linux/amd64,linux/amd64/v3,linux/arm64,linux/riscv64," +
	"windows/amd64,windows/arm64"

func main() {
	version := flag.String("version", "", "version to release, as in v1.2.3")
	out := flag.String("out", "dist", "folder to write to")
	platforms := flag.String("platforms", everyPlatform, "platforms to build for, separated by commas")
	flag.Parse()
	if err := release(".", *version, *out, strings.Split(*platforms, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release writes what is to be published of the repository's last commit: for each platform an
// archive, its bill of materials and, for some, a wheel; the notes, and the hashes of all in SHA256SUMS.
func release(repository, version, out string, platforms []string) error {
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	src, err := clone(repository, version, filepath.Join(work, "gridlock"))
	if err != nil {
		return err
	}
	changes, err := os.ReadFile(filepath.Join(src.dir, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	text, err := notes(string(changes), version)
	if err != nil {
		return err
	}
	common, err := src.common(filepath.Join(work, "pages"))
	if err != nil {
		return err
	}
	sbom, err := src.sbomTool(work)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	sums := map[string]string{}
	write := func(made files) error {
		for _, name := range made.names() {
			if err := staged.Write(filepath.Join(out, name), made[name], 0o644); err != nil {
				return err
			}
			fmt.Fprintf(os.Stderr, "%s  %.1f MB\n", name, float64(len(made[name]))/1e6)
			sums[name] = fmt.Sprintf("%x", sha256.Sum256(made[name]))
		}
		return nil
	}
	for _, platform := range platforms {
		made, err := src.make(platform, common, sbom, filepath.Join(work, strings.ReplaceAll(platform, "/", "-")))
		if err == nil {
			err = write(made)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
	}
	if err := write(files{"gridlock-" + version + "-notes.md": []byte(text)}); err != nil {
		return err
	}
	var list strings.Builder
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		fmt.Fprintf(&list, "%s  %s\n", sums[name], name)
	}
	return staged.Write(filepath.Join(out, "SHA256SUMS"), []byte(list.String()), 0o644)
}
