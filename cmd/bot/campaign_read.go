package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/config"
	"glyphoxa/internal/tool"
)

// readCampaign reads a campaign file and checks it against the tools that there
// are and the voices that the configured provider has. The notes say which
// voices are given to agents that have none of their own.
func (a *app) readCampaign(ctx context.Context, cfg *config.Config, name string) (file campaign.File, notes []string, err error) {
	data, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return campaign.File{}, nil, fmt.Errorf("there is no campaign file %s: check the path; campaigns/lanterns.yaml is an example", name)
	case err != nil:
		return campaign.File{}, nil, fmt.Errorf("read campaign: %w", err)
	}
	file, notes, unchecked, err := checkCampaign(ctx, cfg, name, data)
	if unchecked != nil {
		fmt.Fprintf(a.errOut, "bot: warning: the voices were not checked: %v\n", unchecked)
	}
	return file, notes, err
}

// checkCampaign reads a campaign from the data of a file of that name. A
// campaign is written on machines that have no voice, too: unchecked is why the
// provider's were not looked at.
func checkCampaign(ctx context.Context, cfg *config.Config, name string, data []byte) (file campaign.File, notes []string, unchecked, err error) {
	known := campaign.Known{Tools: builtinScopes()}
	provider := cfg.TTS.Provider.Value
	voices, unchecked := listVoices(ctx, cfg)
	if unchecked == nil {
		known.Voices = map[string][]string{provider: voices}
	}
	if file, err = known.Parse(name, data); err != nil || unchecked != nil {
		return file, nil, unchecked, err
	}
	if _, notes, err = castVoices(cfg, file, voices); err != nil {
		return campaign.File{}, nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return file, notes, nil, nil
}

// A campaignReader reads the files that GMs send at Discord.
type campaignReader struct {
	cfg *config.Config
	log *slog.Logger
}

func (r campaignReader) Read(ctx context.Context, name string, data []byte) (campaign.File, []string, error) {
	file, notes, unchecked, err := checkCampaign(ctx, r.cfg, name, data)
	if unchecked != nil {
		r.log.LogAttrs(ctx, slog.LevelWarn, "the voices of a campaign were not checked", slog.Any("err", unchecked))
	}
	return file, notes, err
}

// builtinScopes maps each tool that agents may be granted to its scopes.
func builtinScopes() map[string][]string {
	var reg tool.Registry
	if err := tool.RegisterBuiltins(&reg, tool.Deps{}, nil); err != nil {
		panic(fmt.Sprintf("bot: built-in tools: %v", err))
	}
	scopes := map[string][]string{}
	for _, t := range reg.Tools() {
		scopes[t.Name] = nil
		for _, s := range t.Scopes {
			scopes[t.Name] = append(scopes[t.Name], string(s))
		}
	}
	return scopes
}

// listTimeout bounds how long a provider is asked for its voices.
const listTimeout = 10 * time.Second

// listVoices returns the voices of the configured provider; none means that it
// does not say.
func listVoices(ctx context.Context, cfg *config.Config) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	voice, err := newVoice(cfg)
	if err != nil {
		return nil, err
	}
	return voice.Voices(ctx)
}
