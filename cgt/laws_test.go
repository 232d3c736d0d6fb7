package cgt

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/seed"
)

// must returns a value that has no error.
func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		require.NoError(t, err)
		return v
	}
}

// Values say of trees what plain recursion does.
func TestValuesAgreeWithTrees(t *testing.T) {
	r := seed.Random(t)
	for range 300 {
		a := NewArena(1 << 24)
		g, h := random(r, 3), random(r, 3)
		v, w := g.value(t, a), h.value(t, a)
		require.Equal(t, g.outcome(), v.Outcome(), "%v", v)
		require.Equal(t, g.atMost(h), must[bool](t)(a.AtMost(v, w)), "%v %v", v, w)
		require.Equal(t, h.atMost(g), must[bool](t)(a.AtMost(w, v)), "%v %v", v, w)
		require.Equal(t, g.atMost(h) && h.atMost(g), v == w, "%v %v", v, w)
		require.Equal(t, g.negative().value(t, a), must[Value](t)(a.Neg(v)))
		sum := must[Value](t)(a.Add(v, w))
		require.Equal(t, g.plus(h).value(t, a), sum, "%v + %v", v, w)
		require.Equal(t, g.plus(h).outcome(), sum.Outcome())
		require.Equal(t, g.plus(h.negative()).outcome(), must[Value](t)(a.Sub(v, w)).Outcome())
		require.Equal(t, must[*Thermograph](t)(a.Thermograph(v)), g.thermograph(t), "%v", v)
	}
}

// sample returns values of random trees, and sums of them.
func sample(t testing.TB, a *Arena, r *rand.Rand, n int) (all []Value) {
	for len(all) < n {
		v := random(r, 5).value(t, a)
		if r.IntN(2) == 0 && len(all) > 0 {
			v = must[Value](t)(a.Add(v, all[r.IntN(len(all))]))
		}
		if text, whole := v.Text(300); whole {
			all = append(all, v)
			require.Equal(t, v, must[Value](t)(a.Parse(text)), text)
		}
	}
	return all
}

func TestLaws(t *testing.T) {
	r := seed.Random(t)
	a := NewArena(1 << 27)
	all := sample(t, a, r, 60)
	add := func(v, w Value) Value { return must[Value](t)(a.Add(v, w)) }
	compare := func(v, w Value) Order { return must[Order](t)(a.Compare(v, w)) }
	heat := func(v Value) *Thermograph { return must[*Thermograph](t)(a.Thermograph(v)) }
	for range 400 {
		u, v, w := all[r.IntN(len(all))], all[r.IntN(len(all))], all[r.IntN(len(all))]
		require.Equal(t, add(u, v), add(v, u))
		require.Equal(t, add(add(u, v), w), add(u, add(v, w)), "%v %v %v", u, v, w)
		require.Equal(t, a.Zero(), must[Value](t)(a.Sub(v, v)))
		require.Equal(t, v, add(v, a.Zero()))
		require.Equal(t, compare(u, v), compare(add(u, w), add(v, w)), "%v %v %v", u, v, w)
		if compare(u, v) <= Equal && compare(v, w) <= Equal {
			require.LessOrEqual(t, compare(u, w), Equal, "%v %v %v", u, v, w)
		}
		d := must[Value](t)(a.Sub(u, v))
		require.Equal(t, map[Order]Outcome{Less: Right, Equal: Previous, Greater: Left, Confused: Next}[compare(u, v)], d.Outcome())

		lefts, rights, err := a.Options(v)
		require.NoError(t, err)
		require.Equal(t, v, must[Value](t)(a.Make(lefts, rights)), "%v", v)

		b, err := a.AddBounds(heat(u).Bounds(), heat(v).Bounds())
		require.NoError(t, err)
		sum := heat(add(u, v))
		require.Equal(t, [2]Dyadic{sum.Mean, sum.Mean}, [2]Dyadic{b.Low.Mean, b.High.Mean}, "%v + %v", u, v)
		require.LessOrEqual(t, sum.Temperature, max(heat(u).Temperature, heat(v).Temperature))
		require.LessOrEqual(t, sum.Temperature, b.Hottest)
		require.GreaterOrEqual(t, sum.Temperature, b.Coolest)
		if b.Low == b.High {
			require.Equal(t, sum, b.Low, "%v + %v", u, v)
		}
		left, right := v.Stops()
		require.Equal(t, sum.Left.At(0), func() Dyadic { s, _ := add(u, v).Stops(); return s.At }())
		require.LessOrEqual(t, left.At.unit(), one)
		require.LessOrEqual(t, right.At.unit(), one)
	}
}

