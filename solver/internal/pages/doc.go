// Package pages allocates memory straight from the operating system, where it can: [Pages] for memory that is filled at
// once, [Array] for tables that grow.
package pages
