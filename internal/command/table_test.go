package command

import (
	"errors"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// A tableCall is one of the table commands, with options that are right.
type tableCall struct {
	group, sub string
	args       discord.Args
	want       string // what the session is told
}

func (c tableCall) String() string { return strings.TrimSpace(c.group + " " + c.sub) }

var tableCalls = []tableCall{
	{"", subWhy, nil, ""},
	{"", subSay, discord.Args{optNPC: "bart", optText: "Who\u200b goes\nthere?"}, `say bart "Who goes there?"`},
	{"", subDirect, discord.Args{optNPC: "Bart", optNote: "You are afraid.", optAnswers: "3"}, `direct bart "You are afraid." 3`},
	{"", subMute, discord.Args{optNPC: "bart"}, "mute bart=true"},
	{"", subUnmute, discord.Args{optNPC: "bart"}, "mute bart=false"},
	{"", subMuteAll, nil, "mute =true"},
	{grpScene, subSceneEnter, discord.Args{optScene: "wall"}, "scene wall"},
	{grpScene, subSceneAdd, discord.Args{optNPC: "bart"}, "bring bart"},
	{grpScene, subSceneRemove, discord.Args{optNPC: "bart"}, "send bart"},
}

// here has the session say who is present, and forget what it was told so far.
func (w *world) here(s *session, names ...string) *session {
	w.t.Helper()
	s.is(Status{Scene: "The Inn", Present: names})
	s.took()
	return s
}

func TestTableAsGM(t *testing.T) {
	for _, c := range tableCalls {
		inBubble(t, Options{}, func(w *world) {
			t := w.t
			s := w.here(w.playing(kim), "Bart")
			a := w.order(gina, c.group, c.sub, c.args)
			if got := s.took(); got != c.want {
				t.Errorf("%s told the session %q, want %q; answered %q", c, got, c.want, a.text())
			}
			if a.did()[0] != "defer private=true" || a.text() == "" {
				t.Errorf("%s was answered by %q", c, a.did())
			}
		})
	}
}

// Nobody but a GM does anything by them, not even who may manage the server,
// and nobody learns anything from being refused.
func TestTableRights(t *testing.T) {
	for _, c := range tableCalls {
		for _, who := range []transcript.SpeakerID{kim, admin} {
			inBubble(t, Options{}, func(w *world) {
				t := w.t
				s := w.here(w.playing(kim, admin), "Bart")
				a := w.order(who, c.group, c.sub, c.args)
				if got := s.took(); got != "" {
					t.Errorf("%s of %d told the session %q", c, who, got)
				}
				wantText(t, c.String(), a.text(), "That is for the GM.")
				if strings.Contains(a.text(), "Bart") {
					t.Errorf("%s told %d of Bart: %s", c, who, a.text())
				}
			})
		}
	}
}

func TestTableWithoutSession(t *testing.T) {
	for _, c := range tableCalls {
		inBubble(t, Options{}, func(w *world) {
			w.move(gina, tavern)
			a := w.order(gina, c.group, c.sub, c.args)
			want := "No session is running"
			if c.sub == subSceneEnter { // that is where the next one begins
				want = "when the session begins: **The Wall**"
			}
			wantText(w.t, c.String(), a.text(), want)
		})
	}
}

// A GM of one table does nothing at another table of the guild, and a GM of
// another guild does nothing here.
func TestTableOfOthers(t *testing.T) {
	for _, c := range tableCalls {
		inBubble(t, Options{}, func(w *world) {
			t := w.t
			s := w.here(w.playing(kim), "Bart")
			f := lanterns()
			f.Campaign.ID, f.Campaign.Key, f.Campaign.Owner = "c2", "others", lea
			w.shelf.books = append(w.shelf.books, &book{shelf: w.shelf, guild: guild, file: f})
			w.shelf.active[guild][cellar] = place{"c2", ""}
			w.move(lea, cellar)
			w.order(lea, c.group, c.sub, c.args)
			call, a := w.call(lea)
			call.Guild = other
			w.desk.Handle(t.Context(), discord.Command{Call: call, Name: Name, Group: c.group, Sub: c.sub, Args: c.args})
			settle()
			if got := s.took(); got != "" {
				t.Errorf("%s of others told the session %q", c, got)
			}
			wantText(t, c.String(), a.text(), "No campaign is played in this server yet.")
		})
	}
}

func TestTableOfNobody(t *testing.T) {
	for _, c := range tableCalls {
		if c.args[optNPC] == "" {
			continue
		}
		inBubble(t, Options{}, func(w *world) {
			t := w.t
			s := w.here(w.playing(kim), "Bart")
			w.book.file.Agents = []campaign.Agent{{ID: "berta", Name: "Berta", Kind: campaign.NPC}} // Bart was deleted meanwhile
			a := w.order(gina, c.group, c.sub, c.args)
			if got := s.took(); got != "" {
				t.Errorf("%s told the session %q", c, got)
			}
			wantText(t, c.String(), a.text(), "nobody called", "Did you mean **Berta**?")
		})
	}
}

// What the session says to it is passed on.
func TestTableRefused(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		s := w.here(w.playing(kim), "Bart")
		s.fakeControls.err = ErrSilent
		a := w.order(gina, "", subSay, discord.Args{optNPC: "bart", optText: "Hello."})
		wantText(w.t, "say", a.text(), ErrSilent.Error())
		s.fakeControls.err = errors.New("broken")
		a = w.order(gina, "", subMuteAll, nil)
		wantText(w.t, "muteall", a.text(), "Something went wrong on my side")
	})
}

