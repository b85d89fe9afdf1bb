package pocketsphinx

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/nearest"
	"glyphoxa/internal/provider/command"
	"glyphoxa/internal/speech"
)

// models is where the tests that only need a model share one, and builder makes
// it.
var (
	models  string
	builder = NewBuilder()
)

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "pocketsphinx-test-*")
	if err != nil {
		panic(err)
	}
	models = dir
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(dir)
		os.Exit(code)
	}))
}

// require skips the test when something is missing, or fails it when the
// environment says that speech must be tested.
func require(t *testing.T) {
	t.Helper()
	missing := ""
	for _, p := range []string{"pocketsphinx_batch", "flite"} {
		if _, err := exec.LookPath(p); err != nil {
			missing = p
		}
	}
	for _, f := range []string{DefaultDictionary, DefaultAcoustic} {
		if _, err := os.Stat(f); err != nil {
			missing = f
		}
	}
	if missing == "" {
		return
	}
	if slices.Contains(strings.Split(os.Getenv("REQUIRE"), ","), "speech") {
		t.Fatalf("%s is not installed", missing)
	}
	t.Skipf("%s is not installed", missing)
}

// A campaign of which no name is in any dictionary but as part of another word.
var campaign = Corpus{
	Names: []Name{
		{Text: "Orsolo"},
		{Text: "Maren Tule"},
		{Text: "Quenby"},
		{Text: "Hadrick"},
		{Text: "Lissa Vane"},
		{Text: "Xaelith", Say: "zay-lith"},
		{Text: "Thornwick"},
		{Text: "Saltmere"},
		{Text: "Gilded Heron"},
		{Text: "Ashkeld", Say: "AE1 SH K EH0 L D"},
		{Text: "Brand of Corvane"},
	},
	Sentences: []string{
		"Hadrick lost his left hand in the siege of Thornwick.",
		"The lighthouse of Saltmere has been dark for 3 winters.",
		"Maren Tule owes the guild of weavers 200 crowns.",
	},
}

// heldOut are spoken in the test and taught by nothing.
var heldOut = []string{
	"Orsolo, why did you lock the cellar door last night?",
	"I ask Quenby where the old ferryman hides his silver.",
	"What do you know about the lighthouse in Saltmere?",
	"Hadrick, would you sell us three horses and a wagon?",
	"Remember that Xaelith betrayed the duke of Thornwick.",
	"Roll two eight sided dice and tell me the total.",
	"How much does a bed cost at the Gilded Heron?",
	"Wait, wait, the old bridge will not hold a wagon.",
	"Good evening Lissa, we are looking for a quiet table.",
	"The bandits carried the chest into the ruins behind the mill.",
	"Can anybody lend me a pencil and a blank character sheet?",
	"Who was the last person to see the mayor alive?",
	"I throw my torch at the spider and run down the stairs.",
	"When does the next ship sail from Saltmere to Ashkeld?",
	"Maren Tule, we bring bad news from your daughter.",
	"My grandfather fought beside the king in the great war.",
	"We should bury the gold under the oak before sunrise.",
	"Is there a secret passage between the temple and the palace?",
	"A cold wind blows through the broken windows of the abbey.",
	"Hadrick knows the captain, so let him speak first.",
	"Give me ten minutes, my food is in the oven.",
	"Make a stealth check with disadvantage, please.",
}

// speak returns text as flite says it, at the rate of recognisers.
func speak(t *testing.T, s speech.Synthesizer, voice, text string) []int16 {
	t.Helper()
	var pcm []int16
	var rs *audio.Resampler
	for c, err := range s.Synthesize(t.Context(), speech.Utterance{Text: text, Voice: speech.Voice{Name: voice}}) {
		if err == nil && rs == nil {
			rs, err = audio.NewResampler(c.Rate, audio.Speech)
		}
		if err != nil {
			t.Fatal(err)
		}
		pcm = rs.Append(pcm, c.PCM)
	}
	return rs.Flush(pcm)
}

