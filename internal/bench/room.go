package bench

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
	"glyphoxa/internal/voice/voicetest"
)

// A room is where people and the bot hear each other.
type room interface {
	channel() *voice.Table
	// say has somebody send a packet now, whose sound is of a moment by their own
	// clock.
	say(who transcript.SpeakerID, at time.Time, packet []byte)
	// heard returns the packets of the bot that have come since it was last
	// called, silence frames among them.
	heard() []heardPacket
	close(ctx context.Context) error
}

// An opener opens a room with people in it, in which the bot hears by options.
type opener func(ctx context.Context, log *slog.Logger, people []transcript.SpeakerID, ear voice.Options) (room, error)

type heardPacket struct {
	at   time.Time
	opus []byte
}

// A bareRoom has nothing in between: packets are handed to the table. All of it
// works in a bubble of synctest, where nothing takes any time.
type bareRoom struct {
	table *voice.Table

	mu      sync.Mutex // guards what follows
	packets []heardPacket
	tracks  map[transcript.SpeakerID]*track
}

// A track is where somebody's packets are in time.
type track struct {
	seq       uint16
	timestamp uint32
	last      time.Time
}

func openBare(_ context.Context, _ *slog.Logger, _ []transcript.SpeakerID, ear voice.Options) (room, error) {
	r := &bareRoom{tracks: make(map[transcript.SpeakerID]*track)}
	var err error
	r.table, err = voice.NewTable(voice.TableOptions{Ear: ear, Out: func(p voice.Packet, at time.Time) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.packets = append(r.packets, heardPacket{at, slices.Clone(p.Opus)})
	}})
	return r, err
}

func (r *bareRoom) channel() *voice.Table { return r.table }

func (r *bareRoom) say(who transcript.SpeakerID, at time.Time, packet []byte) {
	r.mu.Lock()
	t := r.tracks[who]
	if t == nil {
		t = &track{last: at}
		r.tracks[who] = t
	}
	frames := max(1, (at.Sub(t.last)+audio.FrameDuration/2)/audio.FrameDuration)
	t.seq, t.timestamp, t.last = t.seq+1, t.timestamp+uint32(frames)*uint32(len(audio.Frame{})), at
	p := voice.Packet{Seq: t.seq, Timestamp: t.timestamp, Opus: packet}
	r.mu.Unlock()
	r.table.Receive(who, p)
}

func (r *bareRoom) heard() []heardPacket {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.packets
	r.packets = nil
	return all
}

func (r *bareRoom) close(context.Context) error {
	r.table.Close()
	return nil
}

// A calledRoom is a call at a simulated Discord: datagrams, the transport's
// encryption and that between the members are in between.
type calledRoom struct {
	line
	people []transcript.SpeakerID
	seats  []*voicetest.Seat
}

// openLocal opens a room over real sockets.
func openLocal(ctx context.Context, log *slog.Logger, people []transcript.SpeakerID, ear voice.Options) (room, error) {
	server := voicetest.NewVoiceServer(voicetest.VoiceOptions{})
	if err := server.ListenLocal(ctx); err != nil {
		return nil, errors.Join(err, server.Close())
	}
	return openCall(ctx, log, server, people, ear)
}

// openCall opens a room at a server, which is closed with it.
func openCall(ctx context.Context, log *slog.Logger, server *voicetest.VoiceServer, people []transcript.SpeakerID, ear voice.Options) (_ room, err error) {
	r := &calledRoom{line: line{server: server}, people: people}
	if r.table, err = voice.NewTable(voice.TableOptions{Ear: ear}); err != nil {
		return nil, errors.Join(err, server.Close())
	}
	for _, who := range people {
		r.seats = append(r.seats, server.Seat(callGuild, callChannel, uint64(who), voicetest.SeatOptions{}))
	}
	if err = r.join(ctx, log, nil); err != nil {
		return nil, errors.Join(err, r.close(ctx))
	}
	for end := time.Now().Add(patience); !r.encrypted(len(people)); {
		if time.Now().After(end) {
			return nil, errors.Join(errors.New("the bot does not come into the call's group"), r.close(ctx))
		}
		if err := pause(ctx, time.Now().Add(5*time.Millisecond)); err != nil {
			return nil, errors.Join(err, r.close(ctx))
		}
	}
	return r, nil
}

func (r *calledRoom) channel() *voice.Table { return r.table }

func (r *calledRoom) say(who transcript.SpeakerID, at time.Time, packet []byte) {
	r.seats[slices.Index(r.people, who)].UtterAt(at, packet)
}

// heard returns what the first of the people hears.
func (r *calledRoom) heard() (all []heardPacket) {
	for _, h := range r.seats[0].Heard() {
		if h.From == uint64(bot) {
			all = append(all, heardPacket{h.At, h.Packet})
		}
	}
	return all
}

func (r *calledRoom) close(ctx context.Context) error {
	err := r.stay.Leave(context.WithoutCancel(ctx))
	r.table.Close()
	return errors.Join(err, r.server.Close())
}
