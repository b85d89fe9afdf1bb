package main

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice/voicetest"
)

// TestLiveMeanwhile: what people press is about something that has become
// another, or is gone, since they were shown it; people are gone, too; and
// Discord does not let the bot answer. Whoever presses is told in good time what
// to do, and what is not about it goes on.
//
// Case: D09.
func TestLiveMeanwhile(t *testing.T) {
	t.Parallel()
	m := newMeantime(t)
	t.Run("out of order", m.outOfOrder)
	t.Run("Discord does not let it", m.forbidden)
	t.Run("an NPC is gone", m.withoutNPC)
	t.Run("a proposal is gone", m.withoutProposal)
	t.Run("people are gone", m.withoutPeople)
	t.Run("the campaign is gone", m.withoutCampaign)
}

// A meantime is a walk on which things change behind people's backs.
type meantime struct {
	*walk
	id         string // of the campaign
	card, desk voicetest.ChatMessage
	opening    string // the button that has begun the session
}

func newMeantime(t *testing.T) *meantime {
	t.Helper()
	w := newWalk(t, "en-US")
	m := &meantime{walk: w}
	i, offer := w.evening.use(w.gm, w.channel, "start")
	w.evening.press(w.gm, offer, "Play the example")
	shown := w.with(i, "Start")
	start, _ := shown.Component("Start")
	m.opening = start.CustomID
	w.evening.press(w.gm, shown, "Start")
	w.says(i, "I am in <#")
	m.card = w.evening.chat(w.channel, "I'm in")
	w.says(w.evening.press(w.player, m.card, "I'm in"), "You are in")
	desk, err := w.gm.Direct().AwaitMessage(w.within(), has("mode"))
	w.check(err)
	m.desk, m.id = desk, m.theCampaign()
	return m
}

func (m *meantime) theCampaign() string {
	m.t.Helper()
	all, err := m.db.Guild(transcript.GuildID(m.guild.ID)).Campaigns(m.t.Context())
	m.check(err)
	return string(all[0].ID)
}

// pressed has somebody press what they may not see any more.
func (m *meantime) pressed(who *voicetest.Person, id, want string, values ...string) {
	m.t.Helper()
	m.answered(id, want, func() (*voicetest.Interaction, error) { return who.Forge(m.within(), m.channel, m.card, id, values...) })
}

// used has somebody give a command.
func (m *meantime) used(who *voicetest.Person, command, want string, options ...voicetest.Option) voicetest.ChatMessage {
	m.t.Helper()
	return m.answered(command, want, func() (*voicetest.Interaction, error) {
		return who.Use(m.within(), m.channel, "glyphoxa "+command, options...)
	})
}

// opened has the GM open a form with a command.
func (m *meantime) opened(command string, options ...voicetest.Option) *voicetest.Interaction {
	m.t.Helper()
	i, err := m.gm.Use(m.within(), m.channel, "glyphoxa "+command, options...)
	return m.formOf(m.gm, m.acknowledged(command, i, err))
}

func (m *meantime) sent(form *voicetest.Interaction, want string, inputs map[string]string) {
	m.t.Helper()
	m.answered("the form", want, func() (*voicetest.Interaction, error) { return m.gm.Submit(m.within(), form, inputs) })
}

// sql does what nobody can do at Discord.
func (m *meantime) sql(query string, args ...any) {
	m.t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(m.dir, "glyphoxa.db")+"?_pragma=foreign_keys(1)&_pragma=busy_timeout(5000)")
	m.check(err)
	defer db.Close()
	_, err = db.ExecContext(m.t.Context(), query, args...)
	m.check(err)
}

// in has the subtest t answer for what goes wrong.
func (m *meantime) in(t *testing.T) (back func()) {
	t.Helper()
	outer := m.t
	m.t = t
	return func() { m.t = outer }
}

