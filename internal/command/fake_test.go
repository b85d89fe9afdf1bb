package command

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The people and places of the tests.
const (
	guild   transcript.GuildID   = 1 << 60
	other   transcript.GuildID   = 2
	tavern  transcript.ChannelID = 11
	cellar  transcript.ChannelID = 12
	bot     transcript.SpeakerID = 100
	gina    transcript.SpeakerID = 1<<60 + 1 // the GM
	kim     transcript.SpeakerID = 3
	lea     transcript.SpeakerID = 4
	admin   transcript.SpeakerID = 5
	music   transcript.SpeakerID = 6 // a bot
	lantern                      = transcript.CampaignID("c1")
)

// A room is a Discord in which people are where the test puts them.
type room struct {
	mu      sync.Mutex
	me      discord.Ready
	in      map[transcript.GuildID]map[transcript.SpeakerID]transcript.ChannelID
	bots    map[transcript.SpeakerID]bool
	check   map[transcript.ChannelID]discord.Check
	stand   discord.Stand
	sendErr error
	next    discord.MessageID
	posts   []post

	curtains curtains
}

// A post is a message as it was sent or edited.
type post struct {
	at      time.Time
	channel transcript.ChannelID
	id      discord.MessageID
	edit    bool
	discord.Message
}

func (r *room) Me() discord.Ready { return r.me }

func (r *room) People(g transcript.GuildID, c transcript.ChannelID) []discord.Person {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []discord.Person
	for who, where := range r.in[g] {
		if where == c {
			list = append(list, r.person(who))
		}
	}
	slices.SortFunc(list, func(a, b discord.Person) int { return int(int64(a.User) - int64(b.User)) })
	return list
}

func (r *room) person(who transcript.SpeakerID) discord.Person {
	return discord.Person{User: who, Name: fmt.Sprintf("user%d", uint64(who)%1000), Bot: r.bots[who]}
}

func (r *room) Where(g transcript.GuildID, who transcript.SpeakerID) transcript.ChannelID {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.in[g][who]
}

func (r *room) VoiceCheck(_ transcript.GuildID, c transcript.ChannelID) discord.Check {
	return r.check[c]
}

func (r *room) TakeStage(context.Context, transcript.GuildID, transcript.ChannelID) (discord.Stand, error) {
	return r.stand, nil
}

func (r *room) Send(ctx context.Context, c transcript.ChannelID, m discord.Message) (discord.MessageID, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := cmp.Or(r.sendErr, r.curtains.sendErr[c]); err != nil {
		return 0, err
	}
	r.next++
	r.posts = append(r.posts, post{time.Now(), c, r.next, false, m})
	return r.next, ctx.Err()
}

func (r *room) EditMessage(ctx context.Context, c transcript.ChannelID, id discord.MessageID, m discord.Message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.curtains.editErr[id]; err != nil {
		return err
	}
	r.posts = append(r.posts, post{time.Now(), c, id, true, m})
	return ctx.Err()
}

func (r *room) Ping() time.Duration { return 42 * time.Millisecond }

// said returns what was said in a channel, without edits.
func (r *room) said(c transcript.ChannelID) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for _, p := range r.posts {
		if p.channel == c && !p.edit {
			out = append(out, p.Text)
		}
	}
	return out
}

// card returns how the last card or its edit looks.
func (r *room) card() post {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range slices.Backward(r.posts) {
		if p.channel == tavern && p.edit || strings.Contains(p.Text, "is at the table") {
			return p
		}
	}
	return post{}
}

// An answer records what an interaction was answered with.
type answer struct {
	mu       sync.Mutex
	acked    time.Time
	deferErr error
	calls    []string // "defer private", "hold", …
	last     discord.Message
	texts    []string
	all      []discord.Message
	forms    []discord.Form   // that were opened
	choices  []discord.Choice // that were suggested last
}

