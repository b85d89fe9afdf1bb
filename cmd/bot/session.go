package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/meter"
	"glyphoxa/internal/recap"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

// A session is one stay at one table: it is in the database from beginning to
// end, and its conversation runs in between.
type session struct {
	log      *slog.Logger
	campaign *store.Campaign
	file     campaign.File
	row      transcript.Session
	stage    *ensemble
	recaps   *recap.Recapper
	table    *voice.Table
	talk     *conversation.Conversation
	meter    *meter.Meter
	usage    *meter.Keeper // of meter
	notes    []string      // which voices were chosen for want of an entry, for the GM

	rescueDir string // for lines that the database would not take
}

// A sitting says what session to begin.
type sitting struct {
	Kind    transcript.Kind
	Guild   transcript.GuildID   // 0 if it is not at Discord
	Channel transcript.ChannelID // likewise
	Scene   string               // key of the campaign's scene; empty for its first
	People  []transcript.Speaker
	// Loudspeakers is how those listen of whom it has been said.
	Loudspeakers map[transcript.SpeakerID]transcript.Loudspeaker
	Table        *voice.Table // see newTable; the session closes it
	Observe      func(conversation.Notice)
}

// newTable returns a table for a session. hear, if not nil, takes what its members
// hear.
func newTable(cfg *config.Config, hear func(voice.Packet, time.Time)) (*voice.Table, error) {
	return voice.NewTable(voice.TableOptions{Ear: voice.Options{Endpoint: cfg.Table.Endpoint.Value}, Out: hear})
}

// begin begins a session of the campaign. Whoever calls it holds it; if there is
// an error the table is still theirs.
func (a *app) begin(ctx context.Context, cfg *config.Config, log *slog.Logger, c *store.Campaign, p providers, s sitting) (_ *session, err error) {
	file, err := c.File(ctx)
	if err != nil {
		return nil, err
	}
	// At Discord a GM can bring somebody in, elsewhere nobody can.
	on, err := castOf(file, s.Scene, s.Guild != 0)
	if err != nil {
		return nil, err
	}
	voices, notes, err := voicesOf(ctx, cfg, p.mouth, file)
	if err != nil {
		return nil, err
	}
	ended, err := c.EndOpen(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range ended {
		log.LogAttrs(ctx, slog.LevelWarn, "session left open by a crash was ended", slog.String("session", string(e.ID)))
	}
	history, err := lastLines(ctx, c, s.Kind, file.Agents)
	if err != nil {
		return nil, err
	}

	now := time.Now()
	row, err := c.Start(ctx, transcript.Session{
		ID: transcript.SessionID(transcript.NewID()), Campaign: c.ID(), Kind: s.Kind,
		Guild: s.Guild, Channel: s.Channel, Started: now,
	}, s.People)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil { // nobody will hold it
			ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer cancel()
			err = errors.Join(err, c.End(ending, row.ID, time.Now()))
		}
	}()
	if on.id, err = c.BeginScene(ctx, row.ID, on.key, on.name, idsOf(on.cast), now); err != nil {
		return nil, err
	}
	recapLog := log // which names the session itself
	log = log.With(slog.String("session", string(row.ID)))
	game := file.Campaign
	if game.Talk == "" {
		game.Talk = campaign.Talk(cfg.Table.Talk.Value)
	}
	if game.Invents == "" {
		game.Invents = campaign.Invents(cfg.Table.Invents.Value)
	}
	recaps := &recap.Recapper{Campaign: game, Store: c, Claims: knowledge.Claims{Store: c}, Model: p.model, ModelName: p.modelName, Log: recapLog, Names: file.Hints(nil)}
	m, err := newMind(cfg, log, c, game, p.model, recaps, s.Kind)
	if err != nil {
		return nil, err
	}
	m.session = row.ID
	observe := s.Observe
	if a.options.LogSpeech {
		observe = logged(ctx, log, observe)
	}
	at := &ensemble{
		cfg: cfg, log: log, campaign: c, session: row.ID, mouth: p.mouth,
		language: language(cfg, file),
		voices:   maps.Clone(voices), file: file, set: on,
	}
	narrator, narrated := narratorOf(cfg, game)
	at.talk = conversation.New(log, s.Table, p.ears, m, p.mouth, c, conversation.Options{
		Campaign:      game,
		Session:       row.ID,
		People:        s.People,
		Scene:         at.sceneOf(file, on),
		Voices:        voices,
		Names:         file.Hints(idsOf(on.cast)),
		NameList:      file.Names,
		History:       history,
		Endpoint:      cfg.Table.Endpoint.Value,
		EndpointLimit: cfg.Table.EndpointLimit.Value,
		NoEarly:       cfg.Table.Early.Value == "off",
		Quiet:         cfg.Table.StartWhenQuiet.Value,
		WaitLimit:     cfg.Table.WaitLimit.Value,
		FillerAfter:   cfg.Table.FillerAfter.Value,
		FollowUp:      max(cfg.Table.FollowUp.Value, 1), // 0 would be the default there
		FollowUpAlone: max(cfg.Table.FollowUpAlone.Value, 1),
		InterruptBy:   conversation.Policy(cfg.Table.InterruptBy.Value),
		Reader:        readerOf(cfg, file),
		Narrate:       narrated,
		Narrator:      narrator,
		GMVoice:       cfg.Table.GMVoice.Value,
		Referee:       refereeOf(cfg, p),
		World:         worldOf(file),
		Ready:         p.ready,
		Tally:         p.meter.Tally,
		Loudspeakers:  s.Loudspeakers,
		Loudspeaker:   transcript.Loudspeaker(cfg.Table.Loudspeaker.Value),
		Observe:       observe,
	})
	return &session{
		log: log, campaign: c, file: file, row: row, stage: at, recaps: recaps, table: s.Table, talk: at.talk,
		meter: p.meter, usage: meter.NewKeeper(log, p.meter, c, row.ID), notes: notes, rescueDir: rescueDir(cfg),
	}, nil
}

