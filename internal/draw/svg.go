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

// element returns an element with attributes, given as alternating names and values.
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

// add adds children to the element.
func (e *Element) add(children ...Element) { e.Children = append(e.Children, children...) }

// String returns the element as text, for a page that has [CSS].
func (e Element) String() string {
	text, err := xml.Marshal(e)
	if err != nil {
		panic(fmt.Sprintf("draw: %v", err)) // names and values are texts
	}
	return strings.ReplaceAll(string(text), "&#xA;", "\n") // those of the style sheet
}

// File returns the element as the content of a file. Its colours are attributes, for programs
// that do not support style sheets; the style sheet has only the dark colours.
func (e Element) File() string {
	e.Children = append([]Element{label(CSS(), "style")}, e.Children...)
	return e.bare()
}

// bare returns the element as the content of a file without a style sheet.
func (e Element) bare() string {
	e.Attrs = append([]xml.Attr{{Name: xml.Name{Local: "xmlns"}, Value: "http://www.w3.org/2000/svg"}}, e.Attrs...)
	return e.String() + "\n"
}
