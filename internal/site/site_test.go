package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/docs"
	"gridlock/variants"
)

func whole(t *testing.T) files {
	t.Helper()
	all, err := site([]byte("program"), []byte("glue"), "https://games.example.org/a&b/")
	require.NoError(t, err)
	return all
}

// Whatever a file names is there, beside it, so that the site works in any folder; and nothing
// asks a server.
func TestSiteIsWhole(t *testing.T) {
	all := whole(t)
	require.Equal(t, "program", string(all[program]))
	require.Contains(t, string(all["engine.js"]), "runner('"+program+"'")
	require.Contains(t, string(all["engine.js"]), "new Worker(")
	named := regexp.MustCompile(`(?:from|import) '([^']*)'|(?:src|href)="([^":]*)"|createScriptURL\('([^']*)'\)|fetch\('([^']*)'\)`)
	for name, content := range all {
		for _, m := range named.FindAllStringSubmatch(string(content), -1) {
			target := strings.TrimPrefix(m[1]+m[2]+m[3]+m[4], "./")
			require.Contains(t, all, target, "%s: %s", name, m[0])
		}
		require.NotContains(t, string(content), "/api/", name)
	}
	require.Equal(t, docs.Atlas, string(all["atlas.csv"]))
	require.Contains(t, string(all["games.json"]), `"title":"Snort"`)
	require.Contains(t, string(all["index.html"]), `<meta http-equiv="Content-Security-Policy" content="default-src 'none';`)
}

// The service worker names all other files with their hashes.
func TestServiceWorkerNamesAllFiles(t *testing.T) {
	all := whole(t)
	list := regexp.MustCompile(`(?m)^const version = '[0-9a-f]{16}', files = (\{.*\});$`).FindSubmatch(all["sw.js"])
	require.NotNil(t, list)
	var hashes map[string]string
	require.NoError(t, json.Unmarshal(list[1], &hashes))
	require.Len(t, hashes, len(all)-1)
	for name, hash := range hashes {
		if name == "./" {
			name = "index.html"
		}
		sum := sha256.Sum256(all[name])
		require.Equal(t, "sha256-"+base64.StdEncoding.EncodeToString(sum[:]), hash, name)
	}
}

// The same files give the same version, and any change another one.
func TestVersions(t *testing.T) {
	version := func(all files) string {
		text, err := serviceWorker(all)
		require.NoError(t, err)
		return string(text[:len("const version = '0123456789abcdef'")])
	}
	inputs := func() files {
		all := whole(t)
		all["sw.js"] = []byte("caches")
		return all
	}
	first := version(inputs())
	require.Equal(t, first, version(inputs()))
	for name := range inputs() {
		all := inputs()
		all[name] = append(all[name], ' ')
		require.NotEqual(t, first, version(all), name)
	}
}

// Links to the site have a picture with its whole address; the policy allows the script that is in the page; and there is
// no game without its card.
func TestIndex(t *testing.T) {
	text := string(whole(t)["index.html"])
	require.Contains(t, text, `<meta property="og:image" content="https://games.example.org/a&amp;b/preview.png">`)
	script := regexp.MustCompile(`<script>(.*?)</script>`).FindStringSubmatch(text)
	require.NotNil(t, script)
	sum := sha256.Sum256([]byte(script[1]))
	require.Contains(t, text, "script-src 'self' 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"';")
	for _, game := range variants.All() {
		require.Contains(t, text, `data-sample="`+game.ID+`"`)
		require.Contains(t, text, game.Summary[1:])
	}
}

func TestIndexThatCannotBeChanged(t *testing.T) {
	_, err := index([]byte("<!doctype html>"), "", 0)
	require.ErrorContains(t, err, `index.html does not have "<meta charset`)
}

// The sizes are printed, and a program that is too large is an error.
func TestMeasure(t *testing.T) {
	var out bytes.Buffer
	all := files{program: make([]byte, 3<<20), "index.html": []byte("page")}
	require.NoError(t, measure(&out, all))
	require.Regexp(t, `(?m)^`+program+`  *3145728 bytes,  *\d+ with gzip$`, out.String())
	require.Regexp(t, `(?m)^page  *4 bytes,  *28 with gzip, in 1 files$`, out.String())

	all[program] = make([]byte, raw+1)
	require.ErrorContains(t, measure(&out, all), program+" has become too large")
	all[program] = make([]byte, packed)
	r := rand.NewChaCha8([32]byte{})
	_, err := r.Read(all[program])
	require.NoError(t, err)
	require.ErrorContains(t, measure(&out, all), program+" has become too large")
}

// The site says on what terms its parts may be used.
func TestLicences(t *testing.T) {
	all := files{}
	require.NoError(t, all.addLicences("../.."))
	for _, name := range []string{"go", "gridlock", "golang.org/x/sync"} {
		require.Contains(t, all, "licences/"+name+"/LICENSE")
	}
}

// What makes a program large is not in it.
func TestProgramImportsLittle(t *testing.T) {
	list, err := output("../..", environment(), "go", "list", "-deps", source)
	require.NoError(t, err)
	all := strings.Fields(string(list))
	require.Contains(t, all, "gridlock/internal/query")
	for _, large := range []string{
		"encoding/xml", "html", "html/template", "math/big", "net", "net/http", "regexp", "text/template",
		"github.com/dgraph-io/badger/v4", "github.com/dustin/go-humanize", "github.com/prometheus/client_golang/prometheus",
		"github.com/spf13/cobra", "github.com/pelletier/go-toml/v2/unstable", "google.golang.org/protobuf/proto", "gridlock/tablebase",
	} {
		require.NotContains(t, all, large)
	}
}
