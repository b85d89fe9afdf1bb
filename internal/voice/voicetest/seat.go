package voicetest

import (
	"maps"
	"slices"
	"time"

	"glyphoxa/internal/voice/dave"
	"glyphoxa/internal/voice/gateway"
	"glyphoxa/internal/voice/rtp"
)

// SeatOptions say who sits there. The zero SeatOptions are a person with a
// microphone, who answers at once.
type SeatOptions struct {
	Name string
	// Bot says that others see a bot.
	Bot bool
	// Think is how long a message of the seat takes to the server. With a seat
	// that thinks, another's commit wins.
	Think time.Duration
	// Mute has op 5 never sent for the seat, so that nobody learns whose its
	// packets are.
	Mute bool
	// SSRC is what the seat sends as. Zero means a random one; another seat's, or
	// one that somebody had who left, is possible.
	SSRC uint32
	// Keep is how many heard frames are kept. Zero means 32768, eleven minutes of
	// one voice; the oldest go.
	Keep int
}

// A Seat is a member in the server's own process: it has the encryption of one
// of ours, and neither gateway nor socket in between. Its methods may be called
// by anybody.
type Seat struct {
	person
	v       *VoiceServer
	hall    *hall
	options SeatOptions
	ours    *Ours
	here    bool // in the call
	left    bool // for good
	stay    int  // how often it has come
	tick    *alarm
	rejoin  *alarm
	ticked  time.Time

	track  track
	camera *camera
	heard  []Heard
	stats  SeatStats
}

