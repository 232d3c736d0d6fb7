package variants_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"gridlock/bitboard"
	"gridlock/internal/testgames"
	"gridlock/variants"
)

// A rule file says what the words of the family say.
func TestParseFamily(t *testing.T) {
	const place = "move = 'place'\nclose = 'other'\n"
	for text, want := range map[string]string{
		place + "near = 'rook'":                                                                       "place rook other",
		"\ufeff" + place + "near = 'rook'":                                                            "place rook other",
		place + "near = 'rook'\r\nshape = 'torus'\r\n":                                                "place rook other torus",
		place + "near = 'hex' # as in Hex\nshape = 'plane'":                                           "place hex other",
		place + "near = [[1, 0], [-1, 0]]":                                                            "place offsets:-1,0;1,0 other",
		place + "near = [[1, 0], [0, 1], [-1, 0], [0, -1]]":                                           "place rook other",
		"move = 'place'\nnear = 'king'\nclose = 'all'":                                                "claim",
		"move = 'place'\nnear = 'queen'\nclose = 'none'":                                              "place queen none",
		"move = 'follow'\nnear = 'knight'\nblock = false":                                             "follow knight",
		"move = 'walk'\nnear = 'rook'\nblock = true\nstart = 'ends'":                                  "blockade",
		"move = 'walk'\nnear = 'king'\nstart = ['1,1', '4,3']\nboard = '4x3'":                         "walk king from:0,0;3,2@4x3",
		place + "picture = 'ab.c'\nedges = 'c-a b-c'":                                                 "place graph:1x4:0,1,3:0-3;1-3 other",
		place + "picture = '''\nä.\n.b\n'''\nedges = ''":                                              "place graph:2x2:0,3: other",
		"move = 'walk'\nnames = 'rowcol'\npicture = \"ab\\r\\ncd\"\nedges = 'a-b'\nstart=['1,1','4']": "walk graph:2x2:0,1,2,3:0-1 from:0,0;1,1@2x2",
	} {
		v, err := variants.ParseFamily([]byte(text), "games/My-game_1.toml")
		require.NoError(t, err, text)
		require.Equal(t, want, v.Key(), text)
		require.Equal(t, "my-game_1", v.ID)
		require.Equal(t, "my-game_1", v.Title)
		again, err := variants.ByKey(v.Key())
		require.NoError(t, err)
		require.Equal(t, v.Key(), again.Key())
	}
}

// What is not rules: texts for people, the default board, and how cells are written.
func TestParseFamilyDescribes(t *testing.T) {
	v, err := variants.ParseFamily([]byte("title = 'A \"game\"'\nliterature = 'book'\nsummary = 'do'\nmove = 'follow'\nnear = 'king'\nboard = '3x5'\nnames = 'rowcol'"), "a.toml")
	require.NoError(t, err)
	require.Equal(t, []string{`A "game"`, "book", "do"}, []string{v.Title, v.Literature, v.Summary})
	require.Equal(t, "3x5", v.Default().Grid().String())
	require.Equal(t, "1,2", v.Default().CellText(1))

	// The rules of one of the five are written as that one writes them, whoever reads them.
	v, err = variants.ParseFamily([]byte("move = 'walk'\nnear = 'rook'\nblock = true\nstart = 'ends'\nnames = 'rowcol'"), "fort.toml")
	require.NoError(t, err)
	blockade, err := variants.Lookup(variants.Blockade)
	require.NoError(t, err)
	p := v.Default().Start()
	require.Equal(t, blockade.Default().Start().MoveTexts(p.Legal()), p.MoveTexts(p.Legal()))
	require.Equal(t, blockade.Default().Start().Render(nil), p.Render(nil))
	same, err := variants.ParseFamily([]byte("move = 'place'\nnear = 'king'\nclose = 'all'"), "claim.toml")
	require.NoError(t, err)
	require.Equal(t, variants.Claim, same.ID)
	require.Equal(t, "6x6", func() string { g, _ := same.NewGame(6, 6); return g.Grid().String() }())
}

