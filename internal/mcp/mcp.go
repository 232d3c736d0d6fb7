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
	"maps"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"gridlock/docs"
	"gridlock/internal/query"
	"gridlock/internal/report"
	"gridlock/internal/schema"
	"gridlock/proof"
)

// Options says how a server answers.
type Options struct {
	Service *query.Service // with a limit of time
	Version string
	Open    func(ctx context.Context, name string) (io.ReadCloser, error) // opens a file that is to be verified
	Timeout time.Duration                                                 // most for the check of a certificate; questions have that of the service
	Nodes   uint64                                                        // most positions for a question; 0 for no limit
}

// Serve answers until the client ends the connection, or ctx ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opt Options) error {
	err := newServer(opt).Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(in), Writer: unclosed{out}})
	if ctx.Err() == nil && errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// unclosed is a stream that its owner closes.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// Asked names a game, or asks for all.
type Asked struct {
	Game string `json:"game,omitempty" jsonschema:"a game, as in the other tools; left out for a list of all"`
	Size string `json:"board,omitempty" jsonschema:"rows x columns of the board whose cells are listed with those near them"`
}

// Board names a game and an empty board.
type Board struct {
	Game string `json:"game" jsonschema:"classic, duel, lockdown, claim or blockade, another name that the tool rules lists, or rules in three words, as in 'place rook other'"`
	Size string `json:"board,omitempty" jsonschema:"rows x columns of an empty board, as in 4x5, at most 64 cells; left out for the usual board of the game, and with a position"`
}

// At is a position.
type At struct {
	Board
	Position string `json:"position,omitempty" jsonschema:"a position to begin with, as the answers write it; left out for the start"`
	Moves    string `json:"moves,omitempty" jsonschema:"moves from there, separated by spaces, as the answers write them"`
}

// Search is a position to be searched.
type Search struct {
	At
	Timeout float64 `json:"timeout,omitempty" jsonschema:"seconds after which the answer says what is known by then"`
	Nodes   uint64  `json:"nodes,omitempty" jsonschema:"positions after which the answer says what is known by then"`
}

// Study is a position of which every move is wanted.
type Study struct {
	Search
	Class bool `json:"class,omitempty" jsonschema:"true for the outcome class, N, P, L or R, with X as Left: who wins if the other player begins, too"`
}

// Puzzle is which puzzle is wanted.
type Puzzle struct {
	Board
	Depth string `json:"depth,omitempty" jsonschema:"plies to the end of the game: a number or a range, as in 3-7"`
	Seed  uint64 `json:"seed,omitempty" jsonschema:"the same number gives the same puzzle"`
}

// File is a certificate.
type File struct {
	File   string `json:"file,omitempty" jsonschema:"path of the file"`
	Base64 string `json:"base64,omitempty" jsonschema:"or its content, in base64"`
}

// Games is the answer to rules where no game is named.
type Games struct {
	Games []report.Variant `json:"games,omitempty"` // all of them, if none was named
	Rules *report.Meaning  `json:"rules,omitempty"`
}

// Why is why a position is won or lost.
type Why struct {
	Position string           `json:"position"`
	ToMove   string           `json:"to_move"`
	Winner   *string          `json:"winner"` // null if it is not known
	Distance *int             `json:"distance"`
	Why      *string          `json:"why"`
	Evidence *report.Evidence `json:"evidence"`
	Facts    report.Facts     `json:"facts"`
	PV       []string         `json:"pv"` // best play, as far as it is known
	Limit    *string          `json:"limit"`
}

// newServer returns a server with all that it offers.
func newServer(opt Options) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "gridlock", Title: "Gridlock", Version: opt.Version}, &mcp.ServerOptions{
		Instructions: "Exact answers about small two-player grid games in which whoever cannot move loses. What an answer calls " +
			"proven is certain. Where winner or outcome is null it is not known, and limit says why: do not guess it.",
	})
	a := answerer{opt}
	add(s, "rules", "Rules", "The rules of a game in sentences, and which cells are near each other; without a game, all games.", a.rules)
	add(s, "position", "Position", "What the rules say of a position: the cells, the legal moves, and who has won if nobody can move.", a.position)
	add(s, "analyze", "Analyze", "The value of every move, who wins with best play, and why.", a.analyze)
	add(s, "why", "Why", "Why a position is won or lost: the reason, its evidence, and best play. Shorter than analyze.", a.why)
	add(s, "puzzle", "Puzzle", "A position in which only one move wins, with its solution.", a.puzzle)
	add(s, "verify", "Verify", "Checks a certificate, a file of \"gridlock solve --proof\" that proves who wins.", a.verify)
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

// add adds a tool that changes nothing and looks at nothing beyond this machine.
func add[In, Out any](s *mcp.Server, name, title, description string, do func(context.Context, In) (Out, error)) {
	closed := false
	mcp.AddTool(s, &mcp.Tool{
		Name: name, Title: title, Description: description, OutputSchema: output[Out](),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed},
	}, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := do(ctx, in)
		return nil, out, err
	})
}

// output returns the schema of an answer.
func output[T any]() map[string]any {
	s := schema.Set{Path: "#/$defs/", Structs: map[string]any{}}
	s.Of(reflect.TypeFor[T]())
	root := s.Structs[reflect.TypeFor[T]().Name()].(map[string]any)
	return map[string]any{"type": root["type"], "properties": root["properties"], "required": root["required"], "$defs": s.Structs}
}

