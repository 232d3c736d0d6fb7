package solver

// merging is a merge of runs: a heap of their readers, the least key at the top.
type merging []*runReader

// newMerging begins to merge the keys of the runs from lo on.
func newMerging(runs []run, lo Key) (m merging, err error) {
	for i := range runs {
		r := &runReader{run: &runs[i]}
		ok, err := r.seek(lo)
		if err != nil {
			return nil, err
		}
		if ok {
			m = append(m, r)
		}
	}
	for i := len(m)/2 - 1; i >= 0; i-- {
		m.sink(i)
	}
	return m, nil
}

// sink restores the order below reader i, whose key may be too great for its place.
func (m merging) sink(i int) {
	r := m[i]
	for {
		child := 2*i + 1
		if child >= len(m) {
			break
		}
		if child+1 < len(m) && m[child+1].key.less(m[child].key) {
			child++
		}
		if !m[child].key.less(r.key) {
			break
		}
		m[i] = m[child]
		i = child
	}
	m[i] = r
}

// skip takes k out of all runs that have it. It is the least key.
func (m *merging) skip(k Key) error {
	for len(*m) > 0 && (*m)[0].key == k {
		ok, err := (*m)[0].next()
		if err != nil {
			return err
		}
		if !ok {
			last := len(*m) - 1
			(*m)[0] = (*m)[last]
			*m = (*m)[:last]
		}
		if len(*m) > 0 {
			m.sink(0)
		}
	}
	return nil
}

// radixSort sorts keys of which the given number of low bits may be set, in B only
// above 64, by a byte at a time from the lowest. The result is in one of the two
// slices, which are equally long; the other one is overwritten. It takes time
// proportional to the number of keys times the number of bytes.
func radixSort(keys, spare []Key, bits int) []Key {
	for shift := 0; shift < bits; shift += 8 {
		var starts [256]int
		for i := range keys {
			starts[keys[i].digit(shift, bits)]++
		}
		if starts[keys[0].digit(shift, bits)] == len(keys) {
			continue
		}
		sum := 0
		for d, n := range starts {
			starts[d] = sum
			sum += n
		}
		for _, k := range keys {
			d := k.digit(shift, bits)
			spare[starts[d]] = k
			starts[d]++
		}
		keys, spare = spare, keys
	}
	return keys
}

// digit returns eight bits of the key, of which B is the lower word if it has more
// than 64 bits.
func (k Key) digit(shift, bits int) uint8 {
	switch {
	case bits <= 64:
		return uint8(k.A >> shift)
	case shift < 64:
		return uint8(k.B >> shift)
	}
	return uint8(k.A >> (shift - 64))
}
