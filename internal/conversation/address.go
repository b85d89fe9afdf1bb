package conversation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// Heard is what a person said.
type Heard struct {
	Text    string
	Speaker transcript.SpeakerID
	Role    transcript.Role
	At      time.Time // when they began to say it
	// Words is how sure the recogniser is of each word of Text, nil if it does
	// not say; Alternatives are what else it may have been, likeliest first.
	Words        []speech.Word
	Alternatives []string
}

// A Company is who could be meant.
type Company struct {
	// Agents are present, alive and awake; a muted one is still spoken to.
	Agents []campaign.Agent
	People []transcript.Speaker // at the table, the speaker among them or not
	// Absent are agents that are not here. Who calls one gets no answer.
	Absent []campaign.Agent
	// Language is the campaign's, a BCP 47 tag. Empty means English. For
	// languages other than English and German only a name as it is written
	// counts, at the beginning or set off by a comma.
	Language string
	// GMVoice says what the GM's own voice is: "narrator", the default, is
	// heard and not answered; "player" is treated as a player's; "ignore" is
	// as if nothing had been said.
	GMVoice string
	// FollowUp and FollowUpAlone are how long after an answer a person's next
	// line is for the same agent: 12 s when zero, and 30 s when no other
	// person is there.
	FollowUp, FollowUpAlone time.Duration
	// World, if not nil, says which words, folded, are of the world that is played in,
	// so that they do not tell that the table is spoken of.
	World func(word string) bool
	// Chorus says who answers when all are spoken to: one of them, or each.
	Chorus campaign.Chorus
}

// A Decision says who is to answer a line, and why.
type Decision struct {
	// Agents are those addressed, in the order in which they should answer;
	// none for nobody. Muted ones are among them.
	Agents []transcript.AgentID
	// Absent are those that were called and are not here.
	Absent []transcript.AgentID
	// Reason is a clause for the GM, such as `"Mirela" is named at the start`.
	Reason string
	// Quoted are words of the line that Reason and Doubt quote, if they do.
	Quoted []string
	// Respelt are the words of the line that are a name of whom it calls, spelt
	// otherwise.
	Respelt []Respelling
	// Muted says that all of Agents are muted, so that nobody answers. Passing
	// the line to another instead would be answering for somebody else.
	Muted bool
	// Unsure are agents that may have been meant, likeliest first, when the
	// words do not settle it: Agents is then what to do unless somebody knows
	// better, and Doubt says what is unsettled, a clause for the GM.
	Unsure []transcript.AgentID
	Doubt  string
}

// address decides whom a line is for. It is pure: equal arguments give equal
// results, and the memory it returns is m with what this line changes.
//
// What is said outright counts for more than what was going on, so it looks, in
// this order, for: a name that is called (address_call.go), a group that is
// called, "go on", talk that is for the table and not for an agent, the agent
// the speaker was talking to, and the only agent there is for the only person.
func address(h Heard, c Company, m memory) (Decision, memory) {
	a := addressing{Heard: h, Company: c.withDefaults(), memory: m, lex: lexiconFor(c.Language)}
	a.line = parseLine(h.Text)
	a.line.doubt(h.Words)
	if len(a.line.words) == 0 {
		return Decision{Reason: "nothing was said"}, m
	}
	if h.Role == transcript.GM {
		switch a.GMVoice {
		case "ignore":
			return Decision{Reason: "the GM's voice is ignored"}, m
		case "player":
		default:
			return a.narration()
		}
	}
	for _, rule := range []func() (Decision, bool){a.byName, a.byGroup, a.byGoingOn, a.forTheTable} {
		if d, ok := rule(); ok {
			d.Respelt, d.Quoted = a.respelt, a.quoted
			return d, a.after(d)
		}
	}
	d := Decision{Reason: "nobody is named"}
	for _, rule := range []func() (Decision, bool){a.byFollowing, a.byBeingAlone} {
		if by, ok := rule(); ok {
			d = by
			break
		}
	}
	d.Quoted = a.quoted
	return a.inDoubt(d), a.after(d)
}

