package proof

import (
	"os"
	"testing"

	"gridlock/internal/home"
)

func TestMain(m *testing.M) {
	status := home.M{M: m}.Run()
	_ = os.RemoveAll(workshop) // of "" nothing
	os.Exit(status)
}