func (a *answer) call(name string, m discord.Message) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.acked.IsZero() {
		a.acked = time.Now()
	}
	a.calls = append(a.calls, name)
	if name != "hold" && name != "open" && name != "suggest" && !strings.HasPrefix(name, "defer") {
		a.last = m
		a.texts = append(a.texts, m.Text)
		a.all = append(a.all, m)
	}
}

func (a *answer) Defer(_ context.Context, private bool) error {
	if a.deferErr != nil {
		return a.deferErr
	}
	a.call(fmt.Sprintf("defer private=%v", private), discord.Message{})
	return nil
}

func (a *answer) Hold(context.Context) error {
	if a.deferErr != nil {
		return a.deferErr
	}
	a.call("hold", discord.Message{})
	return nil
}

func (a *answer) Reply(ctx context.Context, m discord.Message) error {
	a.call("reply", m)
	return ctx.Err()
}

func (a *answer) Edit(ctx context.Context, m discord.Message) error {
	a.call("edit", m)
	return ctx.Err()
}

func (a *answer) Update(ctx context.Context, m discord.Message) error {
	a.call("update", m)
	return ctx.Err()
}

func (a *answer) FollowUp(ctx context.Context, m discord.Message) (discord.MessageID, error) {
	a.call("follow up", m)
	return 1, ctx.Err()
}

func (a *answer) Open(ctx context.Context, f discord.Form) error {
	a.call("open", discord.Message{})
	a.mu.Lock()
	defer a.mu.Unlock()
	a.forms = append(a.forms, f)
	return ctx.Err()
}

func (a *answer) Suggest(ctx context.Context, choices []discord.Choice) error {
	a.call("suggest", discord.Message{})
	a.mu.Lock()
	defer a.mu.Unlock()
	a.choices = choices
	return ctx.Err()
}

// text is all that was answered.
func (a *answer) text() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return strings.Join(a.texts, "\n")
}

// message is the last answer.
func (a *answer) message() discord.Message {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.last
}

// did lists what was called, in order.
func (a *answer) did() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.calls)
}

// A table's sessions are recorded.
type sessions struct {
	mu    sync.Mutex
	begun []Sitting
	all   []*session
	err   error
	delay time.Duration

	status Status // of those that are begun
}

func (s *sessions) Begin(ctx context.Context, sit Sitting) (Session, error) {
	select {
	case <-time.After(s.delay):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begun = append(s.begun, sit)
	if s.err != nil {
		return nil, s.err
	}
	one := &session{id: transcript.SessionID(fmt.Sprintf("s%d", len(s.begun))), done: make(chan struct{}), admit: sit.Admit}
	one.fakeControls = &fakeControls{of: one}
	one.notice = sit.Notice
	one.status = s.status
	s.all = append(s.all, one)
	return one, nil
}

func (s *sessions) last() *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) == 0 {
		return nil
	}
	return s.all[len(s.all)-1]
}

type session struct {
	*fakeControls
	notice func(TableNotice)

	id     transcript.SessionID
	admit  func(transcript.SpeakerID) bool
	status Status
	slow   time.Duration // how long its end takes

	mu    sync.Mutex
	log   []string
	err   error
	ended time.Time
	done  chan struct{}
}

func (s *session) note(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = append(s.log, fmt.Sprintf(format, args...))
}

func (s *session) took() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := strings.Join(s.log, "; ")
	s.log = nil
	return out
}

func (s *session) ID() transcript.SessionID { return s.id }
func (s *session) Done() <-chan struct{}    { return s.done }
func (s *session) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}
func (s *session) OffRecord(off bool)            { s.note("off=%v", off) }
func (s *session) Drop(who transcript.SpeakerID) { s.note("drop %d", who%1000) }
func (s *session) Came(who transcript.Speaker)   { s.note("came %d %s", who.ID%1000, who.Consent) }
func (s *session) Left(who transcript.SpeakerID) { s.note("left %d", who%1000) }
func (s *session) Loudspeaker(who transcript.SpeakerID, l transcript.Loudspeaker) {
	s.note("loud %d %s", who%1000, l)
}

