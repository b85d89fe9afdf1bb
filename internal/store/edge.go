package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"time"
)

// clean makes s what both databases take: valid UTF-8 without NUL. A line that
// a provider garbled is worth more than an error.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	return strings.ReplaceAll(s, "\x00", "")
}

// bind turns the arguments of a query into what both drivers take alike. It is
// the one way in: texts are cleaned, times and durations become microseconds
// (the zero time 0), lists and maps become JSON.
func bind(args []any) []any {
	out := make([]any, len(args))
	for i, arg := range args {
		out[i] = bindOne(arg)
	}
	return out
}

func bindOne(arg any) any {
	switch v := arg.(type) {
	case string:
		return clean(v)
	case time.Time:
		if v.IsZero() {
			return int64(0)
		}
		return v.UnixMicro()
	case time.Duration:
		return v.Microseconds()
	}
	switch v := reflect.ValueOf(arg); v.Kind() {
	case reflect.String:
		return clean(v.String())
	case reflect.Bool:
		return v.Bool()
	case reflect.Int, reflect.Int64, reflect.Int32:
		return v.Int()
	case reflect.Uint64:
		// A Discord ID reaches the sign bit in the year 2084.
		return int64(v.Uint())
	case reflect.Float64:
		if math.IsNaN(v.Float()) {
			return 0.0 // SQLite would make it NULL
		}
		return v.Float()
	case reflect.Slice, reflect.Map, reflect.Struct:
		if v.Kind() != reflect.Struct && v.Len() == 0 {
			// nil and empty are one.
			if v.Kind() == reflect.Map {
				return "{}"
			}
			return "[]"
		}
		b, err := json.Marshal(arg)
		if err != nil {
			panic(fmt.Sprintf("store: bind %T: %v", arg, err))
		}
		return clean(string(b))
	default:
		panic(fmt.Sprintf("store: bind %T", arg))
	}
}

// The other way, there is a scanner for what the drivers do not convert.

// micros scans microseconds into a time, 0 into the zero time.
func micros(t *time.Time) sql.Scanner {
	return scanner(func(src any) error {
		us, ok := src.(int64)
		if !ok {
			return fmt.Errorf("%T is no time", src)
		}
		*t = time.Time{}
		if us != 0 {
			*t = time.UnixMicro(us).UTC()
		}
		return nil
	})
}

// length scans microseconds into a duration.
func length(d *time.Duration) sql.Scanner {
	return scanner(func(src any) error {
		us, ok := src.(int64)
		if !ok {
			return fmt.Errorf("%T is no duration", src)
		}
		*d = time.Duration(us) * time.Microsecond
		return nil
	})
}

// snowflake scans a Discord ID.
func snowflake[T ~uint64](id *T) sql.Scanner {
	return scanner(func(src any) error {
		n, ok := src.(int64)
		if !ok {
			return fmt.Errorf("%T is no ID", src)
		}
		*id = T(n)
		return nil
	})
}

// fromJSON scans JSON. An empty list or object leaves v nil.
func fromJSON(v any) sql.Scanner {
	return scanner(func(src any) error {
		var b []byte
		switch s := src.(type) {
		case string:
			b = []byte(s)
		case []byte:
			b = s
		default:
			return fmt.Errorf("%T is no JSON", src)
		}
		if s := string(b); s == "[]" || s == "{}" {
			return nil
		}
		return json.Unmarshal(b, v)
	})
}

type scanner func(src any) error

func (f scanner) Scan(src any) error { return f(src) }
