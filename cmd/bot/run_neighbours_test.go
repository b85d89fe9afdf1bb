package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"glyphoxa/internal/voice/voicetest"
)

// TestLiveHangingModel: the GMs of two servers ask for an NPC at the same time, and
// the model never answers one of them. The other is not held up, and who waits
// gets an NPC whose name is from a list, in ten seconds.
func TestLiveHangingModel(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{}, 1)
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		if strings.Contains(string(body), "drowned bell ringer") {
			asked <- struct{}{}
			<-r.Context().Done()
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		const delta = `data: {"choices":[{"delta":{"content":"{\"name\": \"Tamsin Gale\", \"persona\": \"You are brisk.\"}"},"finish_reason":"stop"}]}`
		fmt.Fprintf(w, "%s\n\ndata: [DONE]\n\n", delta)
	}))
	t.Cleanup(model.Close)
	set, _ := silently(t)
	e := newEveningOf(t, "", set+fmt.Sprintf("llm: {provider: openai, base_url: %q, key: sk-of-nobody}\n", model.URL+"/v1"))
	bella := e.AddPerson("Bella")
	chair := e.AddGuild("Chair", bella, botMay)
	there := chair.AddChannel(voicetest.VoiceChannel, "chair")
	for _, at := range []struct {
		gm *voicetest.Person
		in *voicetest.Channel
	}{{e.anna, e.channel}, {bella, there}} {
		_, err := at.gm.Join(at.in)
		e.check(err)
		e.await("the commands", func() bool { return len(at.gm.Commands(at.in.Guild())) > 0 })
		e.play(at.in, at.gm)
	}
	began := time.Now()
	waits, err := e.anna.Use(e.within(), e.channel, "glyphoxa npc quick", opt("words", "drowned bell ringer"))
	e.acknowledged("npc quick", waits, err)
	<-asked
	since := time.Now()
	i, err := bella.Use(e.within(), there, "glyphoxa npc quick", opt("words", "brisk ferrywoman"))
	e.acknowledged("npc quick", i, err)
	e.says(i, "Tamsin Gale")
	if took := time.Since(since); took > 3*time.Second {
		t.Errorf("the other GM waited for %v", took)
	}
	if m, _ := waits.Answer(); !m.Thinking {
		t.Errorf("the model answers nobody, and there is %q", m.Text())
	}
	if told := e.told(bella, there, "status"); !strings.Contains(told, "Tamsin Gale") || strings.Contains(told, e.channel.Name) {
		t.Errorf("the status of the other: %s", told)
	}
	e.says(waits, "is here")
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("who waited got an NPC after %v", took)
	}
	if told := e.told(e.anna, e.channel, "status"); strings.Contains(told, "Tamsin") {
		t.Errorf("the NPC of the other is at this table: %s", told)
	}
}
