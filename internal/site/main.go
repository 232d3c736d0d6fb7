// Command site makes the page without a server: a folder of files for any host of static files.
//
//	go run ./internal/site -out DIR
//
// The program is in it as WebAssembly, which a worker of the page runs, and a service worker keeps
// all files, so that the page works offline after the first visit. The same sources and the same
// Go version give the same bytes. The command fails if the program has become too large.
package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"os"

	"gridlock/internal/staged"
)

// The most bytes of the program, as it is and as most hosts send it.
const (
	mostRaw    = 6_800_000
	mostPacked = 1_900_000
)

func main() {
	out := flag.String("out", "dist/site", "folder to write the files to")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "site: there are no arguments, such as %q, only -out DIR\n", flag.Arg(0))
		os.Exit(2)
	}
	if err := makeSite(".", *out, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// makeSite makes the site from the module in a folder.
func makeSite(module, out string, w io.Writer) error {
	program, err := build(module)
	if err != nil {
		return err
	}
	glue, err := glue(module)
	if err != nil {
		return err
	}
	all, err := site(program, glue)
	if err != nil {
		return err
	}
	if err := measure(w, all); err != nil {
		return err
	}
	if err := all.addLicences(module); err != nil {
		return err
	}
	if err := staged.WriteAll(out, all, 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s is ready for any host of static files; to see it here: python3 -m http.server --directory %[1]s\n", out)
	return err
}

// files are the contents of files by their names, with slashes.
type files map[string][]byte

// measure prints the sizes, and fails if the program is too large.
func measure(w io.Writer, all files) error {
	raw, packed := 0, 0
	for name, content := range all {
		if name != programName {
			raw += len(content)
			packed += packedSize(content)
		}
	}
	program := all[programName]
	programPacked := packedSize(program)
	_, err := fmt.Fprintf(w, "program  %7d bytes, %7d with gzip\npage     %7d bytes, %7d with gzip, in %d files\n",
		len(program), programPacked, raw, packed, len(all)-1)
	if err == nil && (len(program) > mostRaw || programPacked > mostPacked) {
		err = fmt.Errorf("the program has become too large: at most %d bytes, %d with gzip; see what it imports with go list -deps",
			mostRaw, mostPacked)
	}
	return err
}

// packedSize returns the size with gzip.
func packedSize(content []byte) int {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err) // the level exists
	}
	_, _ = w.Write(content) // to memory, which cannot fail
	_ = w.Close()
	return b.Len()
}
