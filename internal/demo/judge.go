package demo

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
)

// A Verdict says whether a step of the scene happened.
type Verdict struct {
	Step   string
	OK     bool
	Detail string // what was found instead, or the figure measured
}

const (
	// wordLimit is the share of words that may be read wrong.
	wordLimit = 0.15
	// lineLimit is the share of one line that may be. Lines are short: it
	// lets one word of six go.
	lineLimit = 0.2
	// cutLimit is how soon after an interrupter's first sample the agent is
	// to be silent.
	cutLimit = 200 * time.Millisecond
	// nearby is how far a line's beginning in the transcript may be from the
	// moment at which it was said.
	nearby = 700 * time.Millisecond
)

// evidence is what [WriteArtefacts] wrote, read again.
type evidence struct {
	lines     []lineJSON
	turns     []turnJSON
	proposals []proposalJSON
	recap     string
	report    Report
	npc       []int16 // at the Discord rate
}

// Judge reads the artefacts in dir and says, step by step, what happened and
// what did not. It trusts nothing but the files.
func Judge(dir string, s *Scene) ([]Verdict, error) {
	e, err := gather(dir)
	if err != nil {
		return nil, err
	}
	var all []Verdict
	add := func(ok bool, step, format string, args ...any) {
		all = append(all, Verdict{step, ok, fmt.Sprintf(format, args...)})
	}
	wrong, total := 0, 0
	for i := range s.Lines {
		l := &s.Lines[i]
		heard, ok := e.heard(l)
		if !ok {
			add(false, l.ID+" is heard", "no line of %s in the transcript at that moment", l.Who)
			continue
		}
		n, of := wordErrors(l.Say, heard.Text)
		wrong, total = wrong+n, total+of
		e.judge(s, l, heard, add)
	}
	if total > 0 {
		share := float64(wrong) / float64(total)
		add(share <= wordLimit, "words are read right", "%d of %d wrong, %.1f %%", wrong, total, 100*share)
	}
	recap := strings.TrimSpace(e.recap)
	add(recap != "", "a recap is told", "%d characters", len(recap))
	for _, m := range e.report.Missed {
		add(false, "every line is said", "%s", m)
	}
	return all, nil
}

// judge adds the verdicts on what should come of l.
func (e *evidence) judge(s *Scene, l *Line, heard lineJSON, add func(bool, string, string, ...any)) {
	turns := e.answers(heard)
	want := l.Want
	if want.Nobody {
		add(len(turns) == 0, l.ID+": nobody answers", "%d answers", len(turns))
	}
	if want.Answer != "" {
		t, ok := answerOf(turns, want.Answer)
		add(ok && t.Heard != "", l.ID+": "+string(want.Answer)+" answers", "%s", t.Heard)
		if len(want.Words) > 0 {
			has := slices.ContainsFunc(want.Words, func(w string) bool { return strings.Contains(plain(t.Heard), plain(w)) })
			add(has, l.ID+": the answer knows", "wanted one of %q", want.Words)
		}
		if want.Roll {
			e.judgeRoll(l, t, add)
		}
	}
	if want.Proposal != "" {
		has := slices.ContainsFunc(e.proposals, func(p proposalJSON) bool {
			return strings.Contains(plain(p.Write.Subject+" "+p.Write.Text), plain(want.Proposal))
		})
		add(has, l.ID+": something is proposed", "%d proposals, looking for %q", len(e.proposals), want.Proposal)
	}
	if want.Cuts != "" {
		e.judgeCut(l, want.Cuts, add)
	}
	if want.Over != "" {
		e.judgeOverlap(s, l, heard, add)
	}
}

var total = regexp.MustCompile(`= (-?\d+)`)

// judgeRoll compares the number spoken with the number rolled.
func (e *evidence) judgeRoll(l *Line, t turnJSON, add func(bool, string, string, ...any)) {
	step := l.ID + ": the number spoken is the number rolled"
	for _, use := range e.report.Tools {
		if use.Turn != t.ID || use.Tool != "dice" {
			continue
		}
		m := total.FindStringSubmatch(use.Result)
		if m == nil {
			continue
		}
		spoken := slices.Contains(strings.Fields(plain(t.Heard)), m[1])
		add(spoken, step, "rolled %s, said %q", m[1], t.Heard)
		return
	}
	add(false, step, "nothing was rolled")
}

