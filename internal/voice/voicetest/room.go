package voicetest

import (
	"container/heap"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// RoomOptions say what the room does to messages. The zero RoomOptions deliver
// everything at once.
type RoomOptions struct {
	// Seed decides every latency, and with it who is first.
	Seed uint64
	// Latency is the longest that a message takes. Each takes a random part of
	// it, but on one connection none overtakes another.
	Latency time.Duration
	// Upset, unless nil, says what becomes of a message: none, one or several,
	// spoiled or late. It must not change the bytes it is given.
	Upset func(Letter) []Letter
}

// A Letter is a message on its way at a time. User 0 is the server.
type Letter struct {
	At       time.Time
	From, To User
	Message  Message
}

// A Complaint is an error of a member, and what it was about.
type Complaint struct {
	At      time.Time
	User    User
	Message Message // zero if none was
	Err     error
}

func (c Complaint) String() string {
	return fmt.Sprintf("%s: user %d: %v: %v", c.At.Format("15:04:05.000"), c.User, c.Message, c.Err)
}

// A Room is a call and those who are in it, with a clock of its own. It belongs
// to one goroutine.
type Room struct {
	Call *Call

	options    RoomOptions
	rng        *rand.Rand
	now        time.Time
	events     events
	seq        int // of events, to keep those of one instant in order
	busy       int // events of this instant
	letters    int // on their way
	stays      []*stay
	last       int // stay
	complaints []Complaint
	sound      sound
}

// A stay is one connection of a member.
type stay struct {
	id     int
	user   User
	member Member
	ticked time.Time
	// The latest arrival on the way to and from the server.
	down, up time.Time
	cut      bool
	leaving  bool     // to come anew
	kept     []Letter // for when the connection is mended
}

// NewRoom returns a room around a call in which nobody is.
func NewRoom(c *Call, o RoomOptions) *Room {
	return &Room{
		Call:    c,
		options: o,
		rng:     rand.New(rand.NewPCG(o.Seed, 0x726f6f6d)),
		// The day on which Discord closed calls to all who cannot do this.
		now:   time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC),
		sound: sound{scores: make(map[pair]*Score), last: make(map[pair]time.Time)},
	}
}

// Now returns the time in the room.
func (r *Room) Now() time.Time { return r.now }

// Complaints returns the errors of members since it was last called.
func (r *Room) Complaints() []Complaint {
	all := r.complaints
	r.complaints = nil
	return all
}

// Users returns who is in the room, in the order they came.
func (r *Room) Users() []User {
	all := make([]User, len(r.stays))
	for i, s := range r.stays {
		all[i] = s.user
	}
	return all
}

// Member returns somebody who is in the room, or nil.
func (r *Room) Member(u User) Member {
	if s := r.stay(u); s != nil {
		return s.member
	}
	return nil
}

// Join lets a member in, on a new connection. If the user was in, that
// connection is dead. The user is not 0.
func (r *Room) Join(u User, m Member) error {
	if err := m.Reset(); err != nil {
		return fmt.Errorf("join: %w", err)
	}
	r.stays = slices.DeleteFunc(r.stays, func(s *stay) bool { return s.user == u })
	r.last++
	r.stays = append(r.stays, &stay{id: r.last, user: u, member: m})
	r.deliver(r.Call.Join(r.now, u))
	return nil
}

// Leave takes somebody out.
func (r *Room) Leave(u User) {
	r.stays = slices.DeleteFunc(r.stays, func(s *stay) bool { return s.user == u })
	r.deliver(r.Call.Leave(r.now, u))
}

// Expel has somebody removed from the group, though he stays in the room.
func (r *Room) Expel(u User) { r.deliver(r.Call.Expel(r.now, u)) }

// SetVersion changes the protocol of the call.
func (r *Room) SetVersion(version int) { r.deliver(r.Call.SetVersion(r.now, version)) }

// Cut breaks a connection. What the member sends is lost, what he is sent is
// kept.
func (r *Room) Cut(u User) {
	if s := r.stay(u); s != nil {
		s.cut = true
	}
}

// Mend resumes a connection: what was kept is replayed.
func (r *Room) Mend(u User) {
	s := r.stay(u)
	if s == nil {
		return
	}
	kept := s.kept
	s.cut, s.kept = false, nil
	for _, l := range kept {
		r.post(s, Letter{r.now, 0, u, l.Message})
	}
}

