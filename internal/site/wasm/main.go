//go:build js && wasm

// Command wasm is the service for a page without a server: the program that its worker runs. It puts
// an object gridlock into the global scope, with two functions:
//
//	ask(id, kind, params, tell, certificate)  asks a question; params is JSON, an object of strings; a question that
//	                                          is about a certificate has it as a Uint8Array
//	cancel(id)                                cancels it; it ends with a problem
//
// Tell is called as tell(id, name, value) with the events of the server's streams: names, and values as JSON. A result that
// is not JSON, such as a certificate, is a Uint8Array. Nothing comes before ask has returned.
package main

import (
	"context"
	"encoding/json"
	"syscall/js"
	"time"

	"gridlock/internal/course"
	"gridlock/internal/query"
	"gridlock/internal/shipped"
)

// Limits of the service. A forgotten search should not heat a telephone for hours.
const (
	memory  = 512 << 20 // bytes, for the last two boards
	queue   = 64
	timeout = 10 * time.Minute
)

func main() {
	w := window{
		service: query.New(query.Options{
			Library: new(shipped.Results), Memory: memory, Searches: 1, Workers: 1, Queue: queue, Timeout: timeout,
			Program: "gridlock js/wasm", Walk: new(course.Proofs).Answer,
		}),
		cancels: map[int]context.CancelFunc{},
	}
	js.Global().Set("gridlock", map[string]any{"ask": js.FuncOf(w.ask), "cancel": js.FuncOf(w.cancel)})
	select {}
}

// window is the service for JavaScript. All goroutines share one thread, and none is interrupted, so nothing needs a
// lock.
type window struct {
	service *query.Service
	cancels map[int]context.CancelFunc // how to cancel the questions that have no answer yet, by id
}

// ask begins to answer a question: id, kind, params, tell, certificate.
func (w window) ask(_ js.Value, args []js.Value) any {
	id, kind, params, tell := args[0].Int(), query.Kind(args[1].String()), args[2].String(), args[3]
	var certificate []byte
	if sent := args[4]; sent.Truthy() {
		certificate = make([]byte, sent.Length())
		js.CopyBytesToGo(certificate, sent)
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.cancels[id] = cancel
	go func() {
		problem := w.answer(ctx, kind, params, certificate, func(name string, value any) { tell.Invoke(id, name, value) })
		delete(w.cancels, id)
		cancel()
		if problem != nil {
			text, _ := json.Marshal(problem.Named()) // a struct of strings and numbers
			tell.Invoke(id, "problem", string(text))
		}
	}()
	return nil
}

// cancel cancels a question by its id, if it has no answer yet.
func (w window) cancel(_ js.Value, args []js.Value) any {
	if cancel, ok := w.cancels[args[0].Int()]; ok {
		cancel()
	}
	return nil
}

// answer answers a question as a stream.
func (w window) answer(ctx context.Context, kind query.Kind, text string, certificate []byte, tell func(name string, value any)) *query.Problem {
	var params map[string]string
	if err := json.Unmarshal([]byte(text), &params); err != nil {
		return query.Internal(err)
	}
	var q query.Question
	var problem *query.Problem
	if kind == query.Walk {
		q, problem = query.ParseWalk(certificate, params["moves"])
	} else {
		q, problem = query.ParseStream(kind, params)
	}
	if problem != nil {
		return problem
	}
	return w.service.Stream(ctx, q, func(name string, a query.Response) {
		if _, bytes := a.Value.([]byte); !bytes {
			tell(name, string(a.Body))
			return
		}
		array := js.Global().Get("Uint8Array").New(len(a.Body))
		js.CopyBytesToJS(array, a.Body)
		tell(name, array)
	})
}
