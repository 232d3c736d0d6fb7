package course_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/course"
	"gridlock/internal/explain"
	"gridlock/internal/query"
	"gridlock/internal/seed"
	"gridlock/internal/testgames"
	"gridlock/proof"
	"gridlock/variants"
)

// open returns a service that walks through certificates.
func open(t testing.TB) *query.Service {
	t.Helper()
	d := query.New(query.Options{Memory: 64 << 20, Walk: new(course.Proofs).Answer})
	t.Cleanup(d.Close)
	return d
}

// certificates returns certificates of all methods, by file name.
func certificates(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("../../proof/testdata/*.proof")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	all := map[string][]byte{}
	for _, file := range files {
		all[filepath.Base(file)], err = os.ReadFile(file)
		require.NoError(t, err)
	}
	return all
}

// follow asks for a walk through a certificate.
func follow(t testing.TB, d *query.Service, certificate []byte, moves ...string) course.Course {
	t.Helper()
	q, problem := query.ParseWalk(certificate, strings.Join(moves, " "))
	require.Nil(t, problem)
	a, problem := d.Ask(t.Context(), q, nil)
	require.Nil(t, problem)
	return a.Value.(course.Course)
}

// Whatever the loser plays, the winner has an answer until the loser cannot move. What the rule asks is so on the board,
// the replies lead to the rules that come, and less and less is left.
func TestWalk(t *testing.T) {
	d := open(t)
	random, kinds := seed.Random(t), map[string]int{}
	all, enough := certificates(t), func() bool { return testgames.Seen(kinds, 0, "moves", "ends", "walks", "plans", "copies", "pairs") }
	for round := 0; round < 10 || round < 100 && !enough(); round++ {
		for name, certificate := range all {
			var line []string
			next, turns := 0, 65
			for c := follow(t, d, certificate); ; c = follow(t, d, certificate, line...) {
				require.Equal(t, line, append([]string(nil), c.Moves...), name)
				require.LessOrEqual(t, c.Left.Turns, turns, name)
				require.LessOrEqual(t, c.Left.Rules, c.Claim.Rules, name)
				require.LessOrEqual(t, turns-c.Left.Turns, 65, name)
				p := at(t, c)
				if c.Answer == nil && len(line) > 0 {
					require.Equal(t, c.Over, len(c.Replies) == 0)
				}
				if c.Answer != nil {
					require.Equal(t, c.Claim.Winner, c.ToMove)
					require.Positive(t, c.Left.Turns, "%s: %v", name, line)
					turns = c.Left.Turns - 1
					if c.Rule != nil {
						fits(t, p, c.Rule)
						kinds[c.Rule.Kind]++
						if c.Rule.Kind == "walks" || c.Rule.Kind == "plans" {
							require.Equal(t, *c.Answer, c.Rule.Walk[c.Rule.Turn-1], "%s: %v", name, line)
						} else {
							require.Empty(t, c.Rule.Walk, "%s: %v", name, line)
						}
						if next > 0 {
							require.Equal(t, next, c.Rule.Number, "%s: %v", name, line)
						}
					} else {
						require.NotNil(t, c.Parts)
					}
					line = append(line, *c.Answer)
				}
				if len(c.Replies) == 0 {
					break
				}
				reply := c.Replies[random.IntN(len(c.Replies))]
				if next = 0; reply.Rule != nil {
					next = *reply.Rule
				}
				line = append(line, reply.Move)
			}
		}
	}
	t.Log(kinds)
	require.True(t, enough())
}

// at returns the position of a walk.
func at(t testing.TB, c course.Course) variants.Position {
	t.Helper()
	v, err := variants.Lookup(c.Claim.Variant)
	require.NoError(t, err)
	p, err := v.Parse(c.Claim.Position)
	require.NoError(t, err)
	_, p, err = p.ParseRecord(strings.Join(c.Moves, " "))
	require.NoError(t, err)
	require.Equal(t, c.Position, p.String())
	return p
}

