// Package pages allocates memory straight from the operating system where that is possible:
// [Pages] for what is filled at once, [Array] for tables that grow.
package pages
