// Package schema describes Go types as JSON Schema (draft 2020-12), as encoding/json writes them.
package schema

import (
	"reflect"
	"slices"
	"strings"
)

// Set collects the schemas of Go types.
type Set struct {
	Path    string                          // of Structs in the document, as in #/$defs/
	Structs map[string]any                  // by their names; schemas refer to them
	Known   map[reflect.Type]map[string]any // of types that are written in a way of their own
}

// Of returns the schema of a type. That of a struct is a reference to Structs, which has it afterwards. Slices and maps
// are taken for never nil.
func (s *Set) Of(t reflect.Type) map[string]any {
	if known, ok := s.Known[t]; ok {
		return known
	}
	switch t.Kind() {
	case reflect.Pointer:
		return map[string]any{"anyOf": []map[string]any{s.Of(t.Elem()), {"type": "null"}}}
	case reflect.Slice:
		return map[string]any{"type": "array", "items": s.Of(t.Elem())}
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Struct:
		if t.PkgPath() == "time" {
			return map[string]any{"type": "string", "format": "date-time"}
		}
		name := t.Name()
		if _, known := s.Structs[name]; !known {
			s.Structs[name] = map[string]any{} // for types that contain themselves
			properties, required := map[string]any{}, []string{}
			s.fields(t, properties, &required)
			slices.Sort(required)
			s.Structs[name] = map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
		}
		return map[string]any{"$ref": s.Path + name}
	}
	return map[string]any{"type": "integer"}
}

// fields adds the fields of a struct, with those of structs embedded in it.
func (s *Set) fields(t reflect.Type, properties map[string]any, required *[]string) {
	for f := range t.Fields() {
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && tag == "":
			s.fields(f.Type, properties, required)
		case f.IsExported() && tag != "-":
			schema := s.Of(f.Type)
			optional := strings.Contains(options, "omit")
			if optional && f.Type.Kind() == reflect.Pointer {
				schema = s.Of(f.Type.Elem())
			}
			properties[tag] = schema
			if !optional {
				*required = append(*required, tag)
			}
		}
	}
}
