package command

import (
	"context"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/transcript"
)

// A fakeControls notes what is done to its session and returns err.
type fakeControls struct {
	of  *session
	err error
	why []Decision
}

func (c *fakeControls) did(format string, args ...any) error {
	c.of.note(format, args...)
	return c.err
}

func (c *fakeControls) Mode(m Mode) error { return c.did("mode %s", m) }
func (c *fakeControls) AskFirst(a transcript.AgentID, yes bool) error {
	return c.did("ask %s=%v", a, yes)
}
func (c *fakeControls) Play(t transcript.TurnID) error { return c.did("play %s", t) }
func (c *fakeControls) Redo(t transcript.TurnID, note string) error {
	return c.did("redo %s %q", t, note)
}
func (c *fakeControls) Dismiss(t transcript.TurnID) error  { return c.did("dismiss %s", t) }
func (c *fakeControls) Stop() error                        { return c.did("stop") }
func (c *fakeControls) SayAgain(t transcript.TurnID) error { return c.did("again %s", t) }
func (c *fakeControls) DropRest(t transcript.TurnID) error { return c.did("drop rest %s", t) }
func (c *fakeControls) Hm(a transcript.AgentID) error      { return c.did("hm %s", a) }
func (c *fakeControls) Say(a transcript.AgentID, text string) error {
	return c.did("say %s %q", a, text)
}

func (c *fakeControls) Direct(a transcript.AgentID, note string, n int) error {
	return c.did("direct %s %q %d", a, note, n)
}

func (c *fakeControls) Mute(a transcript.AgentID, yes bool) error { return c.did("mute %s=%v", a, yes) }

func (c *fakeControls) Tell(who transcript.SpeakerID, a transcript.AgentID, text string) error {
	return c.did("tell %d %s %q", who%1000, a, text)
}

func (c *fakeControls) Exchange(first, second transcript.AgentID, topic string, turns int) error {
	return c.did("exchange %s %s %q %d", first, second, topic, turns)
}

func (c *fakeControls) Respell(_ context.Context, list []campaign.Name, heard, right string) error {
	return c.did("respell %v %q %q", list, heard, right)
}

func (c *fakeControls) Agent(_ context.Context, a campaign.Agent) error {
	return c.did("agent %s", a.ID)
}

func (c *fakeControls) Bring(_ context.Context, a transcript.AgentID) error {
	return c.did("bring %s", a)
}

func (c *fakeControls) Send(_ context.Context, a transcript.AgentID) error {
	return c.did("send %s", a)
}

func (c *fakeControls) Scene(_ context.Context, key string) error { return c.did("scene %s", key) }
func (c *fakeControls) Strike(_ context.Context, since time.Time) (int, error) {
	return 1, c.did("strike %v", time.Since(since))
}

func (c *fakeControls) Unsay(_ context.Context, s transcript.SessionID, line int64, yes bool) error {
	return c.did("unsay %s/%d=%v", s, line, yes)
}
func (c *fakeControls) Why() []Decision { return c.why }
