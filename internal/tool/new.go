package tool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// New makes a tool from a typed function. Args is a struct: its json tags name
// the arguments, those without omitempty are required, and its jsonschema tags
// describe them to the model.
//
// Arguments are checked against the schema before run is called. What models
// commonly get wrong about form is forgiven: nothing at all means {}, null
// means absent, and "5" is taken where a number is wanted. The rest is an error
// in words that a model can act on.
//
// New panics if Args has no schema: that is a mistake in the program.
func New[Args any](name, description string, effect Effect, scopes []Scope,
	run func(ctx context.Context, scope Scope, args Args) (string, error),
) Tool {
	if run == nil {
		panic(fmt.Sprintf("tool: %s has no function", name))
	}
	schema, err := jsonschema.For[Args](nil)
	if err != nil {
		panic(fmt.Sprintf("tool: schema of %s: %v", name, err))
	}
	if schema.Type != "object" {
		panic(fmt.Sprintf("tool: arguments of %s are not a struct but %s", name, reflect.TypeFor[Args]()))
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		panic(fmt.Sprintf("tool: schema of %s: %v", name, err))
	}
	text, err := json.Marshal(schema)
	if err != nil {
		panic(fmt.Sprintf("tool: schema of %s: %v", name, err))
	}
	return Tool{
		Name:        name,
		Description: description,
		Schema:      text,
		Effect:      effect,
		Scopes:      scopes,
		Run: func(ctx context.Context, scope Scope, raw json.RawMessage) (string, error) {
			var args Args
			if err := decode(resolved, raw, &args); err != nil {
				return "", fmt.Errorf("arguments of %s: %w", name, err)
			}
			return run(ctx, scope, args)
		},
	}
}

// decode reads raw into args, which points to a struct that schema describes.
func decode(schema *jsonschema.Resolved, raw json.RawMessage, args any) error {
	var object map[string]any
	if err := json.Unmarshal(orEmpty(raw), &object); err != nil || object == nil {
		return errors.New("not a JSON object")
	}
	forgive(schema.Schema(), object)
	if err := schema.Validate(object); err != nil {
		return readable(err)
	}
	raw, err := json.Marshal(object)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, args)
}

// orEmpty returns {} for arguments that say nothing.
func orEmpty(raw json.RawMessage) json.RawMessage {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" || string(raw) == `""` {
		return json.RawMessage("{}")
	}
	return raw
}

// forgive repairs in object what models commonly get wrong about form.
func forgive(schema *jsonschema.Schema, object map[string]any) {
	for key, value := range object {
		switch v := value.(type) {
		case nil:
			delete(object, key)
		case string:
			if property := schema.Properties[key]; property != nil {
				object[key] = unquote(property.Type, v)
			}
		}
	}
}

// unquote returns the value of type want that s spells, or s.
func unquote(want, s string) any {
	trimmed := strings.TrimSpace(s)
	switch want {
	case "integer":
		if i, err := strconv.ParseInt(trimmed, 10, 32); err == nil {
			return i
		}
	case "number":
		if f, err := strconv.ParseFloat(trimmed, 64); err == nil {
			return f
		}
	case "boolean":
		if b, err := strconv.ParseBool(trimmed); err == nil {
			return b
		}
	}
	return s
}

// readable drops from a validator's error the path of schemas that led to it,
// except the name of the argument.
func readable(err error) error {
	where := ""
	text := err.Error()
	for {
		rest, ok := strings.CutPrefix(text, "validating ")
		if !ok {
			break
		}
		path, rest, ok := strings.Cut(rest, ": ")
		if !ok {
			break
		}
		if _, property, ok := strings.Cut(path, "/properties/"); ok {
			where = property + ": "
		}
		text = rest
	}
	return errors.New(where + text)
}
