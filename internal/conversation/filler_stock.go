package conversation

import (
	"context"
	"log/slog"
	"reflect"
	"slices"
	"time"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/campaign"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/transcript"
)

// Fillers are made ahead, since a filler that has to be made first is no sooner
// than the answer. They are made one at a time and while nobody is answered, so
// that no answer waits for them.

const (
	// stockMost bounds the fillers that are kept: a dozen agents with four each,
	// some 3 MiB. When there is no room, those go whose agents have left.
	stockMost = 48
	// fillerLongest bounds the sound of one.
	fillerLongest = 2 * time.Second
)

// fillers are what agents say, by language, that have none of their own.
var fillers = map[string][]string{
	"":   {"Hmm…", "Mmm…", "Ah…", "Hm, hm…"},
	"en": {"Hmm…", "Well…", "Let me think…", "Ah…"},
	"de": {"Hmm…", "Nun…", "Lasst mich überlegen…", "Tja…"},
	"fr": {"Hmm…", "Eh bien…", "Voyons…", "Ah…"},
	"es": {"Hmm…", "Bueno…", "A ver…", "Pues…"},
	"it": {"Hmm…", "Beh…", "Vediamo…", "Ecco…"},
	"pt": {"Hmm…", "Bem…", "Deixe-me ver…", "Ora…"},
	"nl": {"Hmm…", "Nou…", "Eens kijken…", "Tja…"},
}

// A stock is the fillers that have been made. The loop owns it.
type stock struct {
	of     map[transcript.AgentID]*supply
	making bool
	kept   int // sounds in it
}

// A supply is one agent's fillers.
type supply struct {
	texts  []string // what is to be made
	voice  speech.Voice
	tried  int      // of texts: made, or the voice could not
	sounds []filler // those made
	used   int      // how often one was taken
}

// A filler is what is said, and its sound: nil if it is still to be made.
type filler struct {
	text  string
	sound []audio.Clip
}

// has reports whether there is a filler of an agent.
func (s *stock) has(id transcript.AgentID) bool {
	of := s.of[id]
	return of != nil && len(of.sounds) > 0
}

// next returns the filler of an agent whose turn it is.
func (s *stock) next(id transcript.AgentID) filler {
	if !s.has(id) {
		return filler{text: "Hmm…"}
	}
	of := s.of[id]
	of.used++
	return of.sounds[(of.used-1)%len(of.sounds)]
}

// drop forgets the fillers of an agent.
func (s *stock) drop(id transcript.AgentID) {
	if of := s.of[id]; of != nil {
		s.kept -= len(of.sounds)
		delete(s.of, id)
	}
}

// dropAbsent forgets the fillers of those who are not here.
func (s *stock) dropAbsent(here []campaign.Agent) {
	for id := range s.of {
		if !slices.ContainsFunc(here, func(a campaign.Agent) bool { return a.ID == id }) {
			s.drop(id)
		}
	}
}

// fillersOf returns what an agent says while it thinks.
func fillersOf(a campaign.Agent, language string) []string {
	if len(a.Fillers) > 0 {
		return a.Fillers[:min(len(a.Fillers), campaign.MaxFillers)]
	}
	base := baseLanguage(language)
	if list := fillers[base]; list != nil {
		return list
	}
	return fillers[""]
}

// restock begins to make the next filler that is missing, if now is the time.
func (r *running) restock(ctx context.Context) {
	f := &r.floor
	switch {
	case r.opts.FillerAfter == 0, r.stock.making, r.textOnly, r.off, r.mode == ListenOnly, !r.closing.IsZero():
		return
	case f.current != nil, f.filler != nil, len(f.waiting) > 0:
		return
	}
	for _, a := range r.scene.Agents {
		if a.Kind == campaign.Butler || a.Muted {
			continue
		}
		texts, voice := fillersOf(a, r.opts.Campaign.Language), r.opts.Voices[a.ID]
		of := r.stock.of[a.ID]
		if of != nil && (!slices.Equal(of.texts, texts) || !reflect.DeepEqual(of.voice, voice)) {
			r.stock.drop(a.ID)
			of = nil
		}
		if of == nil {
			of = &supply{texts: texts, voice: voice}
			r.stock.of[a.ID] = of
		}
		if of.tried == len(of.texts) {
			continue
		}
		if r.stock.kept >= stockMost {
			r.stock.dropAbsent(r.scene.Agents)
		}
		if r.stock.kept < stockMost {
			r.makeFiller(ctx, a.ID, of)
			return
		}
	}
}

// makeFiller has the next filler of an agent made. One that fails is not tried again.
func (r *running) makeFiller(ctx context.Context, id transcript.AgentID, of *supply) {
	text := of.texts[of.tried]
	u := speech.Utterance{
		Text: r.opts.Reader.Say(text).Text, Voice: of.voice, Language: r.opts.Campaign.Language,
	}
	of.tried++
	r.stock.making = true
	r.wg.Go(func() {
		sound, err := r.fillerSound(ctx, u)
		made := func(r *running) {
			r.stock.making = false
			switch {
			case r.stock.of[id] != of: // it has another voice by now
			case err != nil:
				r.log.LogAttrs(ctx, slog.LevelInfo, "no filler", slog.String("agent", string(id)), slog.Any("err", err))
			default:
				of.sounds = append(of.sounds, filler{text, sound})
				r.stock.kept++
			}
		}
		select {
		case r.requests <- made:
		case <-r.over:
		}
	})
}

// fillerSound has u spoken, without the silence around it.
func (r *running) fillerSound(ctx context.Context, u speech.Utterance) ([]audio.Clip, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*fillerLimit)
	defer cancel()
	var all audio.Clip
	var s score
	s.add(u.Text, r.opts.Reader.Say(u.Text))
	for c, err := range kept(ctx, &s, 0, r.mouth.Synthesize(ctx, u)) {
		switch {
		case err != nil:
			return nil, err
		case all.PCM != nil && c.Rate != all.Rate:
			return nil, errHiss
		case s.segments[0].sound.length > 2*fillerLongest:
			return nil, errTooLong
		}
		all.Rate, all.PCM = c.Rate, append(all.PCM, c.PCM...)
	}
	m := s.segments[0].sound
	if m.to == m.from {
		return nil, errNoSound
	}
	all.PCM = slices.Clone(all.PCM[all.Rate.Samples(m.from):min(len(all.PCM), all.Rate.Samples(m.to))])
	if all.Duration() > fillerLongest {
		return nil, errTooLong
	}
	return []audio.Clip{all}, nil
}
