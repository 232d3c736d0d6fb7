package bench

import (
	"errors"
	"regexp"
	"regexp/syntax"

	"gridlock/benchmarks"
)

// regexpFlag is the value of --run; everything matches when it is not given.
type regexpFlag struct{ value *regexp.Regexp }

func (f *regexpFlag) Type() string { return "REGEXP" }

func (f *regexpFlag) String() string {
	if f.value == nil {
		return ""
	}
	return f.value.String()
}

func (f *regexpFlag) Set(text string) error {
	value, err := regexp.Compile(text)
	var wrong *syntax.Error
	if errors.As(err, &wrong) {
		return errors.New("not a regular expression: " + wrong.Code.String())
	}
	f.value = value
	return err
}

// matches reports whether the name of an entry matches.
func (f *regexpFlag) matches(name string) bool { return f.value == nil || f.value.MatchString(name) }

// choose returns the entries whose names match.
func (f *regexpFlag) choose(suite []benchmarks.Entry) []benchmarks.Entry {
	var chosen []benchmarks.Entry
	for _, e := range suite {
		if f.matches(e.String()) {
			chosen = append(chosen, e)
		}
	}
	return chosen
}
