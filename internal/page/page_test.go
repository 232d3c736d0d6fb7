package page_test

import (
	"bytes"
	"compress/gzip"
	"image"
	"image/png"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/page"
)

// The page is small: its scripts, and what they work on.
func TestPageIsSmall(t *testing.T) {
	type size struct{ raw, packed int }
	var scripts, rest size
	files := page.Files()
	require.Len(t, files, 9)
	for _, f := range files {
		if f.Name == "atlas.csv" || f.Name == page.PreviewName {
			continue // the page does without them until they are asked for
		}
		var b bytes.Buffer
		w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		require.NoError(t, err)
		_, err = w.Write(f.Content)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		of := &rest
		switch f.Name {
		case "app.js", "engine.js":
			of = &scripts
		case "index.html", "style.css":
		default: // the script and the style of a room
			t.Logf("%s: %d bytes, %d packed", f.Name, len(f.Content), b.Len())
			require.LessOrEqual(t, len(f.Content), 24<<10, f.Name)
			require.LessOrEqual(t, b.Len(), 8<<10, f.Name)
			continue
		}
		of.raw += len(f.Content)
		of.packed += b.Len()
	}
	t.Logf("scripts: %d bytes, %d packed; page and style: %d bytes, %d packed", scripts.raw, scripts.packed, rest.raw, rest.packed)
	require.LessOrEqual(t, scripts.raw, 140<<10)
	require.LessOrEqual(t, scripts.packed, 45<<10)
	require.LessOrEqual(t, rest.packed, 10<<10)
}

// Others find a title, a description and a picture beside a link to the page, and the picture is one, of the usual size.
func TestPreview(t *testing.T) {
	files := map[string][]byte{}
	for _, f := range page.Files() {
		files[f.Name] = f.Content
	}
	for property, content := range map[string]string{"og:title": "Gridlock", "og:description": "Small grid games, solved", "og:image": page.PreviewName, "twitter:card": "summary_large_image"} {
		require.Regexp(t, `(?m)^<meta (name="description" )?(name|property)="`+property+`" content="`+content, string(files["index.html"]))
	}
	picture, err := png.Decode(bytes.NewReader(files[page.PreviewName]))
	require.NoError(t, err)
	require.Equal(t, image.Pt(1200, 630), picture.Bounds().Size())
}

// Whatever a module or the page names is there, and nothing is asked of others.
func TestPageIsWhole(t *testing.T) {
	names := map[string]bool{}
	for _, f := range page.Files() {
		require.False(t, names[f.Name], f.Name)
		names[f.Name] = true
	}
	for _, f := range page.Files() {
		for _, m := range regexp.MustCompile(`(?:from |import\()'\./([^']*)'|(?:src|href)="([^":/]*)"`).FindAllSubmatch(f.Content, -1) {
			require.True(t, names[string(m[1])+string(m[2])], "%s: %s", f.Name, m[0])
		}
		require.NotRegexp(t, `https?://(?:[^w]|w[^w])|style="| on[a-z]+="`, string(f.Content), f.Name)
	}
}
