package main

import (
	"context"
	"database/sql"
	"io"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/voicetest"
)

// A slowpath leads to a database server, and back as slowly as is wished.
type slowpath struct {
	delay atomic.Int64 // of each answer, in nanoseconds
	url   string
}

// newSlowpath leads to the tests' PostgreSQL server, to a schema of its own.
// Without a server the test is skipped.
func newSlowpath(t *testing.T) *slowpath {
	t.Helper()
	server := os.Getenv("BOT_TEST_POSTGRES")
	if server == "" {
		t.Skip("no database server: BOT_TEST_POSTGRES")
	}
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	schema := "slow_" + strings.ReplaceAll(transcript.NewID(), "-", "")
	do := func(query string) {
		t.Helper()
		db, err := sql.Open("pgx", server)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.ExecContext(context.Background(), query); err != nil { // it is called after the test, too
			t.Error(err)
		}
	}
	do("CREATE SCHEMA " + schema)
	t.Cleanup(func() { do("DROP SCHEMA " + schema + " CASCADE") })

	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p, to := &slowpath{}, u.Host
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() { p.lead(c, to) })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		wg.Wait()
	})
	u.Host = l.Addr().String()
	q := u.Query()
	q.Set("search_path", schema)
	u.RawQuery = q.Encode()
	p.url = u.String()
	return p
}

// lead carries one connection.
func (p *slowpath) lead(c net.Conn, to string) {
	defer c.Close()
	s, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	defer s.Close()
	var wg sync.WaitGroup
	wg.Go(func() {
		_, _ = io.Copy(s, c)
		_ = s.Close()
	})
	b := make([]byte, 64<<10)
	for {
		n, err := s.Read(b)
		time.Sleep(time.Duration(p.delay.Load()))
		if _, failed := c.Write(b[:n]); err != nil || failed != nil {
			break
		}
	}
	_ = c.Close()
	wg.Wait()
}

// TestLiveAcknowledged gives every command, types into everything that completes
// and presses every button while each answer of the database takes two seconds:
// of 200 interactions and more all but one in a hundred are acknowledged within
// 200 ms.
//
// Case: D01, D02, D07.
func TestLiveAcknowledged(t *testing.T) {
	const delay = 2 * time.Second
	slow := newSlowpath(t)
	t.Parallel()
	set, _ := silently(t)
	e := newEveningOf(t, slow.url, set)
	kara := e.AddPerson("Wilhelmina")
	e.guild.Admit(kara)
	for _, p := range []*voicetest.Person{e.anna, kara} {
		_, err := p.Join(e.channel)
		e.check(err)
	}
	e.play(e.channel, e.anna)
	card := e.chat(e.channel, "I'm in")
	desk, err := e.anna.Direct().AwaitMessage(e.within(), has("mode"))
	e.check(err)
	_, err = e.anna.Complete(e.within(), e.channel, "glyphoxa know show", opt("name", "m")) // somebody has typed before
	e.check(err)

	slow.delay.Store(int64(delay))
	began := time.Now()
	e.told(kara, e.channel, "status")
	if waited := time.Since(began); waited < delay {
		t.Errorf("the database is not slow: an answer came after %v", waited)
	}
	var took []time.Duration
	note := func(what string, i *voicetest.Interaction, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		_, d := i.Reply()
		if took = append(took, d); d > time.Second {
			t.Errorf("%s was acknowledged after %v", what, d)
		}
	}
	n := &neighbour{walk: &walk{evening: e, player: kara}}
	var give func(who *voicetest.Person, path string, options []voicetest.CommandOption)
	give = func(who *voicetest.Person, path string, options []voicetest.CommandOption) {
		if len(options) > 0 && options[0].Type <= voicetest.OptionSubGroup {
			for _, o := range options {
				give(who, path+" "+o.Name, o.Options)
			}
			return
		}
		var given []voicetest.Option
		for _, o := range options {
			given = append(given, opt(o.Name, n.value(o, map[string]string{"": "mirela"})))
			if o.Autocomplete {
				began := time.Now() // Complete returns when there is an answer
				_, err := who.Complete(e.within(), e.channel, path, opt(o.Name, "m"))
				e.check(err)
				took = append(took, time.Since(began))
			}
		}
		i, err := who.Use(e.within(), e.channel, path, given...)
		note(path, i, err)
	}
	for _, who := range []*voicetest.Person{kara, e.anna, e.anna} {
		for _, c := range who.Commands(e.guild) {
			if options := slices.DeleteFunc(slices.Clone(c.Options), func(o voicetest.CommandOption) bool { return o.Name == "end" }); len(options) > 0 {
				give(who, c.Name, options)
			}
		}
		for _, m := range []voicetest.ChatMessage{card, desk} {
			for _, row := range m.Components {
				for _, c := range row.Components {
					if m.ID == desk.ID && who != e.anna {
						continue
					}
					i, err := who.Press(e.within(), m, c.CustomID)
					note(c.CustomID, i, err)
				}
			}
		}
	}
	slow.delay.Store(0)
	slices.Sort(took)
	p99 := took[len(took)*99/100]
	t.Logf("%d interactions: half within %v, 99 in 100 within %v, the last after %v", len(took), took[len(took)/2], p99, took[len(took)-1])
	if len(took) < 200 {
		t.Errorf("only %d interactions", len(took))
	}
	if p99 > 200*time.Millisecond {
		t.Errorf("one in a hundred is acknowledged after %v", p99)
	}
}
