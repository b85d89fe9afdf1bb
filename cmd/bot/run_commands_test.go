package main

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/campaigns"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/tool"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/voicetest"
)

// TestLiveGolden gives every command there is, as a stranger, as a player and as
// the GM, and holds what they see to the files in testdata/golden: one for each
// group of commands.
func TestLiveGolden(t *testing.T) {
	for _, locale := range []string{"en-US", "de"} {
		t.Run(locale, func(t *testing.T) {
			t.Parallel()
			w := newWalk(t, locale)
			card, desk := w.session()
			w.safety(card)
			w.table()
			w.asking(desk)
			w.screen()
			w.scene()
			w.spelling()
			w.npc()
			w.know()
			w.character()
			w.proposals()
			other := w.moveIn()
			other.trespass(false)
			w.story()
			w.privacy()
			w.campaign()
			w.everyCommand()
			other.trespass(true)
		})
	}
}

// flowing is what a status says of a connection, which is another at each look.
var flowing = regexp.MustCompile(`, (?i:ping|discord) .*`)

// counted are numbers that differ from one evening to the next.
var counted = []*regexp.Regexp{
	regexp.MustCompile(`\d+([.,]\d+)*( ?(ms|s|seconds|minutes)\b| ?%)?`),
}

// session: a session begins, people say whether they are heard, and see how
// things are.
func (w *walk) session() (card, desk voicetest.ChatMessage) {
	w.begin("session", "How a session begins, who is heard, and how things are.")
	w.use(w.stranger, "start")
	w.use(w.player, "start")
	opening := w.open()
	w.pick(w.gm, opening.m, "scene", "Silver Heron")
	w.pick(w.gm, opening.m, "plays", "Kara")
	w.press(w.gm, opening.m, "begin")
	card = w.chat("Fennick")
	desk = w.letter("Fennick")
	w.letter("Jasper") // who was given a voice
	w.press(w.gm, card, "consent:yes")
	w.press(w.player, card, "consent:no")
	w.press(w.player, card, "consent:yes")
	loud := w.press(w.player, card, "loud")
	w.choose(w.player, loud.m, "sound", "off")
	w.everybody("help")
	w.everybody("help", opt("all", true))
	w.await("the sounds of thinking, which cost something", func() bool {
		return strings.Contains(w.evening.told(w.gm, w.channel, "status"), "- command: ")
	})
	var status got
	w.masked(func() { status = w.everybody("status") }, slices.Concat([]*regexp.Regexp{flowing}, counted)...)
	w.choose(w.gm, status.m, "whose", "Wilhelmina")
	w.finish()
	return card, desk
}

// open begins the example: with the button for it, and in another language than
// its own as a file that is the same but for its language.
func (w *walk) open() got {
	w.t.Helper()
	if w.language() == "en" {
		return w.press(w.gm, w.use(w.gm, "start").m, "example")
	}
	w.use(w.gm, "start")
	file := bytes.Replace(campaigns.Lanterns, []byte("\nlanguage: en\n"), []byte("\nlanguage: "+w.language()+"\n"), 1)
	read := w.use(w.gm, "campaign import", opt("file", voicetest.Attachment{Name: "lanterns.yaml", Data: file}))
	w.press(w.gm, read.m, "import")
	return w.use(w.gm, "start", opt("ask", true))
}

// safety: what anybody may do at any time, and what only a GM takes back.
func (w *walk) safety(card voicetest.ChatMessage) {
	w.begin("safety", "What anybody may do at any time: Stop, Off the record, the X-card.")
	w.touch(w.player, card, "stop")
	w.press(w.player, card, "off")
	w.press(w.player, card, "on")
	w.touch(w.gm, card, "on")
	w.becomes(card, has("off"))
	w.press(w.player, card, "x")
	w.touch(w.gm, card, "on")
	w.becomes(card, has("off"))
	w.finish()
}

