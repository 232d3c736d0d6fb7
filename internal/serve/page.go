package serve

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"gridlock/internal/page"
	"gridlock/internal/query"
)

// explain explains the API, with examples that can be followed.
func (s *Server) explain(w http.ResponseWriter, r *http.Request) {
	if !accepts(r, "text/html") {
		s.problem(w, notAcceptable("text/html"))
		return
	}
	var b bytes.Buffer
	if err := s.explanation.Execute(&b, object{"Version": s.opt.Version, "Routes": pageRoutes(), "Host": r.Host}); err != nil {
		s.problem(w, query.Internal(err))
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	s.send(w, http.StatusOK, "text/html; charset=utf-8", b.Bytes())
}

// pageRoute is a route as the page shows it.
type pageRoute struct{ Path, Summary, Example, Stream string }

func pageRoutes() (all []pageRoute) {
	for _, r := range routes() {
		p := pageRoute{Path: r.path(), Summary: r.summary}
		if r.method() == http.MethodGet {
			p.Example = strings.TrimSuffix(r.path()+"?"+r.example, "?")
		}
		if r.streams {
			p.Stream = r.path() + "/stream?" + r.example
		}
		all = append(all, p)
	}
	return all
}

// explanation is the template of the page.
const explanation = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gridlock: the API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api.css">
<h1>Gridlock: the API</h1>
<p>This server answers questions about positions of five grid games: who wins, in how many
plies, and why. All requests are GET, and the address is the whole question; only a certificate is sent, with POST. In
<code>variant</code>, <code>position</code> and <code>moves</code>, <code>_</code> stands for a space.
<a href="/api/openapi.json">openapi.json</a> describes all of it.
<p><code>curl 'http://{{.Host}}/api/v1/solve?variant=lockdown&amp;moves=6_11_7'</code>
<dl>
{{range .Routes}}<dt><code>{{.Path}}</code>
<dd>{{.Summary}}{{if .Example}}: <a href="{{.Example}}">example</a>{{end}}{{if .Stream}}, <a href="{{.Stream}}">as a stream</a>{{end}}
{{end}}</dl>
<p><a href="/">The board</a>
<p><small>{{.Version}}</small>
</html>
`

//go:embed api.css
var style []byte

// file is a file that is sent as it is, or with gzip, if that is smaller.
type file struct {
	path, media     string
	content, packed []byte
	tag             string
}

// files returns the files of the page, and the style of the explanation.
var files = sync.OnceValue(func() (all []file) {
	add := func(f page.File, path string) {
		all = append(all, file{path, f.Media, f.Content, packed(f.Content), fmt.Sprintf("%016x", xxhash.Sum64(f.Content))})
	}
	for _, f := range page.Files() {
		if f.Name == "index.html" {
			add(f, "/{$}")
			continue
		}
		add(f, "/"+f.Name)
	}
	add(page.File{Media: "text/css; charset=utf-8", Content: style}, "/api.css")
	return all
})

// packed returns the file compressed with gzip, or the file if that is not larger.
func packed(content []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(content)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil || b.Len() >= len(content) {
		return content
	}
	return b.Bytes()
}

// file answers with a file of the page.
func (s *Server) file(w http.ResponseWriter, r *http.Request, f file) {
	content, tag := f.content, `"`+f.tag+`"`
	w.Header().Add("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && len(f.packed) < len(f.content) {
		content, tag = f.packed, `"`+f.tag+`-gzip"`
		w.Header().Set("Content-Encoding", "gzip")
	}
	s.cacheable(w, tag)
	if matches(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	s.send(w, http.StatusOK, f.media, content)
}
