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

// cast notes a vote, in the order of the presses, and returns its number.
func (d *Desk) cast(v vote) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.counted++
	d.votes[v] = d.counted
	return d.counted
}

// keepVote has keep write the vote of that number, and no other vote meanwhile.
// last is false if a later one has been cast, and then it does nothing.
func (d *Desk) keepVote(ctx context.Context, v vote, number int, keep func(context.Context) error) (last bool, err error) {
	leave, err := d.keeping.enter(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	d.mu.Lock()
	last = d.votes[v] == number
	if last {
		delete(d.votes, v)
	}
	d.mu.Unlock()
	if !last {
		return false, nil
	}
	return true, keep(ctx)
}
