package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"glyphoxa/internal/command"
	"glyphoxa/internal/command/texts"
	"glyphoxa/internal/config"
	"glyphoxa/internal/conversation"
	"glyphoxa/internal/meter"
	"glyphoxa/internal/provider/offline"
	"glyphoxa/internal/speech"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
	"glyphoxa/internal/voice"
)

// Why a session has ended is said in the channel's chat, so it says nothing of
// what an error names.
func TestEndingTellsNoSecrets(t *testing.T) {
	secret := errors.New("open /srv/secret.db: dial 10.0.0.7: no route")
	for _, tt := range []struct {
		err  error
		want string
	}{
		{secret, "something broke on my side"},
		{fmt.Errorf("%w: %w", voice.ErrRemoved, secret), "Somebody disconnected me"},
	} {
		got := (&liveSession{}).complaint(tt.err).Error()
		if !strings.Contains(got, tt.want) || strings.Contains(got, "secret") || strings.Contains(got, "10.0") {
			t.Errorf("of %v people are told %q", tt.err, got)
		}
	}
}

// What the database would not take is put into a file, also where the database is a
// server, whose password is not told then.
func TestRescueDir(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	for _, tt := range []struct{ name, url, want string }{
		{"a file", filepath.Join(elsewhere, "glyphoxa.db"), elsewhere},
		{"a server", "postgres://glyphoxa:s3cret@db.lan:5432/glyphoxa", dir},
		{"by its other name", "postgresql://glyphoxa:s3cret@db.lan:5432/glyphoxa", dir},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cfg := config.Default()
			cfg.File, cfg.Database.URL.Value = filepath.Join(dir, "config.yaml"), tt.url
			file := filepath.Join(rescueDir(cfg), "unsaved.jsonl")
			err := rescue(file, &conversation.UnsavedError{Lines: []transcript.Line{{Text: "hello"}}})
			if got, _ := os.ReadFile(filepath.Join(tt.want, "unsaved.jsonl")); !strings.Contains(string(got), "hello") {
				t.Errorf("the words are lost: %v", err)
			}
			if strings.Contains(err.Error(), "s3cret") {
				t.Errorf("the password is told: %v", err)
			}
		})
	}
}

func TestOutlast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		longer, cancel := outlast(ctx, 9*time.Second)
		defer cancel()
		time.Sleep(time.Hour)
		if longer.Err() != nil {
			t.Error("it ends by itself")
		}
		stop()
		began := time.Now()
		<-longer.Done()
		if got := time.Since(began); got != 9*time.Second {
			t.Errorf("it outlasts the other by %v", got)
		}
		over, cancel := outlast(t.Context(), time.Hour)
		cancel()
		<-over.Done()
	})
}

