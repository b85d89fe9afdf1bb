package bench

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"glyphoxa/internal/campaign"
	"glyphoxa/internal/knowledge"
	"glyphoxa/internal/store"
	"glyphoxa/internal/transcript"
)

// A Database is how fast one is.
type Database struct {
	Engine string `json:"engine"`
	Lines  int    `json:"lines"`
	// Filled is how many lines a second are taken when they come in bulk.
	Filled float64 `json:"filled_lines_per_second"`
	// Append is how long one line takes when the database is full.
	Append   Spread   `json:"append"`
	Searches []Search `json:"searches"`
}

// A Search is how long it takes to search all lines.
type Search struct {
	Words  string `json:"words"`
	Reader string `json:"reader"`
	Found  int    `json:"found"` // of at most ten
	Took   Spread `json:"took"`
}

// What is looked for. Two words are harder than one: the lines of both have to
// be found, and the rarer they are the further back those lie.
var lookups = [...]struct{ name, text string }{
	{"1st word", word(1)},
	{"50th word", word(50)},
	{"500th word", word(500)},
	{"1st and 500th word", word(1) + " " + word(500)},
	{"400th and 500th word", word(400) + " " + word(500)},
}

// Who looks: the GM, who may read everything, and two NPCs, who were in one
// scene of two, and in one of fifty. The rarer one was there, the more has to
// be passed over.
var readers = [...]struct {
	name   string
	agent  transcript.AgentID
	within int // present in one scene of so many; 0 for the GM
}{
	{"the GM", "", 0},
	{"an NPC often present", "often", 2},
	{"an NPC seldom present", "seldom", 50},
}

const (
	sessionLines = 3000 // an evening
	sceneLines   = 200
	bulk         = 30_000 // lines at a time
)

func (e engine) measure(ctx context.Context, log *slog.Logger, opts Options) (d Database, err error) {
	d = Database{Engine: e.name, Lines: opts.Lines}
	appends, rounds := 500, 60
	if opts.Quick {
		appends, rounds = 50, 5
	}
	err = e.with(ctx, log, func(db *store.DB) error {
		p, err := newPages(ctx, db)
		if err != nil {
			return err
		}
		begun := time.Now()
		if err := p.fill(ctx, opts.Lines); err != nil {
			return err
		}
		d.Filled = float64(opts.Lines) / time.Since(begun).Seconds()
		if d.Append, err = p.appends(ctx, appends); err != nil {
			return err
		}
		d.Searches, err = search(ctx, p.campaign, rounds)
		return err
	})
	return d, err
}

// search asks every question in turn, again and again, so that none is asked
// twice in a row.
func search(ctx context.Context, c *store.Campaign, rounds int) ([]Search, error) {
	var all []Search
	var took [][]time.Duration
	for range rounds {
		i := 0
		for _, l := range lookups {
			for _, r := range readers {
				begun := time.Now()
				found, err := c.Lines(ctx, knowledge.Query{Reader: knowledge.Reader{Agent: r.agent}, Text: l.text})
				if err != nil {
					return nil, err
				}
				if i == len(all) {
					all, took = append(all, Search{Words: l.name, Reader: r.name, Found: len(found)}), append(took, nil)
				}
				took[i] = append(took[i], time.Since(begun))
				i++
			}
		}
	}
	for i := range all {
		all[i].Took = spread(took[i])
	}
	return all, nil
}

// A pages is a campaign that is being written down: evenings, scenes in them,
// lines in those.
type pages struct {
	campaign *store.Campaign
	corpus   corpus
	at       time.Time // of the next line
	written  int
	session  transcript.SessionID
	scene    transcript.SceneID
}

func newPages(ctx context.Context, db *store.DB) (*pages, error) {
	id, err := db.SaveCampaign(ctx, campaign.File{Campaign: campaign.Campaign{Key: "bench", Name: "Bench"}})
	if err != nil {
		return nil, err
	}
	return &pages{
		campaign: db.Campaign(id),
		corpus:   newCorpus(),
		at:       time.Date(2026, 1, 1, 19, 0, 0, 0, time.UTC),
	}, nil
}

// fill writes n lines.
func (p *pages) fill(ctx context.Context, n int) error {
	var batch []transcript.Line
	for i := range n {
		l, err := p.next(ctx)
		if err != nil {
			return err
		}
		if batch = append(batch, l); len(batch) == bulk || i == n-1 {
			if err := p.campaign.AppendAll(ctx, batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	return nil
}

// appends writes n more lines, one by one.
func (p *pages) appends(ctx context.Context, n int) (Spread, error) {
	took := make([]time.Duration, n)
	for i := range took {
		l, err := p.next(ctx)
		if err != nil {
			return Spread{}, err
		}
		begun := time.Now()
		if err := p.campaign.Append(ctx, &l); err != nil {
			return Spread{}, err
		}
		took[i] = time.Since(begun)
	}
	return spread(took), nil
}

// next makes up the next line, and begins the evening and the scene that it is
// in, if need be.
func (p *pages) next(ctx context.Context) (transcript.Line, error) {
	if p.written%sessionLines == 0 {
		if err := p.begin(ctx); err != nil {
			return transcript.Line{}, err
		}
	}
	if p.written%sceneLines == 0 {
		if err := p.enter(ctx); err != nil {
			return transcript.Line{}, err
		}
	}
	p.written++
	begun := p.at
	p.at = p.at.Add(4 * time.Second)
	return transcript.Line{
		Session: p.session, Scene: p.scene, Role: transcript.Player, Speaker: asker, Name: "Kara",
		Text: p.corpus.line(), At: begun, End: p.at,
	}, nil
}

func (p *pages) begin(ctx context.Context) error {
	s, err := p.campaign.Start(ctx, transcript.Session{Kind: transcript.Live, Started: p.at}, nil)
	p.session = s.ID
	return err
}

func (p *pages) enter(ctx context.Context) (err error) {
	var present []transcript.AgentID
	for _, r := range readers {
		if r.within > 0 && p.corpus.rng.IntN(r.within) == 0 {
			present = append(present, r.agent)
		}
	}
	p.scene, err = p.campaign.BeginScene(ctx, p.session, "", fmt.Sprintf("Scene %d", p.written/sceneLines), present, p.at)
	return err
}
