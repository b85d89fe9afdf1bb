package conversation

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// newEvening draws an evening.
func newEvening(seed uint64) *evening {
	e := &evening{rng: rand.New(rand.NewPCG(seed, 1))}
	e.end = 5*time.Second + e.upTo(30*time.Second)
	if e.one(10) {
		e.end += 90 * time.Second
	}
	e.named = e.one(4)
	e.tongue = oneOf(e, &inEnglish, &inEnglish, &inGerman)
	e.drawOptions()
	e.drawReady()
	e.drawTalk()
	e.drawEars()
	e.drawMind(seed)
	e.drawVoice(seed)
	e.drawGM()
	if e.one(3) {
		e.stops = e.upTo(e.end)
	}
	e.shuts = e.one(4)
	if e.one(3) {
		open := e.rng.IntN(4)
		e.book.closed = func(second int) bool { return second%4 != open }
	}
	return e
}

// upTo draws a time.
func (e *evening) upTo(d time.Duration) time.Duration {
	return time.Duration(e.rng.Int64N(int64(d))).Round(10 * ms)
}

// one is true one time in n.
func (e *evening) one(n int) bool { return e.rng.IntN(n) == 0 }

func oneOf[T any](e *evening, all ...T) T { return all[e.rng.IntN(len(all))] }

func (e *evening) drawOptions() {
	agents := []campaign.Agent{bart, greta, muted, {ID: "odo", Kind: campaign.NPC}, {ID: "quill", Kind: campaign.Butler}}
	var names []string
	for i := range agents {
		agents[i].Name = e.tongue.names[agents[i].ID]
		names = append(names, agents[i].Name)
		agents[i].Interruptible = oneOf(e, "", campaign.InterruptAlways, campaign.InterruptSentence, campaign.InterruptNever)
		if e.one(3) {
			agents[i].Grants = []campaign.Grant{{Tool: diceTool}}
		}
	}
	anyLoudspeaker := func() transcript.Loudspeaker {
		return oneOf(e, transcript.LoudspeakerAuto, transcript.LoudspeakerOn, transcript.LoudspeakerOff)
	}
	e.opts = Options{
		Campaign: campaign.Campaign{
			Language: e.tongue.language,
			Setting:  oneOf(e, "", e.tongue.setting),
			Talk:     oneOf(e, campaign.TalkBrief, campaign.TalkNormal, campaign.TalkLong),
			Chorus:   oneOf(e, campaign.ChorusOne, campaign.ChorusEach),
		},
		People:       crew,
		Names:        names,
		World:        oneOf(e, nil, e.tongue.world),
		Scene:        Scene{ID: "inn", Agents: agents},
		NoEarly:      e.one(3),
		FillerAfter:  oneOf(e, 0, 300*ms, 1200*ms),
		InterruptBy:  oneOf(e, ByPartner, ByAnyone, ByNobody),
		Narrate:      e.one(2),
		Narrator:     speech.Voice{Name: "narrator"},
		GMVoice:      oneOf(e, "narrator", "player", "ignore"),
		Loudspeakers: map[transcript.SpeakerID]transcript.Loudspeaker{kara: anyLoudspeaker(), joren: anyLoudspeaker()},
		Mode:         oneOf(e, Live, Live, Live, Live, Live, AskFirst, ListenOnly),
		TextOnly:     e.one(8),
	}
	if e.one(6) {
		e.opts.People = slices.Clone(crew)
		e.opts.People[1].Consent = transcript.ConsentUnkept // Joren's
		e.unkept = joren
	}
	if e.one(2) {
		e.opts.Referee = moodyReferee{
			name: oneOf(e, e.tongue.referee...), after: oneOf(e, 0, 100*ms, 290*ms, time.Minute),
			err: oneOf(e, nil, nil, errors.New("referee: 503")),
		}
	}
}

// syllables make words that nobody else says.
var syllables = []string{"ba", "ke", "li", "mo", "nu", "ra", "si", "to", "ve", "zu"}