// sitDown returns a live session whose bot has just come to the channel, before it
// begins, and with what it speaks and thinks.
func sitDown(t *testing.T, cfg *config.Config, o meter.Options) (*liveSession, providers) {
	t.Helper()
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	cfg.Database.URL.Value = filepath.Join(t.TempDir(), "bot.db")
	db, err := store.Open(t.Context(), log, cfg.Database.URL.Value, store.Options{Migrate: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	id, err := db.SaveCampaign(t.Context(), example(t))
	if err != nil {
		t.Fatal(err)
	}
	table, err := newTable(cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := &live{
		app: &app{}, log: log, cfg: cfg, db: db, kind: transcript.Live,
		tables: map[transcript.GuildID]*liveSession{},
	}
	count := meter.New(o)
	s := &liveSession{
		live: l, to: command.Sitting{Guild: 1, Channel: 2, Campaign: id}, table: table, bill: count,
		posts: make(chan post, maxPosts), done: make(chan struct{}),
	}
	s.stay = voice.NewStay(voice.StayOptions{Guild: 1, Channel: 2, Table: table, Log: log})
	l.seat(1, s, nil)
	tone := &speech.Tone{Known: []string{"awb", "kal16", "kal", "slt", "rms"}}
	return s, providers{
		model: count.Model(offline.New(offline.Options{}), "offline"), ears: &speech.Dictation{},
		mouth: count.Synthesizer(tone, "flite"), meter: count,
	}
}

// A voice that somebody tries while the bot is on its way counts in the session that
// is about to begin, and takes it beyond its limit: it begins as text only.
func TestSpentWhileJoining(t *testing.T) {
	s, p := sitDown(t, config.Default(), meter.Options{Prices: []meter.Price{{Provider: "flite", Unit: meter.Characters, Price: 1}}, Cap: 6})
	var told []string
	s.to.Notice = func(n command.TableNotice) {
		if n, ok := n.(command.Trouble); ok {
			told = append(told, n.Text.String())
		}
	}
	err := s.live.metered(t.Context(), s.to.Campaign, "", func(m *meter.Meter) error {
		_, err := clip(t.Context(), m.Synthesizer(&speech.Tone{}, "flite"), speech.Utterance{Text: "More than six characters."})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.begin(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(told, func(s string) bool { return strings.Contains(s, "text only") }) {
		t.Errorf("the GM is told %q", told)
	}
	ctx, stop := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, stop)
	if err := s.hold(ctx); err != nil {
		t.Error(err)
	}
	s.errands.close()
}

// The GM is told whom a session has given a voice, in their language.
func TestVoicesGivenAreTold(t *testing.T) {
	cfg := config.Default()
	cfg.TTS.Provider.Value = config.ESpeak
	s, p := sitDown(t, cfg, meter.Options{})
	var told []texts.Text
	s.to.Notice = func(n command.TableNotice) { told = append(told, n.(command.Trouble).Text) }
	if err := s.begin(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	s.table.Close()
	if len(told) != 1 {
		t.Fatalf("told %q", told)
	}
	for locale, want := range map[string]string{"en": "has no voice of its own", "de": "keine eigene Stimme"} {
		if got := told[0].In(locale); !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", locale, got, want)
		}
	}
}

// A trouble that lasts is told again, and counted once.
func TestRemember(t *testing.T) {
	for _, tt := range []struct {
		name  string
		every time.Duration
		told  int
	}{
		{"all the time", time.Second, 50},
		{"just too often", 50 * time.Second, 30},
		{"now and then", 5 * time.Minute, 10},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, told := &liveSession{}, 0
				var last time.Time
				for end := time.Now().Add(50 * time.Minute); time.Now().Before(end); time.Sleep(tt.every) {
					last = time.Now()
					if s.remember(texts.Lit("openai: the quota is used up")) {
						told++
					}
				}
				if told < tt.told || told > tt.told+1 {
					t.Errorf("told %d times in 50 minutes, want %d", told, tt.told)
				}
				if len(s.troubles) != 1 || !s.troubles[0].At.Equal(last) {
					t.Errorf("remembered %+v, want it at %v", s.troubles, last)
				}
				for i := range 2 * maxTroubles {
					s.remember(texts.Lit(fmt.Sprint(i)))
				}
				if len(s.troubles) != maxTroubles {
					t.Errorf("%d are remembered", len(s.troubles))
				}
			})
		})
	}
}

// TestLiveHungDatabase: where the database takes nothing any more a session ends in
// its time all the same, and what was said is in a file beside it.
func TestLiveHungDatabase(t *testing.T) {
	t.Parallel()
	cfg := config.Default()
	s, p := sitDown(t, cfg, meter.Options{})
	s.to.People = []transcript.Speaker{{ID: typist, Name: "ann", Role: transcript.Player}}
	if err := s.begin(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	held := make(chan error, 1)
	go func() { held <- s.hold(ctx) }()
	hung, err := sql.Open("sqlite", cfg.Database.URL.Value)
	if err != nil {
		t.Fatal(err)
	}
	defer hung.Close()
	hung.SetMaxOpenConns(1)
	if _, err := hung.Exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	if err := s.Tell(typist, "", "The ferry is gone."); err != nil {
		t.Fatal(err)
	}
	asked := time.Now()
	stop()
	err = <-held
	// SQLite looks at no context while it waits for a lock, for 5 s.
	if took := time.Since(asked); took > endLimit+2*time.Second {
		t.Errorf("it ended after %v", took)
	}
	if _, lost := errors.AsType[*conversation.UnsavedError](err); !lost {
		t.Errorf("it ended with %v", err)
	}
	files, _ := filepath.Glob(filepath.Join(filepath.Dir(cfg.Database.URL.Value), "unsaved-*.jsonl"))
	if len(files) != 1 {
		t.Fatalf("what was said is in %q: %v", files, err)
	}
	if got, _ := os.ReadFile(files[0]); !strings.Contains(string(got), "The ferry is gone.") {
		t.Errorf("in the file is %q", got)
	}
	if _, err := hung.Exec("ROLLBACK"); err != nil {
		t.Error(err)
	}
}