// Arenas in which values were made in another order have other numbers for them, and the same text.
func TestTextDoesNotDependOnTheArena(t *testing.T) {
	r := seed.Random(t)
	for range 100 {
		a, b := NewArena(1<<24), NewArena(1<<24)
		g := random(r, 5)
		for range 10 {
			random(r, 4).value(t, b)
		}
		v := g.value(t, a)
		slices.Reverse(g.lefts)
		slices.Reverse(g.rights)
		require.Equal(t, v.String(), g.value(t, b).String())
	}
}

// Walls are where stops are when moves cost a tax.
func TestThermographsAgreeWithTaxes(t *testing.T) {
	r := seed.Random(t)
	a := NewArena(1 << 26)
	step := big.NewRat(1, 256)
	for _, v := range sample(t, a, r, 40) {
		g := must[*Thermograph](t)(a.Thermograph(v))
		if g.Temperature%(one/256) != 0 || g.Temperature > 4*one {
			continue
		}
		known := map[Value][][2]*big.Rat{}
		for n := int64(0); n <= 256*4; n += 64 {
			left, right := cooled(t, a, v, n, step, known)
			tax := Dyadic(n) * one / 256
			require.Zero(t, left.Cmp(rational(g.Left.At(tax))), "%v at %v", v, tax)
			require.Zero(t, right.Cmp(rational(g.Right.At(tax))), "%v at %v", v, tax)
		}
	}
}

// An arena that is full says so, and is right about what is in it.
func TestMemoryIsBounded(t *testing.T) {
	const limit = 1 << 18
	r := seed.Random(t)
	a, big := NewArena(limit), NewArena(1<<27)
	small, large := []Value{a.Zero()}, []Value{big.Zero()}
	var err error
	for err == nil {
		g := random(r, 4)
		w := g.value(t, big)
		w, _ = big.Add(w, large[r.IntN(len(large))])
		text, whole := w.Text(400)
		if !whole {
			continue
		}
		var v Value
		if v, err = a.Parse(text); err == nil {
			small, large = append(small, v), append(large, w)
		}
		require.LessOrEqual(t, a.Bytes(), int64(limit))
	}
	require.ErrorIs(t, err, ErrMemory)
	require.Greater(t, a.Len(), 500)
	for range 100 {
		i, k := r.IntN(len(small)), r.IntN(len(small))
		if order, err := a.Compare(small[i], small[k]); err == nil { // it may need options that nobody has asked for
			require.Equal(t, must[Order](t)(big.Compare(large[i], large[k])), order)
		}
		sum, err := a.Add(small[i], small[k])
		if err != nil {
			require.ErrorIs(t, err, ErrMemory)
			continue
		}
		require.Equal(t, must[Value](t)(big.Add(large[i], large[k])).String(), sum.String())
	}
}

func TestErrors(t *testing.T) {
	a, b := NewArena(1<<26), NewArena(0)
	_, err := a.Add(a.Zero(), b.Zero())
	require.ErrorIs(t, err, ErrArena)
	_, err = a.Make([]Value{{}}, nil)
	require.ErrorIs(t, err, ErrArena)
	_, err = a.Make(nil, []Value{b.Zero()})
	require.ErrorIs(t, err, ErrArena)

	large := must[Value](t)(a.Number(bound - 1))
	_, err = a.Add(large, large)
	require.ErrorIs(t, err, ErrRange)
	_, err = a.Up(maxUps, 0)
	require.ErrorIs(t, err, ErrRange)
	fine := must[Value](t)(a.Number(1))
	_, err = a.Make([]Value{a.Zero()}, []Value{fine})
	require.ErrorIs(t, err, ErrRange)
	hot := must[Value](t)(a.Make([]Value{fine}, []Value{a.Zero()}))
	_, err = a.Thermograph(hot)
	require.ErrorIs(t, err, ErrRange)

	p := grid(a, 4, 4, false)
	asked := 0
	a.Stop = func() bool { asked++; return asked > 2 }
	for c := 0; err != ErrStopped; c++ {
		require.Less(t, c, 1000)
		v := must[Value](t)(a.Parse("{5||2|1|||0,{1/2|-3}}"))
		for range c {
			if v, err = a.Add(v, v); err != nil {
				break
			}
			_, err = a.Make([]Value{v}, []Value{a.Zero()})
		}
	}
	a.Stop = nil
	require.Equal(t, Previous, p.value(t, p.whole()).Outcome(), "the arena goes on")
}