func (s *session) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}

// now changes how the session is.
func (s *session) now(change func(*Status)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.status)
}

// is says how the session is.
func (s *session) is(st Status) { s.now(func(now *Status) { *now = st }) }

func (s *session) End(context.Context) error {
	time.Sleep(s.slow)
	s.over(nil)
	return nil
}

func (s *session) over(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended.IsZero() {
		s.ended, s.err = time.Now(), err
		close(s.done)
	}
}

func (s *session) endedAt() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}

// A shelf is a library in memory. delay is how long each of its methods takes.
type shelf struct {
	mu     sync.Mutex
	delay  time.Duration
	calls  int
	books  []*book
	active map[transcript.GuildID]map[transcript.ChannelID]place
}

type place struct {
	id    transcript.CampaignID
	scene string
}

type book struct {
	knowledge.Store // what no test calls

	shelf     *shelf
	guild     transcript.GuildID
	file      campaign.File
	said      map[transcript.SpeakerID]transcript.Consent
	loud      map[transcript.SpeakerID]transcript.Loudspeaker
	speakers  map[transcript.SpeakerID]transcript.Speaker
	proposals []knowledge.Proposal
	applied   int
	decisions []knowledge.Decision
	ended     []transcript.Session
	lines     []transcript.Line
	diary     diary
	troupe    troupe
	screen    campaign.Screen
	roll      fakeRoll
}

func (s *shelf) enter() func() {
	time.Sleep(s.delay)
	s.mu.Lock()
	s.calls++
	return s.mu.Unlock
}

func (s *shelf) Guild(id transcript.GuildID) Guild { return &guildShelf{s, id} }

func (s *shelf) Campaign(id transcript.CampaignID) Book {
	for _, b := range s.books {
		if b.file.Campaign.ID == id {
			return b
		}
	}
	return &book{shelf: s}
}

func (s *shelf) in(g transcript.GuildID) (list []campaign.Campaign) {
	for _, b := range s.books {
		if b.guild == g {
			list = append(list, b.file.Campaign)
		}
	}
	return list
}

func (s *shelf) Unplaced(context.Context) ([]campaign.Campaign, error) {
	defer s.enter()()
	return s.in(0), nil
}

type guildShelf struct {
	*shelf
	id transcript.GuildID
}

func (g *guildShelf) Campaigns(context.Context) ([]campaign.Campaign, error) {
	defer g.enter()()
	return g.in(g.id), nil
}

func (g *guildShelf) Add(_ context.Context, f campaign.File) (transcript.CampaignID, error) {
	defer g.enter()()
	f.Campaign.ID = transcript.CampaignID(fmt.Sprintf("new%d", len(g.books)))
	g.books = append(g.books, &book{shelf: g.shelf, guild: g.id, file: f})
	return f.Campaign.ID, nil
}

func (g *guildShelf) Claim(_ context.Context, id transcript.CampaignID, owner transcript.SpeakerID) error {
	defer g.enter()()
	for _, b := range g.books {
		if b.file.Campaign.ID == id && b.guild == 0 {
			b.guild, b.file.Campaign.Owner = g.id, owner
			return nil
		}
	}
	return fmt.Errorf("taken")
}

func (g *guildShelf) Active(_ context.Context, c transcript.ChannelID) (transcript.CampaignID, string, bool, error) {
	defer g.enter()()
	p, ok := g.active[g.id][c]
	return p.id, p.scene, ok, nil
}

func (g *guildShelf) Activate(_ context.Context, c transcript.ChannelID, id transcript.CampaignID, scene string) error {
	defer g.enter()()
	if g.active[g.id] == nil {
		g.active[g.id] = map[transcript.ChannelID]place{}
	}
	g.active[g.id][c] = place{id, scene}
	return nil
}

func (b *book) File(context.Context) (campaign.File, error) {
	defer b.shelf.enter()()
	f := b.file
	f.Characters = slices.Clone(f.Characters)
	return f, nil
}

