//go:build !js

package variants

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// read parses the file, a list of keys with values. It uses only the parser of go-toml, since the decoder does not say
// where a value stands.
func (r *ruleReader) read(data []byte) error {
	data = bytes.Clone(bytes.TrimPrefix(data, []byte("\ufeff")))
	var p unstable.Parser
	p.Reset(data)
	at := func(offset int) int { return 1 + bytes.Count(data[:max(0, min(offset, len(data)))], []byte("\n")) }
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.KeyValue {
			return r.failedAt(at(int(e.Child().Raw.Offset)), "a rule file has no tables: write its keys without [ ] above them")
		}
		if err := r.add(keyOfNode(e), ruleEntry{at(int(e.Raw.Offset)), valueOf(e.Value())}); err != nil {
			return err
		}
	}
	var bad *unstable.ParserError
	switch err := p.Error(); {
	case errors.As(err, &bad):
		return r.failedAt(at(cap(data)-cap(bad.Highlight)), "not TOML: %s; texts are in quotes, as in near = \"rook\"", bad.Message)
	case err != nil:
		return r.failedAt(0, "not TOML: %w", err)
	}
	return nil
}

// add adds the value of a key.
func (r *ruleReader) add(key string, e ruleEntry) error {
	if r.has(key) {
		err := r.failedAt(e.line, "%s is there twice, before in line %d", key, r.given[key].line)
		err.Key = key
		return err
	}
	r.given[key] = e
	if !slices.Contains(ruleKeys, key) {
		return r.unknown(key, key, ruleKeys, "there is no key %s; the keys are %s", quoted(key), strings.Join(ruleKeys, ", "))
	}
	return nil
}

// failedAt returns an error about a line.
func (r *ruleReader) failedAt(line int, format string, args ...any) *RuleFileError {
	return &RuleFileError{File: r.name, Line: line, Err: fmt.Errorf(format, args...)}
}

// keyOfNode returns a key, with its dots.
func keyOfNode(e *unstable.Node) string {
	var parts []string
	for keys := e.Key(); keys.Next(); {
		parts = append(parts, string(keys.Node().Data))
	}
	return strings.Join(parts, ".")
}

// oddity is the name of a kind of value that no key has.
type oddity string

// valueOf returns a value as a string, bool, int, list of such, or oddity.
func valueOf(n *unstable.Node) any {
	switch n.Kind {
	case unstable.String:
		return string(n.Data)
	case unstable.Bool:
		return string(n.Data) == "true"
	case unstable.Integer:
		if i, err := strconv.ParseInt(string(n.Data), 0, 32); err == nil {
			return int(i)
		}
		return oddity("such a number")
	case unstable.Array:
		list := []any{}
		for items := n.Children(); items.Next(); {
			list = append(list, valueOf(items.Node()))
		}
		return list
	case unstable.InlineTable:
		return oddity("a table")
	case unstable.Float:
		return oddity("a fraction")
	}
	return oddity("a date or a time")
}

// typeOf says what a value is.
func typeOf(value any) string {
	switch value := value.(type) {
	case string:
		return "a text"
	case bool:
		return "true or false"
	case int:
		return "a number"
	case []any:
		return "a list"
	case oddity:
		return string(value)
	}
	return "nothing"
}
