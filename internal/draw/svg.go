package draw

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Element is an element of SVG.
type Element struct {
	Name     string
	Attrs    []Attr
	Text     string
	Children []Element
}

// Attr is an attribute of an element.
type Attr struct{ Name, Value string }

// element returns an element with attributes, given as alternating names and values.
func element(name string, attributes ...any) Element {
	e := Element{Name: name}
	for i := 0; i+1 < len(attributes); i += 2 {
		e.Attrs = append(e.Attrs, Attr{fmt.Sprint(attributes[i]), fmt.Sprint(attributes[i+1])})
	}
	return e
}

// label returns an element with text.
func label(text, name string, attributes ...any) Element {
	e := element(name, attributes...)
	e.Text = text
	return e
}

// px writes a place in pixels.
func px(place float64) string { return strconv.FormatFloat(math.Round(10*place)/10, 'f', -1, 64) }

// add adds children to the element.
func (e *Element) add(children ...Element) { e.Children = append(e.Children, children...) }

// String returns the element as text.
func (e Element) String() string {
	var b strings.Builder
	e.write(&b)
	return b.String()
}

// write writes the element as package encoding/xml would. That, or package html, would make a
// program for browsers 100 KB larger.
func (e Element) write(b *strings.Builder) {
	b.WriteString("<" + e.Name)
	for _, a := range e.Attrs {
		b.WriteString(" " + a.Name + `="`)
		escape(b, a.Value)
		b.WriteString(`"`)
	}
	b.WriteString(">")
	escape(b, e.Text)
	for _, child := range e.Children {
		child.write(b)
	}
	b.WriteString("</" + e.Name + ">")
}

// escape writes a text as it is written in XML, which has no control characters.
func escape(b *strings.Builder, text string) {
	for _, r := range text {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&#34;")
		case r == '\'':
			b.WriteString("&#39;")
		case r < ' ' && r != '\n' && r != '\t':
			b.WriteRune(unicode.ReplacementChar)
		default:
			b.WriteRune(r)
		}
	}
}

// file returns the element as the content of a file. Its colours are attributes, for programs
// that do not support style sheets; the style sheet has only the dark colours.
func (e Element) file() string {
	e.Children = append([]Element{label(css(), "style")}, e.Children...)
	return e.bare()
}

// bare returns the element as the content of a file without a style sheet.
func (e Element) bare() string {
	e.Attrs = append([]Attr{{"xmlns", "http://www.w3.org/2000/svg"}}, e.Attrs...)
	return e.String() + "\n"
}
