package query

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gridlock/analysis"
	"gridlock/bitboard"
	"gridlock/internal/printable"
	"gridlock/internal/puzzle"
	"gridlock/player"
	"gridlock/solver/auto"
	"gridlock/variants"
)

// Kind is what a question asks for.
type Kind string

// The kinds of questions.
const (
	Variants Kind = "variants" // the games, or one of them
	Rules    Kind = "rules"    // the rules of a game in sentences, and which cells are near each other
	Position Kind = "position" // the rules alone
	Solve    Kind = "solve"    // who wins
	Analysis Kind = "analysis" // every move and why
	Review   Kind = "review"   // a game, ply by ply
	Move     Kind = "move"     // the computer's choice
	Puzzle   Kind = "puzzle"   // a position in which only equivalent moves win
	Picture  Kind = "board.svg"
	Proof    Kind = "certificate"
	Walk     Kind = "walk"   // how the winner plays by a certificate
	Record   Kind = "record" // a game record, as play --save writes it
	Report   Kind = "report" // a review as a file, as analyze --report writes it
	Worth    Kind = "worth"  // the worth of a position in which marks are placed
)

// Kinds returns all kinds.
func Kinds() []Kind {
	return []Kind{Variants, Rules, Position, Solve, Analysis, Review, Move, Puzzle, Picture, Proof, Walk, Record, Report, Worth}
}

// Question is a question that has been understood.
type Question struct {
	Kind     Kind
	Client   string            // who asks: clients have equal shares; "" where there is one, who has all
	Start    variants.Position // the position before the moves; the zero Position asks for all Variants
	Moves    []variants.Move
	Sum      []variants.Position // positions to be added up by Solve, the first is Start; nil for Start alone
	Distance bool                // find the number of plies, however long it takes
	Class    bool                // find who wins if the other player begins
	Timeout  time.Duration       // 0 for the timeout of the service
	Nodes    uint64              // 0 for no limit
	Values   bool                // draw the values of moves
	Next     bool                // find the choices that the winner has after each move
	Level    player.Level
	Seed     uint64
	Day      string // the day whose puzzle Start is, as in 2026-11-22; "" for other puzzles
	Low      int    // depth of puzzles
	High     int
	Title    string // the title of the game in its rule file; "" for its own title

	Certificate []byte // the certificate for Walk, which has no Start
	Line        string // the moves for Walk, which can be read only with the certificate

	then   []int             // the plies for which a stream goes on; the ply of the question stands for the next choices
	beside bool              // the question is one for then, so its answer leaves out worth and difficulty
	At     variants.Position // after the moves
	played []string          // the moves as written, if the answer depends on how the position came about
	key    string            // see Key
}

// Searches reports whether the answer may take a search.
func (q Question) Searches() bool {
	switch q.Kind {
	case Variants, Rules, Position, Record:
		return false
	case Picture:
		return q.Values
	}
	return true
}

// Brief reports whether the answer takes some milliseconds, whatever the position: a move of a
// level that looks a few plies ahead.
func (q Question) Brief() bool { return q.Kind == Move && q.Level != player.Perfect }

// inLane returns how long the question may compute in a lane (see [turns]): one slice, or 20 for a puzzle, since
// puzzles on default boards take that long.
func (q Question) inLane() time.Duration {
	if q.Kind == Puzzle {
		return 20 * slice
	}
	return slice
}

// Key names the question: questions with the same key have the same answer.
func (q Question) Key() string { return q.key }

// settled returns the question with its key and the fields that follow from the moves.
func (q Question) settled() Question {
	if q.At.Game() == nil { // it was not made by Parse
		q.At = variants.GameRecord{Start: q.Start, Moves: q.Moves}.Position()
	}
	switch q.Kind {
	case Review, Position, Record, Report:
		q.played = q.Start.Record(q.Moves)
	}
	q.key = q.name()
	return q
}

// name makes the key.
func (q Question) name() string {
	switch {
	case q.Kind == Walk:
		return fmt.Sprintf("%s %x %q", q.Kind, sha256.Sum256(q.Certificate), q.Line)
	case q.Start.Game() == nil:
		return string(q.Kind)
	}
	position := q.At.String()
	if q.played != nil {
		position = q.Start.String()
	}
	for _, p := range q.Sum[min(1, len(q.Sum)):] {
		position += " + " + p.Game().Variant().Name() + ": " + p.String()
	}
	return fmt.Sprintf("%s %s %s [%s] values=%v next=%v beside=%v distance=%v class=%v timeout=%v nodes=%d level=%v seed=%d depth=%d-%d day=%s title=%q", q.Kind,
		q.Start.Game().Variant().Name(), position, strings.Join(q.played, " "), q.Values, q.Next, q.beside, q.Distance, q.Class, q.Timeout, q.Nodes, q.Level, q.Seed, q.Low, q.High, q.Day, q.Title)
}

