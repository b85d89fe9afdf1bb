package command

import (
	"context"
	"testing"
	"time"

	"glyphoxa/internal/discord"
	"glyphoxa/internal/transcript"
)

// A doc examines for as long as it takes.
type doc struct {
	finds []Finding
	takes time.Duration
	deaf  bool // to the end of ctx
}

func (d doc) Examine(ctx context.Context, _ transcript.CampaignID, found func(Finding)) {
	for _, f := range d.finds {
		found(f)
	}
	if d.deaf {
		time.Sleep(d.takes)
		return
	}
	select {
	case <-time.After(d.takes):
	case <-ctx.Done():
	}
}

func TestDoctorCommand(t *testing.T) {
	fine := []Finding{{Grade: Fine, What: lit("llm brainy"), Detail: lit("the first word after 0.2 s")}}
	bad := append(fine, Finding{Broken, lit("tts mouthy"), lit("mouthy: refused the key"), lit("check tts.key")})
	for _, tt := range []struct {
		name string
		doc  Doctor
		want []string
		took time.Duration
	}{
		{"all is well", doc{finds: fine}, []string{"All is well.", "✅ **llm brainy:** the first word after 0.2 s", "✅ **permissions:** I may hear and speak in \\#table", "Discord:** it answers after 42 ms"}, 0},
		{"a key is refused", doc{finds: bad, takes: 3 * time.Second}, []string{"Not all is well:", "❌ **tts mouthy:** mouthy: refused the key → check tts.key"}, 3 * time.Second},
		{"too slow", doc{finds: fine, takes: time.Hour}, []string{"Not all is well:", "did not end within 20 seconds", "llm brainy"}, examineLimit},
		{"deaf", doc{finds: fine, takes: time.Minute, deaf: true}, []string{"did not end within 20 seconds"}, examineLimit},
		{"none", nil, []string{"cannot examine myself", "permissions"}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			inBubble(t, Options{Doctor: tt.doc}, func(w *world) {
				t := w.t
				w.room.check[tavern] = discord.Check{Channel: tavern, Name: "table"}
				w.move(gina, tavern)
				a := w.give(gina, subDoctor)
				if tt.took > 0 {
					if a.text() != "" {
						t.Error("answered before it was done")
					}
					pass(tt.took)
				}
				wantText(t, "the report", a.text(), tt.want...)
				if a.did()[0] != "defer private=true" {
					t.Errorf("calls %v", a.did())
				}
				wantText(t, "a player", w.give(kim, subDoctor).text(), "That is for the GM")
			})
		})
	}
}

// What is wrong at the table is seen without any provider.
func TestDoctorLooksAround(t *testing.T) {
	inBubble(t, Options{}, func(w *world) {
		t := w.t
		wantText(t, "outside", w.give(gina, subDoctor).text(), "⚠️ **permissions:** you are in no voice channel")
		s := w.playing(kim)
		w.room.check[tavern] = discord.Check{Channel: tavern, Name: "table", Missing: []string{"Speak"}}
		s.is(Status{Voice: lit("connected"), Stalled: lit("recognise"), Ping: 31 * time.Millisecond})
		wantText(t, "a session that stands still", w.give(gina, subDoctor).text(),
			"❌ **permissions:** ", "Speak", "❌ **voice:** connected, the voice server answers after 31 ms; people speak, and nothing leaves recognise")
		s.is(Status{Voice: lit("connected")})
		wantText(t, "a session without keys", w.give(gina, subDoctor).text(), "⚠️ **voice:** connected; no end-to-end encryption yet")
	})
}
