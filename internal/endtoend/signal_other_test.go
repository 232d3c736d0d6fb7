//go:build !unix

package endtoend

import "os"

// signals returns the signals that scripts send, by name.
func signals() map[string]os.Signal { return map[string]os.Signal{"KILL": os.Kill} }