// Each error says where it is, what is wrong, and what there is instead.
func TestRuleFileErrors(t *testing.T) {
	const place, walk = "move = 'place'\nclose = 'other'\n", "move = 'walk'\n"
	const graph = place + "picture = 'abc'\n"
	type want struct {
		line      int
		key, text string
	}
	for text, want := range map[string]want{
		"":                                       {0, "", "it is empty: rules are at least"},
		" \n\t\n":                                {0, "", "it is empty"},
		"# nothing":                              {0, "move", "move is missing: it is one of place, follow, walk"},
		"move\x00":                               {0, "", "no text"},
		"move = '\xff":                           {0, "", "no text"},
		strings.Repeat("#", 64<<10) + "\n":       {0, "", "more than 64 KiB"},
		"\nmove = place":                         {2, "", "not TOML: "},
		"move = 'place'\nnear = 'rook":           {2, "", "not TOML: "},
		"move = 'place'\n[rules]\nnear = 'rook'": {2, "", "no tables"},
		"move = 'place'\n[[rules]]":              {2, "", "no tables"},
		"a.move = 'place'":                       {1, "a.move", `there is no key "a.move"; the keys are title, literature`},
		"move = 'place'\nmvoe = 'place'":         {2, "mvoe", `there is no key "mvoe"`},
		"move = 'place'\n\nmove = 'walk'":        {3, "move", "move is there twice, before in line 1"},
		"move = 'palce'":                         {1, "move", `there is no "palce", only place, follow, walk`},
		"move = 3":                               {1, "move", "a text in quotes, and not a number"},
		"move = 3.5":                             {1, "move", "not a fraction"},
		"move = 99999999999":                     {1, "move", "not such a number"},
		"move = true":                            {1, "move", "not true or false"},
		"move = ['place']":                       {1, "move", "not a list"},
		"move = {a = 1}":                         {1, "move", "not a table"},
		"move = 1979-05-27":                      {1, "move", "not a date or a time"},
		"move = 'place'\nnear = 'rook'":          {1, "move", "close is missing"},
		"move = 'follow'\nnear = 'rook'\nclose = 'own'":                       {3, "close", "close is for place"},
		place + "near = 'rok'":                                                {3, "near", `there is no "rok", only rook, king, bishop, knight, hex, queen`},
		place + "near = 'offsets'":                                            {3, "near", "there is no"},
		place:                                                                 {1, "move", "near is missing"},
		place + "near = 4":                                                    {3, "near", "a text in quotes, and not a number"},
		place + "near = []":                                                   {3, "near", "0 offsets"},
		place + "near = [1]":                                                  {3, "near", "an offset is two numbers"},
		place + "near = [[1]]":                                                {3, "near", "an offset is two numbers"},
		place + "near = [['1', 0]]":                                           {3, "near", "an offset is two numbers"},
		place + "near = [[1, 0.5]]":                                           {3, "near", "an offset is two numbers"},
		place + "near = [[0, 0]]":                                             {3, "near", "never near itself"},
		place + "near = [[64, 0]]":                                            {3, "near", "which no board has"},
		place + "near = [\n[1, 0],\n[1, 0]]":                                  {3, "near", "the offset 1,0 is there twice"},
		walk + "near = 'queen'":                                               {2, "near", "queen is for place"},
		place + "near = 'rook'\nshape = 'toros'":                              {4, "shape", `there is no "toros", only plane, cylinder, torus`},
		place + "near = 'rook'\nblock = true\n":                               {4, "block", "block is for walk"},
		place + "near = 'rook'\nblock = 'yes'\n":                              {4, "block", "true or false, and not a text"},
		place + "near = 'rook'\nstart = 'ends'\n":                             {4, "start", "a start is for walk"},
		walk + "near = 'rook'\nblock = true\n":                                {3, "block", "block needs a start"},
		walk + "near = [[1, 0]]\nblock = true\nstart = 'ends'":                {3, "block", "the opposite one"},
		walk + "near = 'king'\nstart = 'end'":                                 {3, "start", "neither \"ends\" nor two cells"},
		walk + "near = 'king'\nstart = 3":                                     {3, "start", "two cells, as in"},
		walk + "near = 'king'\nstart = []":                                    {3, "start", "two cells, as in"},
		walk + "near = 'king'\nstart = [3, 0]":                                {3, "start", "in quotes, as in"},
		walk + "near = 'king'\nstart = ['3', '0']\nboard = '2x2'":             {3, "start", "there is no cell 0"},
		walk + "near = 'king'\nstart = ['1,1;2,2', '1,2']\nboard = '2x2'":     {3, "start", "is not a cell: write a cell number"},
		walk + "near = 'king'\nstart = ['0,0', '0,2']":                        {3, "start", "board is missing"},
		walk + "near = 'king'\nstart = ['1,1', '1,3']\nboard = '2x2'":         {3, "start", "row 1, column 3 is off the board"},
		walk + "near = 'king'\nstart = ['1,1', '1']\nboard = '2x2'":           {3, "start", "two cells, one for each marker"},
		walk + "near = 'king'\nstart = ['1,1']\nboard = '2x2'":                {3, "start", "two cells, as in"},
		walk + "near = 'king'\nstart = 'ends'\nboard = '3x1'":                 {4, "board", "at least 2 columns"},
		place + "near = 'rook'\nboard = '9x9'":                                {4, "board", "at most 64 cells"},
		place + "near = 'rook'\nboard = '8'":                                  {4, "board", "not a size; write rows x columns, as in 4x5"},
		place + "near = 'rook'\nboard = 8":                                    {4, "board", "a text in quotes"},
		place + "near = 'rook'\nnames = 'letters'":                            {4, "names", `there is no "letters", only number, rowcol`},
		place + "near = 'rook'\ntitle = \"a\\nb\"":                            {4, "title", "one line of at most 200 visible letters"},
		place + "near = 'rook'\ntitle = \"\\u001b[31m\"":                      {4, "title", "visible letters"},
		place + "near = 'rook'\nsummary = '" + strings.Repeat("ä", 201) + "'": {4, "summary", "one line of at most 200 visible letters"},
		place + "near = 'rook'\nliterature = 1":                               {4, "literature", "a text in quotes"},
		graph + "edges = 'a-b'\nnear = 'rook'":                                {5, "near", "either near, or a graph"},
		graph + "near = [[1, 0]]":                                             {4, "near", "either near, or a graph"},
		graph:                                                                 {3, "picture", "edges are missing"},
		place + "edges = 'a-b'":                                               {3, "edges", "picture is missing"},
		graph + "edges = 'a-b'\nshape = 'torus'":                              {5, "shape", "a graph has no shape"},
		graph + "edges = 'a-b'\nboard = '1x3'":                                {5, "board", "its board, of 1x3; leave it out"},
		graph + "edges = 'a-d'":                                               {4, "edges", `"a-d": there is no vertex 'd'`},
		graph + "edges = 'a-b a-a'":                                           {4, "edges", `"a-a" is a loop`},
		graph + "edges = 'a-b b-c b-a'":                                       {4, "edges", `"b-a" joins two vertices that are joined already`},
		graph + "edges = 'ab'":                                                {4, "edges", `"ab" is no edge`},
		graph + "edges = ['a-b']":                                             {4, "edges", "a text in quotes, and not a list"},
		place + "picture = 'aba'\nedges = ''":                                 {3, "picture", "two vertices are called 'a'"},
		place + "picture = \"ab\\nc\"\nedges = ''":                            {3, "picture", "row 2 has 1 characters, the first row 2"},
		place + "picture = ''\nedges = ''":                                    {3, "picture", "at least one row and one column"},
		place + "picture = '...'\nedges = ''":                                 {3, "picture", "no vertex in it"},
		place + "picture = 'a b'\nedges = ''":                                 {3, "picture", "' ' in row 1 cannot name a vertex"},
		place + "picture = 'a-b'\nedges = ''":                                 {3, "picture", "'-' in row 1 cannot name a vertex"},
		place + "picture = '" + strings.Repeat(".", 65) + "'\nedges = ''":     {3, "picture", "at most 64 cells"},
		place + "picture = 5\nedges = ''":                                     {3, "picture", "a text in quotes"},
		walk + "picture = 'a.b'\nedges = 'a-b'\nstart = ['a', '1,2']":         {4, "start", "where there is no vertex"},
		walk + "picture = 'a..'\nedges = ''\nstart = 'ends'":                  {4, "start", "where there is no vertex"},
		walk + "picture = 'abcdefghijk'\nedges = '" + star + "'\nstart = 'ends'\nblock = true": {5, "block", "a vertex has at most 8 edges"},
	} {
		_, err := variants.ParseFamily([]byte(text), "dir/game.toml")
		var e *variants.RuleFileError
		require.ErrorAs(t, err, &e, text)
		require.Equal(t, want.line, e.Line, "%s: %v", text, err)
		require.Equal(t, want.key, e.Key, "%s: %v", text, err)
		require.ErrorContains(t, err, want.text, text)
		place := "dir/game.toml: "
		if want.line > 0 {
			place = "dir/game.toml:"
		}
		require.True(t, strings.HasPrefix(err.Error(), place), "%v", err)
		if e.Unknown != "" {
			require.NotContains(t, e.Known, e.Unknown)
			require.NotEmpty(t, e.Known)
		}
	}
	for name, want := range map[string]string{
		"blockade.toml":                   "the name of a game with other rules",
		"a b.toml":                        "letters, digits, - and _",
		".toml":                           "letters, digits, - and _",
		"a\x1b.toml":                      "letters, digits, - and _",
		strings.Repeat("a", 41) + ".toml": "letters, digits, - and _",
	} {
		_, err := variants.ParseFamily([]byte(place+"near = 'rook'"), name)
		require.ErrorContains(t, err, want, name)
	}
}

