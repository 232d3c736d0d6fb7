package mcp_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"gridlock/internal/mcp"
	"gridlock/internal/query"
)

// connect returns a client of a server, both of which end with the test.
func connect(t *testing.T, opt mcp.Options) *sdk.ClientSession {
	t.Helper()
	if opt.Service == nil {
		opt.Service = query.New(query.Options{Memory: 64 << 20, Workers: 1, Queue: 8, Timeout: opt.Timeout})
	}
	t.Cleanup(opt.Service.Close)
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- mcp.Serve(context.Background(), toServer, fromServer, opt) }()
	client := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil)
	session, err := client.Connect(context.Background(), &sdk.IOTransport{Reader: toClient, Writer: fromClient}, nil)
	require.NoError(t, err)
	t.Cleanup(func() {
		session.Close()
		if err := <-ended; err != nil { // the server ends when the client does, at most with an answer that nobody reads
			require.ErrorIs(t, err, io.ErrClosedPipe)
		}
	})
	return session
}

// call returns the answer of a tool, which is sent once, as text.
func call(t *testing.T, c *sdk.ClientSession, tool string, arguments map[string]any) (answer map[string]any, text string) {
	t.Helper()
	r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	require.NoError(t, err, "%s %v", tool, arguments)
	text = r.Content[0].(*sdk.TextContent).Text
	if r.IsError {
		return nil, text
	}
	require.Len(t, r.Content, 1)
	require.Nil(t, r.StructuredContent)
	require.NoError(t, json.Unmarshal([]byte(text), &answer))
	return answer, text
}

func TestTools(t *testing.T) {
	c := connect(t, mcp.Options{Timeout: time.Minute})
	tools, err := c.ListTools(t.Context(), nil)
	require.NoError(t, err)
	var names []string
	for _, tool := range tools.Tools {
		names = append(names, tool.Name)
		require.True(t, tool.Annotations.ReadOnlyHint)
		require.Nil(t, tool.OutputSchema) // which would ask for structured content
	}
	require.ElementsMatch(t, []string{"rules", "position", "analyze", "why", "puzzle", "verify"}, names)

	for _, game := range []string{"classic", "duel", "lockdown", "claim", "blockade", "place rook other", "tron"} {
		all, _ := call(t, c, "rules", map[string]any{"game": game})
		require.NotEmpty(t, all["rules"].(map[string]any)["rules"], game)
		at := map[string]any{"game": game, "board": "3x4"}
		position, _ := call(t, c, "position", at)
		study, _ := call(t, c, "analyze", at)
		require.Len(t, study["moves"], len(position["moves"].([]any)), game)
		why, _ := call(t, c, "why", at)
		for _, field := range []string{"winner", "distance", "why", "evidence", "facts", "pv"} {
			require.Equal(t, study[field], why[field], "%s: %s", game, field)
		}
	}
	study, _ := call(t, c, "analyze", map[string]any{"game": "blockade", "board": "3x3", "class": true})
	require.Equal(t, "N", study["outcome_class"].(map[string]any)["class"])
	all, _ := call(t, c, "rules", nil)
	require.Greater(t, len(all["games"].([]any)), 5)
	z, _ := call(t, c, "puzzle", map[string]any{"game": "claim", "seed": 3, "depth": "3-5"})
	solved, _ := call(t, c, "analyze", map[string]any{"game": "claim", "position": z["position"]})
	require.Equal(t, z["moves"], solved["best_moves"])
}

// What is wrong is said in words, as the answer of the tool, so that an assistant can do better.
func TestRefusals(t *testing.T) {
	files := root(t, t.TempDir())
	c := connect(t, mcp.Options{Timeout: time.Minute, Files: files})
	require.NoError(t, os.WriteFile(filepath.Join(files.Name(), "beside.proof"), nil, 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(files.Name(), "folder"), 0o700))
	require.NoError(t, os.Symlink("../../../../../../etc/passwd", filepath.Join(files.Name(), "out")))
	for _, refused := range []struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		{"position", map[string]any{"game": "claim", "moves": "6 7"}, "legal moves: 4 8 12 13 14 15 16"},
		{"position", map[string]any{"game": "chess"}, `there is no game "chess"`},
		{"analyze", map[string]any{"board": "3x3"}, "no game given: name one of classic"},
		{"rules", map[string]any{"board": "3x3"}, "no game given: name one of classic"},
		{"analyze", map[string]any{"game": "claim", "moves": []int{6}}, "moves: write a text, a number"},
		{"analyze", map[string]any{"game": "claim", "nodes": "many"}, "nodes: write a number from 0"},
		{"analyze", map[string]any{"game": "claim", "size": "3x3"}, `"size"`},
		{"why", map[string]any{"game": "claim", "board": "9x9"}, "64"},
		{"verify", nil, "either file or base64"},
		{"verify", map[string]any{"base64": "?"}, "base64"},
		{"verify", map[string]any{"file": "none"}, "none"},
		{"verify", map[string]any{"file": filepath.Join(files.Name(), "none")}, "none"},
		{"verify", map[string]any{"file": "folder"}, "folder is not a regular file"},
		{"verify", map[string]any{"file": "."}, ". is not a regular file"},
		{"verify", map[string]any{"file": "out"}, "path escapes from parent"},
		{"verify", map[string]any{"file": "../beside.proof"}, "is not below " + files.Name()},
		{"verify", map[string]any{"file": "/etc/passwd"}, "is not below " + files.Name()},
	} {
		answer, text := call(t, c, refused.tool, refused.arguments)
		require.Nil(t, answer, "%v", refused)
		require.Contains(t, text, refused.want, "%v", refused)
	}
	_, text := call(t, connect(t, mcp.Options{Timeout: time.Minute}), "verify", map[string]any{"file": "beside.proof"})
	require.Contains(t, text, "--files FOLDER")
}

