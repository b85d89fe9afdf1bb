package conversation

import (
	"testing"
	"time"
)

// TestFinished: of what people say it is known whether more is to follow, or it
// is not; never the contrary. Case: T13, F01.
func TestFinished(t *testing.T) {
	names := []string{"bart", "greta", "kara"}
	for _, tt := range []struct {
		language, said string
		want           ending
	}{
		{"en", "Bart, where does this road go?", complete},
		{"en", "Bart, give me the key.", complete},
		{"en", "Stop it!", complete},
		{"en", "\"Who goes there?\"", complete},
		{"en", "bart where does this road go", complete},
		{"en", "where are you going bart", complete},
		{"en", "can you open the door", complete},
		{"en", "greta do you know the way", complete},
		{"en", "give me the key", complete},
		{"en", "tell us about the mill", complete},
		{"en", "thank you bart", complete},
		{"en", "of course not", complete},
		{"en", "What is it for?", complete},
		{"en", "Where are you from?", complete},
		{"en-GB", "where is the inn", complete},

		{"en", "I want to attack and", unfinished},
		{"en", "I want to attack...", unfinished},
		{"en", "I want to attack…", unfinished},
		{"en", "Bart, give me the.", unfinished}, // a recogniser that ends everything with a full stop
		{"en", "well um", unfinished},
		{"en", "Bart,", unfinished},
		{"en", "I would go there but because", unfinished},
		{"en", "where is the", unfinished},
		{"en", "do you know where", unfinished},
		{"en", "give me a", unfinished},
		{"en", "we go to", unfinished},
		{"en", "I thought —", unfinished},

		{"en", "", open},
		{"en", "bart", open},
		{"en", "Bart.", open},
		{"en", "Wait.", open},
		{"en", "Hey Bart!", open},
		{"en", "yes", open},
		{"en", "Yes, Bart.", open},
		{"en", "hey bart", open},
		{"en", "hello greta", open},
		{"en", "I was at the harbour", open},
		{"en", "we could ask the smith", open},
		{"en", "I know what it is.", open},
		{"en", "what about", open},

		{"de", "Bart, wohin führt diese Straße?", complete},
		{"de", "bart wohin führt diese straße", complete},
		{"de", "kannst du mir helfen", complete},
		{"de", "kennst du den Weg", complete},
		{"de", "gib mir den Schlüssel", complete},
		{"de", "ja genau", complete},
		{"de", "vielen dank greta", complete},
		{"de-AT", "wo ist der Wirt hin", complete},

		{"de", "ich greife an und", unfinished},
		{"de", "ich gehe weil", unfinished},
		{"de", "gib mir den", unfinished},
		{"de", "also äh", unfinished},
		{"de", "wir nehmen der", unfinished},
		{"de", "Bart, ich möchte", unfinished},

		{"de", "kannst du mir", open},
		{"de", "ich war gestern am Hafen", open},
		{"de", "wo ist", unfinished},
		{"de", "was weißt du", open},

		{"fr", "Où est la clé ?", complete},
		{"fr", "je veux attaquer et", open},
		{"ja", "鍵はどこですか。", complete},
		{"", "Go on.", complete},
	} {
		if got := finished(tt.language, tt.said, names); got != tt.want {
			t.Errorf("%s: %q is %d, want %d", tt.language, tt.said, got, tt.want)
		}
	}
}

// FuzzFinished: whatever is said, a name at its end or its front never makes it
// unfinished, and a question mark makes it whole but for words that end nothing.
func FuzzFinished(f *testing.F) {
	f.Add("en", "where does this road go")
	f.Add("de", "kannst du mir\xff helfen")
	f.Fuzz(func(t *testing.T, language, said string) {
		got := finished(language, said, nil)
		if got < open || got > unfinished {
			t.Errorf("%d", got)
		}
		if asked := finished(language, said+"?", nil); asked == open && len(foldedWords(said)) > 0 {
			t.Errorf("a question is %d", asked)
		}
	})
}

func TestEndpointAfter(t *testing.T) {
	for _, tt := range []struct{ usual, limit, complete, unfinished time.Duration }{
		{0, 0, 300 * ms, 1125 * ms},
		{500 * ms, 900 * ms, 300 * ms, 900 * ms},
		{500 * ms, 500 * ms, 500 * ms, 500 * ms},
		{500 * ms, 300 * ms, 500 * ms, 500 * ms},
		{200 * ms, 0, 200 * ms, 450 * ms},
		{2 * time.Second, 3 * time.Second, 1200 * ms, 3 * time.Second},
	} {
		o := Options{Endpoint: tt.usual, EndpointLimit: tt.limit}.withDefaults()
		if got := o.endpointAfter(complete); got != tt.complete {
			t.Errorf("%v, %v: complete after %v, want %v", tt.usual, tt.limit, got, tt.complete)
		}
		if got := o.endpointAfter(unfinished); got != tt.unfinished {
			t.Errorf("%v, %v: unfinished after %v, want %v", tt.usual, tt.limit, got, tt.unfinished)
		}
		if got := o.endpointAfter(open); got != o.Endpoint {
			t.Errorf("%v, %v: open after %v", tt.usual, tt.limit, got)
		}
	}
}
