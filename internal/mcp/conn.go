package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"gridlock/internal/lines"
	"gridlock/internal/printable"
	"gridlock/internal/query"
)

// mostLine is the longest line of input, in bytes: room for a certificate in base64.
const mostLine = 16 << 20

// conn is a connection of a message a line. It implements [mcp.Transport] and [mcp.Connection]. A line that is no
// message is refused, and the next one read. At the end of the input, all calls are answered first.
type conn struct {
	ctx    context.Context // ends with the server, or when writing has failed
	cancel context.CancelFunc
	in     *lines.Reader

	mu       sync.Mutex
	out      io.Writer
	failed   error               // the error of the first write that failed
	open     map[jsonrpc.ID]bool // calls without an answer
	answered chan struct{}       // has a value after a call was answered
}

func newConn(ctx context.Context, in io.Reader, out io.Writer) *conn {
	c := &conn{out: out, open: map[jsonrpc.ID]bool{}, answered: make(chan struct{}, 1)}
	c.ctx, c.cancel = context.WithCancel(ctx)
	c.in = lines.ReadLong(c.ctx, in, mostLine)
	return c
}

// Connect implements [mcp.Transport].
func (c *conn) Connect(context.Context) (mcp.Connection, error) { return c, nil }

// SessionID implements [mcp.Connection].
func (c *conn) SessionID() string { return "" }

// Close implements [mcp.Connection]. The streams are their owner's.
func (c *conn) Close() error {
	c.cancel()
	return nil
}

// Read implements [mcp.Connection].
func (c *conn) Read(context.Context) (jsonrpc.Message, error) {
	for {
		line, err := c.in.Next()
		switch {
		case errors.Is(err, lines.ErrLong):
			c.refuse(jsonrpc.ID{}, jsonrpc.CodeParseError, "a line of more than 16 MiB")
		case errors.Is(err, io.EOF):
			return nil, c.drain()
		case err != nil:
			return nil, err
		case strings.TrimSpace(line) == "":
		default:
			if m := c.message(line); m != nil {
				return m, nil
			}
		}
	}
}

// drain returns the end of the input, once all calls are answered.
func (c *conn) drain() error {
	for {
		c.mu.Lock()
		n := len(c.open)
		c.mu.Unlock()
		if n == 0 {
			return io.EOF
		}
		select {
		case <-c.answered:
		case <-c.ctx.Done():
			return c.ctx.Err()
		}
	}
}

// message returns the message of a line, nil if it has been refused.
func (c *conn) message(line string) jsonrpc.Message {
	fields, err := query.ReadObject(line)
	if err != nil {
		c.refuse(jsonrpc.ID{}, jsonrpc.CodeParseError, err.Error())
		return nil
	}
	id, ok := readID(fields)
	message, err := jsonrpc.DecodeMessage([]byte(line))
	if !ok || err != nil {
		c.refuse(id, jsonrpc.CodeInvalidRequest, `not a message of JSON-RPC 2.0, which has "jsonrpc":"2.0", a "method" in text, and as its "id" a text or a whole number`)
		return nil
	}
	if r, ok := message.(*jsonrpc.Request); ok && r.IsCall() && !c.begin(r.ID) {
		c.refuse(jsonrpc.ID{}, jsonrpc.CodeInvalidRequest, "a request with the same id has no answer yet")
		return nil
	}
	return message
}

// readID returns the id of a message, and whether it may be one: the library takes 1.5 for 1.
func readID(fields []query.Field) (id jsonrpc.ID, ok bool) {
	i := slices.IndexFunc(fields, func(f query.Field) bool { return f.Name == "id" })
	if i < 0 || string(fields[i].Value) == "null" {
		return id, true
	}
	const exact = 1 << 53
	number, err := strconv.ParseInt(string(fields[i].Value), 10, 64)
	whole := err == nil && -exact <= number && number <= exact
	var value any
	if fields[i].Value[0] != '"' && !whole || json.Unmarshal(fields[i].Value, &value) != nil {
		return id, false
	}
	id, err = jsonrpc.MakeID(value)
	return id, err == nil
}

// begin notes a call that has no answer yet, unless another such call has the same id.
func (c *conn) begin(id jsonrpc.ID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[id] {
		return false
	}
	c.open[id] = true
	return true
}

// refuse answers a line that the library must not see.
func (c *conn) refuse(id jsonrpc.ID, code int64, detail string) {
	refusal := struct {
		Version string        `json:"jsonrpc"`
		ID      any           `json:"id"` // null if it could not be read
		Error   jsonrpc.Error `json:"error"`
	}{"2.0", id.Raw(), jsonrpc.Error{Code: code, Message: detail}}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.keep(printable.WriteJSON(c.out, refusal))
}

// Write implements [mcp.Connection].
func (c *conn) Write(_ context.Context, message jsonrpc.Message) error {
	body, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err = c.out.Write(append(body, '\n'))
	c.keep(err)
	if r, ok := message.(*jsonrpc.Response); ok {
		delete(c.open, r.ID)
		select {
		case c.answered <- struct{}{}:
		default:
		}
	}
	return err
}

// keep notes the error of a write. The connection is over after it.
func (c *conn) keep(err error) {
	if err != nil && c.failed == nil {
		c.failed = err
		c.cancel()
	}
}

// end returns why the connection has ended.
func (c *conn) end(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed != nil {
		return c.failed
	}
	return err
}