// root opens a folder.
func root(t *testing.T, dir string) *os.Root {
	t.Helper()
	dir, err := filepath.Abs(dir)
	require.NoError(t, err)
	files, err := os.OpenRoot(dir)
	require.NoError(t, err)
	t.Cleanup(func() { files.Close() })
	return files
}

// An argument may be written as in a request to gridlock engine, and null is one that is left out.
func TestArguments(t *testing.T) {
	c := connect(t, mcp.Options{Timeout: time.Minute})
	want, _ := call(t, c, "position", map[string]any{"game": "claim", "moves": "6"})
	for _, same := range []map[string]any{
		{"game": "claim", "moves": 6}, {"game": "claim", "moves": "6", "board": nil, "position": nil}, {"game": "claim", "moves": "6", "position": ""},
	} {
		got, text := call(t, c, "position", same)
		require.Equal(t, want, got, text)
	}
	answer, text := call(t, c, "why", map[string]any{"game": "claim", "moves": nil, "timeout": nil, "nodes": nil})
	require.Equal(t, "O", answer["winner"], text)
	answer, text = call(t, c, "why", map[string]any{"game": "claim", "timeout": "5", "nodes": "1000000"})
	require.Equal(t, "O", answer["winner"], text)
}

// No question may ask for more than the server allows, and a limit that is reached is no refusal.
func TestLimits(t *testing.T) {
	c := connect(t, mcp.Options{Timeout: time.Hour, Nodes: 1000})
	for _, arguments := range []map[string]any{
		{"game": "blockade", "board": "8x8"}, {"game": "blockade", "board": "8x8", "nodes": int64(1) << 40},
	} {
		answer, _ := call(t, c, "why", arguments)
		require.Equal(t, []any{nil, "nodes"}, []any{answer["winner"], answer["limit"]})
	}
	c = connect(t, mcp.Options{Timeout: 50 * time.Millisecond})
	answer, _ := call(t, c, "analyze", map[string]any{"game": "blockade", "board": "8x8", "timeout": 3600})
	require.Equal(t, []any{nil, "time"}, []any{answer["winner"], answer["limit"]})
}

func TestCancel(t *testing.T) {
	service := query.New(query.Options{Memory: 64 << 20, Workers: 1, Queue: 8})
	c := connect(t, mcp.Options{Service: service, Timeout: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	asked := make(chan error, 1)
	go func() {
		_, err := c.CallTool(ctx, &sdk.CallToolParams{Name: "analyze", Arguments: map[string]any{"game": "blockade", "board": "8x8"}})
		asked <- err
	}()
	call(t, c, "position", map[string]any{"game": "claim"}) // answered beside it
	cancel()
	require.ErrorIs(t, <-asked, context.Canceled)
	for service.Load().Running > 0 { // the client returns before it sends the cancellation, and would not send it if it were closed
		time.Sleep(time.Millisecond)
	}
	answer, _ := call(t, c, "why", map[string]any{"game": "claim"})
	require.Equal(t, "O", answer["winner"])
}

func TestVerify(t *testing.T) {
	c := connect(t, mcp.Options{Timeout: time.Minute, Files: root(t, "../../proof/testdata")})
	files, err := filepath.Glob("../../proof/testdata/*.proof")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		file, err := os.ReadFile(name)
		require.NoError(t, err)
		byName, _ := call(t, c, "verify", map[string]any{"file": filepath.Base(name)})
		require.Equal(t, []any{true, float64(len(file))}, []any{byName["proven"], byName["bytes"]}, name)
		whole, _ := call(t, c, "verify", map[string]any{"base64": base64.StdEncoding.EncodeToString(file)})
		require.Equal(t, []any{true, byName["winner"]}, []any{whole["proven"], whole["winner"]}, name)
		less, _ := call(t, c, "verify", map[string]any{"base64": base64.StdEncoding.EncodeToString(file[:len(file)-1])})
		require.Equal(t, false, less["proven"], name)
		require.NotEmpty(t, less["error"], name)
	}
}

func TestResourcesAndPrompt(t *testing.T) {
	c := connect(t, mcp.Options{Timeout: time.Minute})
	documents, err := c.ListResources(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, documents.Resources, 4)
	for _, d := range documents.Resources {
		r, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: d.URI})
		require.NoError(t, err)
		want, err := os.ReadFile("../../docs/" + d.Name)
		require.NoError(t, err)
		require.Equal(t, string(want), r.Contents[0].Text)
		require.EqualValues(t, len(want), d.Size)
	}
	prompt := func(arguments map[string]string) (string, error) {
		r, err := c.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "review", Arguments: arguments})
		if err != nil {
			return "", err
		}
		return r.Messages[0].Content.(*sdk.TextContent).Text, nil
	}
	text, err := prompt(map[string]string{"game": "claim", "moves": "6 16 4"})
	require.NoError(t, err)
	require.Contains(t, text, `"plies":[`)
	require.Contains(t, text, "Put a mark on an empty cell that is not near any mark.")
	_, err = prompt(map[string]string{"game": "claim", "moves": "6 7"})
	require.ErrorContains(t, err, "blocked by the claim")
}