// Run lets time pass.
func (r *Room) Run(d time.Duration) {
	end := r.now.Add(d)
	for r.step(end) {
	}
	r.now = end
}

// errBusy is what Settle says when the room never came to rest.
var errBusy = errors.New("voicetest: the room did not settle")

// Settle lets time pass until no message is on its way and nothing is under way
// in the call, for at most limit.
func (r *Room) Settle(limit time.Duration) error {
	end := r.now.Add(limit)
	for r.letters > 0 || !r.Call.Idle() {
		if !r.step(end) {
			return fmt.Errorf("%w in %v: %d messages on their way, %d proposals, %d transitions",
				errBusy, limit, r.letters, len(r.Call.proposals), len(r.Call.transitions))
		}
	}
	return nil
}

// step does what comes next, if that is not after end.
func (r *Room) step(end time.Time) bool {
	next, do := end.Add(1), (func())(nil)
	if len(r.events) > 0 {
		next, do = r.events[0].at, func() { heap.Pop(&r.events).(event).do() }
	}
	if at, ok := r.Call.Next(); ok && at.Before(next) {
		next, do = at, func() { r.deliver(r.Call.Tick(r.now)) }
	}
	for _, s := range r.stays {
		at, ok := s.member.Deadline()
		if ok && !at.After(s.ticked) {
			at = s.ticked.Add(time.Millisecond) // once an instant is enough
		}
		if ok && at.Before(next) {
			next, do = at, func() { r.tick(s) }
		}
	}
	if next.After(end) {
		return false
	}
	if next.After(r.now) {
		r.now, r.busy = next, 0
	}
	if r.busy++; r.busy > busiest {
		panic("voicetest: the room goes in circles at " + r.now.String())
	}
	do()
	return true
}

// busiest is how much may happen in one instant. Fifty who come together to a
// call without latency make ten thousand messages; members who answer each other
// for ever would hang the test.
const busiest = 20_000

// tick has a member do what is due.
func (r *Room) tick(s *stay) {
	s.ticked = r.now
	out, err := s.member.Tick(r.now)
	r.heard(s, Message{}, out, err)
}

// rejoin lets a member in anew when it wants that, if it does.
func (r *Room) rejoin(s *stay) {
	v, err := s.member.View()
	if err != nil || v.Rejoin.IsZero() || s.leaving {
		return
	}
	s.leaving = true
	r.at(v.Rejoin, func() {
		if r.stay(s.user) != s {
			return
		}
		r.Leave(s.user)
		if err := r.Join(s.user, s.member); err != nil {
			r.complain(s, Message{}, err)
		}
	})
}

func (r *Room) stay(u User) *stay {
	for _, s := range r.stays {
		if s.user == u {
			return s
		}
	}
	return nil
}

// heard takes what a member said to a message.
func (r *Room) heard(s *stay, m Message, out []Message, err error) {
	if err != nil {
		r.complain(s, m, err)
		r.rejoin(s)
	}
	if s.cut {
		return
	}
	for _, m := range out {
		r.post(s, Letter{r.now, s.user, 0, m})
	}
}

func (r *Room) complain(s *stay, m Message, err error) {
	r.complaints = append(r.complaints, Complaint{r.now, s.user, m, err})
}

// deliver sends what the call says.
func (r *Room) deliver(list []Delivery) {
	for _, d := range list {
		if s := r.stay(d.To); s != nil {
			r.post(s, Letter{r.now, 0, d.To, d.Message})
		}
	}
}

// at has something done at a time.
func (r *Room) at(t time.Time, do func()) {
	r.seq++
	heap.Push(&r.events, event{t, r.seq, do})
}

// An event is what happens at a time.
type event struct {
	at  time.Time
	seq int
	do  func()
}

type events []event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	if c := e[i].at.Compare(e[j].at); c != 0 {
		return c < 0
	}
	return e[i].seq < e[j].seq
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(v any)   { *e = append(*e, v.(event)) }
func (e *events) Pop() any {
	n := len(*e) - 1
	v := (*e)[n]
	*e = (*e)[:n]
	return v
}
