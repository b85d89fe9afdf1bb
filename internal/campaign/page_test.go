package campaign

import (
	"os"
	"reflect"
	"strings"
	"testing"
)

// The page for GMs has an example with every key in it that a file may have.
func TestCampaignPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/campaign.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```yaml\n")
	example, _, ok := strings.Cut(rest, "```\n")
	if !ok {
		t.Fatal("there is no example in it")
	}
	known := Known{Tools: map[string][]string{
		"dice": nil, "kg_query": {"own_node", "campaign"}, "transcript_search": nil, "remember_knowledge": {"own_node", "campaign"},
	}}
	f, err := known.Parse("campaign.md", []byte(example))
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	filled(reflect.ValueOf(f), "File", shown)
	for _, unsaid := range []string{"Campaign.ID", "Campaign.Owner", "Campaign.CoGMs"} { // no file has them
		delete(shown, unsaid)
	}
	if len(shown) < 50 {
		t.Errorf("only %d fields were found: is this test still looking in the right place?", len(shown))
	}
	for field, is := range shown {
		if !is {
			t.Errorf("the example leaves out what %s is read from", field)
		}
	}
}

// filled notes of each field of the structs in v whether any has something in it.
func filled(v reflect.Value, of string, shown map[string]bool) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Name() + "." + v.Type().Field(i).Name
			shown[name] = shown[name] || !v.Field(i).IsZero()
			filled(v.Field(i), name, shown)
		}
	case reflect.Slice:
		for i := range v.Len() {
			filled(v.Index(i), of, shown)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			filled(v.MapIndex(k), of, shown)
		}
	default: // nothing is in it
	}
}
