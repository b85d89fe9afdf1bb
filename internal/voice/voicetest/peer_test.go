package voicetest

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/voice/opus"
)

// openPeer starts a peer, or skips the test.
func openPeer(t *testing.T, v *VoiceServer) *Peer {
	t.Helper()
	// The test's context ends before what is cleaned up.
	p, err := StartPeer(context.Background(), "peer", v)
	if errors.Is(err, ErrNoNode) && !strings.Contains(os.Getenv("REQUIRE"), "node") {
		t.Skipf("needs node: %v", err)
	}
	check(t, err)
	return p
}

// TestLivePeerLogin: discord.js logs in, sees what there is, joins, is moved,
// loses the main gateway, and is heard and hears all the while.
func TestLivePeerLogin(t *testing.T) {
	d := newTable(t, DiscordOptions{})
	other := d.guild.AddChannel(VoiceChannel, "Other")
	p := openPeer(t, d.Voice())
	defer func() {
		check(t, p.Close())
		if s := p.Troubles(); len(s) > 0 {
			t.Errorf("troubles: %q", s)
		}
		check(t, d.Await(limit(t), func() bool { return d.Online() == 0 }))
	}()
	version, err := p.Version(limit(t))
	check(t, err)
	if version != "0.19.2" {
		t.Errorf("@discordjs/voice %s, want 0.19.2: the facts about it are of that version", version)
	}
	user, guilds, err := p.Login(limit(t), d.Discord)
	check(t, err)
	if user != d.Bot().ID {
		t.Errorf("logged in as %d, want the bot", user)
	}
	if len(guilds) != 1 || guilds[0].ID != d.guild.ID || guilds[0].Name != d.guild.Name ||
		!slices.Contains(guilds[0].Voice, PeerChannel{d.voice.ID, "Table"}) || len(guilds[0].Voice) != 2 {
		t.Errorf("guilds: %+v", guilds)
	}

	a, err := d.gm.Join(d.voice)
	check(t, err)
	check(t, p.Enter(limit(t), d.guild.ID, d.voice.ID))
	if in := d.voice.InVoice(); len(in) != 2 || in[1] != d.Bot() {
		t.Errorf("in voice: %v", in)
	}
	talk := func(when string, c *Channel) {
		t.Helper()
		until(t, func() bool { g, _ := d.Voice().Group(c.ID); return g.Idle && len(g.Members) == 2 })
		until(t, func() bool {
			_, code, err := p.State(limit(t))
			check(t, err)
			return code != "" && code == digits(a.View().PrivacyCode)
		})
		a.Heard()
		n, err := p.Say(limit(t), packets(25))
		check(t, err)
		wantHeard(t, when+": the GM", whole(t, 25, a.Heard), user, 25)
		if n != 25 {
			t.Errorf("%s: said %d of 25", when, n)
		}
		hear := func() []Heard { return p.Heard(d.gm.ID) }
		until(t, func() bool { // op 5 has come
			a.Utter([]byte(opus.SilenceFrame))
			time.Sleep(frameTime)
			return len(hear()) > 0
		})
		check(t, say(a, 25))
		var got [][]byte
		for _, f := range whole(t, 25, hear) {
			if !isSilent(f.Packet) {
				got = append(got, f.Packet)
			}
		}
		if !slices.EqualFunc(got, packets(25), bytes.Equal) {
			t.Errorf("%s: heard %d of 25", when, len(got))
		}
	}
	talk("joined", d.voice)
	d.Drop()
	talk("the main gateway is lost", d.voice)
	check(t, d.Await(limit(t), func() bool { return d.Online() == 1 }))

	d.guild.Move(d.Bot(), other)
	d.guild.Move(d.gm, other)
	talk("moved", other)

	// A person comes whose client it is, too.
	ben := d.AddPerson("ben")
	d.guild.Admit(ben)
	b := openPeer(t, d.Voice())
	check(t, b.JoinAs(limit(t), ben, other))
	until(t, func() bool {
		_, code, err := b.State(limit(t))
		check(t, err)
		return code != "" && code == digits(a.View().PrivacyCode)
	})
	_, err = p.Say(limit(t), packets(25))
	check(t, err)
	heard, err := b.Listen(limit(t), user, 100*time.Millisecond)
	check(t, err)
	if n := len(heard); n < 25 {
		t.Errorf("ben heard %d frames, want 25 and silence", n)
	}
	ben.Leave(d.guild)
	until(t, func() bool { s := b.Statuses(); return s[len(s)-1] == "disconnected" })
	check(t, b.Close())

	check(t, p.Leave(limit(t)))
	check(t, d.Await(limit(t), func() bool { return len(other.InVoice()) == 1 }))
}

