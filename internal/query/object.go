package query

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"gridlock/internal/printable"
)

// Field is a field of an object of JSON.
type Field struct {
	Name  string
	Value json.RawMessage
}

// ReadObject reads the fields of an object. Their names must differ.
func ReadObject(text string) (fields []Field, err error) {
	if !utf8.ValidString(text) {
		return nil, errors.New("not UTF-8")
	}
	dec := json.NewDecoder(strings.NewReader(text))
	if start, err := dec.Token(); err != nil || start != json.Delim('{') {
		return nil, errors.New("not an object of JSON")
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, notJSON(err)
		}
		f := Field{Name: fmt.Sprint(name)}
		if err := dec.Decode(&f.Value); err != nil {
			return nil, notJSON(err)
		}
		if slices.ContainsFunc(fields, func(other Field) bool { return other.Name == f.Name }) {
			return nil, fmt.Errorf("the field %q is there twice", printable.Excerpt(f.Name))
		}
		fields = append(fields, f)
		if len(fields) > mostFields {
			return nil, errors.New("too many fields")
		}
	}
	if _, err := dec.Token(); err != nil {
		return nil, notJSON(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something stands behind the object")
	}
	return fields, nil
}

// mostFields is more than any request has.
const mostFields = 32

// notJSON says that text cannot be read as JSON.
func notJSON(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("not JSON: the line ends inside the object")
	}
	return fmt.Errorf("not JSON: %w", err)
}

// Text returns the value as the text of a parameter, and whether it is not null.
func (f Field) Text() (text string, given bool, err error) {
	switch f.Value[0] {
	case '"':
		err = json.Unmarshal(f.Value, &text)
		return text, true, err
	case '{', '[':
		return "", false, errors.New("write a text, a number, true or false")
	case 'n':
		return "", false, nil
	}
	return string(f.Value), true, nil
}
