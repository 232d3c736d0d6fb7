package certify

import (
	"slices"
	"sync"

	"gridlock/proof"
)

// layer collects the positions of a layer of a strategy. It is safe for concurrent use.
type layer struct {
	shards [shards]shard
}

const shards = 64

type shard struct {
	mu   sync.Mutex
	keys map[proof.Key]struct{}
}

func newLayer() *layer {
	l := new(layer)
	for i := range l.shards {
		l.shards[i].keys = map[proof.Key]struct{}{}
	}
	return l
}

func (l *layer) shard(k proof.Key) *shard {
	return &l.shards[(k.Lo^k.Hi*0x517cc1b727220a95)*0x9e3779b97f4a7c15>>58]
}

// missing returns the number of keys that the layer does not have yet.
func (l *layer) missing(keys []proof.Key) (n int) {
	for _, k := range keys {
		s := l.shard(k)
		s.mu.Lock()
		if _, ok := s.keys[k]; !ok {
			n++
		}
		s.mu.Unlock()
	}
	return n
}

// add adds keys.
func (l *layer) add(keys []proof.Key) {
	for _, k := range keys {
		s := l.shard(k)
		s.mu.Lock()
		s.keys[k] = struct{}{}
		s.mu.Unlock()
	}
}

// sorted returns the keys in order.
func (l *layer) sorted() []proof.Key {
	var all []proof.Key
	for i := range l.shards {
		for k := range l.shards[i].keys {
			all = append(all, k)
		}
	}
	slices.SortFunc(all, proof.Key.Compare)
	return all
}