func (b *book) Plays(_ context.Context, c transcript.CharacterID, who transcript.SpeakerID) error {
	defer b.shelf.enter()()
	for i := range b.file.Characters {
		if b.file.Characters[i].ID == c {
			b.file.Characters[i].Player = who
		}
	}
	return nil
}

func (b *book) Consents(context.Context) (map[transcript.SpeakerID]transcript.Consent, error) {
	defer b.shelf.enter()()
	out := map[transcript.SpeakerID]transcript.Consent{}
	maps.Copy(out, b.said)
	return out, nil
}

func (b *book) SetConsent(_ context.Context, _ transcript.SessionID, who transcript.SpeakerID, c transcript.Consent, _ time.Time) error {
	defer b.shelf.enter()()
	if b.said == nil {
		b.said = map[transcript.SpeakerID]transcript.Consent{}
	}
	b.said[who] = c
	return nil
}

func (b *book) Loudspeakers(context.Context) (map[transcript.SpeakerID]transcript.Loudspeaker, error) {
	defer b.shelf.enter()()
	out := map[transcript.SpeakerID]transcript.Loudspeaker{}
	maps.Copy(out, b.loud)
	return out, nil
}

func (b *book) SetLoudspeaker(_ context.Context, who transcript.SpeakerID, l transcript.Loudspeaker) error {
	defer b.shelf.enter()()
	if b.loud == nil {
		b.loud = map[transcript.SpeakerID]transcript.Loudspeaker{}
	}
	b.loud[who] = l
	return nil
}

func (b *book) AddSpeaker(_ context.Context, _ transcript.SessionID, sp transcript.Speaker, _ time.Time) error {
	defer b.shelf.enter()()
	if b.speakers == nil {
		b.speakers = map[transcript.SpeakerID]transcript.Speaker{}
	}
	b.speakers[sp.ID] = sp
	return nil
}

func (b *book) LastEnded(_ context.Context, n int) ([]transcript.Session, error) {
	defer b.shelf.enter()()
	return b.ended[max(0, len(b.ended)-n):], nil
}

func (b *book) Transcript(context.Context, transcript.SessionID) ([]transcript.Line, error) {
	defer b.shelf.enter()()
	return b.lines, nil
}

func (b *book) Proposals(_ context.Context, s knowledge.Status) ([]knowledge.Proposal, error) {
	defer b.shelf.enter()()
	var out []knowledge.Proposal
	for _, p := range b.proposals {
		if s == "" || p.Status == s {
			out = append(out, p)
		}
	}
	return out, nil
}

func (b *book) NodeByName(_ context.Context, name string) (campaign.Node, bool, error) {
	for _, n := range b.file.Nodes {
		for _, known := range append([]string{n.Name}, n.Aliases...) {
			if campaign.Fold(known) == campaign.Fold(name) {
				return n, true, nil
			}
		}
	}
	return campaign.Node{}, false, nil
}

// A world is a desk with everything around it.
type world struct {
	t     *testing.T
	room  *room
	shelf *shelf
	book  *book // of the campaign of the Lanterns
	sess  *sessions
	desk  *Desk
}

// lanterns is the GM's campaign.
func lanterns() campaign.File {
	return campaign.File{
		Campaign: campaign.Campaign{ID: lantern, Key: "lanterns", Name: "The Lanterns", Owner: gina},
		Agents:   []campaign.Agent{{ID: "bart", Name: "Bart", Kind: campaign.NPC}},
		Scenes:   []campaign.Scene{{Key: "inn", Name: "The Inn"}, {Key: "wall", Name: "The Wall"}},
		Characters: []campaign.Character{
			{ID: "tamsin", Name: "Tamsin"}, {ID: "oskar", Name: "Oskar"},
		},
	}
}

