package retrograde

import "gridlock/solver/keys"

// radixSort sorts keys by the given number of low bits, a byte at a time from the lowest; bits above 64 are in B. The
// result is in one of the two slices, which have equal lengths; the other one is overwritten. It takes time
// proportional to the number of keys times the number of bytes. Before each byte it calls poll, and ends with its
// error.
func radixSort(keys, spare []keys.Key, bits int, poll func() error) ([]keys.Key, error) {
	for shift := 0; shift < bits; shift += 8 {
		if err := poll(); err != nil {
			return nil, err
		}
		var starts [256]int
		for i := range keys {
			starts[digit(keys[i], shift, bits)]++
		}
		if starts[digit(keys[0], shift, bits)] == len(keys) {
			continue
		}
		sum := 0
		for d, n := range starts {
			starts[d] = sum
			sum += n
		}
		for _, k := range keys {
			d := digit(k, shift, bits)
			spare[starts[d]] = k
			starts[d]++
		}
		keys, spare = spare, keys
	}
	return keys, nil
}

// digit returns eight bits of the key. B is the lower word if the key has more than 64 bits.
func digit(k keys.Key, shift, bits int) uint8 {
	switch {
	case bits <= 64:
		return uint8(k.A >> shift)
	case shift < 64:
		return uint8(k.B >> shift)
	}
	return uint8(k.A >> (shift - 64))
}
