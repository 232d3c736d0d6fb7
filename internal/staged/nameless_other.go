//go:build !linux

package staged

import (
	"errors"
	"io/fs"
	"os"
)

// nameless fails: files have names here.
func nameless(string, string, fs.FileMode) (*os.File, error) { return nil, errors.ErrUnsupported }

// link fails: there is nothing to name.
func link(*os.File, string) error { return errors.ErrUnsupported }