func TestHeldOutSentences(t *testing.T) {
	require(t)
	known := map[string]bool{}
	for _, s := range GeneralSentences() {
		known[s] = true
	}
	start := time.Now()
	m, err := builder.Build(t.Context(), models, campaign)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the model was built in %v", time.Since(start).Round(time.Millisecond))
	voice, err := command.NewSynthesizer(command.Flite())
	if err != nil {
		t.Fatal(err)
	}
	r := New(Options{Model: m, TempDir: t.TempDir(), Slots: command.NewSlots(0)})
	all := campaign.words()
	var words, errs, names, missed int
	least := 1.0
	var marks marks
	var spent, spoke time.Duration
	for _, who := range []string{"rms", "slt"} {
		w, e := 0, 0
		for _, text := range heldOut {
			want := spoken(text)
			if known[strings.Join(want, " ")] {
				t.Errorf("%q is in the training text", text)
			}
			pcm := speak(t, voice, who, text)
			start := time.Now()
			for h, err := range r.Recognize(t.Context(), speech.Hints{Language: "en-GB"}, slices.Values([][]int16{pcm})) {
				if err != nil {
					t.Fatal(err)
				}
				marks.add(t, h, want)
				got := spoken(h.Text)
				n := nearest.Distance(got, want)
				w, e, least = w+len(want), e+n, min(least, h.Confidence)
				for _, name := range want {
					if all[name] {
						names++
						if !slices.Contains(got, name) && !slices.Contains(got, name+"'s") {
							missed++
						}
					}
				}
				if n > 0 {
					t.Logf("%s said %q, heard %q", who, text, h.Text)
				}
			}
			spent += time.Since(start)
			spoke += audio.Speech.Duration(len(pcm))
		}
		t.Logf("%s: %d of %d words wrong, %.1f %%", who, e, w, 100*float64(e)/float64(w))
		words, errs = words+w, errs+e
	}
	n := time.Duration(2 * len(heldOut))
	t.Logf("%v an utterance of %v; least confidence %.2f; %d of %d names missed",
		(spent / n).Round(time.Millisecond), (spoke / n).Round(time.Millisecond), least, missed, names)
	if rate := 100 * float64(errs) / float64(words); rate > 15 {
		t.Errorf("%.1f %% of the words are wrong, want at most 15", rate)
	} else {
		t.Logf("word error rate %.1f %%", rate)
	}
	marks.check(t)
	if missed > 1 {
		t.Errorf("%d of %d names were missed, want at most one", missed, names)
	}
}

// words returns the words of the campaign's names.
func (c Corpus) words() map[string]bool {
	m := map[string]bool{}
	for _, n := range c.Names {
		for _, w := range spoken(n.Text) {
			m[w] = !slices.Contains(small, w)
		}
	}
	return m
}

// Silence and noise have no words. Case: S01.
func TestSilenceHasNoWords(t *testing.T) {
	require(t)
	m, err := builder.Build(t.Context(), models, campaign)
	if err != nil {
		t.Fatal(err)
	}
	r := New(Options{Model: m, TempDir: t.TempDir()})
	hiss := make([]int16, 2*audio.Speech)
	x := uint32(1)
	for i := range hiss {
		x = x*1664525 + 1013904223
		hiss[i] = int16(int32(x)>>16) / 900 // RMS about 20
	}
	for name, pcm := range map[string][]int16{"silence": make([]int16, 2*audio.Speech), "hiss": hiss, "nothing": nil, "one sample": {1}} {
		for h, err := range r.Recognize(t.Context(), speech.Hints{}, slices.Values([][]int16{pcm})) {
			if err != nil || h.Text != "" || !h.Final {
				t.Errorf("%s is heard as %q, %v", name, h.Text, err)
			}
		}
	}
}

func TestRecognizerErrors(t *testing.T) {
	require(t)
	m, err := builder.Build(t.Context(), models, campaign)
	if err != nil {
		t.Fatal(err)
	}
	hear := func(ctx context.Context, o Options, language string) error {
		o.TempDir = orElse(o.TempDir, t.TempDir())
		var err error
		for _, e := range New(o).Recognize(ctx, speech.Hints{Language: language}, slices.Values([][]int16{make([]int16, 16000)})) {
			err = e
		}
		return err
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := hear(gone, Options{Model: m}, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for _, tt := range []struct {
		name, language string
		o              Options
		says           string
	}{
		{"German", "de", Options{Model: m}, `it understands English only, not "de"`},
		{"no program", "en", Options{Model: m, Program: "no-such-program"}, "apt install pocketsphinx"},
		{"no acoustic model", "", Options{Model: m, Acoustic: "/nowhere"}, "apt install pocketsphinx pocketsphinx-en-us"},
		{"no language model", "", Options{Model: Model{LM: "/nowhere", Dict: m.Dict}}, "language model is gone"},
		{"no place", "", Options{Model: m, TempDir: "/nowhere"}, "temporary file"},
		{"slow", "", Options{Model: m, Timeout: time.Millisecond}, "had not ended"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := hear(t.Context(), tt.o, tt.language)
			if _, ok := errors.AsType[*speech.ProviderError](err); !ok || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("the error is %v, want one that says %q", err, tt.says)
			}
		})
	}
	if err := New(Options{Model: m}).Check(t.Context()); err != nil {
		t.Errorf("Check: %v", err)
	}
}
