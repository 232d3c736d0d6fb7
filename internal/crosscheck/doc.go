// Package crosscheck asks engines and oracles the same question, finds out where they
// contradict each other, and makes the position smaller on which they do.
package crosscheck
