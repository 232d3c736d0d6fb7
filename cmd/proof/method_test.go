package proof

import (
	"context"
	"io"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A method that is left out somewhere is refused there, with the body of any other, or none.
func TestLeftOutMethodsAreRefused(t *testing.T) {
	const unknown = `unknown method "luck": there are strategy, `
	ctx := context.Background()
	names, err := filepath.Glob("../../proof/testdata/*.proof")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		f, r, err := open(ctx, name, nil)
		require.NoError(t, err)
		defer f.Close()
		r.Header.Method, r.Header.Records = "luck", max(1, r.Header.Records)
		opt := options{depth: 1}
		require.ErrorContains(t, opt.write(ctx, r, io.Discard), unknown, name)
		_, err = components(ctx, r)
		require.ErrorContains(t, err, unknown, name)
		require.ErrorContains(t, writeMethod(io.Discard, r, nil), unknown, name)
	}
}
