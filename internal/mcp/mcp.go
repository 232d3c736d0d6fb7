// Package mcp answers questions of assistants in the Model Context Protocol: it offers the service of package
// query as tools, the documents of the program as resources, and a prompt for reviewing a game.
package mcp

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"gridlock/analysis"
	"gridlock/docs"
	"gridlock/internal/printable"
	"gridlock/internal/query"
	"gridlock/internal/report"
	"gridlock/proof"
)

// Options are the options of a server.
type Options struct {
	Service *query.Service // the service, which has a limit of time
	Version string
	Files   *os.Root      // the folder of the files that may be verified; nil for none
	Timeout time.Duration // limit for the check of a certificate; questions have the limit of the service
	Nodes   uint64        // most positions for a question; 0 for no limit
}

// Serve answers until the input ends and all calls are answered, or ctx ends. A line that is no message is refused.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opt Options) error {
	c := newConn(ctx, in, out)
	defer c.cancel()
	return c.end(newServer(opt).Run(ctx, c))
}

// Games is the answer to rules.
type Games struct {
	Games []report.Variant `json:"games,omitempty"` // all of them, if none was named
	Rules *report.Meaning  `json:"rules,omitempty"`
}

// Why says why a position is won or lost.
type Why struct {
	Position string             `json:"position"`
	ToMove   string             `json:"to_move"`
	Winner   *string            `json:"winner"` // null if it is not known
	Distance *int               `json:"distance"`
	Why      *string            `json:"why"`
	Evidence *analysis.Evidence `json:"evidence"`
	Facts    analysis.Facts     `json:"facts"`
	PV       []string           `json:"pv"` // best play, as far as it is known
	Limit    *string            `json:"limit"`
}

// tool is a tool that changes nothing and uses nothing beyond this machine.
type tool struct {
	name, title, about string
	arguments          []string // the game is required if it comes first
	optional           bool     // even the game is not required
	answer             func(ctx context.Context, params map[string]string) (any, error)
}

// tools returns all tools.
func (a answerer) tools() []tool {
	at := []string{"game", "board", "position", "moves"}
	return []tool{
		{"rules", "Rules", "The rules of a game in sentences, and which cells are near each other; without a game, all games.", at[:2], true, a.rules},
		{"position", "Position", "What the rules say of a position: the cells, the legal moves, and who has won if nobody can move.", at, false, a.position},
		{"analyze", "Analyze", "The value of every move, who wins with best play, and why.", append(at[:4:4], "class", "timeout", "nodes"), false, a.analyze},
		{"why", "Why", "Why a position is won or lost: the reason, its evidence, and best play. Shorter than analyze.", append(at[:4:4], "timeout", "nodes"), false, a.why},
		{"puzzle", "Puzzle", "A position in which only one move wins, with its solution.", []string{"game", "board", "depth", "seed"}, false, a.puzzle},
		{"verify", "Verify", "Checks a certificate, a file of \"gridlock solve --proof\" that proves who wins.", []string{"file", "base64"}, true, a.verify},
	}
}

// argument returns the schema of an argument.
func argument(name string) map[string]any {
	kind, about := "string", ""
	switch name {
	case "game":
		about = "classic, duel, lockdown, claim or blockade, another name that the tool rules lists, or rules in three words, as in 'place rook other'"
	case "board":
		about = "rows x columns of an empty board, as in 4x5, at most 64 cells; left out for the usual board of the game, and with a position"
	case "position":
		about = "a position to begin with, as the answers write it; left out for the start"
	case "moves":
		about = "moves from there, separated by spaces, as the answers write them"
	case "class":
		kind, about = "boolean", "true for the outcome class, N, P, L or R, with X as Left: who wins if the other player begins, too"
	case "timeout":
		kind, about = "number", "seconds after which the answer says what is known by then"
	case "nodes":
		kind, about = "integer", "positions after which the answer says what is known by then"
	case "depth":
		about = "plies to the end of the game: a number or a range, as in 3-7"
	case "seed":
		kind, about = "integer", "the same number gives the same puzzle"
	case "file":
		about = "name of the file, below the folder that the server may read"
	case "base64":
		about = "or its content, in base64"
	default:
		panic("no argument: " + name)
	}
	return map[string]any{"type": kind, "description": about}
}

