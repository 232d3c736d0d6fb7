// Command site makes the page without a server: a folder of files for any host of static files.
//
//	go run ./internal/site -out DIR [-address URL]
//	go run ./internal/site -out DIR -licences PACKAGE
//
// Two programs are in it as WebAssembly, each of which a worker of the page runs, and a service worker keeps
// all files, so that the page works offline after the first visit. The same sources and the same
// Go version give the same bytes. The command fails if a program has become too large.
//
// The second form writes the licences of all that is linked into another program instead, for GOOS and GOARCH.
package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"

	"gridlock/internal/staged"
)

func main() {
	out := flag.String("out", "dist/site", "folder to write the files to")
	address := flag.String("address", "", "where the site will be, as in https://games.example.org/, for the picture beside links to it")
	program := flag.String("licences", "", "write the licences of what is linked into this package instead")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "site: there are no arguments, such as %q, only flags; -help lists them\n", flag.Arg(0))
		os.Exit(2)
	}
	if u, err := url.Parse(*address); *address != "" && (err != nil || u.Host == "" || !strings.HasSuffix(*address, "/")) {
		fmt.Fprintf(os.Stderr, "site: -address %s: write where the site will be, with a / at the end, as in https://games.example.org/\n", *address)
		os.Exit(2)
	}
	var err error
	if *program != "" {
		err = writeLicences(".", *out, *program)
	} else {
		err = makeSite(".", *out, *address, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// makeSite makes the site from the module in a folder, for an address that may be "".
func makeSite(module, out, address string, w io.Writer) error {
	built := files{}
	for _, p := range programs() {
		var err error
		if built[p.name], err = p.build(module); err != nil {
			return err
		}
	}
	glue, err := glue(module)
	if err != nil {
		return err
	}
	all, err := site(built, glue, address)
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

// writeLicences writes the licences of what is linked into a package, to the folder licences in out.
func writeLicences(module, out, program string) error {
	all, err := linked(module, nil, program)
	if err != nil {
		return err
	}
	return staged.WriteAll(out, all, 0o644)
}

// files are the contents of files by their names, with slashes.
type files map[string][]byte

// measure prints the sizes, and fails if a program is too large.
func measure(w io.Writer, all files) error {
	raw, packed, count := 0, 0, len(all)
	for _, content := range all {
		raw += len(content)
		packed += packedSize(content)
	}
	for _, p := range programs() {
		size, small := len(all[p.name]), packedSize(all[p.name])
		raw, packed, count = raw-size, packed-small, count-1
		if _, err := fmt.Fprintf(w, "%-13s %7d bytes, %7d with gzip\n", p.name, size, small); err != nil {
			return err
		}
		if size > p.raw || small > p.packed {
			return fmt.Errorf("%s has become too large: at most %d bytes, %d with gzip; see what it imports with go list -deps", p.name, p.raw, p.packed)
		}
	}
	_, err := fmt.Fprintf(w, "%-13s %7d bytes, %7d with gzip, in %d files\n", "page", raw, packed, count)
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