// Parameters returns the names of the parameters of a kind of question.
func Parameters(k Kind) []string {
	position := []string{"variant", "board", "position", "moves"}
	switch k {
	case Variants:
		return position[:1]
	case Rules:
		return []string{"variant", "board", "title"}
	case Walk:
		return []string{certificateField, "moves"}
	case Position, Record:
		return position
	case Move:
		return append(position, "level", "seed", "timeout", "nodes")
	case Puzzle:
		return []string{"variant", "board", "depth", "seed", "day", "timeout"}
	case Picture:
		return append(position, "values", "timeout")
	case Proof, Worth:
		return append(position, "timeout", "nodes")
	case Analysis:
		return append(position, "distance", "class", "next", "timeout", "nodes")
	case Report:
		return append(position, "distance", "timeout", "nodes")
	}
	return append(position, "distance", "class", "timeout", "nodes")
}

// The limits of parameters.
const (
	mostText    = 2000 // bytes in a parameter
	mostTimeout = time.Hour
	mostNodes   = 1 << 50
	seeds       = 1 << 53 // exact in every reader of JSON
)

// Parse reads a question from its parameters. Unknown parameters, and parameters of other kinds, are an error.
func Parse(k Kind, params map[string]string) (q Question, problem *Problem) {
	q.Kind, q.Title = k, params["title"]
	if !slices.Contains(Kinds(), k) {
		return q, WrongParameter("do", fmt.Sprintf("there is no question %q", k))
	}
	for name, text := range params {
		first := problem == nil || name < problem.Parameter // so that of several problems the same one is returned every time
		switch {
		case first && !slices.Contains(Parameters(k), name):
			problem = WrongParameter(name, fmt.Sprintf("%q has no parameter %q; its parameters are: %s", k, name, strings.Join(Parameters(k), ", ")))
		case first && len(text) > mostText && name != certificateField && name != "variant": // limited by variants
			problem = WrongParameter(name, fmt.Sprintf("more than %d bytes", mostText))
		}
	}
	if problem != nil {
		return q, problem
	}
	switch {
	case k == Variants && params["variant"] == "":
		return q.settled(), nil
	case k == Walk:
		return parseWalk(params)
	}
	if problem = q.parseStart(params); problem != nil {
		return q, problem
	}
	if problem = q.parseLimits(params); problem != nil {
		return q, problem
	}
	q = q.settled()
	if q.Class {
		if _, err := analysis.OtherBegins(q.At); err != nil {
			return q, WrongParameter("class", err.Error())
		}
	}
	if q.Distance && q.Sum != nil {
		return q, WrongParameter("distance", "it does not go with a sum of positions, which theory decides")
	}
	return q, nil
}

// MostCertificate is the size of the largest certificate for Walk, in bytes, compressed or not.
const MostCertificate = 4 << 20

// ParseWalk reads a question to walk through a certificate by a line of moves.
func ParseWalk(certificate []byte, moves string) (Question, *Problem) {
	q := Question{Kind: Walk, Certificate: certificate, Line: moves}
	switch {
	case len(certificate) > MostCertificate:
		return q, tooLarge(fmt.Sprintf("the certificate has more than %d bytes", MostCertificate))
	case len(certificate) == 0:
		return q, BadCertificate.of(certificateField, "there is no certificate")
	case len(moves) > mostText:
		return q, WrongParameter("moves", fmt.Sprintf("more than %d bytes", mostText))
	}
	return q.settled(), nil
}

// certificateField is the parameter that has a certificate, in base64.
const certificateField = "certificate"

// parseWalk reads the parameters of a walk.
func parseWalk(params map[string]string) (Question, *Problem) {
	if len(params[certificateField]) > base64.StdEncoding.EncodedLen(MostCertificate) {
		return Question{}, tooLarge(fmt.Sprintf("the certificate has more than %d bytes", MostCertificate))
	}
	certificate, err := base64.StdEncoding.DecodeString(params[certificateField])
	if err != nil {
		return Question{}, WrongParameter(certificateField, "it is not in base64: "+err.Error())
	}
	return ParseWalk(certificate, params["moves"])
}

// tooLarge is the problem of a certificate that is too large to check.
func tooLarge(detail string) *Problem { return Large.of(certificateField, detail) }

// parseDay reads the day of a puzzle, which determines the other parameters.
func (q *Question) parseDay(params map[string]string) *Problem {
	day, err := time.Parse(time.DateOnly, params["day"])
	switch {
	case err != nil:
		return WrongParameter("day", "write a date, as in 2026-11-22")
	case params["variant"]+params["board"]+params["depth"]+params["seed"] != "":
		return WrongParameter("day", "the day says which puzzle it is: give it alone")
	}
	q.Day, q.Start = params["day"], puzzle.Day(day)
	return nil
}

