// Package page is the web page: the board on which every move shows its value, and why. The server sends its files,
// the site copies them, and [Report] puts them into one file with the analysis of a game.
//
// Its modules, in the folder web, are sent as one script in three parts, and one for each room that few people enter.
// `make page` writes these to the folder made; commit them with every change to a module. Each module is below those
// that it imports: app.js puts the rooms together, which are home.js, play.js (with after.js), review.js, analyse.js,
// puzzle.js, make.js (with graph.js), atlas.js, proof.js (with proofpicture.js, prooftexts.js and proof.css) and edit.js;
// and tour.js, which comes before all. Below them are
//
//	position.js  the position that is shown, and what is known of it
//	picture.js   paints the board, the texts about it and the lists
//	stage.js     goes from one position to another, and asks about each
//	hands.js     clicks, touches, drags and keys on the board
//	task.js      runs the tasks that ask, and says how they failed
//	store.js     the state, the address and the history
//	saved.js     what the browser keeps
//	words.js     all texts
//	board.js     draws the board as SVG
//	engine.js    asks the server or, in a report, the file
package page

import (
	"embed"
	"path/filepath"
	"strings"

	"gridlock/docs"
)

//go:embed made/*.js made/*.css web/manifest.webmanifest web/icon.svg
var made embed.FS

//go:embed web/index.html
var indexHTML string

// File is a file of the page.
type File struct {
	Name    string // the name by which the page asks for it; index.html is the page itself
	Media   string // type, as in Content-Type
	Content []byte
}

// Files returns the files that a server sends: the page, its styles and scripts, the engine, which others may replace,
// and what the page fetches when it shows it: scripts of rooms, and the table of the atlas. They are in the program, so
// that nothing else is needed.
func Files() []File {
	index := form{text: indexHTML}
	links := preview
	files := []File{{"atlas.csv", "text/csv; charset=utf-8", []byte(docs.Atlas)}, {PreviewName, "image/png", previewPicture},
		{"manifest.webmanifest", "application/manifest+json", file("web/manifest.webmanifest")}, {"icon.svg", "image/svg+xml", file("web/icon.svg")}}
	entries, err := made.ReadDir("made")
	if err != nil {
		panic(err) // it is in the program
	}
	for _, e := range entries {
		name := e.Name()
		if name == reportScript {
			continue
		}
		if strings.HasPrefix(name, "chunk-") || name == "engine.js" { // the browser would find them in app.js, later
			links += `<link rel="modulepreload" href="` + name + "\">\n"
		}
		files = append(files, File{name, media[filepath.Ext(name)], file("made/" + name)})
	}
	index.replace(`<link rel="icon"`, links+`<link rel="icon"`)
	if index.err != nil {
		panic(index.err) // the page is in the program
	}
	return append(files, File{"index.html", "text/html; charset=utf-8", []byte(index.text)})
}

// media has the types of files by the ends of their names.
var media = map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}

// reportScript is the script of a page that is a file.
const reportScript = "report.js"

// file returns a file that tools/page.sh has made, or that is sent as it is.
func file(name string) []byte {
	content, err := made.ReadFile(name)
	if err != nil {
		panic(err) // it is in the program
	}
	return content
}

// PreviewName is the name of the picture that other sites show beside a link to the page. Some want its whole address
// in the page, which only the host knows.
const PreviewName = "preview.png"

// preview has the data that other sites show beside a link to the page, by the Open Graph protocol, and the link to the
// manifest.
const preview = `<meta property="og:title" content="Gridlock">
<meta property="og:image" content="` + PreviewName + `">
<meta name="twitter:card" content="summary_large_image">
<link rel="manifest" href="manifest.webmanifest">
`

//go:embed preview.png
var previewPicture []byte