// outOfOrder: what was pressed first comes last, and what was decided already is
// decided again.
func (m *meantime) outOfOrder(t *testing.T) {
	defer m.in(t)()
	m.pressed(m.gm, m.opening, "too old")
	m.pressed(m.gm, "undo:"+m.id+":"+transcript.NewID(), "That had been taken back before")
	m.pressed(m.gm, "dpost:"+m.id+":99:here", "draft is not there any more")

	// A held answer that was dropped is played, and gets the note of a form that
	// was opened before.
	m.mode("ask-first")
	m.used(m.player, "tell", "You tell", opt("npc", "Mirela"), opt("text", "What is for supper tonight?"))
	held, err := m.gm.Direct().AwaitMessage(m.within(), has("redo"))
	m.check(err)
	redo := m.press1(m.gm, held, "redo")
	m.press1(m.gm, held, "drop")
	m.await("the drop", func() bool { now, _ := m.Message(held.ID); return bare(now) })
	play := m.find(held, "play")
	const passed = "That answer does not wait any more"
	m.pressed(m.gm, play.CustomID, passed)
	m.sent(redo, passed, map[string]string{"note": "Be curt."})
	m.mode("live")
}

// mode has the GM choose a mode, and returns once it holds: what is pressed is
// acknowledged first, and done while others do something else.
func (m *meantime) mode(name string) {
	m.t.Helper()
	c := m.find(m.desk, "mode*"+name)
	m.press1(m.gm, m.desk, c.CustomID)
	m.await("the mode "+name, func() bool { now, _ := m.Message(m.desk.ID); return lit("mode*" + name)(now) })
}

// press1 has somebody press a button by the beginning of its ID.
func (m *meantime) press1(who *voicetest.Person, below voicetest.ChatMessage, verb string) *voicetest.Interaction {
	m.t.Helper()
	c := m.find(below, verb)
	i, err := who.Press(m.within(), below, c.CustomID)
	return m.acknowledged(verb, i, err)
}

// forbidden: of the two codes that Discord has for it, both say the same (D09).
func (m *meantime) forbidden(t *testing.T) {
	defer m.in(t)()
	var told []string
	for _, code := range []int{50001, 50013} {
		m.Trouble(voicetest.Trouble{Method: "PATCH", Path: "/webhooks/*/*/messages/*", Status: 403, Code: code})
		told = append(told, m.used(m.gm, "know show", "Give me View Channel", opt("name", "heron")).Text())
	}
	if told[0] != told[1] {
		t.Errorf("50001 is %q, 50013 is %q", told[0], told[1])
	}
	// The card cannot be kept up to date for a moment: who presses is counted.
	m.Trouble(voicetest.Trouble{Method: "PATCH", Path: "/channels/*/messages/*", Status: 403, Code: 50013})
	m.answered("no", "You are left out", func() (*voicetest.Interaction, error) { return m.player.Press(m.within(), m.card, "Leave me out") })
	m.answered("yes", "You are in", func() (*voicetest.Interaction, error) { return m.player.Press(m.within(), m.card, "I'm in") })
	m.await("the card", func() bool {
		now, _ := m.Message(m.card.ID)
		return strings.Contains(now.Content, fmt.Sprintf("In: <@%d>", m.player.ID))
	})
}

// withoutNPC: between a card and its button, and between a form and its sending.
func (m *meantime) withoutNPC(t *testing.T) {
	defer m.in(t)()
	m.sent(m.opened("npc create"), "Wenlow Reed", map[string]string{"name": "Wenlow Reed", "known_as": "The Hooded Man", "persona": "You are dry."})
	card := m.used(m.gm, "npc show", "Wenlow Reed", opt("name", "Wenlow Reed"))
	form := m.opened("npc edit", opt("name", "Wenlow Reed"))
	m.check(m.book(m.guild).Replace(t.Context(), func(f campaign.File) (campaign.File, error) {
		f.Agents = slices.DeleteFunc(f.Agents, func(a campaign.Agent) bool { return a.Name == "Wenlow Reed" })
		return f, nil
	}))
	const gone = "This NPC is not there any more. `/glyphoxa npc show` lists those that there are."
	for _, verb := range []string{"npcstate*away", "npctry", "npcreveal"} {
		m.answered(verb, gone, func() (*voicetest.Interaction, error) {
			return m.gm.Press(m.within(), card, m.find(card, verb).CustomID)
		})
	}
	m.sent(form, gone, map[string]string{"persona": "You are wet."})
	again := m.press1(m.gm, card, "npcform")
	if kind, _ := again.Reply(); kind == voicetest.ReplyForm {
		m.sent(again, gone, map[string]string{"persona": "You are wet."})
	}
	m.pressed(m.gm, "bring:"+m.id+":wenlow-reed", "There is nobody of that name here")
	m.used(m.gm, "say", "There is nobody called **Wenlow Reed** here", opt("npc", "Wenlow Reed"), opt("text", "Boo."))
}