// castOf returns the campaign's scene of that key, in which somebody is present,
// unless it may be empty.
func castOf(f campaign.File, key string, empty bool) (set, error) {
	on, ok := castIn(f, key)
	switch {
	case !ok:
		var keys []string
		for _, s := range f.Scenes {
			keys = append(keys, s.Key)
		}
		return set{}, fmt.Errorf("campaign %q has no scene %q: it has %q", f.Campaign.Key, key, keys)
	case len(on.cast) == 0 && !empty:
		return set{}, fmt.Errorf("nobody is present in scene %q of campaign %q", on.name, f.Campaign.Key)
	}
	return on, nil
}

// castIn returns the campaign's scene of that key with those who are present in
// it, which may be nobody. Without a key it is the first scene, and in a campaign
// without scenes everybody is present. ok is false if there is no such scene.
func castIn(f campaign.File, key string) (on set, ok bool) {
	scene := campaign.Scene{Key: "everybody", Name: "Everybody"}
	for _, a := range f.Agents {
		scene.Present = append(scene.Present, a.ID)
	}
	switch i := slices.IndexFunc(f.Scenes, func(s campaign.Scene) bool { return s.Key == key }); {
	case i >= 0:
		scene = f.Scenes[i]
	case key != "" && key != scene.Key:
		return set{}, false
	case len(f.Scenes) > 0:
		scene = f.Scenes[0]
	}
	for _, a := range f.Agents {
		present := slices.Contains(scene.Present, a.ID) || a.Kind == campaign.Butler
		if present && (a.State == "" || a.State == campaign.Alive) {
			on.cast = append(on.cast, a)
		}
	}
	on.key, on.name = scene.Key, scene.Name
	return on, true
}

func idsOf(agents []campaign.Agent) []transcript.AgentID {
	ids := make([]transcript.AgentID, len(agents))
	for i, a := range agents {
		ids[i] = a.ID
	}
	return ids
}

// lastLines returns the last lines of the last session that memory may reach,
// oldest first, each with those agents that were there to hear it: only live
// sessions are remembered.
func lastLines(ctx context.Context, c *store.Campaign, kind transcript.Kind, agents []campaign.Agent) ([]conversation.Past, error) {
	if kind == transcript.Demo {
		return nil, nil
	}
	last, err := c.LastEnded(ctx, 1)
	if err != nil || len(last) == 0 {
		return nil, err
	}
	const enough = 40 // for each
	byN := map[int64]conversation.Past{}
	for _, a := range agents {
		lines, err := c.Recent(ctx, last[0].ID, a.ID, enough)
		if err != nil {
			return nil, err
		}
		for _, l := range lines {
			byN[l.N] = conversation.Past{Line: l, Present: append(byN[l.N].Present, a.ID)}
		}
	}
	var past []conversation.Past
	for _, n := range slices.Sorted(maps.Keys(byN)) {
		past = append(past, byN[n])
	}
	return past, nil
}

// voicesOf returns every agent's voice with the configured provider, and notes for
// the GM of those that were chosen for want of an entry.
func voicesOf(ctx context.Context, cfg *config.Config, mouth speech.Synthesizer, file campaign.File) (voices map[transcript.AgentID]speech.Voice, notes []string, err error) {
	available, err := mouth.Voices(ctx)
	if err != nil {
		return nil, nil, err
	}
	chosen, notes, err := castVoices(cfg, file, available)
	if err != nil {
		return nil, nil, err
	}
	voices = make(map[transcript.AgentID]speech.Voice, len(chosen))
	for id, v := range chosen {
		voices[id] = speech.Voice{Name: v.Name, Options: v.Options}
	}
	return voices, notes, nil
}

// logged also writes what is said into the log. It is for finding faults, and
// said at start.
func logged(ctx context.Context, log *slog.Logger, next func(conversation.Notice)) func(conversation.Notice) {
	return func(n conversation.Notice) {
		if l, ok := n.(conversation.LineKept); ok {
			log.LogAttrs(ctx, slog.LevelInfo, "line", slog.String("who", l.Line.Name), slog.String("text", l.Line.Text))
		}
		if next != nil {
			next(n)
		}
	}
}
