package main

import (
	"slices"

	"glyphoxa/internal/command"
	"glyphoxa/internal/config"
	"glyphoxa/internal/meter"
)

// Status says how the session is.
func (s *liveSession) Status() command.Status {
	h := s.stay.Health()
	on, _ := s.stage.now()
	state := command.Status{
		Voice:   "not connected",
		Scene:   on.name,
		Stalled: stageWords[h.Stuck],
		LastIn:  h.LastIn, LastOut: h.LastOut, Ping: h.Ping,
		Epoch: h.Epoch, Privacy: h.PrivacyCode,
		Providers: providersOf(s.live.cfg),
	}
	switch {
	case h.Flows && h.Encrypted:
		state.Voice = "connected, encrypted end to end"
	case h.Flows && h.Alone:
		state.Voice = "connected, alone"
	case h.Flows:
		state.Voice = "connected, not encrypted end to end"
	}
	for _, a := range on.cast {
		state.Present = append(state.Present, a.Shown())
	}
	in := h.In
	state.Stages = []command.Stage{
		{Name: "packets in", Count: in.Audio},
		{Name: "opened", Count: in.Opened},
		{Name: "may be heard", Count: in.Admitted},
		{Name: "decrypted", Count: in.Decrypted},
		{Name: "decoded", Count: in.Decoded},
		{Name: "utterances", Count: in.Utterance},
		{Name: "understood", Count: s.understood.Load()},
		{Name: "packets out", Count: h.Out.Sent},
	}
	bill := s.bill.Bill()
	state.Spending = command.Spending{
		Amount: bill.Cost, Currency: bill.Currency, Warn: bill.Warn, Cap: bill.Cap,
		Capped: bill.Level == meter.Capped, Lines: append(bill.Lines(), bill.Total()),
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	state.Troubles = slices.Clone(s.troubles)
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
