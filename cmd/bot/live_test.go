package main

import (
	"bufio"
	"bytes"
	"context"
	"iter"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/demo"
	"glyphoxa/internal/provider/pocketsphinx"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/opus"
)

// orchard are the variables that play the example scene with the campaign in
// testdata: other names, other facts.
var orchard = map[string]string{
	"cast":  "yard",
	"first": "rosamund", "first_name": "Rosamund",
	"second": "bruno", "second_name": "Bruno",
	"narration":              "The old gate falls shut behind you and the birds are silent.",
	"question":               "when does the gate to the orchard open?",
	"answer":                 "noon",
	"statement":              "remember that the bridge has fallen into the river.",
	"remembered":             "bridge has fallen",
	"story":                  "what do you know about Duke Harold?",
	"interruption":           "Wait, where is the winter bell?",
	"interruption_answer":    "old bridge",
	"together_first":         "how long have you tended the orchard?",
	"together_first_answer":  "thirty winters",
	"together_second":        "how much silver does a good sword cost?",
	"together_second_answer": "twelve silver",
}

// needSpeech skips a test where the speech programs are missing.
func needSpeech(t *testing.T) {
	t.Helper()
	for _, p := range []string{"flite", "pocketsphinx_batch"} {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("speech: %v", err)
		}
	}
}

