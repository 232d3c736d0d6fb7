package certify

import (
	"math"
	"sync"
)

// positionSet is a set of positions, which forgets them all when memory is full. It is safe for concurrent use.
type positionSet struct {
	most int // positions

	mu   sync.Mutex
	keys map[position]struct{}
}

// positionBytes is about the memory for a position of a set.
const positionBytes = 64

// newPositionSet returns an empty set that takes about that much memory at most; 0 means no limit.
func newPositionSet(memory int64) *positionSet {
	p := &positionSet{most: math.MaxInt, keys: map[position]struct{}{}}
	if memory > 0 {
		p.most = int(memory / positionBytes)
	}
	return p
}

// missing returns the number of keys that the set does not have yet.
func (p *positionSet) missing(keys []position) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, k := range keys {
		if _, ok := p.keys[k]; !ok {
			n++
		}
	}
	return n
}

// add adds keys, and returns the new ones, in place of all.
func (p *positionSet) add(keys []position) (added []position) {
	p.mu.Lock()
	defer p.mu.Unlock()
	added = keys[:0]
	for _, k := range keys {
		if _, ok := p.keys[k]; ok {
			continue
		}
		if len(p.keys) >= p.most {
			clear(p.keys)
		}
		p.keys[k] = struct{}{}
		added = append(added, k)
	}
	return added
}
