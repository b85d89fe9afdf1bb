package voicetest

import "context"

// A PeerGuild is a guild that a peer sees who has logged in.
type PeerGuild struct {
	ID    uint64        `json:"id,string"`
	Name  string        `json:"name"`
	Voice []PeerChannel `json:"voice"` // channels
}

// A PeerChannel is a voice channel of it.
type PeerChannel struct {
	ID   uint64 `json:"id,string"`
	Name string `json:"name"`
}

// Login logs the peer in as d's bot, by discord.js, and returns whom it finds
// itself to be, and where.
func (p *Peer) Login(ctx context.Context, d *Discord) (user uint64, guilds []PeerGuild, err error) {
	a, err := p.ask(ctx, peerCall{Call: "login", API: d.URL(), Token: d.Token()})
	return uint64(a.User), a.Guilds, err
}

// Enter brings a peer who has logged in into a voice channel, by asking the main
// gateway, and returns when the connection is ready.
func (p *Peer) Enter(ctx context.Context, guild, channel uint64) error {
	_, err := p.ask(ctx, peerCall{Call: "enter", Guild: guild, Channel: channel})
	return err
}

// JoinAs brings the peer into a voice channel as a person who may enter it, who
// then talks by it rather than through a seat. It is the person who leaves, is
// moved, and is disconnected ([Person.Leave], [Guild.Move]).
func (p *Peer) JoinAs(ctx context.Context, who *Person, c *Channel) error {
	pass, err := who.Admit(c)
	if err != nil {
		return err
	}
	return p.Join(ctx, c.guild.ID, c.ID, who.ID, pass)
}

// URL returns where the REST API is, for clients that can be told.
func (d *Discord) URL() string { return "http://" + d.host + "/api" }
