package command

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// as returns under which name somebody speaks in the running session.
func (w *world) as(who transcript.SpeakerID) string {
	s := w.desk.stay(guild)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.told[who].Label()
}

// A player adds a character, plays one of several, retires it; the running
// session goes by it at once, and the next one from its beginning.
func TestCharacter(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		s := w.playing(kim, lea)
		s.took()
		a := w.own(kim, groupCharacter, charPlay, optCharacter, "tamsin")
		wantText(t, "play", a.text(), "You play **Tamsin** from now on")
		if got := strings.Join(a.did(), ", "); got != "defer private=true, reply" {
			t.Errorf("calls %s", got)
		}
		if got, want := s.took(), "came 3 "; got != want {
			t.Errorf("the session was told %q, want %q", got, want)
		}
		if got := w.book.speakers[kim].Character; got != "Tamsin" || w.as(kim) != "Tamsin" {
			t.Errorf("kept as %q, told as %q", got, w.as(kim))
		}
		a = w.own(kim, groupCharacter, charAdd, optCharacter, "Old  Kara", optAliases, "Kay, the Old One,,kay")
		wantText(t, "add", a.text(), "**Old Kara** is your character now. You play **Tamsin** just now")
		if got := w.book.file.Characters[2]; !cmp.Equal(got, campaign.Character{ID: "new2", Name: "Old Kara", Aliases: []string{"Kay", "the Old One"}, Player: kim}) {
			t.Errorf("added %+v", got)
		}
		wantText(t, "play by alias", w.own(kim, groupCharacter, charPlay, optCharacter, "KAY").text(), "You play **Old Kara**")
		if got := w.as(kim); got != "Old Kara" {
			t.Errorf("speaks as %q", got)
		}
		wantText(t, "list", w.own(kim, groupCharacter, charList).text(),
			"- **Tamsin**\n", "- **Oskar**: nobody plays it", "- **Old Kara**, also *Kay* and *the Old One*: played now")

		wantText(t, "retire", w.own(kim, groupCharacter, charRetire, optCharacter, "Old Kara").text(), "**Old Kara** is retired", "<@3> plays **Tamsin** now")
		if got := w.as(kim); got != "Tamsin" {
			t.Errorf("after retiring speaks as %q", got)
		}
		wantText(t, "alias", w.own(kim, groupCharacter, charAlias, optCharacter, "tamsin", optAliases, "Tam").text(), "**Tamsin** is also called *Tam*")

		wantText(t, "the table", w.own(kim, groupCharacter, charTable).text(), "stands under **The table**")
		if got := w.as(kim); got != "The table" {
			t.Errorf("a shared microphone is %q", got)
		}
		w.give(gina, subEnd)
		w.playing(kim)
		if p := w.sess.begun[1].People[1]; p.ID != kim || p.Label() != "The table" || !p.Shared() {
			t.Errorf("the next session begins with %+v", p)
		}
		wantText(t, "alone again", w.own(kim, groupCharacter, charTable, optShared, "false").text(), "speaks as **Tamsin**")
		if got := w.as(kim); got != "Tamsin" {
			t.Errorf("alone again speaks as %q", got)
		}
		w.own(kim, groupCharacter, charPlay, optCharacter, "old kara") // comes back
		w.give(gina, subEnd)
		w.playing(kim)
		if p := w.sess.begun[2].People[1]; p.Character != "Old Kara" {
			t.Errorf("the third session begins with %+v", p)
		}
	})
}

