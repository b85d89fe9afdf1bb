package voicetest

import (
	"context"
	"time"
)

// Reply returns how the bot has acknowledged, and how long after the person did
// what he did; 0 if it has not.
func (i *Interaction) Reply() (ReplyKind, time.Duration) {
	i.d.mu.Lock()
	defer i.d.mu.Unlock()
	if i.reply == 0 {
		return 0, 0
	}
	return i.reply, i.acked.Sub(i.at)
}

// Ephemeral reports whether the answer is for the person alone.
func (i *Interaction) Ephemeral() bool {
	i.d.mu.Lock()
	defer i.d.mu.Unlock()
	return i.ephemeral
}

// Form returns the form that has opened.
func (i *Interaction) Form() (Form, bool) {
	i.d.mu.Lock()
	defer i.d.mu.Unlock()
	if i.form == nil {
		return Form{}, false
	}
	return *i.form, true
}

// Answer returns the answer as it is now: of a component that was updated, the
// message with that component. There is none before the acknowledgement, and
// while it is deferred the message says that it is thinking.
func (i *Interaction) Answer() (ChatMessage, bool) {
	i.d.mu.Lock()
	defer i.d.mu.Unlock()
	if i.original == nil {
		return ChatMessage{}, false
	}
	return i.original.seen(), true
}

// FollowUps returns the further messages, as they are now, in the order they
// came.
func (i *Interaction) FollowUps() []ChatMessage {
	i.d.mu.Lock()
	defer i.d.mu.Unlock()
	var all []ChatMessage
	for _, m := range i.followUps {
		all = append(all, m.seen())
	}
	return all
}

// AwaitAnswer waits until the answer is more than that the bot is thinking, and
// returns it; a follow-up is not the answer.
func (i *Interaction) AwaitAnswer(ctx context.Context) (ChatMessage, error) {
	var answer ChatMessage
	err := i.d.Await(ctx, func() bool {
		m, ok := i.Answer()
		answer = m
		return ok && !m.Thinking
	})
	return answer, err
}

// AwaitThat waits until ok holds of the answer or of a follow-up, and returns
// that message: the first in the order in which they came, so that it does not
// matter how many there are by the time that the caller looks.
func (i *Interaction) AwaitThat(ctx context.Context, ok func(ChatMessage) bool) (ChatMessage, error) {
	var found ChatMessage
	err := i.d.Await(ctx, func() bool {
		var all []ChatMessage
		if m, there := i.Answer(); there {
			all = append(all, m)
		}
		for _, m := range append(all, i.FollowUps()...) {
			if ok(m) {
				found = m
				return true
			}
		}
		return false
	})
	return found, err
}

// messages are those that the bot made for the interaction. The caller holds
// d.mu.
func (i *Interaction) messages() []*guildMessage {
	if i.original == nil || i.original == i.source {
		return i.followUps
	}
	return append([]*guildMessage{i.original}, i.followUps...)
}
