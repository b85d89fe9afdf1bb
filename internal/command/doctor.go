package command

import (
	"context"
	"sync"
	"time"

	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// examineLimit bounds the check-up, so that it is answered within 20 s.
const examineLimit = 18 * time.Second

// A Grade says how bad a finding is.
type Grade int

// The grades.
const (
	Fine Grade = iota
	Doubtful
	Broken
)

// A Finding is one line of a check-up, in words for the GM.
type Finding struct {
	Grade  Grade
	What   texts.Text
	Detail texts.Text
	Remedy texts.Text // empty when there is nothing to do
}

// A Doctor tries the providers, each with one cheap request.
type Doctor interface {
	// Examine calls found for each thing as it is known, from any goroutine. It
	// returns when all are, or when ctx is done. What that costs is the campaign's.
	Examine(ctx context.Context, about transcript.CampaignID, found func(Finding))
}

// doctorCommand carries out /glyphoxa doctor.
func (d *Desk) doctorCommand(ctx context.Context, c discord.Command) error {
	about, _, err := d.gmCampaign(ctx, c.Call)
	if err != nil {
		return err
	}
	list := d.lookAround(c.Call)
	found, late := d.examine(ctx, about.ID)
	list = append(list, found...)
	if d.opts.Doctor == nil {
		return c.Answer.Reply(ctx, discord.Message{Text: stacked(doctorText(list, false), say("doctor.none")).In(c.Locale), Private: true})
	}
	return c.Answer.Reply(ctx, discord.Message{Text: doctorText(list, late).In(c.Locale), AsFile: "doctor.md", Private: true})
}

// examine has the doctor examine for as long as there is time. late says that
// it was not done then; what it finds later is lost.
func (d *Desk) examine(ctx context.Context, about transcript.CampaignID) (list []Finding, late bool) {
	if d.opts.Doctor == nil {
		return nil, false
	}
	ctx, cancel := context.WithTimeout(ctx, examineLimit)
	defer cancel()
	var mu sync.Mutex
	done := make(chan struct{})
	if !d.start(func() {
		defer close(done)
		d.opts.Doctor.Examine(ctx, about, func(f Finding) {
			mu.Lock()
			defer mu.Unlock()
			list = append(list, f)
		})
	}) {
		return nil, true
	}
	select {
	case <-done:
	case <-ctx.Done():
		late = true
	}
	mu.Lock()
	defer mu.Unlock()
	return append([]Finding(nil), list...), late
}

// lookAround says what the desk sees by itself: permissions, the voice
// connection, and how Discord answers.
func (d *Desk) lookAround(c discord.Call) []Finding {
	var list []Finding
	at := d.discord.Where(c.Guild, c.By.User)
	s := d.stay(c.Guild)
	if s != nil {
		at = s.where()
	}
	if at != 0 {
		list = append(list, permissions(d.discord.VoiceCheck(c.Guild, at), s != nil))
	} else {
		list = append(list, Finding{Doubtful, say("doctor.permissions"), say("doctor.nowhere"), say("doctor.nowhere-remedy")})
	}
	list = append(list, voiceOf(s))
	if ping := d.discord.Ping(); ping > 0 {
		f := Finding{Grade: Fine, What: lit("Discord"), Detail: say("doctor.discord", "ms", ping.Milliseconds())}
		if ping > time.Second {
			f.Grade, f.Remedy = Doubtful, say("doctor.slow-remedy")
		}
		list = append(list, f)
	}
	return list
}

// permissions judges what Discord lets the bot do in a voice channel. That it is
// full is nothing wrong when the bot is in it.
func permissions(k discord.Check, inside bool) Finding {
	k.Full = k.Full && !inside
	if k.OK() {
		return Finding{Grade: Fine, What: say("doctor.permissions"), Detail: say("doctor.permitted", "channel", plain(k.Name))}
	}
	return Finding{Broken, say("doctor.permissions"), checkText(k), say("doctor.permit-remedy")}
}

// voiceOf judges the voice connection of a stay.
func voiceOf(s *stay) Finding {
	f := Finding{Grade: Fine, What: say("doctor.voice")}
	var session Session
	if s != nil {
		s.mu.Lock()
		session = s.session
		s.mu.Unlock()
	}
	if session == nil {
		f.Detail = say("doctor.voice.none")
		return f
	}
	status := session.Status()
	f.Detail = voiceText(status)
	switch {
	case !status.Stalled.Empty():
		f.Grade, f.Detail, f.Remedy = Broken, say("doctor.voice.stalled", "voice", voiceText(status), "stage", status.Stalled), say("doctor.voice.stalled-remedy")
	case status.Privacy == "":
		f.Grade, f.Detail, f.Remedy = Doubtful, say("doctor.voice.unencrypted", "voice", voiceText(status)), say("doctor.voice.unencrypted-remedy")
	}
	return f
}
