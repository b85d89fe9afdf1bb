package bench

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"glyphoxa/internal/conversation"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/voicetest"
)

// An order is a line to the program that holds sessions. It answers each by a
// [tally]; when there are no more it leaves all channels and ends.
type order struct {
	// Join begins a session.
	Join *ticket `json:"join,omitempty"`
	// Weigh has garbage collected before memory is looked at.
	Weigh bool `json:"weigh,omitempty"`
}

// A ticket is what a session joins its channel with.
type ticket struct {
	Guild       transcript.GuildID   `json:"guild"`
	Channel     transcript.ChannelID `json:"channel"`
	Certificate []byte               `json:"certificate"` // of the voice server
	voicetest.VoicePass
}

// A tally is how the program is.
type tally struct {
	Error    string        `json:"error,omitempty"`
	Busy     time.Duration `json:"busy"` // time on processors, so far
	Received int64         `json:"received"`
	Decoded  int64         `json:"decoded"`
	Heap     int64         `json:"heap"`     // in use, in bytes
	Resident int64         `json:"resident"` // of the process, in bytes
}

// bot is the bot's user ID, in every simulated guild.
const bot transcript.SpeakerID = 1

// HoldSessions is the other program of a measurement of sessions, which holds
// them so that nothing else is measured with them: it does what in tells it and
// says on out how it is, until in ends. Recognisers, minds and voices are
// stand-ins that take no time.
func HoldSessions(ctx context.Context, in io.Reader, out io.Writer) error {
	return holdSessions(ctx, in, out, nil)
}

// holdSessions is HoldSessions with sessions that are changed, unless change is
// nil.
func holdSessions(ctx context.Context, in io.Reader, out io.Writer, change func(*seat)) (err error) {
	var h holder
	defer func() { err = errors.Join(err, h.end(ctx)) }()
	orders, answers := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var o order
		if err := orders.Decode(&o); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read an order: %w", err)
		}
		t, err := h.obey(ctx, o, change)
		if err != nil {
			t.Error = err.Error()
		}
		if err := answers.Encode(t); err != nil {
			return fmt.Errorf("answer: %w", err)
		}
	}
}

// A holder holds sessions.
type holder struct {
	sessions []*heldSession
}

func (h *holder) obey(ctx context.Context, o order, change func(*seat)) (t tally, err error) {
	if o.Join != nil {
		s, err := hold(ctx, *o.Join, change)
		if err != nil {
			return t, err
		}
		h.sessions = append(h.sessions, s)
	}
	if o.Weigh {
		runtime.GC()
		debug.FreeOSMemory()
	}
	for _, s := range h.sessions {
		packets, _ := s.table.Counters()
		t.Received += packets.Received
		t.Decoded += packets.Decoded
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Heap = int64(m.HeapInuse)
	if t.Resident, err = residentMemory(); err != nil {
		return t, err
	}
	t.Busy, err = processorTime()
	return t, err
}

func (h *holder) end(ctx context.Context) error {
	var errs []error
	for _, s := range h.sessions {
		errs = append(errs, s.end(ctx))
	}
	return errors.Join(errs...)
}

// A heldSession is a conversation in a voice channel.
type heldSession struct {
	table  *voice.Table
	stay   *voice.Stay
	talk   sync.WaitGroup
	client *http.Client
	err    error // of the conversation
}

// hold joins a channel.
func hold(ctx context.Context, t ticket, change func(*seat)) (*heldSession, error) {
	table, err := voice.NewTable(voice.TableOptions{})
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(t.Certificate) {
		return nil, errors.New("the voice server's certificate is none")
	}
	s := &heldSession{table: table, client: &http.Client{
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}},
	}}
	main := &passGateway{pass: t.VoicePass}
	s.stay = voice.NewStay(voice.StayOptions{
		Guild: t.Guild, Channel: t.Channel, User: bot,
		Gateway: main, Table: table,
		Dialers: voice.Dialers{Gateway: gateway.DialWebsocket(s.client)},
		Admit:   func(transcript.SpeakerID) bool { return true },
	})
	main.stay = s.stay
	set := seat{ears: &speech.Dictation{}, mind: typist{}, mouth: &speech.Tone{}, journal: memory{}}
	if change != nil {
		change(&set)
	}
	talk := set.converse(slog.New(slog.DiscardHandler), table, []transcript.SpeakerID{asker}, func(conversation.Notice) {})
	s.talk.Go(func() { s.err = talk.Run(ctx) })
	if err := s.stay.Join(ctx); err != nil {
		return nil, errors.Join(err, s.end(ctx))
	}
	return s, nil
}

func (s *heldSession) end(ctx context.Context) error {
	err := s.stay.Leave(ctx)
	s.table.Close()
	s.talk.Wait()
	s.client.CloseIdleConnections()
	return errors.Join(err, s.err)
}

// A passGateway is a main gateway that has an answer ready for the first wish.
type passGateway struct {
	stay *voice.Stay
	pass voicetest.VoicePass
}

// Ask implements [voice.Gateway].
func (g *passGateway) Ask(_ context.Context, _ transcript.GuildID, channel transcript.ChannelID) error {
	if channel == 0 {
		g.stay.VoiceState(0, "", false)
		return nil
	}
	g.stay.VoiceState(channel, g.pass.Session, false)
	g.stay.VoiceServer(g.pass.Endpoint, g.pass.Token)
	return nil
}

// A memory is a journal that keeps nothing.
type memory struct{}

var _ conversation.Journal = memory{}

func (memory) Append(_ context.Context, l *transcript.Line) error {
	l.N = 1
	return nil
}

func (memory) AddTurn(context.Context, transcript.Turn) error { return nil }
