package bench

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/bench/clip"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// Providers are real ones, which hear, think and speak by themselves. Somebody
// else makes them: this package knows none.
type Providers struct {
	Name  string
	Ears  speech.Recognizer
	Mind  conversation.Mind
	Mouth speech.Synthesizer
	// Voice is Bart's, who is the one asked, and Agent what else he is. He has to
	// be called that.
	Voice speech.Voice
	Agent campaign.Agent
	// Players are the voices of those who interrupt; none is Voice.
	Players []speech.Voice
}

// An Opening makes providers, and what ends them.
type Opening func(ctx context.Context, log *slog.Logger) (Providers, func() error, error)

// A Real is what a table with real providers does, beside the sum of its parts.
// Each part was measured by itself, with nothing else going on.
type Real struct {
	Answers Answers `json:"answers"`
	Parts   []Stage `json:"parts_apart"`
	Table   Table   `json:"table"`
}

// apartTimes is how often each part is measured by itself.
const apartTimes = 8

// measureReal measures what open makes.
func measureReal(ctx context.Context, log *slog.Logger, open Opening, c crowdedness) (r Real, name string, err error) {
	p, end, err := open(ctx, log)
	if err != nil {
		return Real{}, "", err
	}
	defer func() { err = errors.Join(err, end()) }()
	times := min(apartTimes, c.times)
	parts, err := p.apart(ctx, times)
	if err != nil {
		return Real{}, p.Name, fmt.Errorf("measure each part by itself: %w", err)
	}
	r.Parts = parts
	chained := []named{{"endpoint", pauseSilence}, {"recognise", 0}, {"address", 0}, {"wait", 0}, {"first_text", 0}, {"first_audio", 0}}
	for i := range chained {
		for _, part := range parts {
			if part.Name == chained[i].name {
				chained[i].took = time.Duration(part.Took.P50)
			}
		}
	}
	s := seat{
		ears: p.Ears, mind: p.Mind, mouth: p.Mouth, room: openLocal, journal: memory{}, agent: &p.Agent,
		voices: map[transcript.AgentID]speech.Voice{bart.ID: p.Voice, greta.ID: p.Voice},
	}
	// A table for each question: it is always the same one, and so is the answer.
	var all played
	for range c.times {
		one, err := s.play(ctx, log, 1)
		if err != nil {
			return r, p.Name, fmt.Errorf("ask: %w", err)
		}
		all.add(one)
	}
	var sum time.Duration
	for _, part := range chained {
		sum += part.took
	}
	r.Answers = Answers{Case: Case{
		Recogniser: Millis(chained[1].took), Voice: Millis(chained[5].took), With: p.Name,
	}}.of(all, chained, sum-pauseSilence+onceLimit)
	beside, err := p.say(ctx, p.Voice, besideText)
	if err != nil {
		return r, p.Name, fmt.Errorf("have the second question said: %w", err)
	}
	people, err := p.interruptions(ctx, c.people)
	if err != nil {
		return r, p.Name, fmt.Errorf("have the interruptions said: %w", err)
	}
	r.Table, err = tableOf(ctx, log, p.Name, s, s, c, people, beside, func(pcm []int16) ([]string, error) {
		words, _, err := heardAlone(ctx, p.Ears, pcm)
		return words, err
	})
	return r, p.Name, err
}

// apart measures each part by itself: the question's words, the first sentence of
// the answer to it, and the first sound of that.
func (p Providers) apart(ctx context.Context, times int) ([]Stage, error) {
	var words, text, sound []time.Duration
	for range times {
		heard, took, err := heardAlone(ctx, p.Ears, clip.Question())
		if err != nil {
			return nil, err
		}
		words = append(words, took)
		first, took, err := p.firstSentence(ctx, strings.Join(heard, " "))
		if err != nil {
			return nil, err
		}
		text = append(text, took)
		begun := time.Now()
		for _, err := range p.Mouth.Synthesize(ctx, speech.Utterance{Text: first, Voice: p.Voice}) {
			if err != nil {
				return nil, err
			}
			break
		}
		sound = append(sound, time.Since(begun))
	}
	return []Stage{
		{Name: "recognise", Took: spread(words)},
		{Name: "first_text", Took: spread(text)},
		{Name: "first_audio", Took: spread(sound)},
	}, nil
}

// say returns text in a voice of p, at [audio.Speech].
func (p Providers) say(ctx context.Context, voice speech.Voice, text string) (pcm []int16, err error) {
	var r *audio.Resampler
	for c, err := range p.Mouth.Synthesize(ctx, speech.Utterance{Text: text, Voice: voice}) {
		if err != nil {
			return nil, err
		}
		if r == nil {
			if r, err = audio.NewResampler(c.Rate, audio.Speech); err != nil {
				return nil, err
			}
		}
		pcm = r.Append(pcm, c.PCM)
	}
	if r == nil {
		return nil, errors.New("there is no sound")
	}
	return r.Flush(pcm), nil
}

// firstSentence returns the first sentence of an answer, and how long it took
// until it was there.
func (p Providers) firstSentence(ctx context.Context, question string) (string, time.Duration, error) {
	kara := transcript.Speaker{ID: asker, Name: "Kara", Role: transcript.Player}
	now := time.Now()
	q := conversation.Question{
		Agent: p.Agent, Present: []campaign.Agent{p.Agent}, People: []transcript.Speaker{kara},
		History: []transcript.Line{{N: 1, Role: transcript.Player, Speaker: asker, Name: kara.Name, Text: question, At: now, End: now}},
		Commit:  func(context.Context) error { return nil },
		Ran:     func(string, string, bool) {},
	}
	var written strings.Builder
	for text, err := range p.Mind.Reply(ctx, q) {
		if err != nil {
			return "", 0, err
		}
		written.WriteString(text)
		if s := conversation.Sentences(written.String()); len(s) > 1 {
			return s[0], time.Since(now), nil
		}
	}
	s := conversation.Sentences(written.String())
	if len(s) == 0 {
		return "", 0, errors.New("nothing is answered")
	}
	return s[0], time.Since(now), nil
}
