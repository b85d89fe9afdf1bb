package conversation

import (
	"context"
	"iter"
	"strings"
	"sync"
	"testing"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// rollLines are things that agents say, with the number that a roll is said to
// have come to, or nothing.
var rollLines = []struct{ text, number string }{
	// A roll is told.
	{"I rolled a 17.", "17"},
	{"I rolled a seventeen!", "seventeen"},
	{"I roll a 4, alas.", "4"},
	{"She rolls a natural 20!", "20"},
	{"He rolled 12.", "12"},
	{"You rolled 3 to hit.", "3"},
	{"I've rolled an 18 for stealth.", "18"},
	{"I just rolled a nat 20, friend.", "20"},
	{"Natural twenty!", "twenty"},
	{"A dirty 20, that will do.", "20"},
	{"The dice say 14.", "14"},
	{"The die comes up a six.", "six"},
	{"The dice landed on 9.", "9"},
	{"The bones read eleven.", "eleven"},
	{"My roll is 15.", "15"},
	{"My roll came to 22, so you lose.", "22"},
	{"With a roll of 8, I fail.", "8"},
	{"A roll of 19!", "19"},
	{"That's a 17.", "17"},
	{"That is a 16 for perception.", "16"},
	{"It's a 2… curses.", "2"},
	{"1d20+5 = 22", "22"},
	{"1d20 + 3 is 11.", "11"},
	{"2d6 gives 7.", "7"},
	{"d20: 13", "13"},
	{"An 11 on the die.", "11"},
	{"I threw a 5.", "5"},
	{"We rolled a total of 31.", "31"},
	{"I rolled twenty-one with my blade.", "twenty-one"},
	{"I rolled only 2.", "2"},
	{"Roll: 18.", "18"},
	{"Ich habe eine 17 gewürfelt.", "17"},
	{"Ich würfle eine 12.", "12"},
	{"Er würfelt eine natürliche 20!", "20"},
	{"Das ist eine 17.", "17"},
	{"Das ist eine glatte Zwanzig!", "zwanzig"},
	{"Das war wohl eine 3, Freund.", "3"},
	{"Ich hab' die 18 gewürfelt.", "18"},
	{"Ich würfelte gerade 14.", "14"},
	{"Der Würfel zeigt eine 9.", "9"},
	{"Die Würfel zeigen elf.", "elf"},
	{"Der Würfel fällt auf die 6.", "6"},
	{"Mein Wurf ergibt 19.", "19"},
	{"Ein Wurf von fünfzehn!", "funfzehn"},
	{"1W20+4 ergibt 16.", "16"},
	{"w20: 7", "7"},
	{"Eine 20 auf dem W20.", "20"},
	{"Natürliche 1.", "1"},
	{"Ich werfe eine 5 für Wahrnehmung.", "5"},
	// No roll is told.
	{"Roll the barrel over here.", ""},
	{"A 17-year-old could lift that.", ""},
	{"That's a 17-year-old whisky.", ""},
	{"He's on a roll tonight.", ""},
	{"He is on a roll, three nights now.", ""},
	{"We rolled 12 barrels into the cellar.", ""},
	{"They rolled in at 8.", ""},
	{"Shall I roll for it?", ""},
	{"Roll a d20, then.", ""},
	{"Roll 2d6 and see.", ""},
	{"You need a 15 to pass.", ""},
	{"I have 17 gold left.", ""},
	{"That's a one-eyed dog.", ""},
	{"That is a fine blade.", ""},
	{"It's a one in a hundred chance.", ""},
	{"Your fear is a natural one.", ""},
	{"I threw 3 knives at him.", ""},
	{"I rolled one for you, smoke it.", ""},
	{"A roll of 20 silver coins, no less.", ""},
	{"The total is 17, and I want it in gold.", ""},
	{"She rolled her eyes twice.", ""},
	{"The dice are loaded, 6 times out of ten.", ""},
	{"The die is cast.", ""},
	{"It happened on the 17th.", ""},
	{"That's a 3 mile walk.", ""},
	{"I got a nine from the smith.", ""},
	{"Er würfelt um sein Leben.", ""},
	{"Sie würfeln um 20 Silber.", ""},
	{"Das ist eine 17-Jährige.", ""},
	{"Das ist eine lange Geschichte.", ""},
	{"Das ist eine 20 Jahre alte Flasche.", ""},
	{"Rollt das Fass hierher.", ""},
	{"Die Würfel sind gefallen.", ""},
	{"Würfle mit einem W20.", ""},
	{"Das macht 17 Silber.", ""},
	{"Ich habe zwei Fässer geworfen.", ""},
	{"Du brauchst eine 15.", ""},
	{"Wir treffen uns um acht.", ""},
	{"Ein Wurf von 12 Welpen.", ""},
	{"Eine natürliche Sache.", ""},
}

func TestTellsOfRoll(t *testing.T) {
	wrong := 0
	for _, l := range rollLines {
		got, _ := rollIn(l.text)
		if got != l.number {
			wrong++
			t.Errorf("%q tells of %q, want %q", l.text, got, l.number)
		}
	}
	t.Logf("%d lines, %d of them wrong", len(rollLines), wrong)
}

// TestRollThatWasSaid: a number that somebody has just said is not made up.
func TestRollThatWasSaid(t *testing.T) {
	for _, tt := range []struct {
		text, before string
		want         bool
	}{
		{"You rolled a 17.", "I rolled a 17, does that hit?", false},
		{"You rolled a 17.", "I rolled a seventeen, does that hit?", false},
		{"A seventeen on the die!", "Seventeen.", false},
		{"You rolled a 18.", "I rolled a 17, does that hit?", true},
		{"Du hast eine Zwölf gewürfelt.", "Das ist eine 12.", false},
	} {
		if got := tellsOfRoll(tt.text, tt.before); got != tt.want {
			t.Errorf("%q after %q is made up: %v, want %v", tt.text, tt.before, got, tt.want)
		}
	}
}

// A second answers by how often it was asked, and keeps what was amiss.
type second struct {
	mu      sync.Mutex
	answers []string
	asked   []string
	rolls   int // which of its answers, from 1, rolls first; 0 for none
}

func (s *second) Reply(ctx context.Context, q Question) iter.Seq2[string, error] {
	s.mu.Lock()
	n := len(s.asked)
	s.asked = append(s.asked, string(q.Amiss)+"|"+q.Said)
	s.mu.Unlock()
	if n+1 == s.rolls {
		q.Ran(diceTool, "1d20 = 17", false)
	}
	return says(100*ms, s.answers[min(n, len(s.answers)-1)])(ctx, q)
}

var dicey = campaign.Agent{ID: "bart", Kind: campaign.NPC, Name: "Bart", Grants: []campaign.Grant{{Tool: diceTool}}}

// TestDiceGuard: a roll that no tool rolled is not spoken; it is asked for again
// once, and left out if it is made up again.
func TestDiceGuard(t *testing.T) {
	for _, tt := range []struct {
		name    string
		agent   campaign.Agent
		answers []string
		rolls   int
		said    string
		asked   string
		want    string // outcome
	}{
		{"asked again, it rolls", dicey, []string{"I rolled a 17.", "It is a 17, you win."}, 2, "Bart: It is a 17, you win.", "|, rolls|", "Bart spoken"},
		{"it had rolled", dicey, []string{"I rolled a 17."}, 1, "Bart: I rolled a 17.", "|", "Bart spoken"},
		{
			"in the second sentence: the first is said, and not twice", dicey,
			[]string{"Let us see then. I rolled a 17.", "You will have to roll."},
			0,
			"Bart: Let us see then. You will have to roll.", "|, rolls|Let us see then.", "Bart spoken",
		},
		{"made up again, it is left out", dicey, []string{"I rolled a 17.", "I rolled a 16. You lose."}, 0, "Bart: You lose.", "|, rolls|", "Bart spoken"},
		{"nothing else", dicey, []string{"I rolled a 17."}, 0, "", "|, rolls|", "Bart declined"},
		{"without dice nobody looks", bart, []string{"I rolled a 17."}, 0, "Bart: I rolled a 17.", "|", "Bart spoken"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			mind := &second{answers: tt.answers, rolls: tt.rolls}
			tb := table{lines: []said{{kara, 0, time.Second, "Bart, roll for it."}}, agents: []campaign.Agent{tt.agent, greta}, mind: mind}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(tb.book.lines[1:], " / "); got != tt.said {
				t.Errorf("said %q, want %q", got, tt.said)
			}
			if got := strings.Join(mind.asked, ", "); got != tt.asked {
				t.Errorf("asked %q, want %q", got, tt.asked)
			}
			if got := tb.book.outcomes(); got != tt.want {
				t.Errorf("turns: %s, want %s", got, tt.want)
			}
		})
	}
}

