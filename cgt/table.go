package cgt

import "slices"

// insert returns the number of the form that has these options, which are canonical. It adds the form if it is not
// there, and orders the options.
func (a *Arena) insert(lefts, rights []uint32, left, right stop) uint32 {
	a.sort(lefts)
	a.sort(rights)
	if c, ok := a.recognize(lefts, rights); ok {
		return a.insertClosed(c)
	}
	hash := hashOf(lefts, hashOf(rights, 1))
	id, ok := a.find(hash, func(f *form) bool {
		return f.closed == 0 && int(f.lefts) == len(lefts) && int(f.rights) == len(rights) &&
			slices.Equal(a.options[f.at:][:f.lefts], lefts) && slices.Equal(a.options[f.at:][f.lefts:][:f.rights], rights)
	})
	if ok {
		return id
	}
	at, ok := a.keep(lefts, rights)
	if !ok {
		return 0
	}
	return a.append(hash, form{left: left, right: right, at: at, lefts: uint16(len(lefts)), rights: uint16(len(rights))})
}

// insertClosed returns the number of a closed form, and adds it if it is not there.
func (a *Arena) insertClosed(c closed) uint32 {
	if c.x <= -bound || bound <= c.x || c.ups <= -maxUps || maxUps <= c.ups {
		return a.fail(ErrRange)
	}
	hash := mix(mix(mix(2, uint64(c.x)), uint64(c.ups)), uint64(c.star))
	hash32 := uint32(hash >> 32)
	id, ok := a.find(hash32, func(f *form) bool { return f.closed != 0 && a.closed[f.closed-1] == c })
	if ok {
		return id
	}
	list, ok := grown(a, a.closed, 1)
	if a.closed = list; !ok {
		return 0
	}
	f := form{at: unknown, closed: uint32(len(list) + 1)}
	f.left, f.right = c.stops()
	if id = a.append(hash32, f); a.err == nil {
		a.closed = append(a.closed, c)
	}
	return id
}

// keep keeps options, and returns where they begin.
func (a *Arena) keep(lefts, rights []uint32) (at uint32, ok bool) {
	if len(lefts) > 1<<16-1 || len(rights) > 1<<16-1 {
		a.fail(ErrRange)
		return 0, false
	}
	options, ok := grown(a, a.options, len(lefts)+len(rights))
	a.options = options
	if !ok || len(options) > 1<<31 {
		a.fail(ErrMemory)
		return 0, false
	}
	a.options = append(append(options, lefts...), rights...)
	return uint32(len(options)), true
}

// append adds a form, which is not there.
func (a *Arena) append(hash uint32, f form) uint32 {
	forms, ok := grown(a, a.forms, 1)
	if a.forms = forms; !ok {
		return 0
	}
	id := uint64(len(forms))
	if id == 1<<31-1 {
		return a.fail(ErrMemory)
	}
	if int(id) >= len(a.index)/4*3 {
		size := max(256, 2*len(a.index))
		if a.used+int64(8*size) > a.limit {
			return a.fail(ErrMemory)
		}
		old := a.index
		a.index = make([]uint64, size)
		a.used += int64(8 * (size - len(old)))
		for _, entry := range old {
			if entry != 0 {
				a.enter(entry)
			}
		}
	}
	a.forms = append(forms, f)
	a.enter(uint64(hash)<<32 | (id + 1))
	return uint32(id)
}

// find returns the number of the form with a hash that is the one.
func (a *Arena) find(hash uint32, is func(f *form) bool) (id uint32, ok bool) {
	mask := len(a.index) - 1
	for i := int(hash) & mask; mask >= 0 && a.index[i] != 0; i = (i + 1) & mask {
		if id := uint32(a.index[i]) - 1; uint32(a.index[i]>>32) == hash && is(&a.forms[id]) {
			return id, true
		}
	}
	return 0, false
}

// enter puts an entry into the index, which has room.
func (a *Arena) enter(entry uint64) {
	mask := len(a.index) - 1
	i := int(entry>>32) & mask
	for a.index[i] != 0 {
		i = (i + 1) & mask
	}
	a.index[i] = entry
}

// mix returns a hash of a hash and a word.
func mix(hash, word uint64) uint64 {
	hash = (hash ^ word) * 0x9e3779b97f4a7c15
	return hash ^ hash>>29
}

// hashOf returns a hash of a list and of what is behind it.
func hashOf(ids []uint32, behind uint32) uint32 {
	hash := uint64(len(ids))<<32 | uint64(behind)
	for _, id := range ids {
		hash = mix(hash, uint64(id))
	}
	return uint32(mix(hash, 0) >> 32)
}

// pairs remembers words for pairs of forms. Where it may not grow, it forgets.
type pairs struct {
	slots []pair
	n     int   // pairs in it
	share int64 // the most bytes that it may take
}

// pair has two forms and what is known of them; it is empty if known is 0.
type pair struct{ i, j, known uint32 }

// perBucket is how many places there are for a pair.
const perBucket = 4

// bucket returns the places for a pair.
func (p *pairs) bucket(i, j uint32) []pair {
	if len(p.slots) == 0 {
		return nil
	}
	h := mix(uint64(i)<<32|uint64(j), 0) >> 24
	at := int(h) & (len(p.slots) - 1) &^ (perBucket - 1)
	return p.slots[at : at+perBucket]
}

// get returns what is known of a pair; 0 is nothing.
func (p *pairs) get(i, j uint32) uint32 {
	for _, s := range p.bucket(i, j) {
		if s.i == i && s.j == j {
			return s.known
		}
	}
	return 0
}

// put remembers what is known of a pair.
func (a *Arena) put(p *pairs, i, j, known uint32) {
	const size = 12
	if grown := max(64, 2*len(p.slots)); p.n >= len(p.slots)/2 && int64(grown)*size <= p.share && a.used+int64(grown)*size <= a.limit {
		old := p.slots
		a.used += int64(grown-len(old)) * size
		p.slots, p.n = make([]pair, grown), 0
		for _, s := range old {
			if s.known != 0 {
				a.put(p, s.i, s.j, s.known)
			}
		}
	}
	bucket := p.bucket(i, j)
	if bucket == nil {
		return
	}
	to := &bucket[(i^j)%perBucket]
	for k := range bucket {
		if bucket[k].known == 0 {
			to = &bucket[k]
			p.n++
			break
		}
	}
	*to = pair{i, j, known}
}