// star is nine edges of one vertex.
const star = "a-b a-c a-d a-e a-f a-g a-h a-i a-j"

// Every game of the family is read back from the file that is written of it.
func TestRuleFilesAreReadBack(t *testing.T) {
	same := func(t require.TestingT, v variants.Variant) {
		text, err := v.RuleFile()
		require.NoError(t, err)
		name := v.ID + ".toml"
		if strings.Contains(v.ID, " ") {
			name = "words.toml"
		}
		read, err := variants.ParseFamily([]byte(text), name)
		require.NoError(t, err, text)
		require.Equal(t, v.Key(), read.Key(), text)
		require.Equal(t, []string{v.Title, v.Literature, v.Summary}, []string{read.Title, read.Literature, read.Summary}, text)
		require.Equal(t, v.Default().Grid().String(), read.Default().Grid().String(), text)
		require.Equal(t, v.Default().CellText(0), read.Default().CellText(0), text)
		again, err := read.RuleFile()
		require.NoError(t, err)
		require.Equal(t, text, again)
	}
	testgames.Check(t, 3000, func(t *rapid.T) {
		f := testgames.FamilyOf(t, 64)
		d := variants.Definition{
			ID: "drawn", Title: "Drawn \"by\" \\chance", Literature: rapid.StringMatching(`[ -~äλ]{0,20}`).Draw(t, "literature"), Family: f,
			Names: variants.Names(rapid.IntRange(0, 1).Draw(t, "names")),
		}
		if f.String() == "walk rook block ends" {
			d.Names = variants.NumberFrom1
		}
		if f.Rows == 0 {
			d.Rows, d.Cols = rapid.IntRange(1, 8).Draw(t, "rows"), rapid.IntRange(2, 8).Draw(t, "cols")
		}
		v, err := variants.New(d)
		require.NoError(t, err)
		same(t, v)
		unnamed, err := variants.Lookup(f.String())
		require.NoError(t, err)
		text, err := unnamed.RuleFile()
		require.NoError(t, err)
		read, err := variants.ParseFamily([]byte(text), "unnamed.toml")
		require.NoError(t, err, text)
		require.Equal(t, unnamed.Key(), read.Key())
	})
	for _, title := range []string{"two\nlines", strings.Repeat("ä", 201)} {
		v, err := variants.New(variants.Definition{ID: "drawn", Title: title, Family: variants.Family{Kind: variants.Follow, Near: variants.Hex}, Rows: 3, Cols: 3})
		require.NoError(t, err)
		_, err = v.RuleFile()
		require.EqualError(t, err, "title must be one line of at most 200 visible letters")
	}
	for _, v := range append(variants.All(), variants.Library()...) {
		same(t, v)
	}
	v, err := variants.New(testgames.Snort())
	require.NoError(t, err)
	_, err = v.RuleFile()
	require.ErrorContains(t, err, "the rules of others are code")
}