// withoutProposal: a proposal is gone while its card is there, and its form.
func (m *meantime) withoutProposal(t *testing.T) {
	defer m.in(t)()
	m.propose(2)
	card := m.used(m.gm, "proposals", "guest 2")
	form := m.press1(m.gm, card, "reword")
	m.sql(`DELETE FROM proposals WHERE campaign_id = $1`, m.id)
	const gone = "This proposal is not there any more. `/glyphoxa proposals` shows what waits."
	for _, verb := range []string{"decide:there", "decide:no", "show"} {
		m.answered(verb, gone, func() (*voicetest.Interaction, error) {
			return m.gm.Press(m.within(), card, m.find(card, verb).CustomID)
		})
	}
	m.sent(form, gone, map[string]string{"text": "The guest in room 2 pays on time."})
	m.used(m.gm, "proposals", "Nothing waits for your decision")
}

// withoutPeople: a co-GM and a player have left the server.
func (m *meantime) withoutPeople(t *testing.T) {
	defer m.in(t)()
	bella := m.person("Bella")
	_, err := bella.Join(m.channel)
	m.check(err)
	m.used(m.gm, "campaign gm-add", "GM", opt("person", bella))
	m.used(m.gm, "character add", "Lio", opt("name", "Lio"), opt("player", m.player))
	m.guild.Dismiss(bella)
	m.guild.Dismiss(m.player)
	m.used(m.gm, "character list", fmt.Sprintf("<@%d>", m.player.ID))
	m.used(m.gm, "status", "Fennick")
	m.used(m.gm, "character add", "Ferris", opt("name", "Ferris"), opt("player", m.player))
	m.used(m.gm, "campaign gm-remove", "`/glyphoxa end` ends the session", opt("person", bella))
	m.await("the card without them", func() bool {
		now, _ := m.Message(m.card.ID)
		return !strings.Contains(now.Content, fmt.Sprint(m.player.ID))
	})
}

// withoutCampaign: all of it is gone from the database, in mid-session.
func (m *meantime) withoutCampaign(t *testing.T) {
	defer m.in(t)()
	card := m.used(m.gm, "npc show", "Odo", opt("name", "odo"))
	npc, fact := m.opened("npc create"), m.opened("know add", opt("name", "The Chapel"))
	m.sql(`DELETE FROM campaigns WHERE id = $1`, m.id)
	const none, gone = "`/glyphoxa start` begins one", "There is no such campaign in this server any more. `/glyphoxa start`"
	m.sent(npc, none, map[string]string{"name": "Wenlow Reed"})
	m.sent(fact, none, map[string]string{"label": "door", "text": "It is nailed shut."})
	m.answered("npcstate", gone, func() (*voicetest.Interaction, error) {
		return m.gm.Press(m.within(), card, m.find(card, "npcstate*away").CustomID)
	})
	for _, command := range []string{"proposals", "scene show", "recap", "privacy show", "character list", "why"} {
		m.used(m.gm, command, none)
	}
	m.pressed(m.gm, "mode:"+m.id+":listen-only", gone)
	m.pressed(m.stranger, "consent:no:"+m.id, gone)
	m.used(m.gm, "end", "The session has ended.")
}
