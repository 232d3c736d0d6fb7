package serve

import (
	"reflect"
	"slices"
	"strings"
)

// schemas are Go types in JSON Schema (draft 2020-12), as encoding/json writes them.
type schemas struct {
	structs object                  // the schemas of structs by name; other schemas refer to them
	known   map[reflect.Type]object // the schemas of types with their own encoding
}

// of returns the schema of a type. The schema of a struct is a reference to the full schema in structs. Slices and maps
// count as never nil.
func (s *schemas) of(t reflect.Type) object {
	if known, ok := s.known[t]; ok {
		return known
	}
	switch t.Kind() {
	case reflect.Pointer:
		return object{"anyOf": []object{s.of(t.Elem()), {"type": "null"}}}
	case reflect.Slice:
		return object{"type": "array", "items": s.of(t.Elem())}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.Struct:
		if t.PkgPath() == "time" {
			return object{"type": "string", "format": "date-time"}
		}
		name := t.Name()
		if _, known := s.structs[name]; !known {
			s.structs[name] = object{} // so that types may contain themselves
			properties, required := object{}, []string{}
			s.fields(t, properties, &required)
			slices.Sort(required)
			s.structs[name] = object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
		}
		return object{"$ref": "#/components/schemas/" + name}
	}
	return object{"type": "integer"}
}

// fields adds the fields of a struct, and the fields of structs embedded in it.
func (s *schemas) fields(t reflect.Type, properties object, required *[]string) {
	for f := range t.Fields() {
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && tag == "":
			s.fields(f.Type, properties, required)
		case f.IsExported() && tag != "-":
			schema := s.of(f.Type)
			optional := strings.Contains(options, "omit")
			if optional && f.Type.Kind() == reflect.Pointer {
				schema = s.of(f.Type.Elem())
			}
			properties[tag] = schema
			if !optional {
				*required = append(*required, tag)
			}
		}
	}
}
