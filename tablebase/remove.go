package tablebase

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gridlock/variants"
)

// Kind is the kind of an item in a store.
type Kind string

// The kinds of items in a store.
const (
	KindTable      Kind = "table"      // by its name
	KindBuild      Kind = "build"      // a stopped build, by the name of its table
	KindCheckpoint Kind = "checkpoint" // a checkpoint of a search, by its name
	KindPositions  Kind = "positions"  // all solved positions of a game, by the game
)

// GameSolved counts the solved positions of a game, on boards of all sizes.
type GameSolved struct {
	Game      string `json:"game"`
	Positions uint64 `json:"positions"`
	Bytes     int64  `json:"bytes"`
}

// solvedGame returns the game in the key of a solved position: its name, or its rules if it has none.
func solvedGame(key []byte, games []variants.Variant) string {
	rules, _, _ := bytes.Cut(key[1:], []byte{0})
	if v, err := variants.ByKey(string(rules), games...); err == nil {
		return v.ID
	}
	return string(rules)
}

// SolvedGames counts the solved positions by game, in the order of their keys. With deep, it checks every byte of their
// files, and reads each position.
func (s *Store) SolvedGames(ctx context.Context, deep bool) (all []GameSolved, err error) {
	all = []GameSolved{}
	if deep {
		err = s.checkPositions()
	}
	if err != nil {
		return all, err
	}
	err = s.withPositions(false, func(v *volume) error {
		return v.each([]byte{positionKind}, func(key, content []byte) error {
			if deep {
				if err := json.Unmarshal(content, new(solved)); err != nil {
					return damagedf(v.dir, "the record %q: %w", key, err)
				}
			}
			game := solvedGame(key, s.opt.Games)
			i := slices.IndexFunc(all, func(g GameSolved) bool { return g.Game == game })
			if i < 0 {
				i, all = len(all), append(all, GameSolved{Game: game})
			}
			all[i].Positions++
			all[i].Bytes += int64(len(key) + len(content) + hashSize)
			return ctx.Err()
		})
	})
	return all, err
}

// Remove removes an item from the store. The error is ErrMissing if it is not there, and ErrLocked if another process
// has it.
func (s *Store) Remove(ctx context.Context, kind Kind, name string) error {
	switch kind {
	case KindTable:
		s.forget(name)
		return s.removeVolumes(tablesName, name)
	case KindCheckpoint:
		err := s.removeVolumes(checkpointName, checkpointDir(name))
		if _, hexErr := hex.DecodeString(name); errors.Is(err, ErrMissing) && hexErr == nil {
			err = s.removeVolumes(checkpointName, name) // its own name cannot be read
		}
		return err
	case KindBuild:
		return s.removeAll(buildsName, name, func() ([]string, error) {
			all, err := s.volumes(buildsName)
			if !slices.Contains(all, name) {
				return nil, err
			}
			return []string{filepath.Join(s.dir, buildsName, name)}, nil
		})
	case KindPositions:
		return s.removeSolved(ctx, name)
	}
	return fmt.Errorf("%q is no kind of item in a store", kind)
}

// removeVolumes removes all generations of a volume.
func (s *Store) removeVolumes(kind, name string) error {
	return s.removeAll(kind, name, func() (dirs []string, err error) {
		all, err := s.generations(kind, name)
		for _, n := range all {
			dirs = append(dirs, s.generation(kind, name, n))
		}
		return dirs, err
	})
}

// removeAll removes the directories that find returns, all of them or none.
func (s *Store) removeAll(kind, name string, find func() ([]string, error)) error {
	return s.exclusively(func() error {
		dirs, err := find()
		if err != nil {
			return err
		}
		if len(dirs) == 0 {
			return fmt.Errorf("%s: %s is %w", filepath.Join(s.dir, kind), name, ErrMissing)
		}
		for _, dir := range dirs {
			lock, err := lockFile(filepath.Join(dir, lockName), true, s.opt.Wait)
			if err != nil {
				return err
			}
			defer func() { _ = lock.Unlock() }()
		}
		for _, dir := range dirs {
			aside := filepath.Join(filepath.Dir(dir), freshPrefix+filepath.Base(dir)) // a leftover, if this process is killed
			if err := os.Rename(dir, aside); err != nil {
				return systemError(dir, err)
			}
			err = errors.Join(err, systemError(dir, os.RemoveAll(aside)))
		}
		return err
	})
}

// removeSolved removes the solved positions of a game.
func (s *Store) removeSolved(ctx context.Context, game string) error {
	missing := fmt.Errorf("%s: positions of %s are %w", s.dir, game, ErrMissing)
	if !exists(filepath.Join(s.dir, positionsName)) {
		return missing
	}
	return s.withPositions(true, func(v *volume) error {
		removed, err := v.without(func(key []byte) (bool, error) {
			return key[0] == positionKind && solvedGame(key, s.opt.Games) == game, ctx.Err()
		})
		if err == nil && removed == 0 {
			err = missing
		}
		return err
	})
}
