package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/config"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/opus"
)

// A person answers a program's questions when they are asked.
type person struct {
	mu      sync.Mutex
	seen    bytes.Buffer
	from    int // what was seen before is done with
	changed chan struct{}
	keys    io.Writer
}

func (p *person) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen.Write(b)
	select {
	case p.changed <- struct{}{}:
	default:
	}
	return len(b), nil
}

// waits returns when something is shown that was not before.
func (p *person) waits(t *testing.T, text string) {
	t.Helper()
	timeout := time.After(10 * time.Second)
	for {
		p.mu.Lock()
		at := strings.Index(p.seen.String()[p.from:], text)
		if at >= 0 {
			p.from += at + len(text)
		}
		p.mu.Unlock()
		if at >= 0 {
			return
		}
		select {
		case <-p.changed:
		case <-timeout:
			t.Fatalf("%q was not shown:\n%s", text, p.shown())
		}
	}
}

// answers waits for a question and types an answer.
func (p *person) answers(t *testing.T, question, answer string) {
	t.Helper()
	p.waits(t, question)
	if _, err := fmt.Fprintln(p.keys, answer); err != nil {
		t.Fatal(err)
	}
}

func (p *person) shown() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.seen.String()
}

// setUp begins a setup in a directory. done returns its exit code.
func (d *simulated) setUp(t *testing.T, dir string) (p *person, done func() int) {
	t.Helper()
	in, keys := io.Pipe()
	p = &person{changed: make(chan struct{}, 1), keys: keys}
	a := d.reach(&app{in: in, out: p, errOut: p})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	code := make(chan int, 1)
	go func() { code <- a.run(ctx, []string{"--config", filepath.Join(dir, "config.yaml"), "setup"}) }()
	return p, func() int {
		defer in.Close()
		defer keys.Close()
		return <-code
	}
}

