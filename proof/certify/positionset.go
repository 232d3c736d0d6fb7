package certify

import (
	"math"
	"sync"
)

// positionSet is a set of positions, which forgets some of them where memory is limited. It is safe for
// concurrent use.
type positionSet struct {
	shards [shards]shard
	most   int // positions in a shard
}

const shards = 64

type shard struct {
	mu   sync.Mutex
	keys map[position]struct{}
}

// positionBytes is about the memory for a position of a set.
const positionBytes = 64

// newPositionSet returns an empty set that takes about as much memory at most; 0 for no limit.
func newPositionSet(memory int64) *positionSet {
	p := &positionSet{most: math.MaxInt}
	if memory > 0 {
		p.most = int(memory / (shards * positionBytes))
	}
	for i := range p.shards {
		p.shards[i].keys = map[position]struct{}{}
	}
	return p
}

func (p *positionSet) shard(k position) *shard {
	return &p.shards[(k[1]^k[0]*0x517cc1b727220a95)*0x9e3779b97f4a7c15>>58]
}

// missing returns the number of keys that the set does not have yet.
func (p *positionSet) missing(keys []position) (n int) {
	for _, k := range keys {
		s := p.shard(k)
		s.mu.Lock()
		if _, ok := s.keys[k]; !ok {
			n++
		}
		s.mu.Unlock()
	}
	return n
}

// add adds keys, and returns those that the set did not have, in place of all.
func (p *positionSet) add(keys []position) (added []position) {
	added = keys[:0]
	for _, k := range keys {
		s := p.shard(k)
		s.mu.Lock()
		if _, ok := s.keys[k]; !ok {
			if len(s.keys) >= p.most {
				clear(s.keys)
			}
			s.keys[k] = struct{}{}
			added = append(added, k)
		}
		s.mu.Unlock()
	}
	return added
}
