// Package page is the web page: the board on which every move shows its value, and why. The
// server sends its files, the site copies them, and a report has them all in one file.
package page

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
)

//go:embed web
var web embed.FS

// File is a file of the page.
type File struct {
	Name    string // as the page asks for it; index.html is the page itself
	Media   string // type, as in Content-Type
	Content []byte
}

// Files returns the files of the page. They are in the program, so that nothing else is needed.
func Files() (all []File) {
	names, err := fs.Glob(web, "web/*")
	if err != nil {
		panic(err) // the pattern is well formed
	}
	media := map[string]string{".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
	for _, name := range names {
		content, err := web.ReadFile(name)
		kind, ok := media[path.Ext(name)]
		if err != nil || !ok {
			panic(fmt.Sprintf("%s: no file of a page", name))
		}
		all = append(all, File{path.Base(name), kind + "; charset=utf-8", content})
	}
	return all
}
