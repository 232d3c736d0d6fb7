// Command site makes the page without a server: a folder of files for any host of static files.
//
//	go run ./internal/site -out DIR [-address URL]
//	go run ./internal/site -out DIR -licences PACKAGE
//
// The program is in it as WebAssembly, which workers of the page run, and a service worker keeps all files, so that the page works offline after the first visit. The same sources and the same
// Go version give the same bytes. The command fails if the program has become too large.
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
	linkedInto := flag.String("licences", "", "write the licences of what is linked into this package instead")
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
	if *linkedInto != "" {
		err = writeLicences(".", *out, *linkedInto)
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
	built, err := build(module)
	if err != nil {
		return err
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

// writeLicences writes the licences of a package's dependencies to the folder licences in out.
func writeLicences(module, out, program string) error {
	all, err := linked(module, nil, program)
	if err != nil {
		return err
	}
	return staged.WriteAll(out, all, 0o644)
}

// files are the contents of files by their names, with slashes.
type files map[string][]byte

// measure prints the sizes, and fails if the program is too large.
func measure(w io.Writer, all files) error {
	rest, packedRest := 0, 0
	for name, content := range all {
		if name != program {
			rest += len(content)
			packedRest += packedSize(content)
		}
	}
	size, small := len(all[program]), packedSize(all[program])
	if _, err := fmt.Fprintf(w, "%-13s %7d bytes, %7d with gzip\n%-13s %7d bytes, %7d with gzip, in %d files\n",
		program, size, small, "page", rest, packedRest, len(all)-1); err != nil {
		return err
	}
	if size > raw || small > packed {
		return fmt.Errorf("%s has become too large: at most %d bytes, %d with gzip; see what it imports with go list -deps", program, raw, packed)
	}
	return nil
}

// packedSize returns the size with gzip.
func packedSize(content []byte) int {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic(err) // the level exists
	}
	_, _ = w.Write(content) // writing to memory cannot fail
	_ = w.Close()
	return b.Len()
}
