package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"maps"
	"path"
	"slices"
	"time"
)

// files are the contents of files by their names, with slashes. An archive of them depends on
// these and a time only, not on order, owners or permissions on disk.
type files map[string][]byte

// mode returns the permissions that a file gets in archives.
func mode(name string) fs.FileMode {
	if base := path.Base(name); name == base && (base == "gridlock" || base == "gridlock.exe") {
		return 0o755
	}
	return 0o644
}

// names returns the names of the files in order.
func (f files) names() []string { return slices.Sorted(maps.Keys(f)) }

// tarGz packs the files into a folder in a compressed tar archive.
func (f files) tarGz(folder string, modified time.Time) ([]byte, error) {
	var b bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(compressed)
	for _, name := range f.names() {
		header := &tar.Header{Name: folder + "/" + name, Mode: int64(mode(name)), Size: int64(len(f[name])), ModTime: modified}
		if err := archive.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(f[name]); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	err = compressed.Close()
	return b.Bytes(), err
}

// zip packs the files into a folder in a zip archive.
func (f files) zip(folder string, modified time.Time) ([]byte, error) {
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	for _, name := range f.names() {
		header := &zip.FileHeader{Name: folder + "/" + name, Method: zip.Deflate, Modified: modified.UTC()}
		header.SetMode(mode(name))
		w, err := archive.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f[name]); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return b.Bytes(), err
}
