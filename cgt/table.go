package cgt

import "slices"

// insert returns the number of the form that has these options, which are canonical. It adds the form if it is not
// there, and orders the options.
func (a *Arena) insert(lefts, rights []uint32, left, right stop) uint32 {
	if a.err != nil {
		return 0
	}
	a.sort(lefts)
	a.sort(rights)
	if c, ok := a.recognize(lefts, rights); ok {
		return a.insertClosed(c)
	}
	hash := hash(rights, uint64(hash(lefts, uint64(len(lefts)))))
	id, ok := a.find(hash, func(f *form) bool {
		return f.closed == 0 && int(f.lefts) == len(lefts) && int(f.rights) == len(rights) &&
			slices.Equal(a.options[f.at:][:f.lefts], lefts) && slices.Equal(a.options[f.at:][f.lefts:][:f.rights], rights)
	})
	if !ok {
		f := form{left: left, right: right}
		if a.keep(&f, lefts, rights) {
			id = a.append(hash, f)
		}
	}
	return id
}

// insertClosed returns the number of a closed form, and adds it if it is not there.
func (a *Arena) insertClosed(c closed) uint32 {
	if c.x <= -bound || bound <= c.x || c.ups <= -maxUps || maxUps <= c.ups {
		return a.fail(ErrRange)
	}
	hash := uint32(mix(mix(uint64(c.x), uint64(c.ups)), uint64(c.star)) >> 32)
	id, ok := a.find(hash, func(f *form) bool { return f.closed != 0 && a.closed[f.closed-1] == c })
	if !ok && grow(a, &a.closed, 1) {
		a.closed = append(a.closed, c)
		f := form{at: unknown, closed: uint32(len(a.closed))}
		f.left, f.right = c.stops()
		id = a.append(hash, f)
	}
	return id
}

// keep keeps the options of a form.
func (a *Arena) keep(f *form, lefts, rights []uint32) bool {
	switch {
	case len(lefts) > 1<<16-1 || len(rights) > 1<<16-1:
		a.fail(ErrRange)
	case uint64(len(a.options)) > 1<<31:
		a.fail(ErrMemory)
	case grow(a, &a.options, len(lefts)+len(rights)):
		f.at, f.lefts, f.rights = uint32(len(a.options)), uint16(len(lefts)), uint16(len(rights))
		a.options = append(append(a.options, lefts...), rights...)
		return true
	}
	return false
}

// append adds a form.
func (a *Arena) append(hash uint32, f form) (id uint32) {
	if n := len(a.index); len(a.forms) >= n/4*3 {
		old := a.index
		if n = max(256, 2*n); len(a.forms) == 1<<30 || !a.take(int64(8*n)) {
			return a.fail(ErrMemory)
		}
		a.index = make([]uint64, n)
		a.used -= int64(8 * len(old))
		for _, entry := range old {
			if entry != 0 {
				a.enter(entry)
			}
		}
	}
	if !grow(a, &a.forms, 1) {
		return 0
	}
	a.forms = append(a.forms, f)
	a.enter(uint64(hash)<<32 | uint64(len(a.forms)))
	return uint32(len(a.forms) - 1)
}

// find returns the number of the form with a hash for which is returns true.
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

// hash returns a hash of a list.
func hash(ids []uint32, seed uint64) uint32 {
	for _, id := range ids {
		seed = mix(seed, uint64(id))
	}
	return uint32(mix(seed, 0) >> 32)
}

// pairs remembers words other than 0 for pairs of forms. If it may not grow, it forgets old pairs.
type pairs struct {
	slots []pair
	n     int   // pairs in it
	share int64 // the most bytes that the pairs may take
}

type pair struct{ i, j, word uint32 }

// slot returns the place for a pair.
func (p *pairs) slot(i, j uint32) *pair {
	return &p.slots[int(mix(uint64(i)<<32|uint64(j), 0)>>24)&(len(p.slots)-1)]
}

// get returns the word of a pair, or 0.
func (p *pairs) get(i, j uint32) uint32 {
	if len(p.slots) > 0 {
		if s := p.slot(i, j); s.i == i && s.j == j {
			return s.word
		}
	}
	return 0
}

// put remembers the word of a pair, and forgets the pair that was in its place.
func (a *Arena) put(p *pairs, i, j, word uint32) {
	const size = 12
	n := max(64, 2*len(p.slots))
	if p.n >= len(p.slots)/2 && int64(n)*size <= p.share && a.used+int64(n)*size <= a.limit {
		old := p.slots
		a.used += int64(n-len(old)) * size
		p.slots, p.n = make([]pair, n), 0
		for _, s := range old {
			if s.word != 0 {
				a.put(p, s.i, s.j, s.word)
			}
		}
	}
	if len(p.slots) == 0 {
		return
	}
	s := p.slot(i, j)
	if s.word == 0 {
		p.n++
	}
	*s = pair{i, j, word}
}
