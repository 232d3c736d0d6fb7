// Command release makes the archives of a release: for each platform the program, its
// manual pages and completions, the documentation, and the licences of everything that is
// linked in.
//
//	go run ./internal/release -version v1.2.3 -out dist
//
// It builds the last commit, in a clone of its own, so that nothing else gets into the
// archives. The same commit, version and Go toolchain give the same bytes, wherever and
// whenever it runs.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gridlock/internal/staged"
)

// everyPlatform is what a release is built for.
const everyPlatform = "darwin/amd64,darwin/arm64,linux/amd64,linux/arm64,windows/amd64,windows/arm64"

func main() {
	version := flag.String("version", "", "version to release, as in v1.2.3")
	out := flag.String("out", "dist", "folder to write the archives to")
	platforms := flag.String("platforms", everyPlatform, "platforms to build for, separated by commas")
	flag.Parse()
	if err := release(".", *version, *out, strings.Split(*platforms, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release writes an archive of the repository's last commit for each platform, and their
// hashes to SHA256SUMS.
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
	common, err := src.common(filepath.Join(work, "pages"))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	var sums strings.Builder
	for _, platform := range slices.Sorted(slices.Values(platforms)) {
		name, archive, err := src.archive(platform, common, work)
		if err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
		if err := staged.Write(filepath.Join(out, name), archive, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%s  %.1f MB\n", name, float64(len(archive))/1e6)
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(archive), name)
	}
	return staged.Write(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}
