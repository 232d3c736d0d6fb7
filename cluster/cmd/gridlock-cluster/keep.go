package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gridlock/cluster/joblevel"
	"gridlock/proof"
	"gridlock/variants"
)

// kept is a directory with the certificates of a run, and the moves that lead to their positions.
type kept struct {
	dir  string
	game *variants.Game
	keys proof.Keys
}

// newKept returns a directory, which is created if it does not exist.
func newKept(dir string, game *variants.Game) (*kept, error) {
	return &kept{dir, game, proof.KeysOf(game)}, os.MkdirAll(dir, 0o777)
}

// name returns the name of a file for the certificate of a position.
func (k *kept) name(s variants.State) string {
	key := k.keys.Of(s)
	return fmt.Sprintf("%016x%016x.proof", key.Hi, key.Lo)
}

// certificate keeps a certificate.
func (k *kept) certificate(leaf joblevel.Leaf, certificate []byte) error {
	return os.WriteFile(filepath.Join(k.dir, k.name(leaf.State)), certificate, 0o666)
}

// line is a line of moves.json: a position, and the winner's move there or the certificate.
type line struct {
	Position    string `json:"position"`
	Move        string `json:"move,omitempty"`
	Certificate string `json:"certificate,omitempty"` // the name of a file
}

// solution keeps the moves, in moves.json, an object per line.
func (k *kept) solution(s joblevel.Solution) (err error) {
	file, err := os.Create(filepath.Join(k.dir, "moves.json"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	buffered := bufio.NewWriter(file)
	lines := json.NewEncoder(buffered)
	for state, m := range s.Sorted() {
		p, _ := k.game.Drawn(state)
		if err := lines.Encode(line{Position: p.String(), Move: p.MoveText(m)}); err != nil {
			return err
		}
	}
	for _, leaf := range s.Leaves {
		p, _ := k.game.Drawn(leaf.State)
		if err := lines.Encode(line{Position: p.String(), Certificate: k.name(leaf.State)}); err != nil {
			return err
		}
	}
	return buffered.Flush()
}
