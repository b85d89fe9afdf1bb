package demo

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
)

// The files that [WriteArtefacts] makes, beside the recordings.
const (
	TranscriptFile = "transcript.jsonl"
	TurnsFile      = "turns.jsonl"
	ProposalsFile  = "proposals.json"
	RecapFile      = "recap.md"
	ReportFile     = "report.json"
)

// A Record is what came of a scene, as it was kept.
type Record struct {
	Lines     []transcript.Line
	Turns     []transcript.Turn
	Proposals []knowledge.Proposal
	Recap     string
	Missed    []string // what [Scene.Play] could not do
}

// lineJSON is a line of [TranscriptFile].
type lineJSON struct {
	N     int64                `json:"n"`
	At    time.Time            `json:"at"`
	End   time.Time            `json:"end"`
	Role  transcript.Role      `json:"role"`
	By    transcript.SpeakerID `json:"speaker,omitempty"`
	Agent transcript.AgentID   `json:"agent,omitempty"`
	Name  string               `json:"name"`
	Text  string               `json:"text"`
	Cut   bool                 `json:"cut,omitempty"`
}

// turnJSON is a line of [TurnsFile]. Stages are in milliseconds.
type turnJSON struct {
	ID      transcript.TurnID  `json:"id"`
	Caller  int64              `json:"caller"` // n of the line it answers
	Who     string             `json:"who"`
	Agent   transcript.AgentID `json:"agent"`
	Name    string             `json:"name"`
	Reason  string             `json:"reason"`
	Outcome transcript.Outcome `json:"outcome"`
	Why     string             `json:"why,omitempty"`
	Heard   string             `json:"heard"`
	Unheard string             `json:"unheard"`
	Tools   []string           `json:"tools,omitempty"`
	Stages  map[string]float64 `json:"ms"`
}

type proposalJSON struct {
	ID     transcript.ProposalID `json:"id"`
	Agent  transcript.AgentID    `json:"agent"`
	Line   int64                 `json:"line"` // n of the line it came from
	Write  tool.Write            `json:"write"`
	Status knowledge.Status      `json:"status"`
}

// A Report is [ReportFile].
type Report struct {
	Scene    string                     `json:"scene"`
	Start    time.Time                  `json:"start"` // the first sample of the recordings
	Lines    []spokenJSON               `json:"lines"`
	Missed   []string                   `json:"missed,omitempty"`
	Troubles []string                   `json:"troubles,omitempty"`
	Tools    []ToolUse                  `json:"tools,omitempty"`
	Posted   []Post                     `json:"posted,omitempty"`
	Outcomes map[transcript.Outcome]int `json:"outcomes"`
	Stages   map[string]Spread          `json:"stages_ms"`
}

// spokenJSON is a line of the scene as it was said.
type spokenJSON struct {
	ID       string               `json:"id"`
	Who      string               `json:"who"`
	By       transcript.SpeakerID `json:"speaker"` // who they were that evening
	Said     string               `json:"said"`
	OffsetMS int64                `json:"offset_ms"` // its first sample, in the recordings
	Missing  bool                 `json:"missing,omitempty"`
}

// A Spread sums up how long a stage took, in milliseconds.
type Spread struct {
	N   int     `json:"n"`
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
}

// WriteArtefacts writes the record of a scene into dir. The recordings come
// last: they are large, and a disk that has no room for them may have it for the
// words. It returns the first error and writes what else it can.
func WriteArtefacts(dir string, s *Scene, rec Record, tape *Tape, told *Chronicle) error {
	var lines []any
	for _, l := range rec.Lines {
		lines = append(lines, lineJSON{l.N, l.At, l.End, l.Role, l.Speaker, l.Agent, l.Name, l.Text, l.Cut})
	}
	var turns []any
	for _, t := range rec.Turns {
		ms := map[string]float64{}
		t.Stages.Each(func(name string, d time.Duration) { ms[name] = milliseconds(d) })
		turns = append(turns, turnJSON{
			t.ID, t.Caller, t.Who, t.Agent, t.Name, t.Reason, t.Outcome, t.Why, t.Heard, t.Unheard, t.Tools, ms,
		})
	}
	proposals := []proposalJSON{}
	for _, p := range rec.Proposals {
		proposals = append(proposals, proposalJSON{p.ID, p.Agent, p.Line, p.Write, p.Status})
	}
	return cmp.Or(
		writeLines(filepath.Join(dir, TranscriptFile), lines),
		writeLines(filepath.Join(dir, TurnsFile), turns),
		writeJSON(filepath.Join(dir, ProposalsFile), proposals),
		os.WriteFile(filepath.Join(dir, RecapFile), []byte(rec.Recap+"\n"), 0o644),
		writeJSON(filepath.Join(dir, ReportFile), report(s, rec, tape, told)),
		tape.Write(dir),
	)
}

func report(s *Scene, rec Record, tape *Tape, told *Chronicle) Report {
	r := Report{
		Scene: s.Title, Start: tape.start, Missed: rec.Missed, Troubles: told.troubles, Tools: told.tools, Posted: told.posted,
		Outcomes: map[transcript.Outcome]int{}, Stages: Spreads(rec.Turns),
	}
	for _, l := range s.Lines {
		at, ok := tape.offset(l.ID)
		r.Lines = append(r.Lines, spokenJSON{l.ID, l.Who, s.player(l.Who).ID, l.Say, at.Milliseconds(), !ok})
	}
	for _, t := range rec.Turns {
		r.Outcomes[t.Outcome]++
	}
	return r
}

// Spreads sums up the stages of turns that were heard.
func Spreads(turns []transcript.Turn) map[string]Spread {
	all := map[string][]float64{}
	for _, t := range turns {
		if t.Stages.FirstSound == 0 {
			continue
		}
		t.Stages.Each(func(name string, d time.Duration) { all[name] = append(all[name], milliseconds(d)) })
	}
	spreads := map[string]Spread{}
	for name, ms := range all {
		slices.Sort(ms)
		spreads[name] = Spread{len(ms), percentile(ms, 50), percentile(ms, 95)}
	}
	return spreads
}

// percentile returns the nearest-rank percentile p of sorted.
func percentile(sorted []float64, p int) float64 {
	return sorted[(len(sorted)*p+99)/100-1]
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func writeJSON(file string, v any) error {
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(b, '\n'), 0o644)
}

func writeLines(file string, values []any) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	enc := json.NewEncoder(w)
	for _, v := range values {
		if err := enc.Encode(v); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	return errors.Join(w.Flush(), f.Close())
}

// readLines reads a file of JSON lines.
func readLines[T any](file string) ([]T, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	var all []T
	for dec := json.NewDecoder(f); dec.More(); {
		var v T
		if err := dec.Decode(&v); err != nil {
			return nil, fmt.Errorf("read %s: %w", filepath.Base(file), err)
		}
		all = append(all, v)
	}
	return all, nil
}

func readJSON[T any](file string) (v T, err error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return v, err
	}
	if err := json.Unmarshal(b, &v); err != nil {
		return v, fmt.Errorf("read %s: %w", filepath.Base(file), err)
	}
	return v, nil
}