// screen: where everything goes that is for the GM alone.
func (w *walk) screen() {
	w.begin("screen", "Where everything goes that is for the GM alone.")
	w.everybody("screen")
	w.everybody("screen", opt("spoilers", true))
	w.everybody("screen", opt("channel", w.channel))
	den := w.guild.AddChannel(voicetest.TextChannel, "den")
	den.SetRole(nil, 0, voicetest.PermViewChannel)
	den.SetPerson(w.gm, voicetest.PermViewChannel, 0)
	den.SetPerson(w.Bot(), voicetest.PermViewChannel, 0)
	set := w.use(w.gm, "screen", opt("channel", den))
	w.reads("in #den the GM sees:", den, has("mode"))
	w.press(w.gm, set.m, "spoilers")
	w.choose(w.gm, set.m, "screen", "direct")
	w.finish()
}

// scene: where the table is, and with whom.
func (w *walk) scene() {
	w.begin("scene", "Where the table is, and with whom.")
	show := w.everybody("scene show")
	w.choose(w.gm, show.m, "cast", "Mirela")
	w.choose(w.gm, show.m, "enter", "The Sea Wall")
	w.offered("scene enter", opt("scene", "s"))
	w.everybody("scene enter", opt("scene", "tavern"))
	w.use(w.gm, "scene enter", opt("scene", "The Moon"))
	w.everybody("scene new", opt("name", "The Old Chapel"))
	w.use(w.gm, "scene new", opt("name", "the old  chapel"))
	w.everybody("scene add", opt("npc", "mirela"), opt("scene", "The Old Chapel"))
	w.everybody("scene remove", opt("npc", "Odo"))
	w.use(w.gm, "scene remove", opt("npc", "Odo"))
	for _, verb := range []string{"ignore", "bring"} {
		w.speaks(w.player, "Odo, are you there?")
		missed := w.letter("Odo Brand")
		w.deaf()
		w.touch(w.gm, missed, verb)
		w.becomes(missed, bare)
	}
	w.use(w.gm, "scene remove", opt("npc", "Odo"))
	w.everybody("scene exchange", opt("npc", "mirela"), opt("with", "odo"), opt("topic", "the lantern"))
	w.use(w.gm, "scene exchange", opt("npc", "mirela"), opt("with", "mirela"))
	w.use(w.gm, "scene add", opt("npc", "Edith"))
	w.use(w.gm, "scene add", opt("npc", "odo"))
	w.finish()
}

// table: a table that is playing.
func (w *walk) table() {
	w.begin("table", "A table that is playing: who speaks, who is silent, and why.")
	w.everybody("roll", opt("dice", "1d1+3"), opt("private", true))
	w.use(w.player, "roll", opt("dice", "1d1+3"))
	w.use(w.player, "roll", opt("dice", "a dragon"))
	w.offered("tell", opt("npc", "mi"))
	w.use(w.stranger, "tell", opt("npc", "Mirela"), opt("text", "Let me in."))
	w.use(w.player, "tell", opt("npc", "Mirela"), opt("text", "What does a room cost for the night?"))
	w.chat("two silver")
	w.use(w.gm, "tell", opt("npc", "Nobody"), opt("text", "Who are you?"))
	w.everybody("say", opt("npc", "mirela"), opt("text", "The kitchen is closed."))
	w.chat("kitchen")
	w.everybody("direct", opt("npc", "odo"), opt("note", "You want them to leave."), opt("answers", 2))
	w.use(w.gm, "direct", opt("npc", "odo"))
	w.everybody("mute", opt("npc", "odo"))
	w.everybody("unmute", opt("npc", "odo"))
	w.everybody("muteall")
	w.use(w.gm, "unmute")
	w.use(w.gm, "mute", opt("npc", "Oddo"))
	w.masked(func() { w.everybody("why") }, counted...)
	w.finish()
}