// A line that is no message ends nothing but itself, and what comes behind it is answered, to the last line of input,
// which may lack its end.
func TestNoMessage(t *testing.T) {
	service := query.New(query.Options{Memory: 16 << 20, Workers: 1, Queue: 8})
	defer service.Close()
	bad := []string{
		"", "   ", "x", "{", "{}", "[]", "[1]", "null", "1", `"x"`, "\xff", `{"jsonrpc":"2.0"}`, `{"jsonrpc":"2.0","id":7}{}`,
		`{"jsonrpc":"1.0","id":7,"method":"ping"}`, `{"jsonrpc":2,"id":7,"method":"ping"}`, `{"jsonrpc":"2.0","id":7,"method":1}`,
		`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, `{"jsonrpc":"2.0","id":[],"method":"ping"}`, `{"jsonrpc":"2.0","id":1e400,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":7,"id":8,"method":"ping"}`, `[{"jsonrpc":"2.0","id":7,"method":"ping"}]`, strings.Repeat("x", 17<<20),
		`{"jsonrpc":"2.0","id":7,"method":"tools/call"}`, `{"jsonrpc":"2.0","id":7,"method":"none"}`, `{"jsonrpc":"2.0","method":"none"}`,
		`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":1}}`, `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[]}`,
		`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"why","arguments":[]}}`, `{"jsonrpc":"2.0","id":7,"result":1}`,
		`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"why","arguments":{"game":"claim","game":"duel"}}}`,
	}
	hello := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`
	last := `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"why","arguments":{"game":"claim"}}}`
	for _, line := range bad {
		for _, begin := range []string{"", "\ufeff"}[:1+min(1, 1000/(len(line)+1))] {
			var out strings.Builder
			err := mcp.Serve(t.Context(), strings.NewReader(begin+line+"\n"+hello+line+"\r\n"+last), &out, mcp.Options{Service: service, Timeout: time.Minute})
			require.NoError(t, err, "%.100q", line)
			require.Contains(t, out.String(), `"winner\":\"O\"`, "%.100q: %.1000s", line, out.String())
		}
	}
}

// Calls that are asked for at once are all answered, and one whose id is in use is refused.
func TestLastLines(t *testing.T) {
	service := query.New(query.Options{Memory: 16 << 20, Workers: 1, Queue: 64})
	defer service.Close()
	in := `{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	for range 20 {
		in += "\n" + `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"analyze","arguments":{"game":"lockdown","board":"3x4"}}}`
	}
	var out strings.Builder
	require.NoError(t, mcp.Serve(t.Context(), strings.NewReader(in), &out, mcp.Options{Service: service, Timeout: time.Minute}))
	require.Equal(t, 21, strings.Count(out.String(), "\n"), out.String())
	require.Equal(t, 20, strings.Count(out.String(), `"result"`)+strings.Count(out.String(), `has no answer yet`)-1, out.String())
}

// The end of the context ends the server, also where a call is under way and where nobody reads.
func TestEnd(t *testing.T) {
	for _, reads := range []bool{true, false} {
		ctx, cancel := context.WithCancel(t.Context())
		c := new(mcp.Options)
		c.Service = query.New(query.Options{Memory: 16 << 20, Workers: 1, Queue: 64})
		toServer, fromClient := io.Pipe()
		toClient, fromServer := io.Pipe()
		ended := make(chan error, 1)
		go func() { ended <- mcp.Serve(ctx, toServer, fromServer, *c) }()
		if reads {
			go io.Copy(io.Discard, toClient)
		}
		_, err := io.WriteString(fromClient, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"analyze","arguments":{"game":"blockade","board":"8x8"}}}
`)
		require.NoError(t, err)
		cancel()
		if !reads {
			toClient.Close() // as the writer of a program does once it is interrupted
		}
		require.Error(t, <-ended)
		c.Service.Close()
	}
}