// fits checks that what a rule asks is so in a position with the winner to move.
func fits(t testing.TB, p variants.Position, r *course.Rule) {
	t.Helper()
	s := p.State()
	if r.Turn > 1 || len(r.Signs) == 0 || p.Game().Traits().Free == variants.Unused {
		return // it may have begun earlier
	}
	require.Len(t, r.Signs, p.Game().Grid().Size())
	for cell, sign := range r.Signs {
		switch sign {
		case "free":
			require.True(t, s.Free.Has(cell), "%v: %v", p, r)
		case "winner":
			require.True(t, s.Mine.Has(cell), "%v: %v", p, r)
		case "loser":
			require.True(t, s.Yours.Has(cell), "%v: %v", p, r)
		case "gone":
			require.False(t, s.Free.Has(cell), "%v: %v", p, r)
		default:
			require.Equal(t, "any", sign)
		}
	}
	for _, text := range r.Some {
		_, err := p.Game().Variant().Parse(text)
		require.NoError(t, err, text)
	}
}

// What no certificate is walked through for is said, and why.
func TestWalkRefuses(t *testing.T) {
	d := open(t)
	good := certificates(t)["intervals.proof"]
	damaged := bytes.Clone(good)
	damaged[len(damaged)-3] ^= 1
	many := regexp.MustCompile(`"records":\d+,"layers":\[[^]]*\]`).ReplaceAll(good, []byte(`"records":100001,"layers":[100000,1]`))
	many = regexp.MustCompile(`"bytes":\d+`).ReplaceAll(many, []byte(`"bytes":1000000`))
	for _, c := range []struct {
		certificate []byte
		moves       string
		want        query.Type
	}{
		{nil, "", query.BadCertificate},
		{[]byte("no certificate"), "", query.BadCertificate},
		{damaged, "", query.BadCertificate},
		{good[:len(good)-5], "", query.BadCertificate},
		{make([]byte, query.MostCertificate+1), "", query.Large},
		{many, "", query.Large},
		{good, "x", query.BadMoves},
		{good, strings.Repeat("1 ", 1500), query.BadParameter},
	} {
		q, problem := query.ParseWalk(c.certificate, c.moves)
		if problem == nil {
			_, problem = d.Ask(t.Context(), q, nil)
		}
		require.NotNil(t, problem, "%.200q %.20s", c.certificate, c.moves)
		require.Equal(t, c.want, problem.Type, "%v", problem)
	}
	begin := follow(t, d, good)
	for _, move := range at(t, begin).Record(nil) {
		require.NotEqual(t, *begin.Answer, move)
	}
	p := at(t, begin)
	for cell := range p.Legal().Cells() {
		if move := p.MoveText(variants.Move(cell)); move != *begin.Answer {
			q, problem := query.ParseWalk(good, move)
			require.Nil(t, problem)
			_, problem = d.Ask(t.Context(), q, nil)
			require.Equal(t, query.BadMoves, problem.Type)
			require.Equal(t, 1, problem.Ply)
			require.Equal(t, []string{*begin.Answer}, problem.Legal, "the proof has one answer")
		}
	}
}

// A certificate may be packed; in base64 it is a parameter.
func TestWalkReadsPackedCertificates(t *testing.T) {
	d := open(t)
	for name, certificate := range certificates(t) {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, err := w.Write(certificate)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		want := follow(t, d, certificate)
		require.Equal(t, want, follow(t, d, packed.Bytes()), name)
		q, problem := query.Parse(query.Walk, map[string]string{"certificate": base64.StdEncoding.EncodeToString(certificate)})
		require.Nil(t, problem)
		a, problem := d.Ask(t.Context(), q, nil)
		require.Nil(t, problem)
		require.Equal(t, want, a.Value, name)
	}
	_, problem := query.Parse(query.Walk, map[string]string{"certificate": "?"})
	require.Equal(t, "certificate", problem.Parameter)
}

// Most turns left is what can be played: no line of a small certificate is longer, and one is as long where each rule is about one position.
func TestWalkCountsTurns(t *testing.T) {
	d := open(t)
	for name, certificate := range certificates(t) {
		s, err := explain.Read(t.Context(), bytes.NewReader(certificate), proof.Options{})
		if err != nil || !s.Header.Layered() {
			continue
		}
		var longest func(line []string) int
		longest = func(line []string) (most int) {
			c := follow(t, d, certificate, line...)
			won := 0
			if c.Answer != nil {
				line, won = append(line, *c.Answer), 1
			}
			for _, r := range c.Replies {
				most = max(most, longest(append(line[:len(line):len(line)], r.Move)))
			}
			require.GreaterOrEqual(t, c.Left.Turns, most+won, "%s: %v", name, line)
			return most + won
		}
		if name == "plain.proof" || name == "lockdown.proof" || name == "intervals.proof" {
			t.Logf("%s: %d turns at most, %d said", name, longest(nil), follow(t, d, certificate).Left.Turns)
		}
	}
}
