package sweep

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gridlock/internal/cli/flags"
)

// Boards share workers and memory, and get neither too little of one nor none of the other.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		workers flags.Workers
		memory  flags.Memory
		jobs    int
		boards  int

		wantJobs, wantWorkers int
		wantMemory            int64
	}{
		{workers: 4, memory: 8 << 30, boards: 100, wantJobs: 4, wantWorkers: 1, wantMemory: 2 << 30},
		{workers: 4, memory: 512 << 20, boards: 100, wantJobs: 2, wantWorkers: 2, wantMemory: 256 << 20},
		{workers: 4, memory: 100 << 20, boards: 100, wantJobs: 1, wantWorkers: 4, wantMemory: 100 << 20},
		{workers: 4, memory: 8 << 30, boards: 1, wantJobs: 1, wantWorkers: 4, wantMemory: 8 << 30},
		{workers: 4, memory: 8 << 30, jobs: 1, boards: 100, wantJobs: 1, wantWorkers: 4, wantMemory: 8 << 30},
		{workers: 1, memory: 1 << 30, jobs: 8, boards: 100, wantJobs: 8, wantWorkers: 1, wantMemory: 128 << 20},
		{workers: 5, memory: 1 << 30, jobs: 2, boards: 100, wantJobs: 2, wantWorkers: 2, wantMemory: 512 << 20},
	} {
		opt := options{jobs: c.jobs, search: flags.Limits{Workers: c.workers, Memory: c.memory, Nodes: 7}}
		jobs, each := opt.share(c.boards)
		require.Equal(t, c.wantJobs, jobs, c)
		require.Equal(t, c.wantWorkers, each.Workers, c)
		require.Equal(t, c.wantMemory, each.Memory, c)
		require.EqualValues(t, 7, each.Nodes, "limits of nodes are for each board")
	}
}
