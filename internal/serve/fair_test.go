package serve_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gridlock/analysis"
	"gridlock/internal/query"
	"gridlock/internal/serve"
)

// blockade is a question that takes far longer than any test; with another move it is another one.
func blockade(move string) string {
	return "/api/v1/analysis/stream?variant=blockade&board=8x8&moves=" + move
}

// hold asks questions that take long, and returns when all have begun, or wait.
func hold(t *testing.T, s *httptest.Server, uris ...string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	t.Cleanup(func() { cancel(); all.Wait() })
	for _, uri := range uris {
		first := make(chan struct{})
		all.Go(func() {
			once := sync.OnceFunc(func() { close(first) })
			_ = stream(ctx, s, uri, func(event) { once() })
		})
		<-first
	}
}

// A move of a lower level is answered where no search has a place, and so is what the rules say.
func TestBriefQuestionsNeedNoPlace(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 1, Queue: 0})
	hold(t, s, blockade(""))
	for _, uri := range []string{"move?variant=claim&board=3x5&level=casual", "move?variant=blockade&board=8x8&level=strong", "position?variant=claim"} {
		resp, body := ask(t, s, "GET", "/api/v1/"+uri)
		require.Equal(t, 200, resp.StatusCode, "%s", body)
	}
}

// While searches go on that take forever, questions that do not take long are answered, by
// searches, too.
func TestSearchesBlockNobody(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 1, Queue: 100, Memory: 256 << 20, Workers: 1})
	hold(t, s, blockade(""), blockade("3,0@3,1"), blockade("3,0@4,0"))
	var all sync.WaitGroup
	for i := range 30 {
		all.Go(func() {
			uri := fmt.Sprintf("/api/v1/analysis?variant=%s&board=3x%d&timeout=%dm", []string{"lockdown", "claim", "duel"}[i%3], 3+i%3, 10+i)
			resp, body := ask(t, s, "GET", uri)
			if resp.StatusCode != 200 || !strings.Contains(string(body), `"limit":null`) {
				t.Errorf("%s: %d %.300s", uri, resp.StatusCode, body)
			}
		})
	}
	all.Wait()
}

// A stream that finds no place is refused with a status, like any other question; one that has a
// place and waits says so at once.
func TestStreamsThatWait(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Searches: 1, Queue: 4, Memory: 32 << 20})
	hold(t, s, blockade(""), blockade("3,0@3,1"))
	ready, _ := ask(t, s, "GET", "/readyz")
	require.Equal(t, 200, ready.StatusCode, "both have begun")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	events := 0
	_ = stream(ctx, s, blockade("3,0@4,0"), func(e event) { // for which there is no memory
		events++
		require.Equal(t, "queued", e.name)
		var q query.Queued
		require.NoError(t, json.Unmarshal([]byte(e.data), &q))
		require.Positive(t, q.Ahead)
		ready, _ := ask(t, s, "GET", "/readyz")
		require.Equal(t, 503, ready.StatusCode, "one waits")
		resp, body := ask(t, s, "GET", blockade("3,0@2,0"))
		require.Equal(t, 503, resp.StatusCode)
		require.Equal(t, "busy", problemType(t, body))
		require.NotEmpty(t, resp.Header.Get("Retry-After"))
		cancel()
	})
	require.Equal(t, 1, events)
}

// A body is refused even if nobody has said how long it is.
func TestChunkedBody(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{})
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	require.NoError(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, "GET /api/v1/solve?variant=claim HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n")
	require.NoError(t, err)
	line, err := bufio.NewReader(conn).ReadString('\n')
	require.NoError(t, err)
	require.Contains(t, line, " 400 ")
}

// What an internal error says is for the log alone.
func TestInternalErrorsAreForTheLog(t *testing.T) {
	var log bytes.Buffer
	d := query.New(query.Options{Memory: 32 << 20, Report: func(io.Writer, analysis.Review) error { return errors.New("the secret path") }})
	defer d.Close()
	s := httptest.NewServer(serve.New(serve.Options{Service: d, Log: slog.New(slog.NewTextHandler(&log, nil))}))
	defer s.Close()
	resp, body := ask(t, s, "GET", "/api/v1/report?variant=claim")
	require.Equal(t, 500, resp.StatusCode)
	require.Equal(t, "internal", problemType(t, body))
	require.NotContains(t, string(body), "secret")
	s.Close()
	require.Contains(t, log.String(), "the secret path")
}

// A question gets no more time than the server has, and an answer that was cut short is neither
// kept nor tagged.
func TestTheTimeOfTheServerIsTheMost(t *testing.T) {
	s := server(t, serve.Options{}, query.Options{Timeout: 20 * time.Millisecond})
	const uri = "/api/v1/solve?variant=blockade&board=8x8&timeout=1h"
	answers := map[string]bool{}
	for range 4 { // two may take the same time, to the nanosecond
		resp, body := ask(t, s, "GET", uri)
		require.Equal(t, 200, resp.StatusCode)
		require.Contains(t, string(body), `"limit":"time"`)
		require.Empty(t, resp.Header.Get("ETag"))
		require.Equal(t, "no-store", resp.Header.Get("Cache-Control"))
		answers[string(body)] = true
	}
	require.Greater(t, len(answers), 1, "times differ, since all were searched")
}
