//go:build js && wasm

// Command proofwasm walks through certificates for a page without a server: a program for browsers beside the one for all other
// questions, which a worker runs once somebody wants it. Like that one, see package wasm, it puts an object gridlock with functions
// ask and cancel into the global scope; ask has a fifth parameter, the certificate, a Uint8Array. There are no events on the way.
package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"gridlock/internal/query"
	"gridlock/internal/walk"
)

// memory is how many bytes the check of a certificate may take.
const memory = 512 << 20

func main() {
	var proofs walk.Proofs
	ask := func(_ js.Value, args []js.Value) any {
		id, tell, sent := args[0].Int(), args[3], args[4]
		certificate := make([]byte, sent.Length())
		js.CopyBytesToGo(certificate, sent)
		var params struct{ Moves string }
		if err := json.Unmarshal([]byte(args[2].String()), &params); err != nil {
			panic(err) // the page wrote it
		}
		go func() {
			course, problem := answer(&proofs, certificate, params.Moves)
			if problem != nil {
				tell.Invoke(id, "problem", encode(problem.Named()))
				return
			}
			tell.Invoke(id, "result", encode(course))
		}()
		return nil
	}
	cancel := func(js.Value, []js.Value) any { return nil } // there is one thread, and the check does not give way
	js.Global().Set("gridlock", map[string]any{"ask": js.FuncOf(ask), "cancel": js.FuncOf(cancel)})
	select {}
}

// answer walks through a certificate.
func answer(proofs *walk.Proofs, certificate []byte, moves string) (any, *query.Problem) {
	q, problem := query.ParseWalk(certificate, moves)
	if problem != nil {
		return nil, problem
	}
	return proofs.Answer(context.Background(), q.Certificate, q.Line, memory)
}

// encode returns a value as JSON.
func encode(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // all values are structs of strings and numbers
	}
	return string(text)
}