// Players manage their own characters, a GM anybody's, and who is no part of
// the table none.
func TestCharacterRights(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.book.file.Characters[0].Player = kim
		w.book.file.Characters[1].Player = lea
		w.book.file.Characters = append(w.book.file.Characters, campaign.Character{ID: "ida", Name: "Ida"})
		w.book.file.Names = []campaign.Name{{Text: "Greta", Heard: []string{"grete"}}}
		before := w.book.file.Characters
		w.playing(kim, lea)
		for _, tt := range []struct {
			name string
			who  transcript.SpeakerID
			sub  string
			args []string
			want string
		}{
			{"another's", kim, charPlay, []string{optCharacter, "Oskar"}, "You have no character called **Oskar**: there is **Tamsin** and **Ida**"},
			{"retire another's", kim, charRetire, []string{optCharacter, "Oskar"}, "there is **Tamsin**."},
			{"rename another's", kim, charAlias, []string{optCharacter, "Oskar", optAliases, "Ossi"}, "You have no character called **Oskar**"},
			{"for another", kim, charPlay, []string{optCharacter, "Tamsin", optPlayer, "4"}, "That is for the GM."},
			{"the table for another", kim, charTable, []string{optPlayer, "4"}, "That is for the GM."},
			{"a stranger takes one", admin, charPlay, []string{optCharacter, "Ida"}, "Join the voice channel of your table first"},
			{"a stranger adds one", admin, charAdd, []string{optCharacter, "Eve"}, "Join the voice channel of your table first"},
			{"a bot plays", gina, charPlay, []string{optCharacter, "Ida", optPlayer, "6"}, "bots are never heard"},
			{"nothing visible", kim, charAdd, []string{optCharacter, "\u200b\u202e \u2060"}, "no letters that can be seen"},
			{"nobody", kim, charPlay, []string{optCharacter, "\u200b"}, "That is no name"},
			{"too long", kim, charAdd, []string{optCharacter, strings.Repeat("ä", 61)}, "too long"},
			{"the table's name", kim, charAdd, []string{optCharacter, "The table"}, "what a shared microphone is called"},
			{"an NPC's name", kim, charAdd, []string{optCharacter, "BART"}, "Somebody else in this campaign is called **BART**"},
			{"a name that is corrected", kim, charAdd, []string{optCharacter, "Grete"}, "Somebody else in this campaign is called **Grete**"},
			{"a character's name", kim, charAlias, []string{optCharacter, "Tamsin", optAliases, "x, ida"}, "Somebody else"},
			{"many aliases", kim, charAlias, []string{optCharacter, "Tamsin", optAliases, "a,b,c,d,e,f,g,h,i"}, "eight other names"},
		} {
			a := w.own(tt.who, groupCharacter, tt.sub, tt.args...)
			if got := a.text(); !strings.Contains(got, tt.want) {
				t.Errorf("%s: %q, want %q in it", tt.name, got, tt.want)
			}
		}
		if diff := cmp.Diff(before, w.book.file.Characters); diff != "" {
			t.Errorf("something was changed:\n%s", diff)
		}
		wantText(t, "a GM", w.own(gina, groupCharacter, charPlay, optCharacter, "Oskar", optPlayer, "3").text(), "<@3> plays **Oskar**")
		if w.as(kim) != "Oskar" || w.as(lea) != "user4" {
			t.Errorf("kim is %q, lea %q", w.as(kim), w.as(lea))
		}
		wantText(t, "the GM's list", w.own(gina, groupCharacter, charList).text(), "**Oskar**: played now, <@3>", "**Ida**: nobody")

		// The same command from another server reaches nothing.
		c, a := w.call(kim)
		c.Guild = other
		w.desk.Handle(t.Context(), discord.Command{Call: c, Name: Name, Group: groupCharacter, Sub: charPlay, Args: discord.Args{optCharacter: "Tamsin"}})
		settle()
		wantText(t, "another server", a.text(), "No campaign")
		if w.as(kim) != "Oskar" {
			t.Errorf("it had an effect: %q", w.as(kim))
		}
	})
}

// Two who take the same character at once: one of them gets it. Two who add the
// same name at once: one of them is refused.
func TestCharacterAtOnce(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.playing(kim, lea)
		w.shelf.delay = 100 * time.Millisecond
		for sub, want := range map[string]string{charPlay: "You have no character called **Ida**", charAdd: "Somebody else"} {
			name := map[string]string{charPlay: "Ida", charAdd: "Eve"}[sub]
			w.book.file.Characters = append(w.book.file.Characters, campaign.Character{ID: "ida", Name: "Ida"})
			var answers []*answer
			for _, who := range []transcript.SpeakerID{kim, lea} {
				c, a := w.call(who)
				w.desk.Handle(t.Context(), discord.Command{Call: c, Name: Name, Group: groupCharacter, Sub: sub, Args: discord.Args{optCharacter: name}})
				answers = append(answers, a)
			}
			pass(time.Minute)
			refused := 0
			for _, a := range answers {
				if strings.Contains(a.text(), want) {
					refused++
				}
			}
			if refused != 1 {
				t.Errorf("%s: %d of two were refused: %q, %q", sub, refused, answers[0].text(), answers[1].text())
			}
			w.book.file.Characters = w.book.file.Characters[:2]
		}
		w.shelf.delay = 0
	})
}

