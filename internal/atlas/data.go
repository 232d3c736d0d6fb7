package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"gridlock/variants"
)

// data is the facts and runs of boards.
type data struct {
	facts map[key]Fact
	runs  map[key]Run
}

// readData reads the data of a folder, none if it has none.
func readData(dir string) (d data, err error) {
	d = data{map[key]Fact{}, map[key]Run{}}
	for _, e := range every() {
		facts, err := readLines[Fact](filepath.Join(dir, e.facts))
		if err != nil {
			return d, err
		}
		runs, err := readLines[Run](filepath.Join(dir, e.runs))
		if err != nil {
			return d, err
		}
		for _, f := range facts {
			d.facts[f.key()] = f
		}
		for _, r := range runs {
			d.runs[r.key()] = r
		}
	}
	return d, nil
}

// list returns the facts and runs of boards, in the order of the boards.
func (d data) list(boards []variants.Position) (facts []Fact, runs []Run) {
	for _, start := range boards {
		if f, ok := d.facts[keyOf(start)]; ok {
			facts = append(facts, f)
		}
		if r, ok := d.runs[keyOf(start)]; ok {
			runs = append(runs, r)
		}
	}
	return facts, runs
}

// files returns the files of the data.
func (d data) files(every []edition) (files, error) {
	all := files{}
	for _, e := range every {
		facts, runs := d.list(e.starts)
		var err, runsErr error
		all["atlas/"+e.facts], err = jsonLines(facts)
		all["atlas/"+e.runs], runsErr = jsonLines(runs)
		if err := errors.Join(err, runsErr); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// learn adds what was found of a board.
func (d data) learn(f Fact, r Run) error {
	r.Complete = f.complete()
	if old, ok := d.facts[f.key()]; ok {
		var err error
		if f, err = old.update(f); err != nil {
			return err
		}
	}
	d.facts[f.key()], d.runs[r.key()] = f, r
	return nil
}

// done reports whether a board need not be solved again: it has been, by the same code, and
// completely or within limits that are no tighter.
func (d data) done(k key, code string, limits Limits) bool {
	run, ran := d.runs[k]
	return ran && run.Code == code && (run.Complete || run.Limits.cover(limits))
}

// cover reports whether limits leave room for everything that others do.
func (l Limits) cover(m Limits) bool {
	return l.Nodes >= m.Nodes && l.PliesNodes >= m.PliesNodes && l.Memory >= m.Memory
}

// missing returns the boards without a fact, as an error.
func (d data) missing(boards []variants.Position) error {
	n := 0
	for _, start := range boards {
		if _, ok := d.facts[keyOf(start)]; !ok {
			n++
		}
	}
	if n > 0 {
		return fmt.Errorf("%d of %d boards have no row yet; run the command without -boards and -games", n, len(boards))
	}
	return nil
}
