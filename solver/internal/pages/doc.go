// Package pages allocates memory straight from the operating system where that is possible.
package pages