// Seat puts somebody into a channel of a guild. If the user is there already,
// that stay is over.
func (v *VoiceServer) Seat(guild, channel, user uint64, o SeatOptions) *Seat {
	if o.Keep == 0 {
		o.Keep = 1 << 15
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	s := &Seat{
		person:  person{user: User(user), name: o.Name, ssrc: o.SSRC, bot: o.Bot},
		v:       v,
		options: o,
	}
	if s.ssrc == 0 {
		s.ssrc = v.freshSSRC()
	}
	s.track = track{seq: uint16(v.rng.Uint32()), timestamp: v.rng.Uint32()}
	s.hall = v.hallOf(guild, channel)
	for _, h := range v.halls {
		for _, old := range slices.Clone(h.seats) {
			if old.user == s.user && h.guild == guild {
				old.retire(s.hall)
			}
		}
	}
	s.hall.seats = append(s.hall.seats, s)
	s.in()
	return s
}

// User returns whose seat it is.
func (s *Seat) User() uint64 { return uint64(s.user) }

// SSRC returns what the seat sends as.
func (s *Seat) SSRC() uint32 {
	s.v.mu.Lock()
	defer s.v.mu.Unlock()
	return s.ssrc
}

// Leave takes the seat out of its channel. It does not come back.
func (s *Seat) Leave() {
	s.v.mu.Lock()
	defer s.v.mu.Unlock()
	s.leave()
}

// Move puts the seat into another channel of the guild.
func (s *Seat) Move(channel uint64) {
	s.v.mu.Lock()
	defer s.v.mu.Unlock()
	guild := s.hall.guild
	s.leave()
	s.left = false
	s.hall = s.v.hallOf(guild, channel)
	s.hall.seats = append(s.hall.seats, s)
	s.in()
}

// Reconnect lets the seat come anew, with another SSRC, as somebody whose
// connection was lost.
func (s *Seat) Reconnect() {
	s.v.mu.Lock()
	defer s.v.mu.Unlock()
	if s.left {
		return
	}
	s.out()
	s.ssrc = s.v.freshSSRC()
	s.in()
}

// View returns the group as the seat sees it.
func (s *Seat) View() View {
	s.v.mu.Lock()
	defer s.v.mu.Unlock()
	v, err := s.ours.View()
	if err != nil {
		panic("voicetest: " + err.Error()) // ours has none
	}
	return v
}

func (s *Seat) leave() { s.retire(nil) }

// retire ends the seat. Its place in next is left to whoever comes.
func (s *Seat) retire(next *hall) {
	s.left = true
	s.hall.seats = slices.DeleteFunc(s.hall.seats, func(o *Seat) bool { return o == s })
	s.out()
	if s.hall != next {
		s.hall.exit(s)
	}
	if s.camera != nil {
		s.v.cancel(s.camera.next)
		s.camera, s.video = nil, nil
	}
}

// in begins a stay.
func (s *Seat) in() {
	s.stay++
	s.here = true
	s.speaking = nil
	s.ours = NewOurs(s.user, s.hall.channel, dave.Options{})
	s.hall.enter(s)
}

// out ends a stay, without a word to the call.
func (s *Seat) out() {
	s.here = false
	s.v.cancel(s.tick)
	s.v.cancel(s.rejoin)
}

// who implements occupant.
func (s *Seat) who() *person { return &s.person }

// deliver implements occupant.
func (s *Seat) deliver(m Message) {
	if !s.here {
		return
	}
	out, err := s.ours.Handle(time.Now(), m)
	s.answer(out, err)
}

// maxComplaints is how many errors a seat keeps.
const maxComplaints = 100

// answer sends what the seat has to say.
func (s *Seat) answer(out []Message, err error) {
	if err != nil && len(s.stats.Complaints) < maxComplaints {
		s.stats.Complaints = append(s.stats.Complaints, err)
	}
	stay := s.stay
	for _, m := range out {
		if s.options.Think == 0 {
			s.hall.receive(s, m)
			continue
		}
		s.v.after(s.options.Think, func() {
			if s.stay == stay {
				s.hall.receive(s, m)
			}
		})
	}
	s.wind()
}

// wind sets the alarms that the encryption wants.
func (s *Seat) wind() {
	s.v.cancel(s.tick)
	if !s.here {
		return
	}
	if at, ok := s.ours.Deadline(); ok {
		if !at.After(s.ticked) {
			at = s.ticked.Add(time.Millisecond) // once an instant is enough
		}
		s.tick = s.v.after(time.Until(at), func() {
			s.ticked = time.Now()
			out, err := s.ours.Tick(s.ticked)
			s.answer(out, err)
		})
	}
	if at := s.ours.State().Rejoin; !at.IsZero() && (s.rejoin == nil || s.rejoin.over) {
		s.rejoin = s.v.after(time.Until(at), func() {
			s.out()
			s.in()
		})
	}
}

// notice implements occupant: a seat needs no op 5.
func (s *Seat) notice(gateway.Message) {}

// see implements occupant.
func (s *Seat) see(_, _ []byte) {}

// A Heard frame is one that a seat has heard.
type Heard struct {
	At        time.Time
	From      uint64
	SSRC      uint32
	Seq       uint16
	Timestamp uint32
	Packet    []byte // of Opus
}

// SeatStats count what a seat said and heard.
type SeatStats struct {
	Said       int // packets sent
	Withheld   int // packets that could not be, for want of a key
	Heard      int // frames
	Silence    int // of those: silence frames
	Dropped    int // of those: not kept, for there were too many
	Unheard    int // packets that did not open
	Errors     map[string]int
	Complaints []error // about messages
}

// Heard returns the frames that the seat has heard since it was last called, in
// the order in which they came. Silence frames are among them.
func (s *Seat) Heard() []Heard {
	s.v.mu.Lock()
	defer s.v.mu.Unlock()
	all := s.heard
	s.heard = nil
	return all
}

// Stats returns what has been counted so far.
func (s *Seat) Stats() SeatStats {
	s.v.mu.Lock()
	defer s.v.mu.Unlock()
	c := s.stats
	c.Errors = maps.Clone(c.Errors)
	c.Complaints = slices.Clone(c.Complaints)
	return c
}

// hear implements occupant.
func (s *Seat) hear(from *person, h rtp.Header, payload []byte) {
	if !s.here {
		return
	}
	frame, err := s.ours.Decrypt(time.Now(), from.user, slices.Clone(payload))
	if err != nil {
		s.stats.Unheard++
		if s.stats.Errors == nil {
			s.stats.Errors = make(map[string]int)
		}
		s.stats.Errors[err.Error()]++
		return
	}
	s.stats.Heard++
	if isSilent(frame) {
		s.stats.Silence++
	}
	if len(s.heard) == s.options.Keep {
		n := 1 + s.options.Keep/8 // so that not all are moved for each
		s.stats.Dropped += n
		s.heard = slices.Delete(s.heard, 0, n)
	}
	s.heard = append(s.heard, Heard{time.Now(), uint64(from.user), h.SSRC, h.Seq, h.Timestamp, frame})
}
