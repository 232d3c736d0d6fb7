package page_test

import (
	"bytes"
	"compress/gzip"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/page"
)

// The page is small.
func TestPageIsSmall(t *testing.T) {
	raw, packed := 0, 0
	files := page.Files(page.HTTP)
	for _, f := range files {
		var b bytes.Buffer
		w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		require.NoError(t, err)
		_, err = w.Write(f.Content)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		raw += len(f.Content)
		packed += b.Len()
	}
	t.Logf("%d files, %d bytes, %d packed", len(files), raw, packed)
	require.LessOrEqual(t, len(files), 21)
	require.LessOrEqual(t, raw, 140<<10)
	require.LessOrEqual(t, packed, 45<<10)
}

// Whatever a module or the page names is there, and nothing is asked of others.
func TestPageIsWhole(t *testing.T) {
	names := map[string]bool{}
	for _, f := range page.Files(page.HTTP) {
		require.False(t, names[f.Name], f.Name)
		names[f.Name] = true
	}
	for _, f := range page.Files(page.HTTP) {
		for _, m := range regexp.MustCompile(`from '\./([^']*)'|(?:src|href)="([^":/]*)"`).FindAllSubmatch(f.Content, -1) {
			require.True(t, names[string(m[1])+string(m[2])], "%s: %s", f.Name, m[0])
		}
		require.NotRegexp(t, `https?://(?:[^w]|w[^w])|style="| on[a-z]+="`, string(f.Content), f.Name)
	}
}
