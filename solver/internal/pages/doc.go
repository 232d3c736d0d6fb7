// Package pages is memory that comes straight from the system, where there is a way.
package pages
