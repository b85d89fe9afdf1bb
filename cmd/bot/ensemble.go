package main

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/command"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/config"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

// An ensemble is who is present in a session. What an agent remembers depends on
// the scenes it was present in, and who is present does not change within one:
// when somebody comes or goes, another of the same name begins.
type ensemble struct {
	cfg      *config.Config
	log      *slog.Logger
	campaign *store.Campaign
	session  transcript.SessionID
	talk     *conversation.Conversation
	mouth    speech.Synthesizer
	language string

	changing sync.Mutex // held through a change, which waits for the store
	voices   map[transcript.AgentID]speech.Voice

	mu   sync.Mutex // held for moments, so that the table's goroutine may wait for it
	file campaign.File
	set  set
}

// A set is a scene as it is played.
type set struct {
	id        transcript.SceneID
	key, name string
	cast      []campaign.Agent
}

// now returns the scene that is played, and the campaign as the table knows it.
// Neither is to be changed.
func (s *ensemble) now() (set, campaign.File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.set, s.file
}

// nameOf returns the name by which players know an agent.
func (s *ensemble) nameOf(id transcript.AgentID) string {
	_, file := s.now()
	if i := agentIn(file.Agents, id); i >= 0 {
		return file.Agents[i].Shown()
	}
	return string(id)
}

// agentIn returns where an agent is in a list, or -1.
func agentIn(list []campaign.Agent, id transcript.AgentID) int {
	return slices.IndexFunc(list, func(a campaign.Agent) bool { return a.ID == id })
}

// scene changes to a scene of the campaign, as the store has it now.
func (s *ensemble) scene(ctx context.Context, key string) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	file, err := s.campaign.File(ctx)
	if err != nil {
		return err
	}
	next, ok := castIn(file, key)
	if !ok {
		return &command.Complaint{Text: texts.Say("live.no-scene", "scene", command.Plain(key))}
	}
	for _, a := range next.cast {
		if err := s.speaks(ctx, file, a, false); err != nil {
			return err
		}
	}
	return s.change(ctx, file, next, s.talk.Enter)
}

// take takes in that an agent is new, or different.
func (s *ensemble) take(ctx context.Context, a campaign.Agent) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	next, file := s.now()
	file.Agents, next.cast = slices.Clone(file.Agents), slices.Clone(next.cast)
	known := agentIn(file.Agents, a.ID)
	if known < 0 {
		file.Agents = append(file.Agents, a)
	} else {
		file.Agents[known] = a
	}
	alive := a.State == "" || a.State == campaign.Alive
	switch here := agentIn(next.cast, a.ID); {
	case here >= 0 && alive:
		next.cast[here] = a
	case here >= 0:
		next.cast = slices.Delete(next.cast, here, here+1)
	case alive && known < 0:
		next.cast = append(next.cast, a)
	}
	if alive {
		if err := s.speaks(ctx, file, a, true); err != nil {
			return err
		}
	}
	return s.change(ctx, file, next, s.talk.Recast)
}

// bring has an agent come. It may be one that the campaign has only just got.
func (s *ensemble) bring(ctx context.Context, id transcript.AgentID) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	next, file := s.now()
	if agentIn(next.cast, id) >= 0 {
		return nil
	}
	known := agentIn(file.Agents, id)
	if known < 0 {
		var err error
		if file, err = s.campaign.File(ctx); err != nil {
			return err
		}
		if known = agentIn(file.Agents, id); known < 0 {
			return command.ErrNobody
		}
	}
	a := file.Agents[known]
	if err := s.speaks(ctx, file, a, false); err != nil {
		return err
	}
	next.cast = append(slices.Clone(next.cast), a)
	return s.change(ctx, file, next, s.talk.Recast)
}

// send has an agent leave.
func (s *ensemble) send(ctx context.Context, id transcript.AgentID) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	next, file := s.now()
	here := agentIn(next.cast, id)
	if here < 0 {
		return command.ErrNobody
	}
	next.cast = slices.Delete(slices.Clone(next.cast), here, here+1)
	return s.change(ctx, file, next, s.talk.Recast)
}

// change makes next what is played, in the store, at the table and here, in that
// order: a line of the new scene is never kept before the scene is. It is called
// with changing held.
func (s *ensemble) change(ctx context.Context, file campaign.File, next set, enter func(context.Context, conversation.Scene) error) error {
	if _, err := s.talk.Idle(ctx); err != nil { // it has ended: nothing of it is to be in the store
		return controlError(err)
	}
	was, _ := s.now()
	at := time.Now()
	if next.id = was.id; next.key != was.key || !slices.Equal(idsOf(next.cast), idsOf(was.cast)) {
		id, err := s.campaign.BeginScene(ctx, s.session, next.key, next.name, idsOf(next.cast), at)
		if err != nil {
			return err
		}
		next.id = id
	}
	over := was.id
	err := enter(ctx, s.sceneOf(file, next))
	if err == nil {
		s.mu.Lock()
		s.file, s.set = file, next
		s.mu.Unlock()
	} else {
		over = next.id
	}
	if next.id != was.id {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), controlLimit)
		defer cancel()
		if err := s.campaign.EndScene(ending, over, at); err != nil { // a scene without an end does no harm
			s.log.LogAttrs(ctx, slog.LevelWarn, "a scene could not be ended", slog.Any("error", err))
		}
	}
	return controlError(err)
}

// sceneOf is what the conversation is told of a set.
func (s *ensemble) sceneOf(file campaign.File, on set) conversation.Scene {
	scene := conversation.Scene{ID: on.id, Agents: on.cast, Names: file.Hints(idsOf(on.cast))}
	for _, a := range file.Agents {
		if a.Kind != campaign.Butler && a.State != campaign.Dead && agentIn(on.cast, a.ID) < 0 {
			scene.Absent = append(scene.Absent, a)
		}
	}
	return scene
}

// speaks sees to it that an agent of the campaign has a voice: its own, if it has
// one with this provider, or else one unlike the others'. Who has one keeps it,
// unless another has been written down for it: anew says that this may be so.
func (s *ensemble) speaks(ctx context.Context, file campaign.File, a campaign.Agent, anew bool) error {
	provider := s.cfg.TTS.Provider.Value
	old, has := s.voices[a.ID]
	own, written := a.Voices[provider]
	if a.Kind == campaign.Butler || has && (!anew || !written || own.Name == old.Name && maps.Equal(own.Options, old.Options)) {
		return nil
	}
	available, err := s.mouth.Voices(ctx)
	if err != nil {
		return err
	}
	all := file.Agents
	file.Agents = []campaign.Agent{a}
	for _, o := range all {
		if v, ok := s.voices[o.ID]; ok && o.ID != a.ID {
			o.Voices = map[string]campaign.Voice{provider: {Name: v.Name, Options: v.Options}}
			file.Agents = append(file.Agents, o)
		}
	}
	chosen, _, err := castVoices(s.cfg, file, available)
	if err != nil {
		return &command.Complaint{Text: texts.Say("live.voiceless", "npc", command.Plain(a.Shown()), "why", command.Plain(err.Error()))}
	}
	v := speech.Voice{Name: chosen[a.ID].Name, Options: chosen[a.ID].Options}
	if err := s.talk.SetVoice(ctx, a.ID, v); err != nil {
		return controlError(err)
	}
	s.voices[a.ID] = v
	return nil
}

// end ends the scene that is played.
func (s *ensemble) end(ctx context.Context, at time.Time) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	on, _ := s.now()
	return s.campaign.EndScene(ctx, on.id, at)
}
