package command

import (
	"context"

	"glyphoxa/internal/transcript"
)

// A vote is what one person says of somebody, mostly of themselves, in one
// campaign. The goroutines of two presses may overtake each other: of votes
// that are the same but for what they say, the last one is written.
type vote struct {
	on       string // the button's verb
	campaign transcript.CampaignID
	who, by  transcript.SpeakerID
}

// nextVote returns the number of a vote. Called as events come, it gives them in
// the order of the events.
func (d *Desk) nextVote() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.counted++
	return d.counted
}

// cast notes the vote of that number, unless a later one has been cast.
func (d *Desk) cast(v vote, number int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.votes[v] = max(d.votes[v], number)
}

// isLast reports whether no later vote has been cast, with mu held.
func (d *Desk) isLast(v vote, number int) bool { return d.votes[v] == number }

// keepVote has keep write the vote of that number, and no other vote meanwhile.
// last is false if a later one has been cast, and then it does nothing.
func (d *Desk) keepVote(ctx context.Context, v vote, number int, keep func(context.Context) error) (last bool, err error) {
	leave, err := d.keeping.enter(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	d.mu.Lock()
	last = d.isLast(v, number)
	d.mu.Unlock()
	if !last {
		return false, nil
	}
	return true, keep(ctx)
}