// Whatever is in a file, reading it ends with a game or with an error that names the file.
func FuzzParseFamily(f *testing.F) {
	for _, v := range append(variants.All(), variants.Library()...) {
		text, err := v.RuleFile()
		require.NoError(f, err)
		f.Add(text)
	}
	f.Add("move = 'walk'\npicture = \"\"\"\nab\n.c\"\"\"\nedges = 'a-b'\nstart = ['a', '2,2']\nblock = true")
	f.Add("near = [[1, 0], [-1, 0x1]]")
	f.Fuzz(func(t *testing.T, text string) {
		v, err := variants.ParseFamily([]byte(text), "fuzz.toml")
		if err != nil {
			require.True(t, strings.HasPrefix(err.Error(), "fuzz.toml:"), "%v", err)
			return
		}
		again, err := v.RuleFile()
		require.NoError(t, err)
		read, err := variants.ParseFamily([]byte(again), "fuzz.toml")
		require.NoError(t, err, again)
		require.Equal(t, v.Key(), read.Key())
	})
}

// The library has games of the family that are none of the five, which are found by their IDs. Only Dawson's
// Chess has the rules of another one, on a row.
func TestLibrary(t *testing.T) {
	games := map[string]bool{}
	for i, id := range variants.LibraryIDs() {
		require.Equal(t, id, variants.Library()[i].ID)
	}
	for _, v := range append(variants.All(), variants.Library()...) {
		game := v.Default().String()
		if v.ID != "dawson" {
			game = v.Key()
		}
		require.False(t, games[game], "%s is there twice", game)
		games[game] = true
		found, err := variants.Lookup(strings.ToUpper(v.ID))
		require.NoError(t, err)
		require.Equal(t, v.Key(), found.Key())
		require.NotEmpty(t, v.Literature)
		require.NotEmpty(t, v.Summary)
	}
	require.GreaterOrEqual(t, len(games), 5+15)
	require.Equal(t, "place rook other", keyOf(t, "snort"))
	require.Equal(t, "place rook own", keyOf(t, "col"))
	require.Equal(t, "place rook all", keyOf(t, "nodekayles"))
	for _, id := range variants.LibraryIDs() {
		_, err := variants.ByKey(id)
		require.ErrorContains(t, err, "unknown variant", "a name is no key")
	}
	_, err := variants.Lookup("../library/snort")
	require.ErrorContains(t, err, "snort")
}

