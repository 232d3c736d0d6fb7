// The program that spreads one search over many machines, in a module of its own so that the main
// module does not depend on a message server.
module gridlock/cluster

go 1.26.0

replace gridlock => ../

require (
	github.com/stretchr/testify v1.12.1
	gridlock v0.0.0
	pgregory.net/rapid v1.3.0
)

require (
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)
