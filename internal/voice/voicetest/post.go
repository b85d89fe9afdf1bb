package voicetest

import "time"

// post puts a letter of a connection on its way.
func (r *Room) post(s *stay, l Letter) {
	l.At = r.arrival(s, l)
	letters := []Letter{l}
	if r.options.Upset != nil {
		letters = r.options.Upset(l)
	}
	for _, l := range letters {
		r.letters++
		r.at(l.At, func() {
			r.letters--
			r.arrive(s, l)
		})
	}
}

// arrival returns when a letter that is sent now gets there. A connection keeps
// the order of what is sent through it.
func (r *Room) arrival(s *stay, l Letter) time.Time {
	last := &s.down
	if l.To == 0 {
		last = &s.up
	}
	at := r.now.Add(r.latency())
	if at.Before(*last) {
		at = *last
	}
	*last = at
	return at
}

func (r *Room) latency() time.Duration {
	if r.options.Latency == 0 {
		return 0
	}
	return time.Duration(r.rng.Int64N(int64(r.options.Latency)))
}

// arrive hands a letter over, unless the connection has ended.
func (r *Room) arrive(s *stay, l Letter) {
	if r.stay(s.user) != s {
		return
	}
	switch {
	case l.To == 0:
		r.deliver(r.Call.Receive(r.now, s.user, l.Message))
	case s.cut:
		s.kept = append(s.kept, l)
	default:
		out, err := s.member.Handle(r.now, l.Message)
		r.heard(s, l.Message, out, err)
	}
}