// What a player may not know does not show: a name that only the GM knows is no
// ground to refuse, and the GM is told that two sound alike.
func TestCharacterKeepsSecrets(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.book.file.Agents = append(w.book.file.Agents, campaign.Agent{ID: "vex", Name: "Vexander", KnownAs: "The Stranger"})
		w.playing(kim)
		a := w.own(kim, groupCharacter, charAdd, optCharacter, "Vexander")
		wantText(t, "the player", a.text(), "**Vexander** is your character now")
		if strings.Contains(a.text(), "sounds like") {
			t.Errorf("the player is told: %s", a.text())
		}
		found := false
		for _, p := range w.room.posts {
			found = found || strings.Contains(p.Text, "<@3> has a new character: **Vexander**. It sounds like **Vexander**") && p.channel != tavern
		}
		if !found {
			t.Error("the GM was not told")
		}
	})
}

// Completion offers what can be played: a player's own and what is nobody's, a
// GM all; and to nobody else more than that.
func TestCompleteCharacter(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		w.book.file.Characters[1].Player = lea
		w.book.file.Characters = append(w.book.file.Characters, campaign.Character{ID: "ida", Name: "Ida", Retired: true})
		w.playing(kim, lea)
		for who, want := range map[transcript.SpeakerID][]string{kim: {"Tamsin"}, lea: {"Tamsin", "Oskar"}, gina: {"Tamsin", "Oskar", "Ida"}} {
			if got := w.typing(who, groupCharacter, charPlay, optCharacter, "").suggested(); !cmp.Equal(got, want) {
				t.Errorf("%d is offered %q, want %q", who%1000, got, want)
			}
		}
	})
}

// Hostile names are shown as they are, in one line, and ping nobody.
func TestTidyName(t *testing.T) {
	for _, tt := range []struct{ name, in, want, shown string }{
		{"plain", "  Old   Kara ", "Old Kara", "Old Kara"},
		{"lines", "Kara\r\n# Heading", "Kara # Heading", `Kara \# Heading`},
		{"invisible", "Ka\u200bra\ufeff\u00ad", "Kara", "Kara"},
		{"turned round", "Kara\u202egnp.exe\u2066", "Karagnp.exe", "Karagnp.exe"},
		{"blank letters", "\u3164\u115f\u2800", "", ""},
		{"mention", "<@1> @everyone", "<@1> @everyone", `\<\@1\> \@everyone`},
		{"code fence", "```js\nx```", "```js x```", "\\`\\`\\`js x\\`\\`\\`"},
		{"stacked marks", "Z" + strings.Repeat("\u0301", 50) + "algo", "Z\u0301\u0301algo", "Z\u0301\u0301algo"},
		{"marks alone", "\u0301\u0301", "", ""},
		{"joiner where it belongs", "نامه\u200cای", "نامه\u200cای", "نامهای"},
		{"joiner where it does not", "a\u200d b\u200c", "a b", "a b"},
		{"not UTF-8", "Ka\xffra", "Kara", "Kara"},
		{"nul", "Ka\x00ra", "Ka ra", "Ka ra"},
	} {
		if got := tidyName(tt.in); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		} else if got := plain(got); got != tt.shown {
			t.Errorf("%s: shown as %q, want %q", tt.name, got, tt.shown)
		}
	}
}

func FuzzTidyName(f *testing.F) {
	f.Add("Old Kara")
	f.Add("\u202e\u200b\u0301x\u0301\u0301\u0301\n`<@1>")
	f.Fuzz(func(t *testing.T, s string) {
		got := tidyName(s)
		if !utf8.ValidString(got) || strings.ContainsAny(got, "\n\r\x00\u202e\u200b") || got != strings.TrimSpace(got) {
			t.Errorf("%q became %q", s, got)
		}
		if again := tidyName(got); again != got {
			t.Errorf("%q became %q, and that %q", s, got, again)
		}
	})
}