func keyOf(t *testing.T, name string) string {
	t.Helper()
	v, err := variants.Lookup(name)
	require.NoError(t, err)
	return v.Key()
}

// A game of one's own hides one of the library, and is found by its key.
func TestOthersComeFirst(t *testing.T) {
	own, err := variants.New(testgames.Snort())
	require.NoError(t, err)
	found, err := variants.Lookup("snort", own)
	require.NoError(t, err)
	require.Equal(t, "snort", found.Key())
	found, err = variants.ByKey("snort", own)
	require.NoError(t, err)
	require.Equal(t, own.ID, found.ID)
	_, err = variants.ByKey("Classic")
	require.Error(t, err)
}

// Where rows and columns are counted from is a matter of the rules, so that games with the same rules
// read each other's records.
func TestCountingIsAMatterOfRules(t *testing.T) {
	for names, f := range map[variants.Names]variants.Family{
		variants.RowColFrom0: {Kind: variants.Place, Near: variants.Rook},
		variants.RowColFrom1: {Kind: variants.Walk, Near: variants.Rook, Block: true, Ends: true},
	} {
		_, err := variants.New(variants.Definition{ID: "odd", Family: f, Names: names})
		require.ErrorContains(t, err, "counted from 0 in blockade")
	}
	_, err := variants.New(variants.Definition{ID: "odd", Family: variants.Family{Kind: variants.Walk, Near: variants.ByOffsets,
		Offsets: []bitboard.Offset{{Cols: 1}}}, Names: variants.RowColFrom1})
	require.NoError(t, err)
}

// Names of files are those of the five, and else short, safe and different.
func TestFileNames(t *testing.T) {
	for _, id := range variants.IDs() {
		v, err := variants.Lookup(id)
		require.NoError(t, err)
		require.Equal(t, id, v.FileName())
	}
	snort, err := variants.Lookup("snort")
	require.NoError(t, err)
	require.Equal(t, "place-rook-other-c3bce1e4e594ca17", snort.FileName())
	names := map[string]string{}
	testgames.Check(t, 1000, func(t *rapid.T) {
		v := testgames.Family(t, 64)
		name := v.FileName()
		require.Regexp(t, `^[a-z][a-z0-9-]{3,40}$`, name)
		key, known := names[name]
		require.True(t, !known || key == v.Key(), "%s and %s are both called %s", key, v.Key(), name)
		names[name] = v.Key()
	})
}

// Vertices can be called by the letters of the picture in moves, in records and in start, and are called by them if
// each has one. Other characters are what they are elsewhere.
func TestLettersOfAPicture(t *testing.T) {
	v, err := variants.ParseFamily([]byte("move = 'walk'\nblock = true\npicture = '''\na.b\n.l.\n2*é\n'''\nedges = 'a-b b-l l-2 2-* *-é é-a'\nstart = ['a', 'é']"), "g.toml")
	require.NoError(t, err)
	require.Contains(t, v.Key(), " from:0,0;2,2@3x3")
	start := v.Default().Start()
	moves, _, err := start.ParseRecord("1. b@l *")
	require.NoError(t, err)
	require.Equal(t, []string{"3@5"}, start.Record(moves))
	for _, text := range []string{"2@l", "B@l", "b@*", "b"} {
		_, _, err := start.ParseRecord(text)
		require.Error(t, err, text)
	}
	_, _, err = start.ParseRecord("c@l")
	require.ErrorContains(t, err, "a cell such as 2,3")
	for _, file := range variants.Library() {
		if file.Family().Graph != nil {
			m, err := file.Default().Start().ParseMove("a")
			require.NoError(t, err)
			require.Equal(t, file.Family().Graph.Vertices.First(), int(m))
			require.Equal(t, "a", file.Default().Start().MoveText(m))
		}
	}
}