// asking: answers wait for the GM, on the GM screen.
func (w *walk) asking(desk voicetest.ChatMessage) {
	w.begin("asking", "The GM screen: answers wait for the GM, who plays them, has them made anew, or drops them.")
	w.touch(w.gm, desk, "mode*ask-first")
	w.becomes(desk, lit("mode*ask-first"))
	asks := func(text string) voicetest.ChatMessage {
		w.use(w.player, "tell", opt("npc", "Mirela"), opt("text", text))
		return w.letter("Mirela")
	}
	held := asks("What is for supper tonight?")
	w.touch(w.gm, held, "hm")
	redo := w.press(w.gm, held, "redo")
	w.submit(w.gm, redo, map[string]string{"note": "Be curt."})
	held = w.letter("Mirela")
	w.touch(w.gm, held, "play")
	w.chat("supper")
	w.becomes(held, bare)
	held = asks("What does a room cost for the night?")
	w.touch(w.gm, held, "drop")
	w.becomes(held, bare)
	w.touch(w.gm, desk, "mode*listen-only")
	w.becomes(desk, lit("mode*listen-only"))
	w.touch(w.gm, desk, "mode*live")
	w.becomes(desk, lit("mode*live"))
	const long = "Somebody in this room has been lying to me for three days and three nights about the boat that came in without anybody aboard."
	w.use(w.gm, "say", opt("npc", "odo"), opt("text", long))
	cut := w.hush(desk, long)
	w.press(w.gm, cut, "again")
	again := w.hush(desk, long)
	w.becomes(cut, bare)
	w.touch(w.gm, again, "rest")
	w.becomes(again, bare)
	w.masked(func() { w.press(w.gm, desk, "strike") }, counted...)
	w.finish()
}

// spelling: names that a recogniser gets wrong.
func (w *walk) spelling() {
	w.begin("names", "Names that are heard wrongly, and how they are put right.")
	w.everybody("names list")
	w.everybody("names add", opt("heard", "Myrella"), opt("right", "Mirela"))
	w.use(w.gm, "names add", opt("heard", "..."), opt("right", "Mirela"))
	w.use(w.gm, "names list")
	w.everybody("names remove", opt("heard", "Myrella"))
	w.use(w.gm, "names remove", opt("heard", "Myrella"))
	w.finish()
}

// npc: NPCs one by one.
func (w *walk) npc() {
	w.begin("npc", "NPCs one by one, from a form to somebody whom nobody has prepared.")
	form := w.everybody("npc create")
	w.submit(w.gm, form, map[string]string{"name": "Wenlow Reed", "persona": "You are dry.", "known_as": "The Hooded Man"})
	card := w.everybody("npc show", opt("name", "wenlow-reed"))
	w.press(w.gm, card.m, "npcstate*away")
	w.press(w.gm, card.m, "npctry")
	w.press(w.gm, card.m, "npcreveal")
	w.press(w.gm, card.m, "npcform")
	w.everybody("npc show")
	edit := w.everybody("npc edit", opt("name", "wenlow-reed"))
	w.submit(w.gm, edit, map[string]string{"persona": "You are wet."})
	w.offered("npc try", opt("name", "o"))
	w.everybody("npc try", opt("name", "Odo"), opt("text", "Good evening."))
	w.everybody("npc ask", opt("name", "Odo"))
	w.use(w.gm, "npc ask", opt("name", "Odo"), opt("off", true))
	w.everybody("npc state", opt("name", "Wenlow Reed"), opt("state", "dead"))
	w.everybody("npc reveal", opt("name", "Wenlow Reed"))
	w.use(w.gm, "npc show", opt("name", "Nobody"))
	quick := w.everybody("npc quick", opt("words", "grumpy old ferryman"))
	w.press(w.gm, quick.m, "npckeep")
	w.finish()
}

