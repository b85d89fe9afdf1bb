package pocketsphinx

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestFill(t *testing.T) {
	members := map[string][]string{
		"foe": {"orc", "wolf"}, "thing": {"axe", "rope ladder"}, "quality": {"old", "red"}, "hour": {"hour"},
	}
	got, words := expand([]string{"a [foe] and the [quality] [thing]", "hello", "the [foe]'s [thing]", "an [hour]"}, members)
	for _, want := range []string{
		"an orc and the old axe", "a wolf and the red rope ladder", "hello", "the orc's axe", "an hour",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is missing among %q", want, got)
		}
	}
	if n := len(slices.DeleteFunc(slices.Clone(got), func(s string) bool { return s != "hello" })); n != 1 {
		t.Errorf("a sentence without classes comes %d times, want once", n)
	}
	if !slices.ContainsFunc(got, func(s string) bool { return regexp.MustCompile(`the (old|red) (orc|wolf)'s`).MatchString(s) }) {
		t.Errorf("no foe has a quality among %q", got)
	}
	if want := strings.Fields("axe hour ladder old orc red rope wolf"); !slices.Equal(words, want) {
		t.Errorf("the words are %q, want %q", words, want)
	}
}

func TestGeneralCorpus(t *testing.T) {
	sentences := GeneralSentences()
	vocabulary := map[string]bool{}
	for _, s := range sentences {
		if strings.ContainsAny(s, "[]_…") || s != strings.Join(spoken(s), " ") {
			t.Errorf("%q is not as it is spoken", s)
		}
		for w := range strings.FieldsSeq(s) {
			vocabulary[w] = true
		}
	}
	t.Logf("%d sentences, %d words", len(sentences), len(vocabulary))
	if len(vocabulary) < 1500 {
		t.Errorf("the vocabulary has %d words, want 1,500", len(vocabulary))
	}
	for _, need := range []string{
		"who", "what", "where", "when", "why", "how", "much", "roll", "initiative", "twenty", "six", "sided",
		"remember", "wait", "stop", "hold", "pizza", "bathroom", "rules", "hello", "thank", "deal", "attack", "road",
	} {
		if !vocabulary[need] {
			t.Errorf("%q is not in the vocabulary", need)
		}
	}
}

// Every word of the corpus that is not in the installed dictionary has a
// pronunciation of ours.
func TestEveryWordIsPronounced(t *testing.T) {
	require(t)
	d, err := installed(t.Context(), DefaultDictionary)
	if err != nil {
		t.Fatal(err)
	}
	for w := range common() {
		if stem := strings.TrimSuffix(w, "'s"); len(d[w]) == 0 && len(d[stem]) == 0 {
			t.Errorf("%q has no pronunciation", w)
		}
	}
}

// No fragment with a name in it is a whole sentence that somebody might say to
// an NPC: such a sentence would be no test of the recogniser any more.
func TestNamesComeInFragments(t *testing.T) {
	sentences := GeneralSentences()
	for _, f := range nameFragments("Maren Tule", sentences, 3) {
		if f[0] == begin && f[len(f)-1] == end && len(f) > 7 {
			t.Errorf("%q is a whole sentence", f)
		}
	}
	has := func(want ...string) bool {
		return slices.ContainsFunc(nameFragments("Maren Tule", sentences, 3), func(f fragment) bool { return slices.Equal(f, want) })
	}
	for _, want := range [][]string{
		{"about", "maren", "tule", end}, {begin, "hey", "tule"}, {"to", "maren", "tule's"}, {begin, "i", "am", "maren", end},
	} {
		if !has(want...) {
			t.Errorf("%q is missing", want)
		}
	}
}