// unquoted returns the reason without words of the line, for who is told it longer
// than the line is kept.
func (d Decision) unquoted() string {
	reason := d.Reason
	for _, words := range d.Quoted {
		reason = strings.ReplaceAll(reason, strconv.Quote(words), strconv.Quote(transcript.Withdrawn))
	}
	return reason
}

func (c Company) withDefaults() Company {
	if c.FollowUp == 0 {
		c.FollowUp = 12 * time.Second
	}
	if c.FollowUpAlone == 0 {
		c.FollowUpAlone = 30 * time.Second
	}
	return c
}

// An addressing is one line being decided. Rules change only its memory.
type addressing struct {
	Heard
	Company
	memory    memory
	lex       *lexicon
	line      heardLine
	mentioned []owner // who was named without being called
	respelt   []Respelling
	// strict asks for more evidence that a name is called: the line is not what
	// the recogniser thinks was said.
	strict bool
	unsure []transcript.AgentID // who may have been meant
	doubts string               // and why
	quoted []string             // words that a reason quotes
}

// narration is what the GM says as the narrator: only the Butler answers it,
// and only to its name. It ends what players were saying to NPCs.
func (a *addressing) narration() (Decision, memory) {
	owners := a.called().owners
	a.memory = memory{}
	for _, o := range owners {
		if o.butler && !o.absent {
			return a.to(fmt.Sprintf("the GM names %q", o.shown), o.agent)
		}
	}
	return Decision{Reason: "the GM narrates"}, a.memory
}

// to addresses agents. What the speaker says next is for the last of them,
// unless that is the Butler, who answers to nothing but its name.
func (a *addressing) to(reason string, ids ...transcript.AgentID) (Decision, memory) {
	d := Decision{Agents: ids, Reason: reason, Muted: true}
	for _, id := range ids {
		agent := a.agent(id)
		d.Muted = d.Muted && agent.Muted
		if agent.Kind != campaign.Butler {
			a.memory = a.memory.addressed(id, a.Speaker, a.At, agent.Muted)
		}
	}
	return d, a.memory
}

func (a *addressing) nobody(reason string) (Decision, bool) {
	return Decision{Reason: reason}, true
}

// byName: somebody is called by name. People are: what is said to them is for
// no agent, and ends what they and the speaker were saying to one.
func (a *addressing) byName() (Decision, bool) {
	call := a.called()
	a.mentioned, a.respelt = call.mentioned, respellings(call.names)
	for _, m := range call.names {
		if m.heard != "" {
			a.quoted = append(a.quoted, m.heard)
		}
	}
	var ids []transcript.AgentID
	var shown []string
	var absent []transcript.AgentID
	for _, o := range call.owners {
		switch {
		case o.absent:
			if !slices.Contains(absent, o.agent) {
				absent = append(absent, o.agent)
			}
		case o.agent == "":
			a.memory = a.memory.released(o.person)
		case o.butler && a.Role != transcript.GM:
		case !slices.Contains(ids, o.agent):
			ids = append(ids, o.agent)
			shown = append(shown, fmt.Sprintf("%q", o.shown))
		}
	}
	switch {
	case len(ids) == 1:
		d, _ := a.to(shown[0]+" is named "+call.where, ids...)
		d.Absent = absent
		return d, true
	case len(ids) > 1:
		d, _ := a.to(strings.Join(shown, " and ")+" are named "+call.where, ids...)
		d.Absent = absent
		return d, true
	case len(call.owners) == 0:
		return Decision{}, false
	}
	a.memory = a.memory.released(a.Speaker)
	o := call.owners[0]
	if len(absent) > 0 {
		i := slices.IndexFunc(call.owners, func(o owner) bool { return o.absent })
		return Decision{Absent: absent, Reason: fmt.Sprintf("%q is named %s, and is not here", call.owners[i].shown, call.where)}, true
	}
	if o.butler {
		return a.nobody(fmt.Sprintf("%q answers only the GM", o.shown))
	}
	return a.nobody(fmt.Sprintf("it is for %s, not for an NPC", o.shown))
}

