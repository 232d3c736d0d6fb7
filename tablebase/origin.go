package tablebase

import "gridlock/solver"

// Origin says where a result comes from.
type Origin = solver.Origin
