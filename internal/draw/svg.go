package draw

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// Element is an element of SVG.
type Element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []Element
}

// element returns an element with attributes, given as name and value in turn.
func element(name string, attributes ...any) Element {
	e := Element{XMLName: xml.Name{Local: name}}
	for i := 0; i+1 < len(attributes); i += 2 {
		e.Attrs = append(e.Attrs, xml.Attr{Name: xml.Name{Local: fmt.Sprint(attributes[i])}, Value: fmt.Sprint(attributes[i+1])})
	}
	return e
}

// label returns an element with text.
func label(text, name string, attributes ...any) Element {
	e := element(name, attributes...)
	e.Text = text
	return e
}

// add puts elements into the element.
func (e *Element) add(children ...Element) { e.Children = append(e.Children, children...) }

// String returns the element as text, for a page that has [CSS].
func (e Element) String() string {
	text, err := xml.Marshal(e)
	if err != nil {
		panic(fmt.Sprintf("draw: %v", err)) // names and values are texts
	}
	return strings.ReplaceAll(string(text), "&#xA;", "\n") // those of the style sheet
}

// File returns the element as the content of a file.
func (e Element) File() string {
	e.Attrs = append([]xml.Attr{{Name: xml.Name{Local: "xmlns"}, Value: "http://www.w3.org/2000/svg"}}, e.Attrs...)
	e.Children = append([]Element{label(CSS, "style")}, e.Children...)
	return e.String() + "\n"
}

// CSS is the style sheet of all drawings.
const CSS = `
.drawing { --ink: #1d2430; --soft: #5b6573; --line: #c3cad4; --cell: #f4f6f9; --gone: #dfe4ea; --block: #4a5362;
  --x: #0a62a0; --o: #a84a00; --win: #14692f; --win-cell: #dcf3e1; --loss: #a61b12; --loss-cell: #fce5e2;
  --open: #6a4a00; --open-cell: #fff3cf; font: 600 15px system-ui, Segoe UI, DejaVu Sans, sans-serif; }
@media (prefers-color-scheme: dark) { .drawing { --ink: #e8ecf2; --soft: #a3adba; --line: #46505e; --cell: #232a34;
  --gone: #161b22; --block: #8b96a5; --x: #6cbcf5; --o: #ffa45c; --win: #7fdc97; --win-cell: #173a24; --loss: #ff9d93;
  --loss-cell: #4a201c; --open: #f0cf7a; --open-cell: #41340f; } }
.drawing text { fill: var(--ink); text-anchor: middle; dominant-baseline: central; }
.drawing .name { fill: var(--soft); font-size: 12px; font-weight: 400; }
.drawing .cell { fill: var(--cell); stroke: var(--line); }
.drawing .gone { fill: var(--gone); stroke: var(--line); }
.drawing .block { fill: var(--block); stroke: var(--line); }
.drawing .cell.win { fill: var(--win-cell); } .drawing text.win { fill: var(--win); }
.drawing .cell.loss { fill: var(--loss-cell); } .drawing text.loss { fill: var(--loss); }
.drawing .cell.open { fill: var(--open-cell); } .drawing text.open { fill: var(--open); }
.drawing .mark { fill: none; stroke-width: 5; stroke-linecap: round; }
.drawing .mark.x { stroke: var(--x); } .drawing .mark.o { stroke: var(--o); }
.drawing .mark.used { stroke-width: 2.5; opacity: .6; }
.drawing .dash { stroke: var(--soft); stroke-width: 2; stroke-linecap: round; }
.drawing .played { fill: none; stroke: var(--ink); stroke-width: 3; }
.drawing .played.blocks { fill: var(--block); fill-opacity: .45; stroke-dasharray: 6 5; }
.drawing .bar.x { fill: var(--x); } .drawing .bar.o { fill: var(--o); }
.drawing .bar.vague { fill-opacity: .3; }
.drawing .axis { stroke: var(--soft); } .drawing .rule { stroke: var(--line); stroke-dasharray: 2 4; }
.drawing text.left { text-anchor: start; } .drawing text.right { text-anchor: end; } .drawing text.x { fill: var(--x); } .drawing text.o { fill: var(--o); }
`
