package page_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/page"
)

// What is sent was made of these modules and styles.
func TestPageIsMadeOfItsSources(t *testing.T) {
	list, err := os.ReadFile("made/SHA256SUMS")
	require.NoError(t, err)
	want := map[string]string{}
	for line := range strings.Lines(string(list)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		want[name] = sum
	}
	got := map[string]string{}
	for _, pattern := range []string{"web/*.js", "web/*.css"} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, name := range names {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			got[filepath.Base(name)] = fmt.Sprintf("%x", sha256.Sum256(text))
		}
	}
	require.Equal(t, want, got, "make page")
}

// The engines export the same names: that of the site, too, which is sent as it is.
func TestEnginesAreAlike(t *testing.T) {
	exports := func(name string) (names []string) {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`(?m)^export (?:const|(?:async )?function) (\w+)`).FindAllStringSubmatch(string(text), -1) {
			names = append(names, m[1])
		}
		require.Equal(t, strings.Count(string(text), "export "), len(names), name)
		return names
	}
	want := exports("web/engine-http.js")
	require.Contains(t, want, "ask")
	require.ElementsMatch(t, want, exports("web/engine-file.js"))
	require.ElementsMatch(t, want, exports("../site/web/engine.js"))
}

// Nothing in a script that is written into a page ends it there.
func TestScriptOfReportsEndsWhereItEnds(t *testing.T) {
	text, err := os.ReadFile("made/report.js")
	require.NoError(t, err)
	require.NotRegexp(t, `(?i)</script|<!--`, string(text))
}

// The page is small: its scripts, and what they work on.
func TestPageIsSmall(t *testing.T) {
	type size struct{ raw, packed int }
	var scripts, rest size
	files := page.Files()
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
		switch {
		case f.Name == "app.js", f.Name == "engine.js", strings.HasPrefix(f.Name, "chunk-"):
			of = &scripts
		case f.Name == "index.html", f.Name == "style.css":
		default: // the script and the style of a room
			t.Logf("%s: %d bytes, %d packed", f.Name, len(f.Content), b.Len())
			require.LessOrEqual(t, len(f.Content), 12<<10, f.Name)
			require.LessOrEqual(t, b.Len(), 5<<10, f.Name)
			continue
		}
		of.raw += len(f.Content)
		of.packed += b.Len()
	}
	t.Logf("scripts: %d bytes, %d packed; page and style: %d bytes, %d packed", scripts.raw, scripts.packed, rest.raw, rest.packed)
	require.LessOrEqual(t, scripts.raw, 120<<10)
	require.LessOrEqual(t, scripts.packed, 50<<10)
	require.LessOrEqual(t, rest.packed, 16<<10)
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
		for _, m := range regexp.MustCompile(`(?:from ?|import\()["']\./([^"']*)["']|(?:src|href)="([^":/]*)"`).FindAllSubmatch(f.Content, -1) {
			require.True(t, names[string(m[1])+string(m[2])], "%s: %s", f.Name, m[0])
		}
		require.NotRegexp(t, `https?://(?:[^w]|w[^w])|style="| on[a-z]+="`, string(f.Content), f.Name)
	}
}
