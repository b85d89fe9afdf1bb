package main

import (
	"cmp"
	"context"
	"strings"

	"glyphoxa/internal/audio"
	"glyphoxa/internal/speech"
)

// tryProviders tries each part as the doctor would. anew says that the GM wants
// to choose again.
func (s *setup) tryProviders(ctx context.Context) (anew bool, err error) {
	s.clip, s.voiced, s.voices = audio.Clip{}, false, nil
	for _, p := range s.parts() {
		if anew, err = s.try(ctx, p); anew || err != nil {
			return anew, err
		}
	}
	return false, nil
}

// try tries one part until it works or the GM goes on without.
func (s *setup) try(ctx context.Context, p part) (anew bool, err error) {
	for {
		s.failed = false
		if err := limited(ctx, func(ctx context.Context) { p.check(s.doctor, ctx) }); err != nil {
			return false, err
		}
		if !s.failed {
			return false, nil
		}
		options := []string{"try it again", "choose again who does it"}
		if p.provider.Value != p.local {
			options = append(options, "have "+p.local+" on this machine do it")
		}
		options = append(options, "leave it so for now")
		n, err := s.choose(ctx, "What now?", options...)
		switch {
		case err != nil:
			return false, err
		case n == 1:
			return true, nil
		case n == len(options)-1:
			return false, nil
		case n == 2:
			s.useLocal(p)
		}
	}
}

// sample has the voice say a sentence into a file.
func (s *setup) sample(ctx context.Context) error {
	if len(s.clip.PCM) == 0 {
		return nil // it does not work yet, which has been said
	}
	s.say("\n== The voice ==\n")
	var clip audio.Clip
	err := limited(ctx, func(ctx context.Context) {
		voice, err := newVoice(s.cfg)
		if err == nil {
			clip, _, err = speak(ctx, voice, speech.Utterance{Text: sentence(s.cfg.Language.Value), Voice: s.someVoice(), Language: s.cfg.Language.Value})
		}
		if err != nil {
			s.faults("sample", err)
		}
	})
	if err != nil || len(clip.PCM) == 0 {
		return err
	}
	name := s.beside(sampleFile)
	if err := saveFile(name, audio.AppendPCM(audio.AppendWAVHeader(nil, clip.Rate, len(clip.PCM)), clip.PCM)); err != nil {
		s.faults("sample", err) // a setup is not to end for that
		return nil
	}
	s.say("   This is how an NPC sounds; each can have a voice of its own. Listen to it:\n\n     %s", name)
	return nil
}

const sampleFile = "voice-sample.wav"

// sentences are for a voice to be heard with.
var sentences = map[string]string{
	"en": "Good evening, traveller. Come in, the fire is warm and the soup is nearly ready.",
	"de": "Guten Abend, Reisender. Komm herein, das Feuer ist warm und die Suppe fast fertig.",
	"fr": "Bonsoir, voyageur. Entrez donc, le feu est chaud et la soupe est presque prête.",
	"es": "Buenas noches, viajero. Pasa, el fuego está caliente y la sopa casi lista.",
	"it": "Buonasera, viandante. Entra, il fuoco è caldo e la zuppa è quasi pronta.",
	"nl": "Goedenavond, reiziger. Kom binnen, het vuur is warm en de soep is bijna klaar.",
	"pl": "Dobry wieczór, wędrowcze. Wejdź, ogień jest ciepły, a zupa prawie gotowa.",
	"pt": "Boa noite, viajante. Entra, o fogo está quente e a sopa está quase pronta.",
}

// sentence returns one in a language or, failing that, in English.
func sentence(language string) string {
	language, _, _ = strings.Cut(strings.ToLower(language), "-")
	return cmp.Or(sentences[language], sentences["en"])
}
