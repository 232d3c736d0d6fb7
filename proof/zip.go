//go:build !js

package proof

import (
	"compress/gzip"
	"io"
)

// newZip returns a writer that compresses with gzip.
func newZip(to io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(to), nil }