// parseStart reads the position and the moves.
func (q *Question) parseStart(params map[string]string) *Problem {
	if q.Kind == Puzzle && params["day"] != "" {
		return q.parseDay(params)
	}
	v, err := variants.Lookup(params["variant"])
	if err != nil {
		return BadVariant.of("variant", variantDetail(params["variant"], err))
	}
	board, position := params["board"], params["position"]
	switch {
	case board != "" && position != "":
		return WrongParameter("board", "give either board or position")
	case strings.Contains(position, "+"):
		return q.parseSum(v, params)
	case position != "":
		if q.Start, err = v.Parse(position); err != nil {
			return badPosition(err)
		}
	case board == "" && q.Kind == Puzzle:
		q.Start = puzzle.Start(v)
	default:
		rows, cols := v.Rows, v.Cols
		if board != "" {
			if rows, cols, err = bitboard.ParseSize(board); err != nil {
				return WrongParameter("board", err.Error())
			}
		}
		game, err := v.NewGame(rows, cols)
		if err != nil {
			return WrongParameter("board", err.Error())
		}
		q.Start = game.Start()
	}
	if q.Moves, q.At, err = q.Start.ParseRecord(params["moves"]); err != nil {
		return BadMove(err)
	}
	return nil
}

// parseSum reads a sum of positions.
func (q *Question) parseSum(v variants.Variant, params map[string]string) (problem *Problem) {
	if q.Kind != Solve {
		return BadPosition.of("position", "a sum of positions, where one position is needed; solve adds positions up")
	}
	sum, err := v.ParseSum(params["position"])
	if err == nil {
		err = auto.CheckSum(sum)
	}
	switch {
	case err != nil:
		return BadPosition.of("position", err.Error())
	case params["moves"] != "":
		return WrongParameter("moves", "they do not go with a sum of positions")
	}
	q.Start, q.At, q.Sum = sum[0], sum[0], sum
	return nil
}

// variantDetail says which games there are, or what is wrong with the words of one.
func variantDetail(text string, err error) string {
	ids := strings.Join(variants.IDs(), ", ")
	switch {
	case text == "":
		return "no game given: name one of " + ids
	case strings.Contains(text, " "):
		return err.Error()
	}
	return fmt.Sprintf("there is no game %q: name one of %s, or write its rules, as in %q", printable.Excerpt(text), ids, "place rook other")
}

// parseLimits reads the parameters that are not about positions.
func (q *Question) parseLimits(params map[string]string) *Problem {
	if q.Kind == Puzzle {
		q.Low, q.High = puzzle.Low, puzzle.High
	}
	for _, p := range readers {
		text, given := params[p.name]
		if !given {
			continue
		}
		if err := p.read(q, text); err != nil {
			return WrongParameter(p.name, err.Error())
		}
	}
	return nil
}

// readers read the parameters that are not about positions, in this order.
var readers = []struct {
	name string
	read func(q *Question, text string) error
}{
	{"distance", func(q *Question, text string) error { return readTruth(&q.Distance, text) }},
	{"class", func(q *Question, text string) error { return readTruth(&q.Class, text) }},
	{"values", func(q *Question, text string) error { return readTruth(&q.Values, text) }},
	{"next", func(q *Question, text string) error { return readTruth(&q.Next, text) }},
	{"nodes", func(q *Question, text string) error { return readNumber(&q.Nodes, mostNodes, text) }},
	{"seed", func(q *Question, text string) error { return readNumber(&q.Seed, seeds, text) }},
	{"timeout", func(q *Question, text string) error { return readTime(&q.Timeout, text) }},
	{"level", func(q *Question, text string) (err error) {
		q.Level, err = player.ParseLevel(text)
		return err
	}},
	{"depth", func(q *Question, text string) (err error) {
		q.Low, q.High, err = puzzle.ParseDepth(text)
		return err
	}},
}

func readTruth(to *bool, text string) error {
	*to = text == "1" || text == "true"
	if !*to && text != "0" && text != "false" {
		return errors.New("write 1 or 0")
	}
	return nil
}

func readNumber(to *uint64, most uint64, text string) (err error) {
	if *to, err = strconv.ParseUint(text, 10, 64); err != nil || *to > most {
		return fmt.Errorf("write a number from 0 to %d", most)
	}
	return nil
}

// readTime reads a time. A limit of 0 is reached at once.
func readTime(to *time.Duration, text string) error {
	limit, err := time.ParseDuration(text)
	if seconds, failed := strconv.ParseFloat(text, 64); failed == nil && seconds >= 0 && seconds <= mostTimeout.Seconds() {
		limit, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil || limit < 0 || limit > mostTimeout {
		return fmt.Errorf("write seconds, or a time such as 1m30s, up to %v", mostTimeout)
	}
	*to = max(limit, time.Nanosecond)
	return nil
}
