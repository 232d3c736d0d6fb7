package serve

import (
	"bytes"
	"net/http"

	"gridlock/internal/desk"
)

// page explains the API, with examples that can be followed.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	if !accepts(r, "text/html") {
		s.problem(w, notAcceptable("text/html"))
		return
	}
	var b bytes.Buffer
	if err := s.explanation.Execute(&b, object{"Version": s.opt.Version, "Routes": pageRoutes(), "Host": r.Host}); err != nil {
		s.problem(w, desk.Internal(err))
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	s.send(w, http.StatusOK, "text/html; charset=utf-8", b.Bytes())
}

// pageRoute is a route as the page shows it.
type pageRoute struct{ Path, Summary, Example, Stream string }

func pageRoutes() (all []pageRoute) {
	for _, r := range routes() {
		p := pageRoute{Path: r.path(), Summary: r.summary, Example: r.path()}
		if r.example != "" {
			p.Example += "?" + r.example
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
<title>Gridlock</title>
<link rel="stylesheet" href="/style.css">
<h1>Gridlock</h1>
<p>This server answers questions about positions of five grid games: who wins, in how many
plies, and why. All requests are GET, and the address is the whole question. In
<code>position</code> and <code>moves</code>, <code>_</code> stands for a space.
<a href="/api/openapi.json">openapi.json</a> describes all of it.
<p><code>curl 'http://{{.Host}}/api/v1/solve?variant=lockdown&amp;moves=6_11_7'</code>
<dl>
{{range .Routes}}<dt><code>{{.Path}}</code>
<dd>{{.Summary}}: <a href="{{.Example}}">example</a>{{if .Stream}}, <a href="{{.Stream}}">as a stream</a>{{end}}
{{end}}</dl>
<p><small>{{.Version}}</small>
</html>
`

// style is the style sheet of the page.
const style = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 45rem; margin: 2rem auto; padding: 0 1rem; }
code { overflow-wrap: anywhere; }
dt { margin-top: .75rem; }
dd { margin-left: 1rem; }
`

func (s *Server) styleSheet(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-cache")
	s.send(w, http.StatusOK, "text/css; charset=utf-8", []byte(style))
}