// input returns the schema of the arguments.
func (t tool) input() map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, name := range t.arguments {
		properties[name] = argument(name)
	}
	if !t.optional {
		required = t.arguments[:1]
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// params reads the arguments of a call, as the requests of gridlock engine are read. A null, an empty text, or a time
// of 0 stands for a missing argument.
func (t tool) params(arguments json.RawMessage) (map[string]string, error) {
	params := map[string]string{}
	if text := string(bytes.TrimSpace(arguments)); text == "" || text == "null" {
		return params, nil
	}
	fields, err := query.ReadObject(string(arguments))
	if err != nil {
		return nil, fmt.Errorf("arguments: %w", err)
	}
	for _, f := range fields {
		if !slices.Contains(t.arguments, f.Name) {
			return nil, fmt.Errorf("%s has no argument %q; its arguments are: %s", t.name, printable.Excerpt(f.Name), strings.Join(t.arguments, ", "))
		}
		text, given, err := f.Text()
		seconds, notNumber := strconv.ParseFloat(text, 64)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		case !given, text == "", f.Name == "timeout" && notNumber == nil && seconds == 0:
		case f.Name == "game":
			params["variant"] = text
		default:
			params[f.Name] = text
		}
	}
	return params, nil
}

// call answers a call. The answer is text alone, which clients of every version of the protocol read. Structured
// content, which promises a schema, would only repeat it.
func (t tool) call(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var value any
	params, err := t.params(r.Params.Arguments)
	if err == nil {
		value, err = t.answer(ctx, params)
	}
	var text bytes.Buffer
	if err == nil {
		err = printable.WriteJSON(&text, value)
	}
	result := new(mcp.CallToolResult)
	if err != nil {
		result.SetError(err)
		return result, nil
	}
	result.Content = []mcp.Content{&mcp.TextContent{Text: strings.TrimSpace(text.String())}}
	return result, nil
}

// newServer returns a server with tools, resources and the prompt.
func newServer(opt Options) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "gridlock", Title: "Gridlock", Version: opt.Version}, &mcp.ServerOptions{
		Instructions: "Exact answers about small two-player grid games in which whoever cannot move loses. What an answer calls " +
			"proven is certain. Where winner or outcome is null it is not known, and limit says why: do not guess it.",
	})
	a := answerer{opt}
	closed := false
	for _, t := range a.tools() {
		s.AddTool(&mcp.Tool{
			Name: t.name, Title: t.title, Description: t.about, InputSchema: t.input(),
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed},
		}, t.call)
	}
	for _, d := range []struct{ name, title, media, text string }{
		{"rules.md", "Rules of the five games, and notation", "text/markdown", docs.Rules},
		{"proof-format.md", "Certificates", "text/markdown", docs.ProofFormat},
		{"interchange.md", "Positions with the values of their moves, in files", "text/markdown", docs.Interchange},
		{"atlas.csv", "Who wins on every board of at most 64 cells", "text/csv", docs.Atlas},
	} {
		s.AddResource(&mcp.Resource{URI: "gridlock:///docs/" + d.name, Name: d.name, Title: d.title, MIMEType: d.media, Size: int64(len(d.text))},
			func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
				return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, MIMEType: d.media, Text: d.text}}}, nil
			})
	}
	s.AddPrompt(&mcp.Prompt{
		Name: "review", Title: "Review a game", Description: "Explains a finished or unfinished game, by the exact value of every move.",
		Arguments: []*mcp.PromptArgument{
			{Name: "game", Description: "the game, as in lockdown", Required: true},
			{Name: "moves", Description: "its moves, separated by spaces", Required: true},
			{Name: "board", Description: "rows x columns, if it is not the usual board"},
			{Name: "position", Description: "the position to begin with, if it is not the start"},
		},
	}, a.review)
	return s
}

// answerer asks the service.
type answerer struct{ Options }

// ask asks the service within the limit of nodes. The service knows the limit of time.
func (a answerer) ask(ctx context.Context, k query.Kind, params map[string]string) (any, error) {
	q, problem := query.Parse(k, params)
	if problem == nil {
		if a.Nodes != 0 && (q.Nodes == 0 || q.Nodes > a.Nodes) {
			q.Nodes = a.Nodes
		}
		var r query.Response
		if r, problem = a.Service.Ask(ctx, q, nil); problem == nil {
			return r.Value, nil
		}
	}
	text := problem.Error()
	if problem.Legal != nil {
		text += "; legal moves: " + strings.Join(problem.Legal, " ")
	}
	return nil, errors.New(text)
}