// know: what there is to know.
func (w *walk) know() {
	w.begin("know", "What there is to know, and who may.")
	w.everybody("know search", opt("words", "lantern"))
	found := w.use(w.gm, "know search", opt("words", "mirela odo guild lantern"))
	w.press(w.gm, found.m, "knowpage:1")
	w.offered("know show", opt("name", "lant"))
	w.everybody("know show", opt("name", "mirela"))
	w.use(w.gm, "know show", opt("name", "mirela"), opt("as", "odo"))
	form := w.everybody("know add", opt("name", "The Old Chapel"))
	w.submit(w.gm, form, map[string]string{"label": "door", "text": "The chapel door is nailed shut."})
	w.everybody("know hide", opt("name", "heron"))
	w.everybody("know reveal", opt("name", "mirela"), opt("to", "party"))
	w.offered("know relate", opt("from", "od"))
	w.everybody("know relate", opt("from", "odo"), opt("type", "fears"), opt("other", "edith"), opt("note", "She knows of the bribe."))
	w.use(w.gm, "know relate", opt("from", "odo"), opt("type", "fears"), opt("other", "edith"), opt("remove", true))
	w.everybody("know stance", opt("name", "mirela"), opt("who", "odo"), opt("way", "hides"), opt("text", "Business is good."))
	w.finish()
}

// character: whom people play.
func (w *walk) character() {
	w.begin("character", "Whom people play.")
	w.everybody("character list")
	w.everybody("character add", opt("name", "Sir Brann"), opt("aliases", "Brann, the knight"))
	w.offered("character play", opt("name", "r"))
	w.everybody("character play", opt("name", "Sir Brann"))
	w.everybody("character alias", opt("name", "Sir Brann"), opt("aliases", "Tin Man"))
	w.everybody("character retire", opt("name", "Sir Brann"))
	w.everybody("character table", opt("shared", true))
	w.use(w.player, "character table", opt("shared", false))
	w.use(w.gm, "character add", opt("name", "Lio"), opt("player", w.player))
	w.use(w.player, "character list")
	w.finish()
}

// proposals: what NPCs want to remember.
func (w *walk) proposals() {
	w.begin("proposals", "What NPCs want to remember, and what the GM makes of it.")
	w.use(w.gm, "proposals")
	for _, what := range []string{"the chapel door is locked", "a room costs three silver", "the bell rings at midnight"} {
		w.use(w.player, "tell", opt("npc", "Mirela"), opt("text", "Mirela, remember that "+what+"."))
		w.chat("Mirela")
	}
	w.letter(": 3 ")
	card := w.everybody("proposals")
	w.press(w.gm, card.m, "decide:there")
	w.press(w.gm, card.m, "undo")
	w.press(w.gm, card.m, "show")
	reword := w.press(w.gm, card.m, "reword")
	w.submit(w.gm, reword, map[string]string{"text": "A room costs three silver on feast days."})
	w.press(w.gm, card.m, "decide:no")
	w.choose(w.gm, card.m, "bulk", "Mirela")

	// One that contradicts what has been approved.
	w.use(w.player, "tell", opt("npc", "Mirela"), opt("text", "Mirela, remember that the bell rings at noon."))
	w.chat("Mirela")
	w.await("another proposal", func() bool { return w.waiting() == 1 })
	card = w.use(w.gm, "proposals")
	w.choose(w.gm, card.m, "way", "replace")
	w.press(w.gm, card.m, "decide:there")

	// So many that most of them are minor.
	w.propose(23)
	card = w.use(w.gm, "proposals")
	w.press(w.gm, card.m, "page")
	w.press(w.gm, card.m, "page:1")
	w.choose(w.gm, card.m, "pick", "11.")
	w.finish()
}

// waiting is how many proposals wait.
func (w *walk) waiting() int {
	w.t.Helper()
	all, err := w.book(w.guild).Waiting(w.t.Context())
	w.check(err)
	return len(all)
}