// TestLivePeersResume: two lose their connection while a third goes; what they
// missed has changed the group.
func TestLivePeersResume(t *testing.T) {
	v := open(t, VoiceOptions{})
	check(t, v.ListenLocal(t.Context()))
	a := v.Seat(guild, channel, uint64(anna), SeatOptions{})
	b := v.Seat(guild, channel, uint64(ben), SeatOptions{})
	var peers []*Peer
	agree := func(members int) {
		t.Helper()
		until(t, func() bool { g, _ := v.Group(channel); return g.Idle && len(g.Members) == members })
		for _, p := range peers {
			until(t, func() bool {
				_, code, err := p.State(limit(t))
				check(t, err)
				return code != "" && code == digits(a.View().PrivacyCode)
			})
		}
	}
	users := []uint64{uint64(cleo), uint64(dora)}
	for _, u := range users {
		p := openPeer(t, v)
		defer func() {
			check(t, p.Close())
			if s := p.Troubles(); len(s) > 0 {
				t.Errorf("troubles of %d: %q", u, s)
			}
		}()
		check(t, p.Join(limit(t), guild, channel, u, v.Admit(guild, channel, u, "somebody")))
		peers = append(peers, p)
	}
	agree(4)
	v.Disconnect(users[0], 4015)
	v.Drop(users[1])
	b.Leave()
	for _, u := range users {
		until(t, func() bool { i, ok := v.Session(u); return ok && i.Stats.Resumes == 1 })
	}
	agree(3)
	for i, p := range peers {
		a.Heard()
		_, err := p.Say(limit(t), packets(25))
		check(t, err)
		wantHeard(t, "anna", whole(t, 25, a.Heard), users[i], 25)
		heard, err := peers[1-i].Listen(limit(t), users[i], 100*time.Millisecond)
		check(t, err)
		if n := len(heard); n < 25 {
			t.Errorf("%d heard %d frames of %d, want 25 and silence", users[1-i], n, users[i])
		}
	}
}

// TestPeerEnds: what ends a peer's process is told, and nothing waits for it.
func TestPeerEnds(t *testing.T) {
	p := openPeer(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Say(ctx, packets(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("say when it is too late: %v", err)
	}
	if err := p.Enter(t.Context(), guild, channel); !errors.Is(err, errPeer) {
		t.Errorf("enter without a login: %v, want the peer's error", err)
	}
	_, err := p.process.in.Write([]byte("nonsense\n"))
	check(t, err)
	if _, err := p.Listen(t.Context(), uint64(anna), time.Hour); !errors.Is(err, errPeerGone) {
		t.Errorf("listen: %v, want that the process is gone", err)
	}
	if s := p.Troubles(); len(s) != 1 || !strings.Contains(s[0], "JSON") {
		t.Errorf("troubles: %q, want what has ended it", s)
	}
	if _, err := p.Version(t.Context()); !errors.Is(err, errPeerGone) {
		t.Errorf("version: %v, want that the process is gone", err)
	}
	if p.Close() == nil {
		t.Error("Close says nothing of a process that has ended by itself")
	}
}

func TestNoPeer(t *testing.T) {
	if _, err := StartPeer(t.Context(), t.TempDir(), nil); !errors.Is(err, ErrNoNode) {
		t.Errorf("without discord.js: %v, want ErrNoNode", err)
	}
}
