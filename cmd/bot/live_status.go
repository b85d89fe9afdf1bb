package main

import (
	"slices"

	"glyphoxa/internal/command"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/config"
	"glyphoxa/internal/meter"
)

// Status says how the session is.
func (s *liveSession) Status() command.Status {
	h := s.stay.Health()
	on, _ := s.stage.now()
	state := command.Status{
		Voice:   texts.Say("live.voice.none"),
		Scene:   on.name,
		Stalled: stageWords(h.Stuck),
		LastIn:  h.LastIn, LastOut: h.LastOut, Ping: h.Ping,
		Epoch: h.Epoch, Privacy: h.PrivacyCode,
		Providers: providersOf(s.live.cfg),
	}
	switch {
	case h.Flows && h.Encrypted:
		state.Voice = texts.Say("live.voice.encrypted")
	case h.Flows && h.Alone:
		state.Voice = texts.Say("live.voice.alone")
	case h.Flows:
		state.Voice = texts.Say("live.voice.unencrypted")
	}
	for _, a := range on.cast {
		state.Present = append(state.Present, a.Shown())
	}
	in := h.In
	state.Stages = []command.Stage{
		{Name: texts.Say("live.count.in"), Count: in.Audio},
		{Name: texts.Say("live.count.opened"), Count: in.Opened},
		{Name: texts.Say("live.count.admitted"), Count: in.Admitted},
		{Name: texts.Say("live.count.decrypted"), Count: in.Decrypted},
		{Name: texts.Say("live.count.decoded"), Count: in.Decoded},
		{Name: texts.Say("live.count.utterances"), Count: in.Utterance},
		{Name: texts.Say("live.count.understood"), Count: s.understood.Load()},
		{Name: texts.Say("live.count.out"), Count: h.Out.Sent},
	}
	bill := s.bill.Bill()
	state.Spending = command.Spending{
		Amount: bill.Cost, Currency: bill.Currency, Warn: bill.Warn, Cap: bill.Cap,
		Capped: bill.Level == meter.Capped, Lines: append(billLines(bill), billTotal(bill)),
	}
	if e := s.talk.Early(); e.Asked+e.Begun > 0 {
		state.Spending.Lines = append(state.Spending.Lines, texts.Say("live.early",
			"begun", e.Begun, "dropped", e.Dropped, "asked", e.Asked, "wasted", e.Wasted))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.troubles {
		state.Troubles = append(state.Troubles, t.Trouble)
	}
	state.Echoing = slices.Clone(s.echoing)
	return state
}

// providersOf says who hears, thinks and speaks.
func providersOf(cfg *config.Config) []command.Provider {
	return []command.Provider{
		{Role: "hears", Name: cfg.STT.Provider.Value, Here: meter.Local(cfg.STT.Provider.Value)},
		{Role: "thinks", Name: cfg.LLM.Provider.Value, Here: meter.Local(cfg.LLM.Provider.Value)},
		{Role: "speaks", Name: cfg.TTS.Provider.Value, Here: meter.Local(cfg.TTS.Provider.Value)},
	}
}
