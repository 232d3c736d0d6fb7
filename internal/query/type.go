package query

// Type is what a problem is, as a word. The words are the same wherever questions are asked.
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

// Where a type of problem is met.
const (
	OnBoth = "both" // on the pipe and over HTTP
	OnPipe = "pipe"
	OnHTTP = "HTTP"
	OnPage = "page" // without a server
)

// TypeInfo is what the problems of a type have in common.
type TypeInfo struct {
	Type    Type
	Status  int // of HTTP
	Title   string
	Where   string
	Meaning string // when it is met, in Markdown
}

// Types returns all types of problems, by their statuses. docs/api.md has the table.
func Types() []TypeInfo {
	return []TypeInfo{
		{BadVariant, 400, "No such game", OnBoth, "the game is not named, or there is none of that name or with these rules"},
		{BadPosition, 400, "Not a position", OnBoth, "`cells` says where, if it is about some, by `row` and `col` from 0"},
		{BadMoves, 400, "Not a legal move", OnBoth, "`ply` says which, from 1, `reason` why, and `legal` has the moves that are legal there"},
		{BadParameter, 400, "Wrong parameter", OnBoth, "`parameter` names it"},
		{BadCertificate, 400, "Not a valid certificate", OnBoth, "`detail` says what is wrong with it, and in which position"},
		{BadLine, 400, "Not a request", OnPipe, "the line is no object of JSON, or is longer than 1 MiB"},
		{HasBody, 400, "Body not expected", OnHTTP, "the address is the whole question"},
		{ForeignOrigin, 403, "Foreign page", OnHTTP, "a page of another site asks; see `--cors`"},
		{NotFound, 404, "Not found", OnHTTP, "there is no such address"},
		{NoPuzzle, 404, "No puzzle", OnBoth, "none was found in time"},
		{NoCertificate, 404, "No certificate", OnBoth, "it is not proven who wins"},
		{NoReport, 404, "No report", OnPage, "the page without a server writes none"},
		{BadMethod, 405, "Method not allowed", OnHTTP, "ask with GET or HEAD"},
		{NotAcceptable, 406, "Not acceptable", OnHTTP, "the client does not take what the answer is"},
		{Large, 413, "Certificate too large", OnBoth, "a certificate of more than 4 MiB or 100,000 records, or one that cannot be checked in time"},
		{LongAddress, 414, "Address too long", OnHTTP, "at most 8 KiB"},
		{WrongHost, 421, "Wrong host", OnHTTP, "the server is called by a name that it does not know; see `--host`"},
		{TooMany, 429, "Too many requests", OnHTTP, "from one address; only if the server listens beyond this machine; `Retry-After` says when to ask again"},
		{Cancelled, 499, "Cancelled", OnPipe, "by `stop` or `quit`"},
		{InternalError, 500, "Internal error", OnBoth, "a bug; over HTTP the log says more"},
		{Busy, 503, "Busy", OnBoth, "there is no place for one more question, or for one more of this address, or no answer within the time, or the program is ending; over HTTP `Retry-After` says when to ask again"},
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