// TestLiveSetup goes from nothing to a configuration with which the doctor is
// content: a token that is refused, one that is not, an invitation that takes
// its time.
func TestLiveSetup(t *testing.T) {
	t.Parallel()
	d := newSimulated(t)
	url := newSmallServer(t, true)
	dir := t.TempDir()
	gm, done := d.setUp(t, dir)
	gm.answers(t, "Token", "hush-hush")
	gm.waits(t, "FAIL  discord: discord refuses the bot token")
	gm.waits(t, "Reset Token")
	gm.answers(t, "Enter for the same one again", "Bot "+d.Token())
	gm.waits(t, "ok    discord: logged in as Glyphoxa")
	gm.waits(t, "View Channel, Send Messages, Attach Files, Connect, Speak, Request to Speak")
	gm.waits(t, fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%d&permissions=%d&", d.Application(), botMay))
	gm.waits(t, "Waiting until it is there")
	d.guild.AdmitBot(botMay)
	gm.waits(t, "ok    server Table: ")
	gm.answers(t, "Language", "")
	gm.answers(t, "Number", "3")
	gm.answers(t, "Its address", url)
	gm.answers(t, "Key", serverKey)
	gm.answers(t, "thinking", "")
	gm.answers(t, "speaking", "")
	gm.answers(t, "hearing", "")
	gm.answers(t, "Where shall they be?", "1")
	gm.waits(t, "/glyphoxa start")
	if code := done(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	for _, secret := range []string{d.Token(), serverKey, "hush"} {
		if strings.Contains(gm.shown(), secret) {
			t.Errorf("a secret is shown:\n%s", gm.shown())
		}
	}
	if strings.Contains(gm.shown(), "once more") {
		t.Errorf("a setup that is done is to be done once more:\n%s", gm.shown())
	}
	file := filepath.Join(dir, "config.yaml")
	c, err := config.Load(config.Options{File: file})
	if err != nil {
		t.Fatal(err)
	}
	// As it was typed: the client takes "Bot" off.
	if got := c.Discord.Token.Value.Reveal(); got != "Bot "+d.Token() {
		t.Error("the token in the file is another")
	}
	info, err := os.Stat(filepath.Join(dir, "discord.token"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the token: %v, %v, want a file that only its owner may read", info.Mode(), err)
	}
	out, code := d.ran(t.Context(), "", "--config", file, "doctor")
	if code != 0 || !strings.Contains(out, "ok    discord: ") || !strings.Contains(out, "ok    server Table: ") {
		t.Errorf("the doctor exits with %d and says\n%s", code, out)
	}
}

// TestLiveSetupWithoutInvitation does not wait for the bot to be invited, and
// then says so again.
func TestLiveSetupWithoutInvitation(t *testing.T) {
	t.Parallel()
	d := newSimulated(t)
	gm, done := d.setUp(t, t.TempDir())
	gm.answers(t, "Token", d.Token())
	gm.answers(t, "Waiting until it is there", "")
	gm.waits(t, "Going on without")
	gm.answers(t, "Language", "")
	gm.answers(t, "Number", "3")
	gm.answers(t, "Its address", newSmallServer(t, true))
	gm.answers(t, "Key", serverKey)
	gm.answers(t, "thinking", "")
	gm.answers(t, "speaking", "")
	gm.answers(t, "hearing", "")
	gm.answers(t, "Where shall they be?", "2")
	gm.waits(t, "invite the bot by the link above")
	if code := done(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestLiveSetupInterrupted presses Ctrl-C while the invitation is waited for.
func TestLiveSetupInterrupted(t *testing.T) {
	t.Parallel()
	d := newSimulated(t)
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := &hook{on: "Waiting until it is there", do: cancel}
	in, keys := io.Pipe()
	defer in.Close()
	go func() { _, _ = fmt.Fprintln(keys, d.Token()) }()
	a := d.reach(&app{in: in, out: out, errOut: out})
	if code := a.run(ctx, []string{"--config", filepath.Join(dir, "config.yaml"), "setup"}); code != exitFailed || !strings.HasSuffix(out.got.String(), "bot: stopped\n") {
		t.Errorf("exit code %d\n%s", code, out.got.String())
	}
	if left := names(t, dir); len(left) > 0 {
		t.Errorf("it left %v", left)
	}
}

// TestLiveDoctorChannel measures a channel in which somebody speaks. Nobody was
// asked whether they may be heard: packets are counted, and that is all.
func TestLiveDoctorChannel(t *testing.T) {
	t.Parallel()
	d := newSimulated(t)
	d.guild.AdmitBot(botMay)
	seat, err := d.anna.Join(d.channel)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "config.yaml")
	server := fmt.Sprintf("{provider: openai, base_url: %q, key: %s}\n", newSmallServer(t, true), serverKey)
	if err := os.WriteFile(file, []byte("discord: {token: "+d.Token()+"}\ntts: "+server), 0o600); err != nil {
		t.Fatal(err)
	}
	speaking, hush := context.WithCancel(t.Context())
	var speaker sync.WaitGroup
	speaker.Go(func() {
		packets := make([][]byte, 50*60)
		for i := range packets {
			packets[i] = []byte(opus.SilenceFrame)
		}
		_, _ = seat.Say(speaking, packets)
	})
	out, code := d.ran(t.Context(), "", "--config", file, "doctor", "--channel", fmt.Sprint(d.channel.ID), "--for", "2s")
	hush()
	speaker.Wait()
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
	inOrder(
		t, out, "privacy: nobody is listened to", "joined #table of Table", "end to end", "ok    network: UDP gets through; ",
		"ok    transport: ", "ok    speakers: packets counted, none decoded: Anna ", "ok    sending: ",
	)
	heard := 0
	for _, h := range seat.Heard() {
		if h.From == d.Bot().ID && string(h.Packet) != opus.SilenceFrame {
			heard++
		}
	}
	if heard < 40 {
		t.Errorf("Anna heard %d packets of the test sound, want about 50", heard)
	}
	for _, p := range d.channel.InVoice() {
		if p == d.Bot() {
			t.Error("the bot is still in the channel")
		}
	}
}

// TestLiveMeasure looks into what the doctor measures: nobody's packet has gone
// any further than to be counted.
func TestLiveMeasure(t *testing.T) {
	t.Parallel()
	d := newSimulated(t)
	d.guild.AdmitBot(botMay)
	seat, err := d.anna.Join(d.channel)
	if err != nil {
		t.Fatal(err)
	}
	a := d.reach(&app{out: new(bytes.Buffer)})
	client, err := a.login(t.Context(), d.Token())
	if err != nil {
		t.Fatal(err)
	}
	defer logout(t.Context(), client)
	if missing, err := meetServers(t.Context(), client); len(missing) > 0 || err != nil {
		t.Fatal(missing, err)
	}
	k, f := findChannel(client, transcript.ChannelID(d.channel.ID))
	if f != nil {
		t.Fatal(f)
	}
	speaking, hush := context.WithCancel(t.Context())
	var speaker sync.WaitGroup
	speaker.Go(func() {
		for speaking.Err() == nil {
			_, _ = seat.Say(speaking, [][]byte{[]byte(opus.SilenceFrame)})
		}
	})
	doc := &doctor{app: a, measureFor: time.Second, log: slog.New(slog.DiscardHandler)}
	m, err := doc.measure(t.Context(), client, k)
	hush()
	speaker.Wait()
	if err != nil {
		t.Fatal(err)
	}
	in := m.health.In
	if in.Refused < 20 || in.Admitted+in.Decrypted+in.Failed+in.Decoded+in.Utterance > 0 {
		t.Errorf("of %d packets %d were refused, %d admitted, %d decrypted, %d decoded", in.Audio, in.Refused, in.Admitted, in.Decrypted, in.Decoded)
	}
}
