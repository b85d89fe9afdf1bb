package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// show prints a proposal: which NPC would remember what, the line that it came
// from, and what it contradicts.
func (r review) show(ctx context.Context, w io.Writer, p knowledge.Proposal) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s  %s\n", r.short[p.ID], r.agentName(p.Agent), knowledge.Describe(p.Write))
	indent := strings.Repeat(" ", len(r.short[p.ID])+2)
	line, ok, err := r.line(ctx, p)
	if err != nil {
		return err
	}
	if ok {
		fmt.Fprintf(&b, "%sfrom %s, line %d: %s: %s\n", indent, day(line.At), line.N, line.Name, line.Text)
	} else {
		fmt.Fprintf(&b, "%sfrom %s: the line is not in the transcript\n", indent, day(p.Made))
	}
	for _, against := range p.Contradicts {
		fmt.Fprintf(&b, "%scontradicts: %s\n", indent, against)
	}
	if p.Status != knowledge.Pending {
		fmt.Fprintf(&b, "%s%s on %s by %s\n", indent, p.Status, day(p.Decided), p.By)
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// agentName returns an agent's name, which is for the GM: no disguise.
func (r review) agentName(id transcript.AgentID) string {
	for _, a := range r.file.Agents {
		if a.ID == id {
			return a.Name
		}
	}
	return string(id) // no longer in the campaign
}

// line returns the line that p came from. ok is false if it is hidden.
func (r review) line(ctx context.Context, p knowledge.Proposal) (l transcript.Line, ok bool, err error) {
	lines, read := r.lines[p.Session]
	if !read {
		said, err := r.campaign.Transcript(ctx, p.Session)
		if err != nil {
			return transcript.Line{}, false, err
		}
		lines = make(map[int64]transcript.Line, len(said))
		for _, l := range said {
			lines[l.N] = l
		}
		r.lines[p.Session] = lines
	}
	l, ok = lines[p.Line]
	return l, ok, nil
}

// day writes a time as a GM counts evenings.
func day(t time.Time) string { return t.Local().Format("2 January 2006") }