// TestLiveDemo plays the scene with two campaigns. The program judges its own
// artefacts; here it is only heard whether the agents can be understood, and
// looked whether the log, at its most talkative, holds what was said.
//
// A word that is misheard fails it, so that nothing runs beside it.
func TestLiveDemo(t *testing.T) {
	needSpeech(t)
	example := filepath.Join("..", "..", "campaigns", "lanterns.yaml")
	for _, tt := range []struct {
		name, campaign string
		vars           map[string]string
		unlogged       string // words
	}{
		{"the example", example, nil, "mirela odo kara joren jasper lantern silver pizza gate dice stew watch"},
		{
			"another campaign", filepath.Join("testdata", "orchard.yaml"), orchard,
			"rosamund bruno kara joren gate noon birds bridge river harold bell winter orchard silver sword",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.ArtifactDir()
			cfg := filepath.Join(t.TempDir(), "config.yaml")
			if err := os.WriteFile(cfg, []byte("log: {level: debug}\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			args := append([]string{"demo", "--config", cfg, "--out", dir, "--campaign", tt.campaign}, setting(tt.vars)...)
			var out, errOut bytes.Buffer
			if code := run(t.Context(), args, strings.NewReader(""), &out, &errOut); code != 0 {
				t.Fatalf("exit %d\n%s\n%s", code, out.String(), errOut.String())
			}
			t.Log(out.String())
			logHoldsNone(t, errOut.String(), tt.unlogged)
			understandAgents(t, dir, tt.campaign, tt.vars)
		})
	}
}

// logHoldsNone looks for words in a log.
func logHoldsNone(t *testing.T, log, words string) {
	t.Helper()
	if log == "" {
		t.Error("nothing was logged")
	}
	for w := range strings.FieldsSeq(words) {
		if strings.Contains(strings.ToLower(log), w) {
			t.Errorf("%q is in the log:\n%s", w, log)
		}
	}
}

func setting(vars map[string]string) (args []string) {
	for k, v := range vars {
		args = append(args, "--set", k+"="+v)
	}
	return args
}

// understandAgents recognises what the agents said in npc.wav and wants to
// hear what they were asked for.
func understandAgents(t *testing.T, dir, campaignFile string, vars map[string]string) {
	t.Helper()
	data, err := os.ReadFile(campaignFile)
	if err != nil {
		t.Fatal(err)
	}
	file, err := campaign.Parse(campaignFile, data)
	if err != nil {
		t.Fatal(err)
	}
	ears, cleanup, err := newEars(t.Context(), config.Default(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer cleanup()
	scene, err := demo.ParseScene("scene.yaml", demo.Example, vars)
	if err != nil {
		t.Fatal(err)
	}
	answers, err := demo.Answers(dir, scene)
	if err != nil {
		t.Fatal(err)
	}
	lost := 0
	for _, a := range answers {
		heard := strings.ToLower(recognise(t, ears, speech16k(t, a.PCM)))
		understood := slices.ContainsFunc(a.Words, func(w string) bool { return strings.Contains(heard, strings.ToLower(w)) })
		if !understood {
			t.Logf("%s: %q was understood as %q: wanted one of %q", a.Line, a.Text, heard, a.Words)
			lost++
		}
	}
	// The recogniser gets one word in twelve wrong even of clear voices.
	if lost > 1 {
		t.Errorf("%d of %d answers cannot be understood", lost, len(answers))
	}
	if len(answers) < 4 {
		t.Errorf("%d answers to understand, want 4", len(answers))
	}
}

// speech16k resamples from the Discord rate to the recogniser's.
func speech16k(t *testing.T, pcm []int16) []int16 {
	t.Helper()
	r, err := audio.NewResampler(audio.Discord, audio.Speech)
	if err != nil {
		t.Fatal(err)
	}
	return r.Flush(r.Append(nil, pcm))
}

func recognise(t *testing.T, ears speech.Recognizer, pcm []int16) (text string) {
	t.Helper()
	var sound iter.Seq[[]int16] = func(yield func([]int16) bool) { yield(pcm) }
	for h, err := range ears.Recognize(t.Context(), speech.Hints{Language: "en"}, sound) {
		if err != nil {
			t.Fatal(err)
		}
		text = h.Text
	}
	return text
}

// TestSceneIsNotInTheModel: the recogniser's language model is made from
// general sentences and the campaign, never from what is going to be said.
func TestSceneIsNotInTheModel(t *testing.T) {
	known := pocketsphinx.GeneralSentences()
	for _, vars := range []map[string]string{nil, orchard} {
		s, err := demo.ParseScene("scene.yaml", demo.Example, vars)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range s.Lines {
			said := strings.Join(strings.FieldsFunc(strings.ToLower(l.Say), func(r rune) bool { return strings.ContainsRune(" ,.?!", r) }), " ")
			if slices.Contains(known, said) {
				t.Errorf("line %q is in the language model: %q", l.ID, said)
			}
			if _, after, ok := strings.Cut(said, " "); ok && slices.Contains(known, after) {
				t.Errorf("line %q, but for its first word, is in the language model: %q", l.ID, after)
			}
		}
	}
}

// TestLiveStop stops the program in the middle of the demo. Killed, it has kept
// everything that it said it heard, but for the utterance in the air; asked to
// stop, it ends the session as well and says one line.
func TestLiveStop(t *testing.T) {
	needSpeech(t)
	t.Parallel()
	for _, tt := range []struct {
		name   string
		signal os.Signal
		code   int
		open   int // sessions left open
		says   string
	}{
		{"killed", os.Kill, -1, 1, ""},
		{"interrupted", os.Interrupt, exitFailed, 0, "bot: stopped"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			told, code, errOut := stopDemo(t, dir, tt.signal)
			if code != tt.code || !strings.Contains(errOut, tt.says) {
				t.Errorf("exit %d, want %d; it said %q", code, tt.code, errOut)
			}
			kept, open := keptBy(t, filepath.Join(dir, "demo.db"))
			if open != tt.open {
				t.Errorf("%d sessions left open, want %d", open, tt.open)
			}
			for _, line := range told[:len(told)-1] {
				if !slices.Contains(kept, strings.TrimSuffix(line, " [cut off]")) {
					t.Errorf("%q was heard and is lost; kept %q", line, kept)
				}
			}
		})
	}
}

// stopDemo starts the demo, sends it a signal after a few lines, and returns
// the lines it told until then, its exit code and what it said of itself.
func stopDemo(t *testing.T, dir string, signal os.Signal) (told []string, code int, errOut string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var stderr bytes.Buffer
	// TestMain has put the program on the PATH.
	cmd := exec.CommandContext(ctx, "bot", "demo", "--out", dir)
	cmd.Stderr = &stderr
	cmd.Env = append(os.Environ(), "TMPDIR="+dir) // what a killed program leaves goes with the test
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	const enough = 5
	in := bufio.NewScanner(stdout)
	for len(told) < enough && in.Scan() {
		// "  7.82s  Kara: words"; what is about a line is indented further.
		if _, line, ok := strings.Cut(in.Text(), "s  "); ok && !strings.HasPrefix(line, " ") {
			told = append(told, line)
		}
	}
	if len(told) < enough {
		t.Fatalf("the demo told only %q\n%s", told, stderr.String())
	}
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	for in.Scan() { // until it closes its output, as Wait asks for
	}
	_ = cmd.Wait() // the exit code says more
	return told, cmd.ProcessState.ExitCode(), stderr.String()
}

// keptBy returns the lines in the database of a demo, and how many sessions
// were left open in it.
func keptBy(t *testing.T, file string) (kept []string, open int) {
	t.Helper()
	db, err := store.Open(t.Context(), slog.New(slog.DiscardHandler), file, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	all, err := db.Campaigns(t.Context())
	if err != nil || len(all) != 1 {
		t.Fatalf("campaigns: %d, %v", len(all), err)
	}
	c := db.Campaign(all[0].ID)
	ended, err := c.EndOpen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sessions, err := c.Sessions(t.Context(), transcript.Demo)
	if err != nil || len(sessions) != 1 {
		t.Fatalf("sessions: %d, %v", len(sessions), err)
	}
	lines, err := c.Transcript(t.Context(), sessions[0].ID)
	if err != nil || len(lines) == 0 {
		t.Fatalf("lines: %d, %v", len(lines), err)
	}
	for _, l := range lines {
		kept = append(kept, l.Name+": "+l.Text)
	}
	if last := lines[len(lines)-1]; sessions[0].Ended.Before(last.At) {
		t.Errorf("the session ended at %v, before its last line at %v", sessions[0].Ended, last.At)
	}
	return kept, len(ended)
}

// TestLivePreRoll: without the sound from before an utterance is noticed its
// first word is lost, and the first word is the name.
func TestLivePreRoll(t *testing.T) {
	needSpeech(t)
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "..", "campaigns", "lanterns.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	file, err := campaign.Parse("lanterns.yaml", data)
	if err != nil {
		t.Fatal(err)
	}
	ears, cleanup, err := newEars(t.Context(), config.Default(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer cleanup()
	named := func(preRoll time.Duration) (n int) {
		for _, s := range []string{"Mirela, how are you?", "Odo, come over here.", "Mirela, bring us some bread.", "Odo, is it cold outside?"} {
			pcm := hearThrough(t, voice.Options{PreRoll: preRoll}, flite(t, "slt", s))
			heard := recognise(t, ears, pcm)
			name, _, _ := strings.Cut(s, ",")
			if strings.HasPrefix(heard, name) {
				n++
			} else {
				t.Logf("pre-roll %v: %q was heard as %q", preRoll, s, heard)
			}
		}
		return n
	}
	if got := named(0); got != 4 {
		t.Errorf("with its pre-roll %d of 4 names are heard", got)
	}
	if got := named(-1); got > 2 {
		t.Errorf("without a pre-roll %d of 4 names are heard: is it of any use?", got)
	}
}

// hearThrough sends pcm, at the Discord rate, through Opus and an ear, and
// returns the sound that the ear hands on.
func hearThrough(t *testing.T, opts voice.Options, pcm []int16) (heard []int16) {
	t.Helper()
	enc, err := opus.NewEncoder(opus.EncoderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ear := voice.NewEar(1, opts)
	now := time.Now()
	var events []voice.Event
	var frame audio.Frame
	for i := range len(pcm) / len(frame) {
		copy(frame[:], pcm[i*len(frame):])
		packet, err := enc.Encode(nil, &frame)
		if err != nil {
			t.Fatal(err)
		}
		events = ear.Packet(events, voice.Packet{Seq: uint16(i), Timestamp: uint32(i * len(frame)), Opus: packet}, now)
		now = now.Add(audio.FrameDuration)
	}
	for _, ev := range ear.Close(events, now) {
		if s, ok := ev.(voice.Sound); ok {
			heard = append(heard, s.PCM...)
		}
	}
	return heard
}

// flite speaks text after half a second of silence, at the Discord rate.
func flite(t *testing.T, voice, text string) []int16 {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.wav")
	if msg, err := exec.Command("flite", "-voice", voice, "-t", text, "-o", out).CombinedOutput(); err != nil {
		t.Fatalf("flite: %v\n%s", err, msg)
	}
	pcm, err := demo.ReadSpeech(out)
	if err != nil {
		t.Fatal(err)
	}
	return append(make([]int16, 24000), pcm...)
}