// byGroup: "you three" and the like call all NPCs; one of them answers, or each.
func (a *addressing) byGroup() (Decision, bool) {
	npcs := a.npcs()
	if len(npcs) < 2 || !a.callsGroup(len(npcs)) || a.others() > 0 && a.hintsAtTable() {
		return Decision{}, false
	}
	if a.Chorus == campaign.ChorusEach {
		awake := slices.DeleteFunc(agentIDs(npcs), func(id transcript.AgentID) bool { return a.agent(id).Muted })
		if len(awake) == 0 {
			awake = agentIDs(npcs)
		}
		d, _ := a.to("all are spoken to, and each of them answers", awake...)
		return d, true
	}
	spokesman := npcs[0]
	if i := slices.IndexFunc(npcs, func(n campaign.Agent) bool { return !n.Muted }); i >= 0 {
		spokesman = npcs[i]
	}
	for _, c := range []claim{a.memory.last, a.memory.claims[a.Speaker]} {
		if agent := a.agent(c.agent); agent.ID != "" && !agent.Muted {
			spokesman = agent
		}
	}
	d, _ := a.to(fmt.Sprintf("all are spoken to, and %q answers for them", spokesman.Shown()), spokesman.ID)
	return d, true
}

func (a *addressing) callsGroup(n int) bool {
	for i := range a.line.words {
		if a.lex.groupYou[a.line.fold(i)] && a.lex.numbers[a.line.fold(i+1)] == n && !a.lex.units[a.line.fold(i+2)] {
			return true
		}
	}
	if a.says(a.lex.groups) {
		return true
	}
	return a.others() == 0 && a.says(a.lex.everybody)
}

// byGoingOn: "go on" is for whoever spoke last, whoever says it.
func (a *addressing) byGoingOn() (Decision, bool) {
	from := 0
	for from < len(a.line.words)-1 && a.lex.lead[a.line.fold(from)] && !a.isWhole(a.lex.goOn, from) {
		from++
	}
	agent := a.agent(a.memory.last.agent)
	if agent.ID == "" || !a.memory.last.holds(a.At, a.FollowUpAlone) {
		return Decision{}, false
	}
	// A single word such as "and?" may be for anybody.
	if !a.isWhole(a.lex.goOn, from) && (len(a.line.words) == 1 || !asksToGoOn(a.Text, a.Language, agent)) {
		return Decision{}, false
	}
	d, _ := a.to(fmt.Sprintf("%q spoke last and is asked to go on", agent.Shown()), agent.ID)
	return d, true
}

// byFollowing: the speaker was just talking to an agent.
func (a *addressing) byFollowing() (Decision, bool) {
	c := a.memory.claims[a.Speaker]
	agent := a.agent(c.agent)
	follow := a.FollowUp
	if a.others() == 0 {
		follow = a.FollowUpAlone
	}
	if agent.ID == "" || !c.holds(a.At, follow) {
		return Decision{}, false
	}
	if a.speaksOf(agent.ID) {
		return a.nobody(fmt.Sprintf("%q is spoken of, not to", agent.Shown()))
	}
	return a.following(agent.ID, fmt.Sprintf("they were talking to %q", agent.Shown()))
}

// byBeingAlone: one person with one NPC needs no name.
func (a *addressing) byBeingAlone() (Decision, bool) {
	npcs := a.npcs()
	if a.others() > 0 || len(npcs) != 1 || a.speaksOf(npcs[0].ID) {
		return Decision{}, false
	}
	return a.following(npcs[0].ID, fmt.Sprintf("they are alone with %q", npcs[0].Shown()))
}

// agent returns the agent that is present under an ID, or none.
func (a *addressing) agent(id transcript.AgentID) campaign.Agent {
	for _, agent := range a.Agents {
		if agent.ID == id {
			return agent
		}
	}
	return campaign.Agent{}
}

func (a *addressing) npcs() []campaign.Agent {
	var npcs []campaign.Agent
	for _, agent := range a.Agents {
		if agent.Kind != campaign.Butler {
			npcs = append(npcs, agent)
		}
	}
	return npcs
}

// others counts the people beside the speaker.
func (a *addressing) others() int {
	n := 0
	for _, p := range a.People {
		if p.ID != a.Speaker || p.Shared() {
			n++
		}
	}
	return n
}

func (a *addressing) speaksOf(id transcript.AgentID) bool {
	return slices.ContainsFunc(a.mentioned, func(o owner) bool { return o.agent == id })
}
