package query

// Type is the type of a problem, as a word. The words are the same in all windows.
type Type string

// The types of problems.
const (
	BadVariant     Type = "variant"
	BadPosition    Type = "position"
	BadMoves       Type = "moves"
	BadParameter   Type = "parameter"
	BadCertificate Type = "certificate"
	BadLine        Type = "line"
	HasBody        Type = "body"
	ForeignOrigin  Type = "origin"
	NotFound       Type = "not-found"
	NoPuzzle       Type = "no-puzzle"
	NoCertificate  Type = "no-certificate"
	NoReport       Type = "no-report"
	BadMethod      Type = "method"
	NotAcceptable  Type = "accept"
	Large          Type = "large"
	LongAddress    Type = "uri"
	WrongHost      Type = "host"
	TooMany        Type = "rate"
	Cancelled      Type = "cancelled"
	InternalError  Type = "internal"
	Busy           Type = "busy"
)

// Where a type of problem occurs.
const (
	OnBoth = "both" // on the pipe and over HTTP
	OnPipe = "pipe"
	OnHTTP = "HTTP"
	OnPage = "page" // without a server
)

// TypeInfo describes the problems of a type.
type TypeInfo struct {
	Type    Type
	Status  int // of HTTP
	Title   string
	Where   string
	Meaning string // when it occurs, in Markdown
}

// Types returns all types of problems, by their statuses. docs/api.md has the table.
func Types() []TypeInfo {
	return []TypeInfo{
		{BadVariant, 400, "No such game", OnBoth, "the game is missing or unknown"},
		{BadPosition, 400, "Not a position", OnBoth, "`cells`, if any, have `row` and `col` from 0"},
		{BadMoves, 400, "Not a legal move", OnBoth, "`ply` (from 1), the `reason`, and the `legal` moves there"},
		{BadParameter, 400, "Wrong parameter", OnBoth, "`parameter` names the wrong one"},
		{BadCertificate, 400, "Not a valid certificate", OnBoth, "`detail` says what is wrong, and where"},
		{BadLine, 400, "Not a request", OnPipe, "the line is no object of JSON, or is longer than 1 MiB"},
		{HasBody, 400, "Body not expected", OnHTTP, "the request has a body"},
		{ForeignOrigin, 403, "Foreign page", OnHTTP, "a page of another site; see `--cors`"},
		{NotFound, 404, "Not found", OnHTTP, "there is no such address"},
		{NoPuzzle, 404, "No puzzle", OnBoth, "none was found in time"},
		{NoCertificate, 404, "No certificate", OnBoth, "it is not proven who wins"},
		{NoReport, 404, "No report", OnPage, "the page without a server writes none"},
		{BadMethod, 405, "Method not allowed", OnHTTP, "ask with GET or HEAD"},
		{NotAcceptable, 406, "Not acceptable", OnHTTP, "the client does not take the answer's type"},
		{Large, 413, "Certificate too large", OnBoth, "more than 4 MiB or 100,000 records, or too long to check"},
		{LongAddress, 414, "Address too long", OnHTTP, "at most 8 KiB"},
		{WrongHost, 421, "Wrong host", OnHTTP, "called by a name that the server does not know; see `--host`"},
		{TooMany, 429, "Too many requests", OnHTTP, "too many from one address, if the server listens beyond this machine; see `Retry-After`"},
		{Cancelled, 499, "Cancelled", OnPipe, "by `stop` or `quit`"},
		{InternalError, 500, "Internal error", OnBoth, "a bug; over HTTP the log says more"},
		{Busy, 503, "Busy", OnBoth, "the queue is full (for this address), there was no answer in time, or the program is ending; see `Retry-After`"},
	}
}

// Problem returns a problem of the type.
func (t Type) Problem(detail string) *Problem {
	for _, info := range Types() {
		if info.Type == t {
			return &Problem{Type: t, Status: info.Status, Title: info.Title, Detail: detail}
		}
	}
	panic("no type of problems: " + string(t))
}
