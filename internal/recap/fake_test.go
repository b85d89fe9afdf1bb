package recap

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/llm"
	"glyphoxa/internal/transcript"
)

var update = flag.Bool("update", false, "rewrite golden files")

// shelf is a Store in memory.
type shelf struct {
	sessions []transcript.Session
	lines    map[transcript.SessionID][]transcript.Line
	people   []transcript.Speaker
	alone    map[string]bool              // texts that no player was there to hear
	came     map[transcript.SpeakerID]int // after how many lines
	file     campaign.File
	turns    []transcript.Turn
	// beaten, if set, is kept by somebody else just before the next save.
	beaten *transcript.Recap

	mu     sync.Mutex
	recaps map[transcript.SessionID]transcript.Recap
}

func (s *shelf) Session(_ context.Context, id transcript.SessionID) (transcript.Session, error) {
	for _, x := range s.sessions {
		if x.ID == id {
			return x, nil
		}
	}
	return transcript.Session{}, errors.New("no such session")
}

func (s *shelf) Transcript(_ context.Context, id transcript.SessionID) ([]transcript.Line, error) {
	return s.lines[id], nil
}

func (s *shelf) PartyLines(_ context.Context, id transcript.SessionID) ([]transcript.Line, error) {
	return slices.DeleteFunc(slices.Clone(s.lines[id]), func(l transcript.Line) bool { return s.alone[l.Text] }), nil
}

func (s *shelf) MissedLines(ctx context.Context, id transcript.SessionID, who transcript.SpeakerID) ([]transcript.Line, bool, error) {
	n, ok := s.came[who]
	if !ok {
		return nil, false, nil
	}
	lines, err := s.PartyLines(ctx, id)
	return lines[:n], true, err
}

func (s *shelf) File(context.Context) (campaign.File, error) { return s.file, nil }

func (s *shelf) Turns(context.Context, transcript.SessionID) ([]transcript.Turn, error) {
	return s.turns, nil
}

func (s *shelf) Speakers(context.Context, transcript.SessionID) ([]transcript.Speaker, error) {
	return s.people, nil
}

func (s *shelf) Recap(_ context.Context, id transcript.SessionID) (transcript.Recap, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.recaps[id]
	return r, ok, nil
}

func (s *shelf) SaveRecap(_ context.Context, r transcript.Recap) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.recaps == nil {
		s.recaps = map[transcript.SessionID]transcript.Recap{}
	}
	if s.beaten != nil {
		s.recaps[r.Session] = *s.beaten
	}
	if kept, ok := s.recaps[r.Session]; ok && !kept.Stale {
		return false, nil
	}
	s.recaps[r.Session] = r
	return true, nil
}

func (s *shelf) ended() []transcript.Session {
	return slices.DeleteFunc(slices.Clone(s.sessions), func(x transcript.Session) bool {
		return x.Ended.IsZero() || x.Kind != transcript.Live
	})
}

func (s *shelf) DueRecaps(context.Context) ([]transcript.Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(s.ended(), func(x transcript.Session) bool { _, ok := s.recaps[x.ID]; return ok }), nil
}

func (s *shelf) LastEnded(_ context.Context, n int) ([]transcript.Session, error) {
	e := s.ended()
	return e[max(0, len(e)-n):], nil
}

// evening is a campaign with one ended live session in which lines were said,
// each "name: text".
func evening(lines ...string) *shelf {
	begun := time.Date(2026, 3, 1, 19, 0, 0, 0, time.UTC)
	s := &shelf{
		sessions: []transcript.Session{{ID: "s1", Kind: transcript.Live, Started: begun, Ended: begun.Add(time.Hour)}},
		lines:    map[transcript.SessionID][]transcript.Line{},
	}
	for _, l := range lines {
		name, text, _ := strings.Cut(l, ": ")
		role := transcript.NPC
		switch name {
		case "GM":
			role = transcript.GM
		case "Kara", "Joren":
			role = transcript.Player
		}
		s.lines["s1"] = append(s.lines["s1"], transcript.Line{Session: "s1", Role: role, Name: name, Text: text})
	}
	return s
}

// plenty is enough to tell of.
var plenty = []string{
	"GM: Rain beats on the shutters of the Silver Heron.",
	"Kara: Mirela, what happened to the last lantern on the sea wall?",
	"Mirela Voss: The wind put it out, dear, as it does every winter.",
	"Joren: I do not believe a word of that, and I say so.",
	"Odo Brand: Lower your voice. Some of us have to live here.",
}

func recapper(t *testing.T, s Store, m llm.Model) *Recapper {
	t.Helper()
	return &Recapper{
		Campaign: campaign.Campaign{ID: "c", Language: "en", Setting: "The party will meet the dragon in the chapel."},
		Store:    s, Model: m, ModelName: "test-model",
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	}
}

func says(answers ...string) *llm.Scripted {
	list := make([]llm.Answer, len(answers))
	for i, a := range answers {
		list[i] = llm.Answer{llm.Text(a)}
	}
	return llm.Script(list...)
}

// numbers answers n requests with "story 1", "story 2", ….
func numbers(n int) *llm.Scripted {
	var answers []string
	for i := range n {
		answers = append(answers, fmt.Sprintf("story %d", i+1))
	}
	return says(answers...)
}

// slow needs a minute for each answer.
type slow struct{ llm.Model }

func (m slow) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Event, error] {
	time.Sleep(time.Minute)
	return m.Model.Stream(ctx, req)
}

// silent ends every stream without a word.
type silent struct{}

func (silent) Stream(context.Context, llm.Request) iter.Seq2[llm.Event, error] {
	return func(func(llm.Event, error) bool) {}
}
