package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

func (e engine) testConcurrency(t *testing.T) {
	t.Run("two writers and a reader", func(t *testing.T) {
		url := e(t)
		db := openURL(t, url)
		id, err := db.SaveCampaign(t.Context(), sample())
		check(t, err)
		c := db.Campaign(id)
		s := start(t, c, transcript.Live, t0)
		sc := scene(t, c, s, "bart")
		const each = 60
		var writers, readers sync.WaitGroup
		done := make(chan struct{})
		for w := range 2 {
			mine := openURL(t, url).Campaign(id) // as another process would
			writers.Go(func() {
				last := int64(0)
				for i := range each {
					l := transcript.Line{Session: s, Scene: sc, Speaker: transcript.SpeakerID(w), Text: fmt.Sprintf("tide %d", i), At: at(i)}
					if err := mine.Append(t.Context(), &l); err != nil {
						t.Errorf("writer %d: %v", w, err)
						return
					}
					if l.N <= last {
						t.Errorf("N %d after %d", l.N, last)
					}
					last = l.N
				}
			})
		}
		readers.Go(func() {
			seen := 0
			for {
				lines, err := c.Transcript(t.Context(), s)
				if err != nil {
					t.Errorf("reader: %v", err)
				}
				if len(lines) < seen || (len(lines) > 0 && lines[len(lines)-1].N != int64(len(lines))) {
					t.Errorf("%d lines after %d", len(lines), seen)
				}
				seen = len(lines)
				select {
				case <-done:
					return
				default:
				}
			}
		})
		writers.Wait()
		close(done)
		readers.Wait()
		lines, err := c.Transcript(t.Context(), s)
		check(t, err)
		if len(lines) != 2*each {
			t.Errorf("%d lines, want %d", len(lines), 2*each)
		}
		found, err := c.Lines(t.Context(), knowledge.Query{Text: "tide", Limit: 1000})
		check(t, err)
		if len(found) != 2*each {
			t.Errorf("%d lines found, want %d", len(found), 2*each)
		}
	})
	t.Run("deciding at once", func(t *testing.T) {
		_, c := saved(t, e)
		w := knowledge.Proposal{ID: "p", Digest: "d"}
		w.Write.V, w.Write.Kind, w.Write.Node, w.Write.Text = 1, "fact", "bart", "Sings."
		_, err := c.AddProposal(t.Context(), w)
		check(t, err)
		changes := make(chan bool, 5)
		var wg sync.WaitGroup
		for range cap(changes) {
			wg.Go(func() {
				_, changed, err := c.Decide(t.Context(), knowledge.Decision{Proposal: "p", Status: knowledge.Approved, At: t0})
				if err != nil {
					t.Errorf("decide: %v", err)
				}
				changes <- changed
			})
		}
		wg.Wait()
		close(changes)
		n := 0
		for c := range changes {
			if c {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%d decisions changed something, want 1", n)
		}
	})
	t.Run("deciding about one entry at once", func(t *testing.T) {
		_, c := saved(t, e)
		const many = 8
		var wg sync.WaitGroup
		for i := range many {
			w := knowledge.Proposal{ID: transcript.ProposalID(fmt.Sprint("p", i)), Digest: fmt.Sprint("d", i)}
			w.Write.V, w.Write.Kind, w.Write.Subject, w.Write.Key, w.Write.Text = 1, "fact", "The Weir", "note", fmt.Sprint("It leaks, ", i, ".")
			_, err := c.AddProposal(t.Context(), w)
			check(t, err)
			wg.Go(func() {
				if _, changed, err := c.Decide(t.Context(), knowledge.Decision{Proposal: w.ID, Status: knowledge.Approved, At: t0}); err != nil || !changed {
					t.Errorf("decide: %t, %v", changed, err)
				}
			})
		}
		wg.Wait()
		n, _, err := c.NodeByName(t.Context(), "The Weir")
		check(t, err)
		if len(n.Aspects) != many {
			t.Errorf("%d facts are there of %d approved", len(n.Aspects), many)
		}
	})
	t.Run("cancelled", func(t *testing.T) {
		c, s, sc := played(t, e, "bart")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		l := transcript.Line{Session: s, Scene: sc, Text: "unsaid"}
		if err := c.Append(ctx, &l); !errors.Is(err, context.Canceled) || l.N != 0 {
			t.Errorf("append: %v, N %d", err, l.N)
		}
		if _, err := c.Lines(ctx, knowledge.Query{Text: "unsaid"}); !errors.Is(err, context.Canceled) {
			t.Errorf("search: %v", err)
		}
		if n := say(t, c, s, sc, "said"); n != 1 {
			t.Errorf("N is %d, want 1", n)
		}
	})
	t.Run("a query that runs is stopped", func(t *testing.T) {
		db := e.open(t)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		var n int64
		_, err := db.read().row(ctx, `
			WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 2000000000)
			SELECT count(*) FROM c`, nil, &n)
		if err == nil || ctx.Err() == nil {
			t.Errorf("the query ended: %v", err)
		}
	})
}

// testKilled: a process that appends is killed; every line that it was told is
// kept is there, and its lease and its session do not stand in the way.
func (e engine) testKilled(t *testing.T) {
	url := e(t)
	db := openURL(t, url)
	id, err := db.SaveCampaign(t.Context(), sample())
	check(t, err)
	c := db.Campaign(id)
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(os.Environ(), "STORE_TEST_CHILD="+url)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	check(t, err)
	check(t, child.Start())
	var kept []string
	scan := bufio.NewScanner(out)
	for scan.Scan() {
		if kept = append(kept, scan.Text()); len(kept) == 40 {
			check(t, child.Process.Kill())
		}
	}
	_ = child.Wait() // killed

	if len(kept) < 40 {
		t.Fatalf("the child stopped after %d lines", len(kept))
	}
	_, err = db.Lease(t.Context(), "next")
	check(t, err)
	open, err := c.EndOpen(t.Context())
	check(t, err)
	if len(open) != 1 {
		t.Fatalf("%d sessions were open, want 1", len(open))
	}
	lines, err := c.Transcript(t.Context(), open[0].ID)
	check(t, err)
	// The last may have been kept without the news of it getting out.
	if n := len(lines); n != len(kept) && n != len(kept)+1 {
		t.Errorf("%d lines were acknowledged and %d are there", len(kept), n)
	}
	for i, text := range kept {
		if lines[i].Text != text || lines[i].N != int64(i+1) {
			t.Errorf("line %d is %q, want %q", lines[i].N, lines[i].Text, text)
		}
	}
	if !open[0].Ended.Equal(lines[len(lines)-1].End) {
		t.Errorf("ended %v, want the end of the last line, %v", open[0].Ended, lines[len(lines)-1].End)
	}
	if got := search(t, c, kept[17], ""); !strings.HasPrefix(got, kept[17]) {
		t.Errorf("%q finds %q", kept[17], got)
	}
}

func appendUntilKilled(url string) {
	ctx := context.Background()
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, "child:", err)
			os.Exit(1)
		}
	}
	db, err := Open(ctx, quiet(), url, Options{})
	fail(err)
	_, err = db.Lease(ctx, "child")
	fail(err)
	c, err := db.FindCampaign(ctx, "saltmarsh")
	fail(err)
	s, err := c.Start(ctx, transcript.Session{Kind: transcript.Live, Started: t0}, nil)
	fail(err)
	for i := 0; ; i++ {
		l := transcript.Line{Session: s.ID, Text: fmt.Sprintf("line number %d", i), At: at(i), End: at(i + 1)}
		fail(c.Append(ctx, &l))
		fmt.Println(l.Text)
	}
}
