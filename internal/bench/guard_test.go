package bench

import (
	"context"
	"iter"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/voicetest"
)

// play asks the question in fake time, where only what is waited for takes any.
func play(t *testing.T, c Case, change func(*seat)) (a Answers) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		const turns = 3
		s := c.newSeat(turns)
		s.journal = memory{}
		change(&s)
		p, err := s.play(t.Context(), quiet(), turns)
		if err != nil {
			t.Fatal(err)
		}
		a = c.answers(p)
	})
	return a
}

// TestAnswers measures the table in fake time: what is beyond the sum of the
// parts is then what the program waits for without need.
func TestAnswers(t *testing.T) {
	for _, c := range cases {
		t.Run(c.String(), func(t *testing.T) {
			a := play(t, c, func(*seat) {})
			for _, e := range a.excesses() {
				t.Error(e)
			}
			// In fake time own work is nothing but waiting that need not be, such
			// as a space behind the clause that is held back.
			if a.Own != 0 {
				t.Errorf("own work: %v ms in %+v, want none", a.Own.ms(), a)
			}
			if a.Gap.Max != 0 {
				t.Errorf("a gap of %v ms between sentences", a.Gap.Max.ms())
			}
			want := Extra{}
			if c.Streams { // at first nobody knows that the last word is still to come
				want.Answers = 0.333
			}
			if a.Extra != want {
				t.Errorf("of work done early %+v was thrown away, want %+v", a.Extra, want)
			}
		})
	}
}

// TestAnswersInCall: in fake time a call, with its encryption and its relay, adds
// nothing.
func TestAnswersInCall(t *testing.T) {
	inMemory := func(ctx context.Context, log *slog.Logger, people []transcript.SpeakerID, ear voice.Options) (room, error) {
		return openCall(ctx, log, voicetest.NewVoiceServer(voicetest.VoiceOptions{}), people, ear)
	}
	for _, c := range cases {
		t.Run(c.String(), func(t *testing.T) {
			a := play(t, c, func(s *seat) { s.room = inMemory })
			for _, e := range a.excesses() {
				t.Error(e)
			}
			if a.Own != 0 || a.Gap.Max != 0 {
				t.Errorf("own work: %v ms, a gap of %v ms, want none", a.Own.ms(), a.Gap.Max.ms())
			}
		})
	}
}

// TestGuard slows one stage after the other by 50 ms.
func TestGuard(t *testing.T) {
	const by = 50 * time.Millisecond
	for _, tt := range []struct {
		stage  string
		slower func(c Case, s *seat)
		blamed string
	}{
		{"pause", func(_ Case, s *seat) {
			s.channel = func(ch conversation.Channel) conversation.Channel { return latePause{ch, by} }
		}, "endpoint"},
		{"recogniser", func(_ Case, s *seat) { s.ears = slowEars{s.ears, by} }, "recognise"},
		{"address", func(_ Case, s *seat) {
			s.notice = slowToHear(by)
			s.channel = func(ch conversation.Channel) conversation.Channel { return slowToDecide{ch, by} }
		}, "between"},
		{"mind", func(_ Case, s *seat) { s.mind = slowMind{s.mind, by} }, "first_text"},
		{"voice", func(c Case, s *seat) { s.mouth.(*speech.Tone).FirstAudio = time.Duration(c.Voice) + by }, "first_audio"},
		{"wait", func(c Case, s *seat) { s.quiet = time.Duration(c.answers(played{turns: []turn{{}}}).Sum) + by }, "wait"},
		{"speak", func(_ Case, s *seat) {
			s.channel = func(ch conversation.Channel) conversation.Channel { return slowChannel{ch, 0, by} }
		}, "between"},
		// Two frames are ahead of what is heard, and keep the first 40 ms of a
		// hold from being noticed by anybody.
		{"sentence", func(_ Case, s *seat) {
			s.channel = func(ch conversation.Channel) conversation.Channel {
				return slowChannel{ch, 60, 40*time.Millisecond + by}
			}
		}, "the gap between sentences"},
	} {
		t.Run(tt.stage, func(t *testing.T) {
			for _, c := range cases {
				over := play(t, c, func(s *seat) { tt.slower(c, s) }).excesses()
				if !slices.ContainsFunc(over, func(e Excess) bool { return e.What == tt.blamed }) {
					t.Errorf("%s: the guard blames %v, want %s", c, over, tt.blamed)
				}
			}
		})
	}
}

func TestGuardOfSearch(t *testing.T) {
	d := Database{Engine: "sqlite", Searches: []Search{
		{Words: "1st word", Reader: "the GM", Took: Spread{P95: Millis(searchLimit)}},
		{Words: "50th word", Reader: "the GM", Took: Spread{P95: Millis(searchLimit + time.Millisecond)}},
	}}
	over := Report{Databases: []Database{d}}.Excesses()
	if len(over) != 1 || over[0].What != "the search for the 50th word as the GM" {
		t.Errorf("got %v, want the second search", over)
	}
}

// The stages in the way of an answer, each too slow by some time.

type slowEars struct {
	speech.Recognizer
	by time.Duration
}

func (s slowEars) Recognize(ctx context.Context, hints speech.Hints, sound iter.Seq[[]int16]) iter.Seq2[speech.Hypothesis, error] {
	return func(yield func(speech.Hypothesis, error) bool) {
		for h, err := range s.Recognizer.Recognize(ctx, hints, sound) {
			time.Sleep(s.by)
			if !yield(h, err) {
				return
			}
		}
	}
}

type slowMind struct {
	conversation.Mind
	by time.Duration
}

func (s slowMind) Reply(ctx context.Context, q conversation.Question) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		time.Sleep(s.by)
		s.Mind.Reply(ctx, q)(yield)
	}
}

// slowToHear holds the table up between the words of a line and the decision
// for whom it is.
func slowToHear(by time.Duration) func(conversation.Notice) {
	return func(n conversation.Notice) {
		if kept, ok := n.(conversation.LineKept); ok && kept.Line.Agent == "" {
			time.Sleep(by)
		}
	}
}

// A latePause is a channel in which it is late that somebody is known to pause.
type latePause struct {
	conversation.Channel
	by time.Duration
}

func (l latePause) Hear(ctx context.Context) iter.Seq2[voice.Event, error] {
	return func(yield func(voice.Event, error) bool) {
		for ev, err := range l.Channel.Hear(ctx) {
			if _, ok := ev.(voice.Paused); ok {
				time.Sleep(l.by)
			}
			if !yield(ev, err) {
				return
			}
		}
	}
}

func (l latePause) SetEndpoint(who transcript.SpeakerID, d time.Duration) {
	l.Channel.(conversation.Endpointer).SetEndpoint(who, d)
}

// A slowToDecide is a channel whose table is held up between the words at a pause
// and the beginning of an answer to them.
type slowToDecide struct {
	conversation.Channel
	by time.Duration
}

func (s slowToDecide) SetEndpoint(who transcript.SpeakerID, d time.Duration) {
	time.Sleep(s.by)
	s.Channel.(conversation.Endpointer).SetEndpoint(who, d)
}

// A slowChannel is too slow before one of the frames.
type slowChannel struct {
	conversation.Channel
	frame int
	by    time.Duration
}

func (s slowChannel) Speak(ctx context.Context, frames iter.Seq2[*audio.Frame, error]) (int, error) {
	return s.Channel.Speak(ctx, func(yield func(*audio.Frame, error) bool) {
		i := 0
		for f, err := range frames {
			if i == s.frame {
				time.Sleep(s.by)
			}
			i++
			if !yield(f, err) {
				return
			}
		}
	})
}
