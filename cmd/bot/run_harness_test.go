package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/voicetest"
)

// stepTime is how long a step of an evening may take at the most, on a machine
// that does much besides.
const stepTime = 20 * time.Second

// acknowledgedWithin is how soon the bot must show that it has seen a command or
// a button. Discord waits three times as long.
const acknowledgedWithin = time.Second

// An evening is `bot run` at a simulated Discord, with a database of its own.
type evening struct {
	*simulated
	t   *testing.T
	dir string
	db  *store.DB // the program's, as somebody else reads it
	bot *running  // the one that was begun last
	url string    // of the program's database
	set string    // what its configuration has besides
	ear string    // the file in which a silent evening finds what is understood
}

// newEvening begins the program and returns when its commands are there. It is
// stopped with the test.
func newEvening(t *testing.T) *evening {
	t.Helper()
	return newEveningOf(t, "", "")
}

// newSilentEvening is one at which sound is not the point: whatever people say,
// what is understood is what stands in the file e.ear, and every voice is the
// same tone. It needs no engine.
func newSilentEvening(t *testing.T) *evening {
	t.Helper()
	return newSilentEveningIn(t, newSimulated(t))
}

// newSilentEveningIn is newSilentEvening at a Discord of its own.
func newSilentEveningIn(t *testing.T, d *simulated) *evening {
	t.Helper()
	set, ear := silently(t)
	e := newEveningIn(t, d, "", set)
	e.ear = ear
	return e
}

