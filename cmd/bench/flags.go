package bench

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"time"

	"gridlock/benchmarks"
)

// setRun takes the value of --run.
func (opt *options) setRun(text string) (err error) {
	opt.run, err = regexp.Compile(text)
	if wrong, ok := errors.AsType[*syntax.Error](err); ok {
		return errors.New("not a regular expression: " + wrong.Code.String())
	}
	return err
}

// suite returns the entries to choose from.
func (opt *options) suite() []benchmarks.Entry {
	switch {
	case opt.quick:
		return benchmarks.Latency(time.Second)
	case opt.latency:
		return benchmarks.Latency(10 * time.Second)
	}
	return benchmarks.Suite()
}

// chosen returns the entries whose names match.
func chosen(suite []benchmarks.Entry, run *regexp.Regexp) (some []benchmarks.Entry) {
	for _, e := range suite {
		if run.MatchString(e.String()) {
			some = append(some, e)
		}
	}
	return some
}
