package theory_test

import (
	"os"
	"testing"

	"gridlock/internal/home"
)

func TestMain(m *testing.M) { os.Exit(home.M{M: m}.Run()) }
