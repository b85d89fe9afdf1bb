package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// A room is a Discord in which people are where the test puts them.
type room struct {
	mu      sync.Mutex
	me      discord.Ready
	in      map[transcript.GuildID]map[transcript.SpeakerID]transcript.ChannelID
	bots    map[transcript.SpeakerID]bool
	check   map[transcript.ChannelID]discord.Check
	stand   discord.Stand
	sendErr error
	next    discord.MessageID
	posts   []post

	curtains curtains
}

// A post is a message as it was sent or edited.
type post struct {
	at      time.Time
	channel transcript.ChannelID
	id      discord.MessageID
	edit    bool
	discord.Message
}

func (r *room) Me() discord.Ready { return r.me }

func (r *room) People(g transcript.GuildID, c transcript.ChannelID) []discord.Person {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []discord.Person
	for who, where := range r.in[g] {
		if where == c {
			list = append(list, r.person(who))
		}
	}
	slices.SortFunc(list, func(a, b discord.Person) int { return int(int64(a.User) - int64(b.User)) })
	return list
}

func (r *room) person(who transcript.SpeakerID) discord.Person {
	return discord.Person{User: who, Name: fmt.Sprintf("user%d", uint64(who)%1000), Bot: r.bots[who]}
}

func (r *room) Where(g transcript.GuildID, who transcript.SpeakerID) transcript.ChannelID {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.in[g][who]
}

func (r *room) VoiceCheck(_ transcript.GuildID, c transcript.ChannelID) discord.Check {
	return r.check[c]
}

func (r *room) TakeStage(context.Context, transcript.GuildID, transcript.ChannelID) (discord.Stand, error) {
	return r.stand, nil
}

func (r *room) Send(ctx context.Context, c transcript.ChannelID, m discord.Message) (discord.MessageID, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := cmp.Or(r.sendErr, r.curtains.sendErr[c]); err != nil {
		return 0, err
	}
	r.next++
	r.posts = append(r.posts, post{time.Now(), c, r.next, false, m})
	return r.next, ctx.Err()
}

func (r *room) EditMessage(ctx context.Context, c transcript.ChannelID, id discord.MessageID, m discord.Message) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.curtains.editErr[id]; err != nil {
		return err
	}
	r.posts = append(r.posts, post{time.Now(), c, id, true, m})
	return ctx.Err()
}

func (r *room) Ping() time.Duration { return 42 * time.Millisecond }

// said returns what was said in a channel, without edits.
func (r *room) said(c transcript.ChannelID) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for _, p := range r.posts {
		if p.channel == c && !p.edit {
			out = append(out, p.Text)
		}
	}
	return out
}

// card returns how the last card or its edit looks.
func (r *room) card() post {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range slices.Backward(r.posts) {
		if p.channel == tavern && p.edit || strings.Contains(p.Text, "is at the table") {
			return p
		}
	}
	return post{}
}
