package demo

import (
	"fmt"
	"io"
	"strings"
	"time"

	"glyphoxa/internal/conversation"
	"glyphoxa/internal/transcript"
)

// A Chronicle prints a scene as it happens and keeps what only passes by: the
// results of tools, what was shown and not said, and troubles.
type Chronicle struct {
	out   io.Writer
	start time.Time
	names map[transcript.AgentID]string

	tools    []ToolUse
	posted   []Post
	troubles []string
}

// A ToolUse is one tool that ran.
type ToolUse struct {
	Turn   transcript.TurnID  `json:"turn"`
	Agent  transcript.AgentID `json:"agent"`
	Tool   string             `json:"tool"`
	Result string             `json:"result"`
	Failed bool               `json:"failed,omitempty"`
}

// A Post is a part of an answer that no voice says, a table or a list, and that
// everybody was shown.
type Post struct {
	Turn  transcript.TurnID  `json:"turn"`
	Agent transcript.AgentID `json:"agent"`
	Text  string             `json:"text"` // markdown
}

// NewChronicle returns a chronicle that prints to out. names are the agents'.
func NewChronicle(out io.Writer, names map[transcript.AgentID]string) *Chronicle {
	return &Chronicle{out: out, start: time.Now(), names: names}
}

// note takes in a notice. It is called from the goroutine that directs.
func (c *Chronicle) note(n conversation.Notice) {
	switch n := n.(type) {
	case conversation.LineKept:
		mark := ""
		if n.Line.Cut {
			mark = " [cut off]"
		}
		c.print("%s: %s%s", n.Line.Name, n.Line.Text, mark)
	case conversation.LineDropped:
		c.print("  (nothing understood: %s)", n.Reason)
	case conversation.Addressed:
		if len(n.Agents) == 0 {
			c.print("  → nobody answers: %s", n.Reason)
			break
		}
		var who []string
		for _, id := range n.Agents {
			who = append(who, c.name(id))
		}
		c.print("  → %s: %s", strings.Join(who, ", then "), n.Reason)
	case conversation.ToolRan:
		c.tools = append(c.tools, ToolUse{n.Turn, n.Agent, n.Tool, n.Result, n.Failed})
		c.print("  %s uses %s: %s", c.name(n.Agent), n.Tool, firstLine(n.Result))
	case conversation.SpeechBegan:
		c.print("  %s begins to speak", c.name(n.Agent))
	case conversation.Whispered:
		c.print("  %s, as text to the GM alone: %s", c.name(n.Agent), n.Text)
	case conversation.Posted:
		c.posted = append(c.posted, Post{n.Turn, n.Agent, n.Text})
		c.print("  %s, as text to everybody:\n%s", c.name(n.Agent), n.Text)
	case conversation.TurnOffered:
		c.print("  %s found no quiet moment; the GM may play the answer", c.name(n.Agent))
	case conversation.TurnEnded:
		if o := n.Turn.Outcome; o != transcript.Spoken && o != transcript.Failed { // that was a trouble already
			c.print("  %s: %s, %s", n.Turn.Name, n.Turn.Outcome, n.Turn.Why)
		}
		if n.Turn.Unheard != "" && (n.Turn.Heard != "" || n.Turn.Outcome != transcript.Spoken) {
			c.print("  nobody heard: %s", n.Turn.Unheard)
		}
	case conversation.Trouble:
		c.troubles = append(c.troubles, n.Err.Error())
		c.print("  trouble: %v", n.Err)
	}
}

func (c *Chronicle) name(id transcript.AgentID) string {
	if n := c.names[id]; n != "" {
		return n
	}
	return string(id)
}

func (c *Chronicle) print(format string, args ...any) {
	fmt.Fprintf(c.out, "%6.2fs  %s\n", time.Since(c.start).Seconds(), fmt.Sprintf(format, args...))
}

func firstLine(s string) string {
	line, rest, _ := strings.Cut(s, "\n")
	if rest != "" {
		line += " …"
	}
	return line
}
