package command

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/transcript"
)

// A fakeRoll is what a [book] has of people.
type fakeRoll struct {
	playing map[transcript.SpeakerID]transcript.CharacterID
	privacy campaign.Privacy
	derived []knowledge.Proposal
	stale   int
	expired []time.Time
}

func (b *book) AddCharacter(_ context.Context, ch campaign.Character) (campaign.Character, error) {
	defer b.shelf.enter()()
	ch.ID = transcript.CharacterID(fmt.Sprintf("new%d", len(b.file.Characters)))
	b.file.Characters = append(slices.Clone(b.file.Characters), ch)
	return ch, nil
}

func (b *book) ChangeCharacter(_ context.Context, id transcript.CharacterID, change func(*campaign.Character) error) (campaign.Character, error) {
	defer b.shelf.enter()()
	for i, ch := range b.file.Characters {
		if ch.ID != id {
			continue
		}
		if err := change(&ch); err != nil {
			return campaign.Character{}, fmt.Errorf("change character: %w", err)
		}
		b.file.Characters = slices.Clone(b.file.Characters)
		b.file.Characters[i] = ch
		return ch, nil
	}
	return campaign.Character{}, fmt.Errorf("no such character")
}

func (b *book) Playing(context.Context) (map[transcript.SpeakerID]transcript.CharacterID, error) {
	defer b.shelf.enter()()
	out := map[transcript.SpeakerID]transcript.CharacterID{}
	maps.Copy(out, b.roll.playing)
	return out, nil
}

func (b *book) SetPlaying(_ context.Context, who transcript.SpeakerID, id transcript.CharacterID) error {
	defer b.shelf.enter()()
	if b.roll.playing == nil {
		b.roll.playing = map[transcript.SpeakerID]transcript.CharacterID{}
	}
	delete(b.roll.playing, who)
	if id != "" {
		b.roll.playing[who] = id
	}
	return nil
}

func (b *book) Privacy(context.Context) (campaign.Privacy, error) {
	defer b.shelf.enter()()
	return b.roll.privacy, nil
}

func (b *book) SetRetention(_ context.Context, days int) error {
	defer b.shelf.enter()()
	b.roll.privacy.RetentionDays = days
	return nil
}

func (b *book) SetCaptions(_ context.Context, c campaign.Captions) error {
	defer b.shelf.enter()()
	b.roll.privacy.Captions = c
	return nil
}

func (b *book) Kept(_ context.Context, who transcript.SpeakerID) (k transcript.Kept, err error) {
	defer b.shelf.enter()()
	for _, l := range b.lines {
		switch {
		case l.Speaker != who:
		case l.Text == transcript.Withdrawn:
			k.Withdrawn++
		default:
			k.Lines++
			k.Sessions, k.First, k.Last = 1, l.At, l.At
		}
	}
	return k, nil
}

func (b *book) Derived(context.Context, transcript.SpeakerID) ([]knowledge.Proposal, error) {
	defer b.shelf.enter()()
	return b.roll.derived, nil
}

func (b *book) Forget(_ context.Context, who transcript.SpeakerID, _ time.Time) (lines, recaps int, err error) {
	defer b.shelf.enter()()
	for i := range b.lines {
		if l := &b.lines[i]; l.Speaker == who && l.Text != transcript.Withdrawn {
			l.Text = transcript.Withdrawn
			lines++
		}
	}
	if lines > 0 {
		recaps = b.roll.stale
	}
	return lines, recaps, nil
}

func (b *book) Expire(_ context.Context, now time.Time) (int, error) {
	defer b.shelf.enter()()
	b.roll.expired = append(b.roll.expired, now)
	return 0, nil
}

func (s *session) Forget(_ context.Context, who transcript.SpeakerID) error {
	s.note("forget %d", who%1000)
	return nil
}

// own gives a subcommand of a group, with options in pairs.
func (w *world) own(who transcript.SpeakerID, group, sub string, args ...string) *answer {
	w.t.Helper()
	c, a := w.call(who)
	given := discord.Args{}
	for i := 0; i+1 < len(args); i += 2 {
		given[args[i]] = args[i+1]
	}
	w.desk.Handle(w.t.Context(), discord.Command{Call: c, Name: Name, Group: group, Sub: sub, Args: given, People: w.people()})
	settle()
	return a
}

// people are all who can be named in an option.
func (w *world) people() map[transcript.SpeakerID]discord.Person {
	out := map[transcript.SpeakerID]discord.Person{}
	for _, who := range []transcript.SpeakerID{gina, kim, lea, admin, music} {
		out[who] = w.room.person(who)
	}
	return out
}