func TestSayNothing(t *testing.T) {
	for _, text := range []string{"", " \n", "\u200b\u202e", "\u200d"} {
		inBubble(t, Options{}, func(w *world) {
			s := w.here(w.playing(kim), "Bart")
			a := w.order(gina, "", subSay, discord.Args{optNPC: "bart", optText: text})
			wantText(w.t, "say", a.text(), "no words")
			if got := s.took(); got != "" {
				w.t.Errorf("saying %q told the session %q", text, got)
			}
		})
	}
}

func TestDirect(t *testing.T) {
	for _, tt := range []struct {
		name, note, answers, told, want string
	}{
		{"until cleared", "Lie.", "", `direct bart "Lie." 0`, "until you take it back"},
		{"once", "Lie.", "1", `direct bart "Lie." 1`, "for the next answer"},
		{"cleared", " ", "", `direct bart "" 0`, "has no note any more"},
		{"too often", "Lie.", "21", "", "1 to 20 answers"},
		{"not a number", "Lie.", "x", "", "1 to 20 answers"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				s := w.here(w.playing(kim), "Bart")
				a := w.order(gina, "", subDirect, discord.Args{optNPC: "bart", optNote: tt.note, optAnswers: tt.answers})
				if got := s.took(); got != tt.told {
					w.t.Errorf("told the session %q, want %q", got, tt.told)
				}
				wantText(w.t, "direct", a.text(), tt.want)
			})
		})
	}
}

func TestUnmuteAll(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		s := w.here(w.playing(kim), "Bart")
		a := w.order(gina, "", subUnmute, nil)
		if got := s.took(); got != "mute =false" {
			w.t.Errorf("told the session %q", got)
		}
		wantText(w.t, "unmute", a.text(), "All NPCs answer again")
	})
}

func TestWhy(t *testing.T) {
	at := time.Unix(1000, 0)
	for _, tt := range []struct {
		name string
		all  []Decision
		want []string
	}{
		{"nothing yet", nil, []string{"Nobody has said anything yet"}},
		{"answered", []Decision{{
			At: at, Who: "Tamsin", Said: "Bart, @everyone!", Agents: []string{"Bart"}, Reason: `"Bart" is named at the start`,
			Answers: []transcript.Turn{{Name: "Bart", Outcome: transcript.Cut, Why: "somebody spoke", Heard: "Well"}},
		}}, []string{"<t:1000:T> **Tamsin**: Bart, \\@everyone!", `→ **Bart**: "Bart" is named`, "Bart was cut off: somebody spoke, after: Well"}},
		{"nobody", []Decision{{At: at, Who: "Tamsin", Said: "I wait.", Reason: "nobody is named"}}, []string{"→ nobody: nobody is named"}},
		{"the GM", []Decision{{At: at, Agents: []string{"Bart"}, Answers: []transcript.Turn{{Name: "Bart", Outcome: transcript.Spoken, Heard: "So be it."}}}}, []string{"<t:1000:T> **The GM** had an NPC speak", "Bart said: So be it."}},
		{"what has no end yet", []Decision{{Agents: []string{"Bart"}, Reason: "the GM had it say that"}}, []string{"\n\n**The GM** had an NPC speak\n→ **Bart**: the GM had it say that"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				s := w.here(w.playing(kim), "Bart")
				s.why = tt.all
				wantText(w.t, "why", w.order(gina, "", subWhy, nil).text(), tt.want...)
			})
		})
	}
}

// Five of the longest explanations fit one message.
func TestWhyFits(t *testing.T) {
	long := strings.Repeat("*", 4000)
	d := Decision{At: time.Now(), Who: long, Said: long, Agents: []string{long}, Reason: long}
	one := len(whyText([]Decision{d}, "").String())
	if all := whyText([]Decision{d, d, d, d, d}, "").String(); len(all) > 5*one {
		t.Errorf("five have %d letters, one has %d", len(all), one)
	}
	if one > maxMessage {
		t.Errorf("one explanation has %d letters", one)
	}
}

