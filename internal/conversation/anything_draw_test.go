package conversation

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
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
	e.drawOptions()
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
	agents := []campaign.Agent{bart, greta, muted, {ID: "odo", Kind: campaign.NPC, Name: "Odo"}, {ID: "quill", Kind: campaign.Butler, Name: "Quill"}}
	for i := range agents {
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
			Language: "en",
			Talk:     oneOf(e, campaign.TalkBrief, campaign.TalkNormal, campaign.TalkLong),
			Chorus:   oneOf(e, campaign.ChorusOne, campaign.ChorusEach),
		},
		People:       crew,
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
			name: oneOf(e, "Bart", "Greta", "", "the innkeeper", "Bart."), after: oneOf(e, 0, 100*ms, 290*ms, time.Minute),
			err: oneOf(e, nil, nil, errors.New("referee: 503")),
		}
	}
}

// sayings are what people say. In place of %s stands a word that nobody else says.
var sayings = []string{
	"Bart, what of the %s?", "Bart, what of the %s?", "Greta, hello %s.", "Bart and Greta, tell us of %s.", "Silas, speak of %s.",
	"Odo, where is the %s?", "Quill, what is %s?", "You three, what do you think of %s?", "What do you all think of the %s?",
	"Part, another %s.", "and what about the %s?", "hand me the %s", "Bart, roll for the %s.", "Bart, I think that the %s and",
	"No, Bart, say that again.", "go on", "go on", "Greta, go on.", "Bart, go on.", "mhm", "yes yes", "stop", "wait", "", earsFail, earsSubtitles,
	"well met old friend i say", "it is cold", "the mill has stood there since", // what agents say
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
		p.phrases = append(p.phrases, phrase{free[i] + gap, long, strings.ReplaceAll(oneOf(e, sayings...), "%s", word)})
		free[i] += gap + long
	}
	if e.one(4) {
		e.leave = map[transcript.SpeakerID]time.Duration{oneOf(e, who...): e.upTo(e.end)}
	}
	e.stirs = e.one(2)
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
	e.ears = crowdEars{people: e.people, streams: e.one(2), takes: e.delays(most)}
}

// tale is more than any talk allows.
var tale = strings.Split(strings.Repeat("and then the river rose and the bridge was gone. ", 1000), ".")

// ways are how minds answer.
var ways = []way{
	{words: []string{"Well met, old fri", "end, I say. It is", " cold. Is it not?"}},
	{words: []string{"Well met, old friend, I say. ", "It is cold. ", "Is it not?"}},
	{words: []string{story}},
	{words: []string{story}, acts: true},
	{words: tale},
	{words: []string{"I rolled a 17. So it is."}},
	{words: []string{"Let us see. I rolled a 17. So it is."}, rolls: true},
	{words: []string{"<think>He is lying.", "</think>"}},
	{words: []string{"<think>Hm.</think>Aye."}},
	{words: []string{"<tool_call>{\"name\": \"dice\"}</tool_call>"}},
	{words: []string{"*leans closer* I know. *looks around* Do you?"}},
	{words: []string{"See here:\n\n| ale | 2 |\n|---|---|\n| wine | 5 |\n\nNow choose."}},
	{words: []string{"| ale | 2 |\n|---|---|\n| wine | 5 |\n"}},
	{words: []string{"Greta: I did it. Bart: No."}},
	{words: []string{"It was me. Greta: No, it was me."}},
	{fails: true},
	{words: []string{"It is a long story. It beg"}, fails: true},
	{words: []string{"Let me think. There"}, stalls: true},
	{stalls: true},
	{},
	{words: []string{"Aye."}, acts: true},
}

func (e *evening) drawMind(seed uint64) {
	m := &moodyMind{venue: &e.venue, seed: seed, takes: e.delays(oneOf(e, 300*ms, 1200*ms, 3*time.Second)), ways: ways[:3]}
	if e.one(2) {
		m.ways = slices.Concat(ways[:3], ways)
	}
	if e.one(8) {
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
}
