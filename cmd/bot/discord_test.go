package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/voicetest"
)

// botMay is what the bot's invitation asks for.
const botMay = voicetest.PermViewChannel | voicetest.PermSendMessages | voicetest.PermAttachFiles |
	voicetest.PermConnect | voicetest.PermSpeak | voicetest.PermRequestToSpeak

// A simulated is a Discord with one server, Table, of Anna's, that has one voice
// channel, table. The bot is not in it yet.
type simulated struct {
	*voicetest.Discord
	anna    *voicetest.Person
	guild   *voicetest.Guild
	channel *voicetest.Channel
}

func simulate(ctx context.Context, o voicetest.DiscordOptions) (*simulated, error) {
	d, err := voicetest.NewDiscord(ctx, o)
	if err != nil {
		return nil, err
	}
	s := &simulated{Discord: d, anna: d.AddPerson("Anna")}
	s.guild = d.AddGuild("Table", s.anna, botMay)
	s.channel = s.guild.AddChannel(voicetest.VoiceChannel, "table")
	s.guild.RemoveBot()
	return s, nil
}

// newSimulated returns one that ends with the test.
func newSimulated(t *testing.T) *simulated {
	t.Helper()
	return newSimulatedOf(t, voicetest.DiscordOptions{})
}

func newSimulatedOf(t *testing.T, o voicetest.DiscordOptions) *simulated {
	t.Helper()
	d, err := simulate(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
		for _, r := range d.Unexpected() {
			t.Errorf("a request that Discord does not know: %s %s", r.Method, r.Path)
		}
		for _, text := range d.Unguarded() { // D10
			t.Errorf("a message pings whom it names: %q", text)
		}
	})
	return d
}

// reach has an app find this Discord in place of the real one.
func (d *simulated) reach(a *app) *app {
	a.discordHTTP, a.dialers = d.Client(), d.Voice().Dialers()
	return a
}

// The environment variables by which a program that a script starts is told of
// a simulated Discord: the address of its REST API, and the certificate of its
// voice server.
const (
	simulatedREST = "BOT_TEST_DISCORD"
	simulatedCert = "BOT_TEST_DISCORD_CERTIFICATE"
)

// simulate has a program that a script starts find the script's Discord, if it
// has one. hangUp closes what is open to it.
func (a *app) simulate() (hangUp func()) {
	address := os.Getenv(simulatedREST)
	if address == "" {
		return func() {}
	}
	to, err := url.Parse(address)
	if err != nil {
		panic(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM([]byte(os.Getenv(simulatedCert)))
	plain := &http.Transport{}
	secure := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}}
	a.discordHTTP = &http.Client{Transport: elsewhere{to, plain}}
	a.dialers = voice.Dialers{Gateway: gateway.DialWebsocket(&http.Client{Transport: secure})}
	return func() {
		plain.CloseIdleConnections()
		secure.CloseIdleConnections()
	}
}

// elsewhere sends what is for discord.com somewhere else.
type elsewhere struct {
	to   *url.URL
	next http.RoundTripper
}

func (e elsewhere) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != "discord.com" {
		return nil, fmt.Errorf("a request to %s, not to Discord", r.URL.Host)
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = e.to.Scheme, e.to.Host
	return e.next.RoundTrip(r)
}

// discord [WORD...] starts a Discord for the script, in which the bot has been
// invited to the server. $TOKEN is its token, $CHANNEL the voice channel. Words:
// alone, the bot is in no server; quiet, it may not speak; anna, she is in the
// channel; used, the bot is there, too, from another program.
func seedDiscord(ts *testscript.TestScript, _ bool, words []string) {
	d, err := simulate(context.Background(), voicetest.DiscordOptions{})
	ts.Check(err)
	ts.Defer(func() { ts.Check(d.Close()) })
	has := func(word string) bool { return slices.Contains(words, word) }
	if !has("alone") {
		d.guild.AdmitBot(botMay)
	}
	if has("quiet") {
		d.channel.SetPerson(d.Bot(), 0, voicetest.PermSpeak)
	}
	if has("anna") {
		_, err := d.anna.Join(d.channel)
		ts.Check(err)
	}
	if has("used") {
		_, err := d.Bot().Admit(d.channel)
		ts.Check(err)
	}
	to, err := url.Parse("https://discord.com")
	ts.Check(err)
	rest := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(to) },
		Transport: d.Client().Transport,
	})
	ts.Defer(rest.Close)
	ts.Setenv(simulatedREST, rest.URL)
	ts.Setenv(simulatedCert, string(d.Voice().Certificate()))
	ts.Setenv("TOKEN", d.Token())
	ts.Setenv("CHANNEL", fmt.Sprint(d.channel.ID))
}

// ran runs a command line in this process and returns what it printed.
func (d *simulated) ran(ctx context.Context, stdin string, args ...string) (out string, code int) {
	var b bytes.Buffer
	a := &app{in: strings.NewReader(stdin), out: &b, errOut: &b}
	if d != nil {
		d.reach(a)
	}
	code = a.run(ctx, args)
	return b.String(), code
}
