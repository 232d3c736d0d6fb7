package pipe

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gridlock/internal/printable"
	"gridlock/internal/query"
)

// The values of do that do not stand for questions.
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

// verbs are the values of do, for the error about another one.
const verbs = "analyze, moves, solve, review, move, puzzle, position, rules, variants, board.svg, certificate, walk, record, report, worth, stop or quit"

// request is a line of input that has been understood so far.
type request struct {
	id       json.RawMessage // the id as it was written; nil for none
	key      string          // a text that is the same for equal ids, however they are written; "" for none
	do       string
	progress bool
	params   map[string]string
}

// readRequest reads a line. With a problem, the request has its id if that could be read.
func readRequest(line string) (r request, problem *query.Problem) {
	fields, err := query.ReadObject(line)
	if err != nil {
		return r, query.BadLine.Problem(err.Error())
	}
	if problem := r.readID(fields); problem != nil {
		return r, problem
	}
	r.params = map[string]string{}
	for _, f := range fields {
		if f.Name == "id" {
			continue
		}
		text, given, err := f.Text()
		switch {
		case err != nil:
			return r, query.WrongParameter(f.Name, err.Error())
		case !given:
		case f.Name == "do":
			r.do = text
		case f.Name == "progress":
			if r.progress = text == "true"; !r.progress && text != "false" {
				return r, query.WrongParameter(f.Name, "write true or false")
			}
		default:
			r.params[f.Name] = text
		}
	}
	return r, r.check()
}

// readID finds the id.
func (r *request) readID(fields []query.Field) *query.Problem {
	i := slices.IndexFunc(fields, func(f query.Field) bool { return f.Name == "id" })
	if i < 0 || string(fields[i].Value) == "null" {
		return nil
	}
	raw := fields[i].Value
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

// check verifies that the request has only fields that it may have.
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
