package draw

import (
	"fmt"
	"slices"
	"strings"
)

// rule is the style of a kind of elements.
type rule struct {
	selector   string   // its selector in a style sheet
	name       string   // the name of the elements; empty for any
	classes    []string // all of the classes that the elements have
	properties []string // names and values alternating; a value that begins with $ is a colour
}

// style is the style of all drawings: rules, one a line. Later rules win. A colour is written with $. It is a text,
// since tables of lists make programs large.
const style = `svg { font-family: system-ui, Segoe UI, DejaVu Sans, sans-serif; font-size: 15px; font-weight: 600 }
text { fill: $ink; text-anchor: middle; dominant-baseline: central }
.name { fill: $soft; font-size: 12px; font-weight: 400 }
.cell { fill: $cell; stroke: $line }
.gone { fill: $gone; stroke: $line }
.block { fill: $block; stroke: $line }
.cell.either { fill: none; stroke-dasharray: 3 3 }
.cell.win { fill: $win-cell }
.cell.loss { fill: $loss-cell }
.cell.open { fill: $open-cell }
text.win { fill: $win }
text.loss { fill: $loss }
text.open { fill: $open }
.mark { fill: none; stroke-width: 5; stroke-linecap: round }
.mark.x { stroke: $x }
.mark.o { stroke: $o }
.mark.used { stroke-width: 2.5; opacity: .6 }
.mark.only { stroke-width: 2.5 }
.edge { fill: none; stroke: $soft; stroke-width: 3 }
.ghost { fill: none; stroke: $line; stroke-dasharray: 3 3 }
text.ghost { fill: $soft; stroke: none; font-size: 10px; font-weight: 400 }
.dash { fill: none; stroke: $soft; stroke-width: 2; stroke-linecap: round }
.number { fill: $soft; font-weight: 400 }
.arrow { fill: none; stroke-width: 4; stroke-linecap: round }
.arrow.thin { stroke-width: 1.5 }
.arrow.blocked { stroke-dasharray: 6 5; stroke-linecap: butt }
.arrow.x { stroke: $x }
.arrow.o { stroke: $o }
path.head.x { fill: $x }
path.head.o { fill: $o }
circle.disc { fill: $ink }
text.disc { fill: $paper; font-size: 11px }
.paper { fill: $paper }
`

// rules reads the style.
func rules() (all []rule) {
	for line := range strings.Lines(style) {
		selector, declarations, _ := strings.Cut(line, " { ")
		classes := strings.Split(selector, ".")
		r := rule{selector: ".drawing " + selector, name: classes[0], classes: classes[1:]}
		for declaration := range strings.SplitSeq(strings.TrimSuffix(declarations, " }\n"), "; ") {
			property, value, _ := strings.Cut(declaration, ": ")
			r.properties = append(r.properties, property, value)
		}
		all = append(all, r)
	}
	return all
}

// colours are the light and the dark version of each colour, by name.
var colours = map[string][2]string{
	"$ink":       {"#1d2430", "#e8ecf2"},
	"$soft":      {"#5b6573", "#a3adba"},
	"$line":      {"#c3cad4", "#46505e"},
	"$paper":     {"#ffffff", "#12161c"},
	"$cell":      {"#f4f6f9", "#232a34"},
	"$gone":      {"#dfe4ea", "#161b22"},
	"$block":     {"#4a5362", "#8b96a5"},
	"$x":         {"#0a62a0", "#6cbcf5"},
	"$o":         {"#a84a00", "#ffa45c"},
	"$win":       {"#14692f", "#7fdc97"},
	"$win-cell":  {"#dcf3e1", "#173a24"},
	"$loss":      {"#a61b12", "#ff9d93"},
	"$loss-cell": {"#fce5e2", "#4a201c"},
	"$open":      {"#6a4a00", "#f0cf7a"},
	"$open-cell": {"#fff3cf", "#41340f"},
}

// css returns the style sheet with the dark colours. The light ones, and everything
// else, are attributes of the elements.
func css() string {
	var b strings.Builder
	b.WriteString("\n@media (prefers-color-scheme: dark) {\n")
	for _, r := range rules() {
		if dark := r.dark(); dark != "" {
			fmt.Fprintf(&b, "%s {%s }\n", r.selector, dark)
		}
	}
	return b.String() + "}\n"
}

// dark returns the declarations of the rule's dark colours.
func (r rule) dark() (css string) {
	for property := range slices.Chunk(r.properties, 2) {
		if colour, ok := colours[property[1]]; ok {
			css += fmt.Sprintf(" %s: %s;", property[0], colour[1])
		}
	}
	return css
}

// matches reports whether the rule applies to an element.
func (r rule) matches(e Element) bool {
	classes := strings.Fields(e.attr("class"))
	for _, class := range r.classes {
		if !slices.Contains(classes, class) {
			return false
		}
	}
	return r.name == "" || r.name == e.Name
}

// styled returns the element and its descendants with the attributes of a style.
func (e Element) styled(rules []rule, colours map[string][2]string) Element {
	var names []string
	values := map[string]string{}
	for _, r := range rules {
		if !r.matches(e) {
			continue
		}
		for property := range slices.Chunk(r.properties, 2) {
			name, value := property[0], property[1]
			if colour, ok := colours[value]; ok {
				value = colour[0]
			}
			if _, set := values[name]; !set {
				names = append(names, name)
			}
			values[name] = value
		}
	}
	e.Attrs = slices.Clone(e.Attrs)
	for _, name := range names {
		if a, ok := portable(name, values[name]); ok {
			e.Attrs = append(e.Attrs, a)
		}
	}
	children := make([]Element, len(e.Children))
	for i, child := range e.Children {
		children[i] = child.styled(rules, colours)
	}
	e.Children = children
	return e
}

// portable returns a property of the style as an attribute for all programs, if it needs one. Some programs do not know
// the central baseline, which for capitals and digits is 0.35 em above the normal one.
func portable(name, value string) (attribute Attr, ok bool) {
	if name == "dominant-baseline" {
		return Attr{"dy", ".35em"}, value == "central"
	}
	return Attr{name, value}, true
}

// attr returns the value of an attribute, or "".
func (e Element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}