// silently are the settings of a silent evening, and the file with what is
// understood. A voice takes a second to say something, and a minute if it is
// long: words share the sound, so that whoever stops it within a second has heard
// none of them to its end.
func silently(t *testing.T) (set, ear string) {
	t.Helper()
	dir := t.TempDir()
	tone, long, ear := filepath.Join(dir, "tone.wav"), filepath.Join(dir, "long.wav"), filepath.Join(dir, "ear")
	for file, d := range map[string]time.Duration{tone: 900 * time.Millisecond, long: time.Minute} {
		if err := beep(file, d); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(ear, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`stt: {provider: command, command: {args: [sh, -c, "cat >/dev/null; cat $0", %q], input: stdin}}
tts: {provider: command, command: {args: [sh, -c, "[ $(wc -c) -lt 120 ] || exec cat $1; cat $0", %q, %q], voices: [ann, bob, cid, dot]}}
`, ear, tone, long), ear
}

// newEveningOf is newEvening with a database elsewhere, unless url is empty, and
// with more settings, in YAML.
func newEveningOf(t *testing.T, url, set string) *evening {
	t.Helper()
	return newEveningIn(t, newSimulated(t), url, set)
}

func newEveningIn(t *testing.T, d *simulated, url, set string) *evening {
	t.Helper()
	e := &evening{simulated: d, t: t, dir: t.TempDir(), url: url, set: set}
	if url == "" {
		e.url = filepath.Join(e.dir, "glyphoxa.db")
	}
	e.guild.AdmitBot(botMay)
	e.start()
	db, err := store.Open(t.Context(), slog.New(slog.DiscardHandler), e.url, store.Options{})
	e.check(err)
	e.db = db
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// A running is the program while it runs.
type running struct {
	t        *testing.T
	stop     context.CancelFunc
	out, log output
	over     chan struct{}
	code     int // good once over is closed
}

// begin begins the program as it stands in dir.
func (e *evening) begin(dir, token string) *running {
	e.t.Helper()
	secret := filepath.Join(dir, "token")
	e.check(os.WriteFile(secret, []byte(token+"\n"), 0o600))
	file := filepath.Join(dir, "config.yaml")
	e.check(os.WriteFile(file, fmt.Appendf(nil, "log: {level: debug}\ndatabase: {url: %q}\ndiscord: {token: {file: %s}}\n%s", e.urlIn(dir), secret, e.set), 0o600))
	ctx, stop := context.WithCancel(context.Background()) // it ends before the test's
	b := &running{t: e.t, stop: stop, over: make(chan struct{})}
	a := e.reach(&app{in: strings.NewReader(""), out: &b.out, errOut: &b.log})
	go func() {
		defer close(b.over)
		b.code = a.run(ctx, []string{"--config", file, "run"})
	}()
	e.t.Cleanup(func() {
		stop()
		b.wait()
		b.isDiscreet(token)
		if e.t.Failed() {
			e.t.Logf("the program said:\n%s\n%s", b.out.String(), b.log.String())
		}
	})
	return b
}

// urlIn is the address of the database of a program in dir: the evening's, or one
// of its own elsewhere.
func (e *evening) urlIn(dir string) string {
	if dir != e.dir {
		return "glyphoxa.db"
	}
	return e.url
}

// start begins the program and waits until its commands are there.
func (e *evening) start() {
	e.t.Helper()
	registered := func() int {
		return count(e.Requests(), func(r voicetest.Request) bool {
			return r.Method == "PUT" && strings.HasSuffix(r.Path, "/commands") && r.Status == 200
		})
	}
	before := registered()
	e.bot = e.begin(e.dir, e.Token())
	e.await("the commands", func() bool {
		select {
		case <-e.bot.over:
			e.t.Fatalf("the program ended: %s", e.bot.log.String())
		default:
		}
		return registered() > before
	})
}

// wait waits until the program has ended and returns its exit code.
func (b *running) wait() int {
	b.t.Helper()
	select {
	case <-b.over:
	case <-time.After(stepTime):
		b.t.Error("the program does not end")
		return -1
	}
	return b.code
}

// isDiscreet checks that the log, at its most talkative, has nothing of what is
// none of its business: who was there, what was said, and the token.
func (b *running) isDiscreet(token string) {
	b.t.Helper()
	log := strings.ToLower(b.log.String())
	for _, word := range []string{
		"anna", "bella", "wilhelmina", "bartholomew", "mirela", "odo", "kara", "joren", "jasper", "fennick",
		"silver", "night", "chapel", "stone", "remember", "lantern", "stew", "supper", token,
	} {
		if strings.Contains(log, strings.ToLower(word)) {
			b.t.Errorf("%q is in the log", word)
		}
	}
}

// An output is what a program writes, and may be read meanwhile.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

func (e *evening) check(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

// within is the time of one step.
func (e *evening) within() context.Context {
	ctx, cancel := context.WithTimeout(e.t.Context(), stepTime)
	e.t.Cleanup(cancel)
	return ctx
}

// await waits until something is so.
func (e *evening) await(what string, so func() bool) {
	e.t.Helper()
	for end := time.Now().Add(stepTime); !so(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			e.t.Fatalf("%s: it never came to be", what)
		}
	}
}

// acknowledged checks that the bot took what somebody did in good time.
func (e *evening) acknowledged(what string, i *voicetest.Interaction, err error) *voicetest.Interaction {
	e.t.Helper()
	if err != nil {
		e.t.Fatalf("%s: %v", what, err)
	}
	if _, took := i.Reply(); took > acknowledgedWithin {
		e.t.Errorf("%s was acknowledged after %v", what, took)
	}
	return i
}

// use has somebody give a command, and returns it and its answer.
func (e *evening) use(who *voicetest.Person, in *voicetest.Channel, sub string) (*voicetest.Interaction, voicetest.ChatMessage) {
	e.t.Helper()
	i, err := who.Use(e.within(), in, "glyphoxa "+sub)
	e.acknowledged(sub, i, err)
	m, err := i.AwaitAnswer(e.within())
	if err != nil {
		e.t.Fatalf("%s: %v", sub, err)
	}
	return i, m
}

// told has somebody give a command, and returns what they are told.
func (e *evening) told(who *voicetest.Person, in *voicetest.Channel, sub string) string {
	e.t.Helper()
	_, m := e.use(who, in, sub)
	return m.Text()
}

// press has somebody press a button.
func (e *evening) press(who *voicetest.Person, m voicetest.ChatMessage, button string) *voicetest.Interaction {
	e.t.Helper()
	i, err := who.Press(e.within(), m, button)
	return e.acknowledged(button, i, err)
}

// formOf is the interaction that opened an NPC's form for somebody. One that takes
// long to be read has a button in its place, which opens it.
func (e *evening) formOf(who *voicetest.Person, i *voicetest.Interaction) *voicetest.Interaction {
	e.t.Helper()
	if kind, _ := i.Reply(); kind != voicetest.ReplyDeferred {
		return i
	}
	m, err := i.AwaitAnswer(e.within())
	e.check(err)
	c, ok := componentOf(m, "npcform")
	if !ok {
		return i // it is refused
	}
	return e.press(who, m, c.CustomID)
}

// with waits until a message of i has a button or menu of this name.
func (e *evening) with(i *voicetest.Interaction, name string) voicetest.ChatMessage {
	e.t.Helper()
	m, err := i.AwaitThat(e.within(), func(m voicetest.ChatMessage) bool {
		_, ok := m.Component(name)
		return ok
	})
	if err != nil {
		now, _ := i.Answer()
		e.t.Fatalf("no %q: %v; it says %q", name, err, now.Text())
	}
	return m
}

// says waits until somebody is told something by i.
func (e *evening) says(i *voicetest.Interaction, what string) {
	e.t.Helper()
	if _, err := i.AwaitThat(e.within(), func(m voicetest.ChatMessage) bool { return strings.Contains(m.Text(), what) }); err != nil {
		now, _ := i.Answer()
		e.t.Fatalf("no %q: %v; it says %q", what, err, now.Text())
	}
}

// chat waits until something is said in a channel's chat.
func (e *evening) chat(in *voicetest.Channel, what string) voicetest.ChatMessage {
	e.t.Helper()
	m, err := in.AwaitMessage(e.within(), func(m voicetest.ChatMessage) bool { return strings.Contains(m.Text(), what) })
	if err != nil {
		var all []string
		for _, m := range in.Messages() {
			all = append(all, m.Text())
		}
		e.t.Fatalf("nobody says %q: %v; there is %q", what, err, all)
	}
	return m
}

// play begins the example campaign with its GM in the channel, as somebody does
// who has never used the bot, and has it heard who says so.
func (e *evening) play(in *voicetest.Channel, gm *voicetest.Person, yes ...*player) {
	e.t.Helper()
	i, m := e.use(gm, in, "start")
	if _, ok := m.Component("Play the example"); ok {
		e.press(gm, m, "Play the example")
		m = e.with(i, "Start")
	}
	if _, ok := m.Component("Start"); ok {
		e.press(gm, m, "Start")
	}
	e.says(i, "I am in <#")
	e.await("the bot in the channel", func() bool { return slices.Contains(in.InVoice(), e.Bot()) })
	card := e.chat(in, "I'm in")
	for _, p := range yes {
		e.says(e.press(p.Person, card, "I'm in"), "You are in")
	}
}

// book returns the example campaign as it is kept.
func (e *evening) book(g *voicetest.Guild) *store.Campaign {
	e.t.Helper()
	all, err := e.db.Guild(transcript.GuildID(g.ID)).Campaigns(e.t.Context())
	e.check(err)
	if len(all) != 1 {
		e.t.Fatalf("%d campaigns in %s", len(all), g.Name)
	}
	return e.db.Campaign(all[0].ID)
}

// last returns the last session of a guild, and its lines.
func (e *evening) last(g *voicetest.Guild) (transcript.Session, []transcript.Line) {
	e.t.Helper()
	c := e.book(g)
	sessions, err := c.Sessions(e.t.Context(), transcript.Live)
	e.check(err)
	if len(sessions) == 0 {
		e.t.Fatal("there is no session")
	}
	s := sessions[len(sessions)-1]
	lines, err := c.Transcript(e.t.Context(), s.ID)
	e.check(err)
	return s, lines
}

// ended waits until the last session of a guild is over, and returns its lines.
func (e *evening) ended(g *voicetest.Guild) []transcript.Line {
	e.t.Helper()
	var lines []transcript.Line
	e.await("the end of the session", func() bool {
		var s transcript.Session
		s, lines = e.last(g)
		return !s.Ended.IsZero()
	})
	return lines
}

// count counts those for which so holds.
func count[T any](list []T, so func(T) bool) (n int) {
	for _, v := range list {
		if so(v) {
			n++
		}
	}
	return n
}
