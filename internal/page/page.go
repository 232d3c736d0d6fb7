// Package page is the web page: the board on which every move shows its value, and why. The
// server sends its files, the site copies them, and [Report] puts them into one file with the
// analysis of a game.
//
// Its modules are sent as one script, and one for each room that few people enter (script.go). Each is below those that it imports: app.js puts the rooms together, which are home.js, play.js,
// review.js, analyse.js, puzzle.js, make.js (with graph.js), atlas.js, proof.js (with prooftexts.js and proof.css) and edit.js; stage.js is what they share, the board and what is
// known of it; steps.js goes through why, piece by piece, and through lines; store.js has the state, the address and the history; saved.js what the browser keeps. board.js
// and chart.js draw, apng.js puts pictures together, words.js has all texts, and engine.js asks.
package page

import (
	"embed"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gridlock/docs"
)

//go:embed web
var web embed.FS

// File is a file of the page.
type File struct {
	Name    string // as the page asks for it; index.html is the page itself
	Media   string // type, as in Content-Type
	Content []byte
}

// The modules that answer the questions of the page, each as engine.js.
const (
	byHTTP = "engine-http.js" // the server that sends the page
	inFile = "engine-file.js" // the file that the page is in, which Report writes
)

// Files returns the files of the page that is sent by a server: the page, its style, the engine, which
// others may replace, its script, the scripts of rooms and the table of the atlas, which the page fetches when it shows them. They are in the
// program, so that nothing else is needed.
func Files() []File {
	const code = "text/javascript; charset=utf-8"
	all := texts(byHTTP)
	scripts, err := scripts(all, "app.js", "engine.js")
	if err != nil {
		panic(err) // the modules are in the program, too
	}
	index := form{text: all["index.html"]}
	index.replace(`<link rel="icon"`, preview+`<link rel="icon"`)
	if index.err != nil {
		panic(index.err) // the page is in the program, too
	}
	files := []File{
		{"index.html", "text/html; charset=utf-8", []byte(index.text)},
		{"style.css", "text/css; charset=utf-8", []byte(all["style.css"])}, {"proof.css", "text/css; charset=utf-8", []byte(all["proof.css"])},
		{"engine.js", code, []byte(all["engine.js"])},
		{"atlas.csv", "text/csv; charset=utf-8", []byte(docs.Atlas)}, {PreviewName, "image/png", previewPicture},
	}
	for _, name := range slices.Sorted(maps.Keys(scripts)) {
		files = append(files, File{name, code, []byte(scripts[name])})
	}
	return files
}

// PreviewName is the name of the picture of the page that others show beside a link to it. Some of them want its whole
// address in the page, which only the host knows.
const PreviewName = "preview.png"

// preview is what others show of a link to the page, by the Open Graph protocol.
const preview = `<meta property="og:title" content="Gridlock">
<meta property="og:image" content="` + PreviewName + `">
<meta name="twitter:card" content="summary_large_image">
`

//go:embed preview.png
var previewPicture []byte

// texts returns the page, its style and its modules by name, with one of the engines.
func texts(engine string) map[string]string {
	all := map[string]string{}
	names, err := fs.Glob(web, "web/*")
	if err != nil {
		panic(err) // the pattern is well formed
	}
	for _, path := range names {
		content, err := web.ReadFile(path)
		if err != nil {
			panic(err) // it is in the program
		}
		switch name := filepath.Base(path); {
		case name == engine:
			all["engine.js"] = lean(name, string(content))
		case !strings.HasPrefix(name, "engine-"):
			all[name] = lean(name, string(content))
		}
	}
	return all
}

// lean returns a file without what is for people: indentation, types and comments, empty lines, and in style sheets
// blanks. That is a quarter of it, and a tenth of what is sent. A comment behind code has no quotes, so that no
// text is taken for one.
func lean(name, text string) string {
	for _, e := range []string{`(?m)^\t+`, `/\*\* @type [^\n]*?\*/ ?`, "(?m)^/\\*\\*(?s:.*?)\\*/$|^//.*$| // [^\n'\"`]*$"} {
		text = regexp.MustCompile(e).ReplaceAllString(text, "")
	}
	if filepath.Ext(name) == ".css" {
		text = regexp.MustCompile(` ?([{};]) ?|([:,]) `).ReplaceAllString(text, "$1$2")
	}
	return strings.TrimPrefix(regexp.MustCompile(`\n+`).ReplaceAllString(text, "\n"), "\n")
}