// TestRepeats (C06): an agent that begins as it did before is asked once again,
// and what it repeats then is spoken.
func TestRepeats(t *testing.T) {
	const before = "The ferry goes down the river at dawn. Nobody has seen the captain since."
	past := []Past{{transcript.Line{Role: transcript.NPC, Agent: "bart", Name: "Bart", Text: before}, []transcript.AgentID{"bart"}}}
	for _, tt := range []struct {
		name    string
		line    string
		answers []string
		said    string
		asked   string
	}{
		{"word for word", "Bart, and the ferry?", []string{before, "Ask the widow, friend."}, "Bart: Ask the widow, friend.", "|, repeats|"},
		{"nearly", "Bart, and the ferry?", []string{"The ferry goes down the river at night.", "Ask the widow."}, "Bart: Ask the widow.", "|, repeats|"},
		{"a sentence of it", "Bart, and the captain?", []string{"Nobody has seen the captain since.", "Drowned."}, "Bart: Drowned.", "|, repeats|"},
		{"again, it is spoken", "Bart, and the ferry?", []string{before}, "Bart: " + before, "|, repeats|"},
		{"of nothing else comes, it is spoken", "Bart, and the captain?", []string{"Nobody has seen the captain since.", ""}, "Bart: Nobody has seen the captain since.", "|, repeats|"},
		{"another answers then, it is spoken", "Bart, and the ferry?", []string{before, "Greta: I saw it all."}, "Bart: The ferry goes down the river at dawn.", "|, repeats|"},
		{"it is asked to repeat itself", "Bart, what did you say?", []string{before}, "Bart: " + before, "|"},
		{"something else", "Bart, and the ferry?", []string{"The ferry is owned by the widow Marsh."}, "Bart: The ferry is owned by the widow Marsh.", "|"},
		{"short words are everybody's", "Bart, and the ferry?", []string{"The ferry goes down."}, "Bart: The ferry goes down.", "|"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			mind := &second{answers: tt.answers}
			tb := table{lines: []said{{kara, 0, time.Second, tt.line}}, mind: mind, end: 20 * time.Second, opts: Options{History: past}}
			if _, err := tb.run(t); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(tb.book.lines[1:], " / "); got != tt.said {
				t.Errorf("said %q, want %q", got, tt.said)
			}
			if got := strings.Join(mind.asked, ", "); got != tt.asked {
				t.Errorf("asked %q, want %q", got, tt.asked)
			}
		})
	}
}

// TestRepeatsDraft: an answer that waits for the GM is asked for again as well, and
// the draft is the new one.
func TestRepeatsDraft(t *testing.T) {
	const before = "The ferry goes down the river at dawn."
	past := []Past{{transcript.Line{Role: transcript.NPC, Agent: "bart", Name: "Bart", Text: before}, []transcript.AgentID{"bart"}}}
	var o offered
	tb := table{
		lines: []said{{kara, 0, time.Second, "Bart, and the ferry?"}}, mind: &second{answers: []string{before, "Ask the widow."}},
		opts: Options{History: past, Mode: AskFirst, Observe: o.observe},
	}
	if _, err := tb.run(t); err != nil {
		t.Fatal(err)
	}
	if got, want := o.last().Text, "Ask the widow."; got != want {
		t.Errorf("offered %q, want %q", got, want)
	}
}