// answerer asks the service.
type answerer struct{ Options }

// given returns the parameters that have a value.
func given(all map[string]string) map[string]string {
	maps.DeleteFunc(all, func(_, value string) bool { return value == "" })
	return all
}

func (b Board) parameters() map[string]string {
	return given(map[string]string{"variant": b.Game, "board": b.Size})
}

func (p At) parameters() map[string]string {
	return given(map[string]string{"variant": p.Game, "board": p.Size, "position": p.Position, "moves": p.Moves})
}

// ask asks the service, which knows the limit of time, within that of nodes.
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

func (a answerer) rules(ctx context.Context, asked Asked) (out Games, err error) {
	kind := query.Rules
	if asked.Game == "" {
		kind = query.Variants
	}
	value, err := a.ask(ctx, kind, Board(asked).parameters())
	switch value := value.(type) {
	case []report.Variant:
		out.Games = value
	case report.Meaning:
		out.Rules = &value
	}
	return out, err
}

func (a answerer) position(ctx context.Context, p At) (report.Rules, error) {
	value, err := a.ask(ctx, query.Position, p.parameters())
	rules, _ := value.(report.Rules)
	return rules, err
}

func (a answerer) analyze(ctx context.Context, s Study) (query.Study, error) {
	params := s.parameters()
	if s.Class {
		params["class"] = "1"
	}
	if s.Timeout != 0 {
		params["timeout"] = strconv.FormatFloat(s.Timeout, 'f', -1, 64)
	}
	if s.Nodes != 0 {
		params["nodes"] = strconv.FormatUint(s.Nodes, 10)
	}
	value, err := a.ask(ctx, query.Analysis, params)
	study, _ := value.(query.Study)
	return study, err
}

func (a answerer) why(ctx context.Context, s Search) (Why, error) {
	study, err := a.analyze(ctx, Study{Search: s})
	if err != nil {
		return Why{}, err
	}
	return Why{
		Position: study.Position, ToMove: study.ToMove, Winner: study.Winner, Distance: study.Distance,
		Why: study.Why, Evidence: study.Evidence, Facts: study.Facts, PV: study.PV, Limit: study.Limit,
	}, nil
}

func (a answerer) puzzle(ctx context.Context, p Puzzle) (report.Puzzle, error) {
	params := p.parameters()
	if p.Depth != "" {
		params["depth"] = p.Depth
	}
	if p.Seed != 0 {
		params["seed"] = strconv.FormatUint(p.Seed, 10)
	}
	value, err := a.ask(ctx, query.Puzzle, params)
	puzzle, _ := value.(report.Puzzle)
	return puzzle, err
}

// mostFile is the largest certificate that is read, in bytes.
const mostFile = 1 << 30

func (a answerer) verify(ctx context.Context, f File) (report.Verdict, error) {
	var from io.Reader
	switch {
	case (f.File != "") == (f.Base64 != ""):
		return report.Verdict{}, errors.New("give either file or base64")
	case f.File != "":
		file, err := a.Open(ctx, f.File)
		if err != nil {
			return report.Verdict{}, err
		}
		defer file.Close()
		from = io.LimitReader(file, mostFile)
	default:
		content, err := base64.StdEncoding.DecodeString(f.Base64)
		if err != nil {
			return report.Verdict{}, fmt.Errorf("base64: %w", err)
		}
		from = bytes.NewReader(content)
	}
	ctx, cancel := context.WithTimeout(ctx, max(a.Timeout, time.Second))
	defer cancel()
	var size uint64
	began := time.Now()
	var work proof.Counts
	reader, err := proof.NewReader(ctx, &report.Counter{From: from, N: &size})
	if err == nil {
		work, err = reader.Check(ctx, proof.Options{Memory: mostFile})
	}
	if ctx.Err() != nil {
		return report.Verdict{}, fmt.Errorf("not checked in %v: use \"gridlock verify\"", a.Timeout)
	}
	return report.NewVerdict(f.File, size, reader, work, time.Since(began), err), nil
}

// review is the prompt: the review of a game as JSON, and what to do with it.
func (a answerer) review(ctx context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	given := r.Params.Arguments
	p := At{Board{given["game"], given["board"]}, given["position"], given["moves"]}
	value, err := a.ask(ctx, query.Review, p.parameters())
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	meaning, err := a.rules(ctx, Asked{Game: given["game"]})
	if err != nil {
		return nil, err
	}
	text := fmt.Sprintf(`Review this game of %s for the two players, in plain words.

The rules: %s

Begin with the worst mistake: say what was played, what should have been played, and why that wins, by "why" and
"evidence". Then go through the game move by move, briefly. Marks are ?? for a move that gave the win away, ?! for one
that won later or lost sooner than another would have, ! for the only move that wins. Where an outcome is null it is not known; say so.

The exact value of every move, as JSON:

%s`, meaning.Rules.Title, strings.Join(meaning.Rules.Rules, " "), body)
	return &mcp.GetPromptResult{
		Description: "Review of a game of " + meaning.Rules.Title,
		Messages:    []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}},
	}, nil
}
