package conversation

import (
	"strings"

	"glyphoxa/internal/transcript"
)

// What no voice can say, a table, a list, code, is not lost: whoever reads the
// answer finds it there, and whoever hears the answer finds it in the text channel.

// Posted is what belongs to an answer and is not for speaking. Whoever observes
// shows it to everybody. It comes once the answer is over.
type Posted struct {
	Turn  transcript.TurnID
	Agent transcript.AgentID
	Text  string // markdown, as the model wrote it
}

func (Posted) isNotice() {}

// setBeside notes what is not for speaking.
func (s *score) setBeside(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.beside = text
}

func (s *score) besides() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.beside
}

// withBeside adds what is not for speaking to an answer that is read.
func (t *turn) withBeside(text string) string {
	return strings.TrimSpace(text + "\n\n" + t.score.besides())
}

// postBeside tells of what is not for speaking in an answer that was heard, or
// had nothing else in it.
func (r *running) postBeside(t *turn, outcome transcript.Outcome) {
	text := t.score.besides()
	if text == "" || t.aside || t.written || t.gm.struck {
		return
	}
	if t.rec.Heard != "" || outcome == transcript.Declined {
		r.opts.Observe(Posted{t.rec.ID, t.agent.ID, t.unquoted(text)})
	}
}
