package pipe

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"gridlock/internal/printable"
	"gridlock/internal/query"
)

// The values of do that are no questions.
const (
	doMoves = "moves" // the answer to analyze, made short
	doStop  = "stop"
	doQuit  = "quit"
)

// kindOf returns the kind of question that a request asks.
func kindOf(do string) (query.Kind, bool) {
	switch do {
	case "analyze", doMoves:
		return query.Analysis, true
	}
	kind := query.Kind(do)
	return kind, kind != query.Analysis && slices.Contains(query.Kinds(), kind)
}

// verbs are the values of do, for those who mistype them.
const verbs = "analyze, moves, solve, review, move, puzzle, position, rules, variants, board.svg, certificate, walk, record, report, stop or quit"

// request is a line of input that has been understood so far.
type request struct {
	id       json.RawMessage // as it was written; nil for none
	key      string          // the same for the same id, however it was written; "" for none
	do       string
	progress bool
	params   map[string]string
}

// field is a field of an object.
type field struct {
	name  string
	value json.RawMessage
}

// readRequest reads a line. Where there is a problem, the request has its id, if that could
// be read.
func readRequest(line string) (r request, problem *query.Problem) {
	fields, err := readObject(line)
	if err != nil {
		return r, query.BadLine.Problem(err.Error())
	}
	if problem := r.readID(fields); problem != nil {
		return r, problem
	}
	r.params = map[string]string{}
	for _, f := range fields {
		if f.name == "id" {
			continue
		}
		text, given, err := valueText(f.value)
		switch {
		case err != nil:
			return r, query.WrongParameter(f.name, err.Error())
		case !given:
		case f.name == "do":
			r.do = text
		case f.name == "progress":
			if r.progress = text == "true"; !r.progress && text != "false" {
				return r, query.WrongParameter(f.name, "write true or false")
			}
		default:
			r.params[f.name] = text
		}
	}
	return r, r.check()
}

// readID finds the id.
func (r *request) readID(fields []field) *query.Problem {
	i := slices.IndexFunc(fields, func(f field) bool { return f.name == "id" })
	if i < 0 || string(fields[i].value) == "null" {
		return nil
	}
	raw := fields[i].value
	switch raw[0] {
	case '"':
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return query.WrongParameter("id", err.Error())
		}
		r.key = "text " + text
	case '{', '[', 't', 'f':
		return query.WrongParameter("id", "write a string or a number")
	default:
		r.key = "number " + string(raw)
	}
	r.id = raw
	return nil
}

// check looks whether the request has the fields that it may have.
func (r *request) check() *query.Problem {
	var names []string
	switch kind, known := kindOf(r.do); {
	case r.do == doStop, r.do == doQuit:
	case r.do == "":
		return query.WrongParameter("do", "the field is missing: write "+verbs)
	case !known:
		return query.WrongParameter("do", fmt.Sprintf("there is no %q: write %s", printable.Excerpt(r.do), verbs))
	default:
		names = slices.DeleteFunc(query.Parameters(kind), func(name string) bool { return r.do == doMoves && (name == "next" || name == "class") })
	}
	for _, name := range slices.Sorted(maps.Keys(r.params)) {
		if !slices.Contains(names, name) {
			has := "it has none"
			if len(names) > 0 {
				has = "its parameters are: " + strings.Join(names, ", ")
			}
			return query.WrongParameter(printable.Excerpt(name), fmt.Sprintf("%q has no such parameter; %s", r.do, has))
		}
	}
	return nil
}

// readObject reads the fields of an object, which must have different names.
func readObject(line string) (fields []field, err error) {
	if !utf8.ValidString(line) {
		return nil, errors.New("not UTF-8")
	}
	dec := json.NewDecoder(strings.NewReader(line))
	if start, err := dec.Token(); err != nil || start != json.Delim('{') {
		return nil, errors.New("not an object of JSON")
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, notJSON(err)
		}
		f := field{name: fmt.Sprint(name)}
		if err := dec.Decode(&f.value); err != nil {
			return nil, notJSON(err)
		}
		if slices.ContainsFunc(fields, func(other field) bool { return other.name == f.name }) {
			return nil, fmt.Errorf("the field %q is there twice", printable.Excerpt(f.name))
		}
		fields = append(fields, f)
		if len(fields) > mostFields {
			return nil, errors.New("too many fields")
		}
	}
	if _, err := dec.Token(); err != nil {
		return nil, notJSON(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something stands behind the object")
	}
	return fields, nil
}

// mostFields is more than any request has.
const mostFields = 32

// notJSON says that text cannot be read as JSON.
func notJSON(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("not JSON: the line ends inside the object")
	}
	return fmt.Errorf("not JSON: %w", err)
}

// valueText returns the text of a value, and whether it is not null.
func valueText(value json.RawMessage) (text string, given bool, err error) {
	switch value[0] {
	case '"':
		err = json.Unmarshal(value, &text)
		return text, true, err
	case '{', '[':
		return "", false, errors.New("write a text, a number, true or false")
	case 'n':
		return "", false, nil
	}
	return string(value), true, nil
}