// inBubble runs do in fake time with a desk, and closes it.
func inBubble(t *testing.T, opts Options, do func(w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t}
		w.room = &room{
			me:    discord.Ready{User: bot, Guilds: []transcript.GuildID{guild}},
			in:    map[transcript.GuildID]map[transcript.SpeakerID]transcript.ChannelID{guild: {}, other: {}},
			bots:  map[transcript.SpeakerID]bool{bot: true, music: true},
			check: map[transcript.ChannelID]discord.Check{},
			stand: discord.OnStage,
		}
		w.shelf = &shelf{active: map[transcript.GuildID]map[transcript.ChannelID]place{}}
		w.book = &book{shelf: w.shelf, guild: guild, file: lanterns()}
		w.shelf.books = []*book{w.book}
		w.sess = &sessions{}
		w.desk = New(slog.New(slog.NewTextHandler(t.Output(), nil)), w.room, w.shelf, w.sess, opts)
		do(w)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := w.desk.Close(ctx); err != nil {
			t.Errorf("close: %v", err)
		}
	})
}

// move puts somebody into a voice channel; 0 is none.
func (w *world) move(who transcript.SpeakerID, to transcript.ChannelID) {
	w.room.mu.Lock()
	w.room.in[guild][who] = to
	p := w.room.person(who)
	w.room.mu.Unlock()
	w.desk.Handle(w.t.Context(), discord.VoiceState{Guild: guild, Channel: to, Person: p})
}

// settle lets all that is going on finish, without time going by.
func settle() { synctest.Wait() }

// pass lets time go by.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// call is an interaction of somebody's in a channel's chat.
func (w *world) call(who transcript.SpeakerID) (discord.Call, *answer) {
	a := &answer{}
	return discord.Call{
		ID: 1, Guild: guild, Channel: tavern, By: w.room.person(who), ManageServer: who == admin, At: time.Now(), Answer: a,
	}, a
}

// give gives a command and waits for the answer.
func (w *world) give(who transcript.SpeakerID, sub string) *answer {
	w.t.Helper()
	c, a := w.call(who)
	w.desk.Handle(w.t.Context(), discord.Command{Call: c, Name: Name, Sub: sub})
	settle()
	return a
}

// press presses a button.
func (w *world) press(who transcript.SpeakerID, id string, values ...string) *answer {
	w.t.Helper()
	c, a := w.call(who)
	w.desk.Handle(w.t.Context(), discord.Pressed{Call: c, Button: id, Values: values})
	settle()
	return a
}

// yes and no are the buttons of the card.
var (
	yes = button(btnConsent, "yes", string(lantern))
	no  = button(btnConsent, "no", string(lantern))
)

// buttons returns the IDs of a message's buttons and menus by their label.
func buttons(m discord.Message) map[string]string {
	out := map[string]string{}
	for _, row := range m.Rows {
		for _, c := range row {
			switch c := c.(type) {
			case discord.Button:
				out[c.Label] = c.ID
			case discord.Menu:
				out[c.Hint] = c.ID
			}
		}
	}
	return out
}

// playing begins a session in the tavern, with the GM in it and everybody else
// who is named, and returns it.
func (w *world) playing(people ...transcript.SpeakerID) *session {
	w.t.Helper()
	w.shelf.active[guild] = map[transcript.ChannelID]place{tavern: {lantern, "inn"}}
	for _, p := range append([]transcript.SpeakerID{gina, bot}, people...) {
		w.move(p, tavern)
	}
	a := w.give(gina, subStart)
	s := w.sess.last()
	if s == nil {
		w.t.Fatalf("no session was begun: %s", a.text())
	}
	return s
}

func wantText(t *testing.T, what, got string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("%s says %q, want %q in it", what, got, w)
		}
	}
}

func wantAdmit(t *testing.T, s *session, want map[transcript.SpeakerID]bool) {
	t.Helper()
	for who, w := range want {
		if got := s.admit(who); got != w {
			t.Errorf("admit %d: %v, want %v", who%1000, got, w)
		}
	}
}
