package bench

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestShortVersion(t *testing.T) {
	for text, want := range map[string]string{
		"gridlock v1.2.3 312a93bf7254 go1.26.8 linux/amd64":                                          "v1.2.3",
		"gridlock v0.0.0-20261122032938-312a93bf7254 312a93bf7254 go1.26.8 linux/amd64":              "312a93b",
		"gridlock v0.0.0-20261122032938-312a93bf7254+dirty 312a93bf7254 go1.26.8 linux/amd64":        "312a93b+",
		"gridlock (devel) 312a93bf7254 go1.26.8 linux/amd64":                                         "312a93b",
		"gridlock v1.2.4-0.20261122032938-312a93bf7254 312a93bf7254 devel go1.27-abcdef linux/arm64": "312a93b",
		"gridlock (devel) go1.26.8 linux/amd64":                                                      "no version",
		"":                                                                                           "no version",
	} {
		require.Equal(t, want, shortVersion(text), text)
	}
}
