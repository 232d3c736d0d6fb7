package verify

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/proof"
)

// Nothing is said to be proven by a method that is left out.
func TestLeftOutMethodsAreRefused(t *testing.T) {
	names, err := filepath.Glob("../../proof/testdata/*.proof")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		f, err := os.Open(name)
		require.NoError(t, err)
		defer f.Close()
		reader, err := proof.NewReader(context.Background(), f)
		require.NoError(t, err)
		r := result{file: name, reader: reader}
		_, err = r.text()
		require.NoError(t, err)
		reader.Header.Method = "luck"
		_, err = r.text()
		require.ErrorContains(t, err, `unknown method "luck": there are strategy, `, name)
	}
}