// What somebody types is heard just as what they say, and by the same people.
func TestTell(t *testing.T) {
	args := discord.Args{optNPC: "bart", optText: "Where is the ferry?"}
	for _, tt := range []struct {
		name    string
		who     transcript.SpeakerID
		before  func(w *world)
		args    discord.Args
		told    string
		answers string
	}{
		{"a player", kim, func(w *world) { w.press(kim, yes) }, args, `tell 3 bart "Where is the ferry?"`, "You tell **Bart**"},
		{"has not said yes", kim, nil, args, "", "You have not said yes"},
		{"has said no", kim, func(w *world) { w.press(kim, no) }, args, "", "You have not said yes"},
		{"is elsewhere", lea, func(w *world) { w.press(lea, yes) }, args, "", "Join <#11> first"},
		{"the GM is away", kim, func(w *world) { w.press(kim, yes); w.move(gina, 0) }, args, "", ErrSilent.Error()},
		{"to somebody absent", kim, func(w *world) { w.press(kim, yes) }, discord.Args{optNPC: "Mirela", optText: "Hi."}, "", "nobody called **Mirela** here"},
		{"by a secret name", kim, func(w *world) { w.press(kim, yes) }, discord.Args{optNPC: "Count Orlo", optText: "Hi."}, "", "nobody called **Count Orlo** here"},
		{"by a secret key", kim, func(w *world) { w.press(kim, yes) }, discord.Args{optNPC: "orlo", optText: "Hi."}, "", "nobody called **orlo** here"},
		{"by the name it is known by", kim, func(w *world) { w.press(kim, yes) }, discord.Args{optNPC: "the stranger", optText: "Hi."}, `tell 3 orlo "Hi."`, "You tell **The Stranger**"},
		{"the GM by the secret name", gina, func(w *world) { w.press(gina, yes) }, discord.Args{optNPC: "orlo", optText: "Hi."}, `tell 977 orlo "Hi."`, "You tell **The Stranger**"},
		{"nothing", kim, func(w *world) { w.press(kim, yes) }, discord.Args{optNPC: "Bart", optText: "\u200b"}, "", "no words"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{}, func(w *world) {
				w.book.file.Agents = append(w.book.file.Agents,
					campaign.Agent{ID: "mirela", Name: "Mirela", Kind: campaign.NPC},
					campaign.Agent{ID: "orlo", Name: "Count Orlo", KnownAs: "The Stranger", Kind: campaign.NPC})
				s := w.playing(kim)
				if tt.before != nil {
					tt.before(w)
				}
				w.here(s, "Bart", "The Stranger")
				a := w.order(tt.who, "", subTell, tt.args)
				if got := s.took(); got != tt.told {
					w.t.Errorf("told the session %q, want %q", got, tt.told)
				}
				wantText(w.t, "tell", a.text(), tt.answers)
				if a.did()[0] != "defer private=true" {
					w.t.Errorf("answered by %q", a.did())
				}
			})
		})
	}
}

// The command of its own, where it is wanted, rolls just the same.
func TestRollAlone(t *testing.T) {
	if n := len(Specs(false)); n != 1 {
		t.Errorf("%d commands are registered unless it is wanted", n)
	}
	inBubble(t, Options{Dice: func(string) (string, error) { return "2d6: 3 + 4 = 7", nil }}, func(w *world) {
		c, a := w.call(kim)
		w.desk.Handle(w.t.Context(), discord.Command{Call: c, Name: RollName, Args: discord.Args{optDice: "2d6"}})
		settle()
		wantText(w.t, "roll", a.text(), "= 7")
	})
}

func TestRoll(t *testing.T) {
	dice := func(expr string) (string, error) {
		if expr != "2d6" {
			return "", errors.New("there are no *such* dice")
		}
		return "2d6: 3 + 4 = 7", nil
	}
	for _, tt := range []struct {
		name    string
		who     transcript.SpeakerID
		dice    Dice
		args    discord.Args
		private bool
		want    string
	}{
		{"a player", kim, dice, discord.Args{optDice: "2d6"}, false, "🎲 <@3>: 2d6: 3 + 4 = 7"},
		{"the GM in private", gina, dice, discord.Args{optDice: "2d6", optPrivate: "true"}, true, "= 7"},
		{"a player in private", kim, dice, discord.Args{optDice: "2d6", optPrivate: "true"}, true, "That is for the GM."},
		{"no such dice", kim, dice, discord.Args{optDice: "2d7"}, false, `I cannot roll that: there are no \*such\* dice`},
		{"no dice", kim, nil, discord.Args{optDice: "2d6"}, false, "I have no dice here."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{Dice: tt.dice}, func(w *world) {
				a := w.order(tt.who, "", subRoll, tt.args)
				wantText(w.t, "roll", a.text(), tt.want)
				if got := a.did()[0] == "defer private=true"; got != tt.private {
					w.t.Errorf("private: %v, want %v", got, tt.private)
				}
			})
		})
	}
}
