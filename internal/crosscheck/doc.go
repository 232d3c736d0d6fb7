// Package crosscheck asks engines and oracles the same questions, finds contradictions between
// them, and minimises the positions on which they disagree.
package crosscheck
