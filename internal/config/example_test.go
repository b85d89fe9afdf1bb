package config

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestExample holds config.example.yaml to what the program does: every key is
// there, with its default, in the order of the structs.
func TestExample(t *testing.T) {
	data, err := os.ReadFile("../../config.example.yaml")
	if err != nil {
		t.Fatal(err)
	}
	example, err := Parse("config.example.yaml", data)
	if err != nil {
		t.Fatal(err)
	}
	values := func(c *Config) map[string]string {
		m := make(map[string]string)
		for f := range c.leaves() {
			v := reflect.ValueOf(f.leaf).Elem().FieldByName("Value").Interface()
			if s, ok := v.(Secret); ok {
				v = fmt.Sprintf("secret %q from %q, %q", s.Reveal(), s.env, s.file)
			}
			m[f.key] = fmt.Sprint(v)
		}
		return m
	}
	want := values(Default())
	for key, got := range values(example) {
		if got != want[key] {
			t.Errorf("%s: the example says %s, the default is %s", key, got, want[key])
		}
	}
	last := 0
	for f := range example.leaves() {
		_, line := f.leaf.Where()
		if line == 0 {
			t.Errorf("%s is missing", f.key)
		} else if line <= last {
			t.Errorf("%s on line %d stands before its predecessor", f.key, line)
		}
		last = line
	}
	if len(example.Prices) != 0 || !strings.Contains(string(data), "\nprices: []\n") {
		t.Error("prices: want the key, and an empty list")
	}
}

// The entry that the example shows in a comment is one that can be read.
func TestExamplePrice(t *testing.T) {
	data, err := os.ReadFile("../../config.example.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(data), "#   - {provider: ")
	entry, _, _ := strings.Cut(rest, "\n")
	if !ok {
		t.Fatal("the example shows no price")
	}
	c, err := Load(Options{File: write(t, "prices:\n  - {provider: "+entry+"\n")})
	if err != nil {
		t.Fatal(err)
	}
	if c.Prices[0].Per.Value != 1_000_000 {
		t.Errorf("got %+v", c.Prices)
	}
}
