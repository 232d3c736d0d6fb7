package serve

import (
	"net/http"
	"reflect"
	"strings"

	"gridlock/internal/course"
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

// document returns the description of the API in OpenAPI 3.1. The schemas are made from the Go types of answers.
func document(version string) object {
	types := &schemas{structs: object{}, known: map[reflect.Type]object{reflect.TypeFor[query.Type](): problemTypes()}}
	problem := types.of(reflect.TypeFor[query.Problem]())
	problemAnswer := object{"description": "why there is no answer (RFC 9457)", "content": object{"application/problem+json": object{"schema": problem}}}
	paths := object{}
	for _, r := range routes() {
		answer := object{"description": r.summary, "content": object{r.media: object{"schema": answer(types, r.kind)}}}
		operation := object{
			"operationId": strings.ReplaceAll(string(r.kind), ".", "-"), "summary": r.summary, "parameters": parameters(r.kind),
			"x-example": r.path() + "?" + r.example,
			"responses": object{"200": answer, "default": problemAnswer},
		}
		if r.method() == http.MethodGet {
			operation["responses"].(object)["304"] = object{"description": "the client has this answer (If-None-Match)"}
		} else {
			operation["requestBody"] = object{
				"required": true, "description": "a certificate, with gzip or without, of at most 4 MiB and 100,000 records",
				"content": object{"application/octet-stream": object{}},
			}
		}
		paths[r.path()] = object{strings.ToLower(r.method()): operation}
		if r.streams {
			asks, more := parameters(r.kind), ""
			if r.kind == query.Analysis {
				asks = append(asks, object{"name": query.Then, "in": "query", "required": false, "example": "next_1_0", "schema": object{"type": "string"},
					"description": "how the stream continues after the result: next and numbers of moves, the greatest first, separated by _"})
				more = " With then the stream continues after the result: next (an array of Next, the winner's choices after the moves; left out if the result has a limit), history (schema Study) for each number of moves, and end."
			}
			paths[r.path()+"/stream"] = object{"get": object{
				"operationId": string(r.kind) + "-stream", "parameters": asks,
				"summary":     r.summary + ", as a stream of server-sent events",
				"description": "Events are queued (schema Queued: the question waits for its first turn), progress (schema Progress), moves (an array of MoveValue: all that are decided so far), and at the end one result or one problem." + more + " A problem before the first event, as when the server is busy, is an answer with its status. Closing the connection cancels the search, unless somebody else asks the same.",
				"x-example":   r.path() + "/stream?" + r.example,
				"responses": object{
					"200":     object{"description": "events", "content": object{streamMedia: object{"schema": object{"type": "string"}}}},
					"default": problemAnswer,
				},
			}}
		}
	}
	types.of(reflect.TypeFor[query.Queued]())
	types.of(reflect.TypeFor[report.Progress]())
	types.of(reflect.TypeFor[report.MoveValue]())
	return object{
		"openapi": "3.1.0",
		"info": object{
			"title": "Gridlock", "version": version,
			"description": "Who wins positions of five grid games, and why. Requests are GET, and the address is the whole question; only a certificate is sent with POST. Answers may get more fields.",
		},
		"paths":      paths,
		"components": object{"schemas": types.structs},
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
		"class":    text("1 to find the outcome class, N, P, L or R: also who wins if the other player begins", "1"),
		"timeout":  text("stop after this time: seconds, or a time such as 1m30s", "10"),
		"nodes":    text("stop after this many positions", "100000"),
		"level":    text("perfect, strong, casual or random", "casual"),
		"seed":     text("seed of random choices: the same seed gives the same answer", "7"),
		"day":      text("the date of a puzzle of the day, instead of the other parameters", "2026-11-22"),
		"depth":    text("plies to the end of the game: a number or a range", "3-7"),
		"title":    text("the name of the game in its rule file; default: its own", "Riders"),
		"next":     text("1 to add to each move how many moves keep the win at the winner's next turn, if a short search finds it", "1"),
		"values":   text("1 to draw what every move leads to", "1"),
	}
	all := []object{}
	for _, name := range query.Parameters(k) {
		p, ok := known[name]
		if !ok {
			continue // the body
		}
		p["name"], p["in"], p["required"] = name, "query", name == "variant" && k != query.Variants && k != query.Puzzle
		all = append(all, p)
	}
	return all
}

// answer returns the schema of the answer to a question.
func answer(s *schemas, k query.Kind) object {
	switch k {
	case query.Variants:
		return s.of(reflect.TypeFor[[]report.Variant]())
	case query.Rules:
		return s.of(reflect.TypeFor[report.Meaning]())
	case query.Position:
		return s.of(reflect.TypeFor[report.Rules]())
	case query.Solve:
		return object{"anyOf": []object{s.of(reflect.TypeFor[report.Solution]()), s.of(reflect.TypeFor[report.PositionSum]())}}
	case query.Analysis, query.Review:
		return s.of(reflect.TypeFor[report.Study]())
	case query.Worth:
		return s.of(reflect.TypeFor[*report.Worth]())
	case query.Move:
		return s.of(reflect.TypeFor[query.Choice]())
	case query.Walk:
		return s.of(reflect.TypeFor[course.Course]())
	case query.Puzzle:
		return s.of(reflect.TypeFor[report.Puzzle]())
	}
	return object{"type": "string"}
}

// problemTypes is the schema of the types of problems. It is no enumeration, since more types may come.
func problemTypes() object {
	names := []query.Type{}
	for _, info := range query.Types() {
		if info.Where == query.OnBoth || info.Where == query.OnHTTP {
			names = append(names, query.URN+info.Type)
		}
	}
	return object{"type": "string", "format": "uri", "examples": names}
}