// drawTalk draws what people say: ten at once, a few now and then, or one who does
// not come to an end.
func (e *evening) drawTalk() {
	who := []transcript.SpeakerID{kara, joren, gm, 101, 102}
	many := 3 + e.rng.IntN(20)
	crowd := e.one(6)
	if crowd {
		who = append(who, 103, 104, 105, 106, 107)
		many = 20
	}
	e.people = make([]speaking, len(who))
	free := make([]time.Duration, len(who))
	for i := range e.people {
		e.people[i] = speaking{who: who[i], more: make(map[int]bool)}
	}
	for n := range many {
		i := e.rng.IntN(len(who))
		if crowd {
			i = n % len(who)
		}
		p := &e.people[i]
		gap, long := e.upTo(4*time.Second), 200*ms+e.upTo(3*time.Second)
		switch {
		case crowd && n < len(who):
			gap = e.upTo(100 * ms)
		case e.one(3) && len(p.phrases) > 0: // the same utterance goes on
			gap = 150*ms + e.upTo(400*ms)
		case e.one(8) && len(p.phrases) > 0: // so does one that was too long
			gap, p.more[len(p.phrases)] = 130*ms, true
		case e.one(20):
			long = 100 * ms
		case e.one(20):
			long = 28 * time.Second
		}
		word := "z" + syllables[n/10] + syllables[n%10] + "dra"
		p.phrases = append(p.phrases, phrase{free[i] + gap, long, strings.ReplaceAll(oneOf(e, e.tongue.sayings...), "%s", word)})
		free[i] += gap + long
	}
	if e.one(60) {
		e.drawMonologue(&e.people[e.rng.IntN(len(who))])
	}
	if e.one(4) {
		e.leave = map[transcript.SpeakerID]time.Duration{oneOf(e, who...): e.upTo(e.end)}
	}
	e.stirs = e.one(2)
}

// drawMonologue has somebody talk for 20 minutes without a stop.
func (e *evening) drawMonologue(s *speaking) {
	const long, gap = 28 * time.Second, 130 * ms
	s.phrases, s.more = nil, make(map[int]bool)
	for at := e.upTo(5 * time.Second); at < 20*time.Minute; at += long + gap {
		s.more[len(s.phrases)] = len(s.phrases) > 0
		s.phrases = append(s.phrases, phrase{at, long, strings.ReplaceAll(oneOf(e, e.tongue.sayings...), "%s", "it")})
	}
	e.end += 20 * time.Minute
}

// drawReady draws how long it takes to make the providers ready: for ever, or it is
// not wanted.
func (e *evening) drawReady() {
	if most := oneOf(e, 0, 5*time.Second, 10*time.Hour); most > 0 {
		long := e.upTo(most)
		var busy atomic.Bool
		e.opts.Ready = func(ctx context.Context) {
			if busy.Swap(true) {
				e.crowded.Store(true)
			}
			until(ctx, time.Now().Add(long))
			busy.Store(false)
		}
	}
}

// delays draws how long something takes, by its text.
func (e *evening) delays(most time.Duration) func(text string) time.Duration {
	all := make([]time.Duration, 64) // drawn now, since rng is nobody's to share
	for i := range all {
		all[i] = e.upTo(most)
	}
	return func(text string) time.Duration { return all[mood(text, 7)%len(all)] }
}

func (e *evening) drawEars() {
	most := oneOf(e, 200*ms, 1200*ms, 1200*ms, 5*time.Second)
	e.slow = most > orderLimit
	e.ears = crowdEars{people: e.people, names: e.opts.Names, streams: e.one(2), unsure: e.one(2), takes: e.delays(most)}
}

func (e *evening) drawMind(seed uint64) {
	ways := e.tongue.ways
	m := &moodyMind{venue: &e.venue, seed: seed, takes: e.delays(oneOf(e, 300*ms, 1200*ms, 3*time.Second)), ways: ways[:3]}
	if e.one(2) {
		m.ways = slices.Concat(ways[:3], ways)
	}
	if e.named {
		m.ways = slices.DeleteFunc(slices.Clone(ways), func(w way) bool { return !strings.Contains(strings.Join(w.words, ""), "Zbigniev") })
	} else if e.one(8) {
		m.ways = []way{oneOf(e, ways...)}
	}
	e.stalls = slices.ContainsFunc(m.ways, func(w way) bool { return w.stalls })
	if e.mind = m; e.one(2) {
		e.mind = moodyForeseer{m}
	}
}

func (e *evening) drawVoice(seed uint64) {
	e.voice = moodyVoice{venue: &e.venue, seed: seed, takes: e.delays(1200 * ms), faulty: oneOf(e, 0, 0, 12, 4, 1), tells: e.one(2)}
}

func (e *evening) drawGM() {
	if e.one(2) {
		e.plays = 10*ms + e.upTo(3*time.Second)
	}
	at := time.Duration(0)
	for range oneOf(e, 0, 2, 6, 20) {
		at += e.upTo(e.end / 5)
		e.deeds = append(e.deeds, whim{at, e.rng.IntN(len(whims)), e.rng.IntN(1000)})
	}
	if e.named {
		for range 5 {
			e.deeds = append(e.deeds, whim{e.upTo(e.end), oneOf(e, 0, 0, 0, len(whims)-1), e.rng.IntN(1000)})
		}
		slices.SortStableFunc(e.deeds, func(a, b whim) int { return cmp.Compare(a.at, b.at) })
	}
}
