// Package page is the web page: the board on which every move shows its value, and why. The
// server sends its files, the site copies them, and [Report] puts them into one file with the
// analysis of a game.
//
// Its modules, each below those that it imports: app.js puts the rooms together, which are home.js, play.js,
// review.js, analyse.js, puzzle.js, make.js and edit.js; stage.js is what they share, the board and what is
// known of it; store.js has the state, the address and the history; saved.js what the browser keeps. board.js
// and chart.js draw, words.js has all texts, and engine.js asks.
package page

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
)

//go:embed web
var web embed.FS

// File is a file of the page.
type File struct {
	Name    string // as the page asks for it; index.html is the page itself
	Media   string // type, as in Content-Type
	Content []byte
}

// Engine says who answers the questions of the page: the module engine.js is another one for each.
type Engine string

// The engines.
const (
	HTTP   Engine = "http" // the server that sends the page
	InFile Engine = "file" // the file that the page is in, which Report writes
)

// Files returns the files of the page, whose questions are answered by an engine. They are in the
// program, so that nothing else is needed.
func Files(engine Engine) (all []File) {
	names, err := fs.Glob(web, "web/*")
	if err != nil {
		panic(err) // the pattern is well formed
	}
	media := map[string]string{".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
	for _, path := range names {
		content, err := web.ReadFile(path)
		kind, ok := media[filepath.Ext(path)]
		if err != nil || !ok {
			panic(fmt.Sprintf("%s: no file of a page", path))
		}
		name := filepath.Base(path)
		if of, ok := strings.CutPrefix(name, "engine-"); ok {
			if of != string(engine)+".js" {
				continue
			}
			name = "engine.js"
		}
		all = append(all, File{name, kind + "; charset=utf-8", lean(kind, content)})
	}
	return all
}

// lean returns a file without what is for people: indentation, types and comments, empty lines, and in style sheets
// blanks. That is a quarter of it, and a tenth of what is sent. A comment behind code has no quotes, so that no
// text is taken for one.
func lean(kind string, content []byte) []byte {
	for _, e := range []string{`(?m)^\t+`, `/\*\* @type [^\n]*?\*/ ?`, "(?m)^/\\*\\*(?s:.*?)\\*/$|^//.*$| // [^\n'\"`]*$"} {
		content = regexp.MustCompile(e).ReplaceAll(content, nil)
	}
	if kind == "text/css" {
		content = regexp.MustCompile(` ?([{};]) ?|([:,]) `).ReplaceAll(content, []byte("$1$2"))
	}
	return bytes.TrimPrefix(regexp.MustCompile(`\n+`).ReplaceAll(content, []byte("\n")), []byte("\n"))
}
