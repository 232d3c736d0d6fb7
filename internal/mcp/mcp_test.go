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
	opt.Open = func(_ context.Context, name string) (io.ReadCloser, error) { return os.Open(name) }
	opt.Service = query.New(query.Options{Memory: 64 << 20, Workers: 1, Queue: 8, Timeout: opt.Timeout})
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

// call returns the answer of a tool, which the client has checked to have the form that the tool promises.
func call(t *testing.T, c *sdk.ClientSession, tool string, arguments map[string]any) (answer map[string]any, text string) {
	t.Helper()
	r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	require.NoError(t, err, "%s %v", tool, arguments)
	text = r.Content[0].(*sdk.TextContent).Text
	if r.IsError {
		return nil, text
	}
	body, err := json.Marshal(r.StructuredContent)
	require.NoError(t, err)
	require.JSONEq(t, string(body), text)
	require.NoError(t, json.Unmarshal(body, &answer))
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
	c := connect(t, mcp.Options{Timeout: time.Minute})
	for _, refused := range []struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		{"position", map[string]any{"game": "claim", "moves": "6 7"}, "legal moves: 4 8 12 13 14 15 16"},
		{"position", map[string]any{"game": "chess"}, `there is no game "chess"`},
		{"analyze", map[string]any{"board": "3x3"}, `missing properties: ["game"]`},
		{"analyze", map[string]any{"game": "claim", "moves": 6}, "moves"},
		{"analyze", map[string]any{"game": "claim", "size": "3x3"}, `"size"`},
		{"why", map[string]any{"game": "claim", "board": "9x9"}, "64"},
		{"verify", nil, "either file or base64"},
		{"verify", map[string]any{"base64": "?"}, "base64"},
		{"verify", map[string]any{"file": filepath.Join(t.TempDir(), "none")}, "none"},
	} {
		answer, text := call(t, c, refused.tool, refused.arguments)
		require.Nil(t, answer, "%v", refused)
		require.Contains(t, text, refused.want, "%v", refused)
	}
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
	c := connect(t, mcp.Options{Timeout: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	asked := make(chan error, 1)
	go func() {
		_, err := c.CallTool(ctx, &sdk.CallToolParams{Name: "analyze", Arguments: map[string]any{"game": "blockade", "board": "8x8"}})
		asked <- err
	}()
	call(t, c, "position", map[string]any{"game": "claim"}) // answered beside it
	cancel()
	require.ErrorIs(t, <-asked, context.Canceled)
	answer, _ := call(t, c, "why", map[string]any{"game": "claim"})
	require.Equal(t, "O", answer["winner"])
}

func TestVerify(t *testing.T) {
	c := connect(t, mcp.Options{Timeout: time.Minute})
	files, err := filepath.Glob("../../proof/testdata/*.proof")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		file, err := os.ReadFile(name)
		require.NoError(t, err)
		byName, _ := call(t, c, "verify", map[string]any{"file": name})
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
	require.Contains(t, text, "Put a mark on an empty cell that is not closed.")
	_, err = prompt(map[string]string{"game": "claim", "moves": "6 7"})
	require.ErrorContains(t, err, "blocked by the claim")
}

// A line that is no message ends nothing but itself, or the connection; the server never hangs.
func TestNoMessage(t *testing.T) {
	service := query.New(query.Options{Memory: 16 << 20, Workers: 1})
	defer service.Close()
	for _, line := range []string{"", "\n", "x\n", "{}\n", `{"jsonrpc":"2.0","id":1,"method":"tools/call"}` + "\n", "[1]\n", "{"} {
		var out strings.Builder
		_ = mcp.Serve(t.Context(), strings.NewReader(line), &out, mcp.Options{Service: service, Timeout: time.Second})
		require.NotContains(t, out.String(), `"result"`, "%q", line)
	}
}