func (a answerer) rules(ctx context.Context, params map[string]string) (any, error) {
	kind := query.Rules
	if len(params) == 0 {
		kind = query.Variants
	}
	value, err := a.ask(ctx, kind, params)
	if err != nil {
		return nil, err
	}
	if all, ok := value.([]report.Variant); ok {
		return Games{Games: all}, nil
	}
	meaning := value.(report.Meaning)
	return Games{Rules: &meaning}, nil
}

func (a answerer) position(ctx context.Context, params map[string]string) (any, error) {
	return a.ask(ctx, query.Position, params)
}

func (a answerer) analyze(ctx context.Context, params map[string]string) (any, error) {
	return a.ask(ctx, query.Analysis, params)
}

func (a answerer) why(ctx context.Context, params map[string]string) (any, error) {
	value, err := a.ask(ctx, query.Analysis, params)
	if err != nil {
		return nil, err
	}
	study := value.(report.Study)
	return Why{
		Position: study.Position, ToMove: study.ToMove, Winner: study.Winner, Distance: study.Distance,
		Why: study.Why, Evidence: study.Evidence, Facts: study.Facts, PV: study.PV, Limit: study.Limit,
	}, nil
}

func (a answerer) puzzle(ctx context.Context, params map[string]string) (any, error) {
	return a.ask(ctx, query.Puzzle, params)
}

// mostFile is the size of the largest certificate that is read, and the memory for its check, in bytes.
const mostFile = 1 << 30

func (a answerer) verify(ctx context.Context, params map[string]string) (any, error) {
	ctx, cancel := context.WithTimeout(ctx, a.Timeout)
	defer cancel()
	name, content := params["file"], params["base64"]
	var from io.Reader
	switch {
	case (name != "") == (content != ""):
		return nil, errors.New("give either file or base64")
	case name != "":
		file, err := a.open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		from = file
	default:
		whole, err := base64.StdEncoding.DecodeString(content)
		if err != nil {
			return nil, fmt.Errorf("base64: %w", err)
		}
		from = bytes.NewReader(whole)
	}
	var size uint64
	began := time.Now()
	var work proof.Counts
	reader, err := proof.NewReader(ctx, &report.Counter{From: from, N: &size})
	if err == nil {
		work, err = reader.Check(ctx, proof.Options{Memory: mostFile})
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("not checked in %v: use \"gridlock verify\"", a.Timeout)
	}
	return report.NewVerdict(name, size, reader, work, time.Since(began), err), nil
}

// open opens a regular file below the folder that may be read. It never waits: a pipe that has no writer is opened at
// once, and refused.
func (a answerer) open(name string) (*os.File, error) {
	if a.Files == nil {
		return nil, errors.New(`no file is opened here: give its content in base64, or start "gridlock mcp" with --files FOLDER`)
	}
	inside := name
	if filepath.IsAbs(name) {
		var err error
		if inside, err = filepath.Rel(a.Files.Name(), name); err != nil {
			return nil, err
		}
	}
	if !filepath.IsLocal(inside) {
		return nil, fmt.Errorf("%s is not below %s, the folder that may be read", name, a.Files.Name())
	}
	file, err := a.Files.OpenFile(inside, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%s is not a regular file", name)
	case info.Size() > mostFile:
		err = fmt.Errorf("%s has more than 1 GiB: use \"gridlock verify\"", name)
	default:
		return file, nil
	}
	_ = file.Close()
	return nil, err
}

// review is the prompt: the review of a game as JSON, and what to do with it.
func (a answerer) review(ctx context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	given := r.Params.Arguments
	params := map[string]string{}
	for argument, parameter := range map[string]string{"game": "variant", "board": "board", "position": "position", "moves": "moves"} {
		if given[argument] != "" {
			params[parameter] = given[argument]
		}
	}
	value, err := a.ask(ctx, query.Review, params)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	rules, err := a.rules(ctx, map[string]string{"variant": given["game"]})
	if err != nil {
		return nil, err
	}
	meaning := rules.(Games).Rules
	text := fmt.Sprintf(`Review this game of %s for the two players, in plain words.

The rules: %s

Begin with the worst mistake: say what was played, what should have been played, and why that wins, by "why" and
"evidence". Then go through the game move by move, briefly. Marks are ?? for a move that gave the win away, ?! for one
that won later or lost sooner than another would have, ! for the only move that wins. Where an outcome is null it is not known; say so.

The exact value of every move, as JSON:

%s`, meaning.Title, strings.Join(meaning.Rules, " "), body)
	return &mcp.GetPromptResult{
		Description: "Review of a game of " + meaning.Title,
		Messages:    []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}},
	}, nil
}
