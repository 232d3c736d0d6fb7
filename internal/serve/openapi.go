package serve

import (
	"net/http"
	"reflect"
	"slices"
	"strings"

	"gridlock/internal/query"
	"gridlock/internal/report"
)

// openapi answers with the description of the API.
func (s *Server) openapi(w http.ResponseWriter, _ *http.Request) {
	body, err := encode(document(s.opt.Version))
	if err != nil {
		s.problem(w, query.Internal(err))
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	s.send(w, http.StatusOK, jsonMedia, body)
}

type object = map[string]any

// document returns the description of the API in OpenAPI 3.1. The schemas are those of the Go
// types that are sent.
func document(version string) object {
	schemas := &schemas{all: object{}}
	problem := schemas.of(reflect.TypeFor[query.Problem]())
	problemAnswer := object{"description": "why there is no answer (RFC 9457)", "content": object{"application/problem+json": object{"schema": problem}}}
	paths := object{}
	for _, r := range routes() {
		answer := object{"description": r.summary, "content": object{r.media: object{"schema": schemas.answer(r.kind)}}}
		paths[r.path()] = object{"get": object{
			"operationId": strings.ReplaceAll(string(r.kind), ".", "-"), "summary": r.summary, "parameters": parameters(r.kind),
			"x-example": r.path() + "?" + r.example,
			"responses": object{
				"200":     answer,
				"304":     object{"description": "the answer is the one that the client has, by If-None-Match"},
				"default": problemAnswer,
			},
		}}
		if r.streams {
			paths[r.path()+"/stream"] = object{"get": object{
				"operationId": string(r.kind) + "-stream", "parameters": parameters(r.kind),
				"summary":     r.summary + ", as a stream of server-sent events",
				"description": "Events are queued (schema Queued: the question waits for its first turn), progress (schema Progress), moves (an array of MoveValue: all that are decided so far), and at the end one result or one problem. A problem before the first event, as when the server is busy, is an answer with its status. To close the connection cancels the search, unless somebody else asks the same.",
				"x-example":   r.path() + "/stream?" + r.example,
				"responses": object{
					"200":     object{"description": "events", "content": object{streamMedia: object{"schema": object{"type": "string"}}}},
					"default": problemAnswer,
				},
			}}
		}
	}
	schemas.of(reflect.TypeFor[query.Queued]())
	schemas.of(reflect.TypeFor[report.Progress]())
	schemas.of(reflect.TypeFor[report.MoveValue]())
	return object{
		"openapi": "3.1.0",
		"info": object{
			"title": "Gridlock", "version": version,
			"description": "Who wins positions of five grid games, and why. All requests are GET; the address is the whole question. Fields may be added to answers.",
		},
		"paths":      paths,
		"components": object{"schemas": schemas.all},
	}
}

// parameters describes the parameters of a question.
func parameters(k query.Kind) []object {
	text := func(description, example string) object {
		return object{"description": description, "schema": object{"type": "string"}, "example": example}
	}
	known := map[string]object{
		"variant":  text("the game: its name, or its rules in words with _ between them, as in place_rook_other", "lockdown"),
		"board":    text("rows x columns, with an empty board; default: that of the rule book", "4x5"),
		"position": text("the position to begin with, as in docs/rules.md, with _ for the space and %23 for #; in solve also a sum, with %2B between the positions", ".xX./..../.oO./...._x"),
		"moves":    text("moves to play first, separated by _", "6_11"),
		"distance": text("1 to find the number of plies, however long it takes", "1"),
		"timeout":  text("stop after this time: seconds, or a time such as 1m30s", "10"),
		"nodes":    text("stop after this many positions", "100000"),
		"level":    text("perfect, strong, casual or random", "casual"),
		"seed":     text("number for what is left to chance: the same seed gives the same answer", "7"),
		"depth":    text("moves to the end of the game: a number or a range", "3-7"),
		"title":    text("the name of the game in its rule file; default: its own", "Riders"),
		"values":   text("1 to draw what every move leads to", "1"),
	}
	all := []object{}
	for _, name := range query.Parameters(k) {
		p := known[name]
		p["name"], p["in"], p["required"] = name, "query", name == "variant" && k != query.Variants
		all = append(all, p)
	}
	return all
}

// schemas collects the schemas of Go types.
type schemas struct{ all object }

// answer returns the schema of the answer to a question.
func (s *schemas) answer(k query.Kind) object {
	switch k {
	case query.Variants:
		return s.of(reflect.TypeFor[[]report.Variant]())
	case query.Rules:
		return s.of(reflect.TypeFor[report.Meaning]())
	case query.Position:
		return s.of(reflect.TypeFor[report.Rules]())
	case query.Solve:
		return object{"anyOf": []object{s.of(reflect.TypeFor[query.Solution]()), s.of(reflect.TypeFor[report.PositionSum]())}}
	case query.Analysis, query.Review:
		return s.of(reflect.TypeFor[query.Study]())
	case query.Move:
		return s.of(reflect.TypeFor[query.Choice]())
	case query.Puzzle:
		return s.of(reflect.TypeFor[report.Puzzle]())
	}
	return object{"type": "string"}
}

// of returns the schema of a type. Structs are components, referred to by their names.
func (s *schemas) of(t reflect.Type) object {
	switch t.Kind() {
	case reflect.Pointer:
		return object{"anyOf": []object{s.of(t.Elem()), {"type": "null"}}}
	case reflect.Slice:
		return object{"type": "array", "items": s.of(t.Elem())}
	case reflect.String:
		if t == reflect.TypeFor[query.Type]() {
			return problemTypes()
		}
		return object{"type": "string"}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.Struct:
		if t.PkgPath() == "time" {
			return object{"type": "string", "format": "date-time"}
		}
		name := t.Name()
		if _, known := s.all[name]; !known {
			s.all[name] = object{} // for types that contain themselves
			properties, required := object{}, []string{}
			s.fields(t, properties, &required)
			slices.Sort(required)
			s.all[name] = object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
		}
		return object{"$ref": "#/components/schemas/" + name}
	}
	return object{"type": "integer"}
}

// problemTypes is the schema of the types of problems. There may be more of them, so it is no enumeration.
func problemTypes() object {
	names := []query.Type{}
	for _, info := range query.Types() {
		if info.Where == query.OnBoth || info.Where == query.OnHTTP {
			names = append(names, query.URN+info.Type)
		}
	}
	return object{"type": "string", "format": "uri", "examples": names}
}

// fields adds the fields of a struct, with those of structs embedded in it.
func (s *schemas) fields(t reflect.Type, properties object, required *[]string) {
	for f := range t.Fields() {
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && tag == "":
			s.fields(f.Type, properties, required)
		case f.IsExported() && tag != "-":
			schema := s.of(f.Type)
			optional := strings.Contains(options, "omit")
			if optional && f.Type.Kind() == reflect.Pointer {
				schema = s.of(f.Type.Elem())
			}
			properties[tag] = schema
			if !optional {
				*required = append(*required, tag)
			}
		}
	}
}