// judgeCut listens to npc.wav: the agent speaks when the interrupter begins,
// and is silent cutLimit later.
func (e *evidence) judgeCut(l *Line, agent transcript.AgentID, add func(bool, string, string, ...any)) {
	step := l.ID + ": " + string(agent) + " is cut off"
	i := slices.IndexFunc(e.report.Lines, func(s spokenJSON) bool { return s.ID == l.ID })
	if i < 0 || e.report.Lines[i].Missing {
		add(false, step, "the line was not said")
		return
	}
	at := time.Duration(e.report.Lines[i].OffsetMS) * time.Millisecond
	before := e.loudness(at-200*time.Millisecond, at)
	after := e.loudness(at+cutLimit, at+cutLimit+300*time.Millisecond)
	add(before > -40 && after < -55, step+" within 200 ms", "silent after %v; %.0f dB before, %.0f dB from then on", e.silentAfter(at), before, after)

	cut := slices.IndexFunc(e.turns, func(t turnJSON) bool {
		return t.Agent == agent && t.Outcome == transcript.Cut && t.Unheard != ""
	})
	detail := "no turn of it is cut with unheard text"
	if cut >= 0 {
		detail = e.turns[cut].Unheard
	}
	add(cut >= 0, step+" and what nobody heard is kept apart", "%s", detail)
}

// silentAfter is how long after a moment the agents are last heard, in whole
// frames and within the next half second.
func (e *evidence) silentAfter(at time.Duration) (last time.Duration) {
	for d := audio.FrameDuration; d <= 500*time.Millisecond; d += audio.FrameDuration {
		if e.loudness(at+d-audio.FrameDuration, at+d) > -55 {
			last = d
		}
	}
	return last
}

func (e *evidence) loudness(from, to time.Duration) float64 {
	a := min(max(audio.Discord.Samples(from), 0), len(e.npc))
	b := min(max(audio.Discord.Samples(to), 0), len(e.npc))
	return audio.RMS(e.npc[a:b])
}

// judgeOverlap wants two lines said over one another, and both read right.
func (e *evidence) judgeOverlap(s *Scene, l *Line, heard lineJSON, add func(bool, string, string, ...any)) {
	other := s.line(l.Want.Over)
	first, ok := e.heard(other)
	if !ok {
		add(false, l.ID+": both overlapping lines are read", "%q is not in the transcript", other.ID)
		return
	}
	from, to := heard.At, heard.End
	if first.At.After(from) {
		from = first.At
	}
	if first.End.Before(to) {
		to = first.End
	}
	add(to.Sub(from) >= time.Second, l.ID+": two people speak at once", "for %v", to.Sub(from).Round(time.Millisecond))
	for _, p := range []struct {
		l *Line
		h lineJSON
	}{{other, first}, {l, heard}} {
		wrong, of := wordErrors(p.l.Say, p.h.Text)
		add(float64(wrong) <= lineLimit*float64(of), p.l.ID+": read right under another voice", "%q, %d of %d words wrong", p.h.Text, wrong, of)
	}
}

// heard finds a line of the scene in the transcript: the same speaker, at the
// same moment.
func (e *evidence) heard(l *Line) (found lineJSON, ok bool) {
	i := slices.IndexFunc(e.report.Lines, func(r spokenJSON) bool { return r.ID == l.ID })
	if i < 0 || e.report.Lines[i].Missing {
		return found, false
	}
	at := e.report.Start.Add(time.Duration(e.report.Lines[i].OffsetMS) * time.Millisecond)
	for _, h := range e.lines {
		if h.By == e.report.Lines[i].By && h.At.Sub(at).Abs() < nearby {
			return h, true
		}
	}
	return found, false
}

// answers returns the turns that a line called for.
func (e *evidence) answers(l lineJSON) []turnJSON {
	var turns []turnJSON
	for _, t := range e.turns {
		if t.Caller == l.N {
			turns = append(turns, t)
		}
	}
	return turns
}

func answerOf(turns []turnJSON, agent transcript.AgentID) (turnJSON, bool) {
	i := slices.IndexFunc(turns, func(t turnJSON) bool { return t.Agent == agent })
	if i < 0 {
		return turnJSON{}, false
	}
	return turns[i], true
}

func gather(dir string) (*evidence, error) {
	var e evidence
	var errs [6]error
	e.lines, errs[0] = readLines[lineJSON](filepath.Join(dir, TranscriptFile))
	e.turns, errs[1] = readLines[turnJSON](filepath.Join(dir, TurnsFile))
	e.proposals, errs[2] = readJSON[[]proposalJSON](filepath.Join(dir, ProposalsFile))
	e.report, errs[3] = readJSON[Report](filepath.Join(dir, ReportFile))
	recap, err := os.ReadFile(filepath.Join(dir, RecapFile))
	e.recap, errs[4] = string(recap), err
	e.npc, errs[5] = readWAV(filepath.Join(dir, NPCWAV))
	return &e, errors.Join(errs[:]...)
}

func readWAV(file string) ([]int16, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	w, err := audio.NewWAVReader(f)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", filepath.Base(file), err)
	}
	var all []int16
	buf := make([]int16, 1<<15)
	for {
		n, err := w.Read(buf)
		all = append(all, buf[:n]...)
		switch {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("read %s: %w", filepath.Base(file), err)
		}
	}
}