// propose has Mirela want to remember n things.
func (w *walk) propose(n int) {
	w.t.Helper()
	s, _ := w.evening.last(w.guild)
	book := w.book(w.guild)
	for i := range n {
		text := fmt.Sprintf("The guest in room %d pays late.", i+1)
		_, err := book.AddProposal(w.t.Context(), knowledge.Proposal{
			ID: transcript.ProposalID(transcript.NewID()), Session: s.ID, Agent: "mirela",
			Write:  tool.Write{V: tool.WriteVersion, Kind: tool.WriteFact, Node: "mirela", Subject: "Mirela Voss", Key: fmt.Sprintf("guest %d", i+1), Text: text},
			Digest: text, Made: s.Started.Add(time.Duration(i) * time.Second),
		})
		w.check(err)
	}
}

// story: looking back.
func (w *walk) story() {
	w.begin("story", "Looking back: what was said, what it cost, and the story of it.")
	w.everybody("search", opt("words", "room"))
	w.use(w.player, "search", opt("words", "dragon"))
	w.everybody("recap", opt("what", "missed"))
	w.everybody("end")
	w.masked(func() {
		w.everybody("cost")
		w.everybody("doctor")
	}, counted...)
	draft := w.everybody("recap")
	short := w.press(w.gm, draft.m, "dshow")
	w.touch(w.gm, draft.m, "danew")
	w.becomes(draft.m, func(m voicetest.ChatMessage) bool { return m.Edits >= short.m.Edits+2 }) // it is being told, and it is
	edit := w.press(w.gm, draft.m, "dedit")
	w.submit(w.gm, edit, map[string]string{"part0": "They asked what a room costs, and paid."})
	w.press(w.gm, draft.m, "dpost")
	w.chat("paid")
	w.everybody("recap", opt("what", "posted"))

	// More than fits a page.
	s, _ := w.evening.last(w.guild)
	for i := range 10 {
		w.check(w.book(w.guild).Append(w.t.Context(), &transcript.Line{
			Session: s.ID, Role: transcript.NPC, Agent: "odo", Name: "Odo Brand", Text: fmt.Sprintf("Ferry number %d leaves at dawn.", i+1),
			At: s.Started.Add(time.Duration(i) * time.Second), End: s.Started.Add(time.Duration(i+1) * time.Second),
		}))
	}
	found := w.use(w.gm, "search", opt("words", "ferry"))
	w.press(w.gm, found.m, "said:1")
	w.press(w.gm, found.m, "said:0")
	w.finish()
}

// privacy: what is kept of people.
func (w *walk) privacy() {
	w.begin("privacy", "What is kept of people, and how they have it deleted.")
	w.everybody("privacy show")
	w.everybody("privacy set", opt("level", "unkept"))
	w.everybody("privacy retention", opt("days", 30))
	w.everybody("privacy captions", opt("lines", "all"))
	w.use(w.stranger, "privacy delete")
	w.use(w.gm, "privacy delete")
	ask := w.use(w.player, "privacy delete")
	w.press(w.player, ask.m, "forget")
	w.use(w.player, "privacy show")
	w.finish()
}

// campaign: whose a campaign is, and where it is played.
func (w *walk) campaign() {
	w.begin("campaign", "Whose a campaign is, and where it is played.")
	w.everybody("campaign list")
	w.everybody("campaign export")
	file := voicetest.Attachment{Name: "salt.yaml", Data: []byte("campaign: salt\nname: Salt and Bone\nlanguage: en\nagents:\n  ferry:\n    name: Old Ferry\n    persona: You are slow.\n")}
	read := w.everybody("campaign import", opt("file", file))
	w.press(w.gm, read.m, "import")
	w.use(w.gm, "campaign import", opt("file", voicetest.Attachment{Name: "salt.yaml", Data: []byte("campaign: [")}))
	form := w.everybody("campaign new")
	w.submit(w.gm, form, map[string]string{"name": "The Salt Road", "language": "en"})
	w.offered("campaign use", opt("campaign", "la"))
	w.everybody("campaign use", opt("campaign", "The Lanterns of Fennick"))
	w.everybody("campaign gm-add", opt("person", w.player))
	w.everybody("campaign gm-remove", opt("person", w.player))
	w.everybody("campaign hand-over", opt("person", w.player))
	w.finish()
}
