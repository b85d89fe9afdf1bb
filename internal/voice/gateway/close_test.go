package gateway

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// The verdict on each code.
var verdicts = []struct {
	code    CloseCode
	verdict Verdict
	rejoins int
	ours    bool
}{
	{NoCode, Resumable, 6, false},
	{1000, Resumable, 6, false}, // not a wish that we leave
	{1001, Resumable, 6, false},
	{1005, Resumable, 6, false},
	{1006, Resumable, 6, false},
	{1011, Resumable, 6, false},
	{1012, Resumable, 6, false},
	{4900, Resumable, 6, false},
	{4013, Resumable, 6, false},
	{4015, Resumable, 6, false},
	{4001, Rejoin, 2, true},
	{4002, Rejoin, 2, true},
	{4003, Rejoin, 2, true},
	{4004, Rejoin, 2, false},
	{4005, Rejoin, 2, true},
	{4006, Rejoin, 6, false}, // passes, in some regions after half a minute
	{4009, Rejoin, 6, false},
	{4011, Rejoin, 6, false},
	{4012, Rejoin, 2, true},
	{4016, Rejoin, 2, true},
	{4020, Rejoin, 2, true},
	{4000, Rejoin, 1, false},
	{4007, Rejoin, 1, false},
	{4010, Rejoin, 1, false},
	{4023, Rejoin, 1, false},
	{4899, Rejoin, 1, false},
	{4014, Await, 0, false}, // moved, or thrown out
	{4022, Await, 0, false}, // was once taken for retryable
	{4017, Fatal, 0, false},
	{4021, Fatal, 0, false}, // was once taken for retryable
}

// TestCloseCodes reads the table.
//
// Case: V01, G01, G16.
func TestCloseCodes(t *testing.T) {
	for _, tt := range verdicts {
		if got := tt.code.Verdict(); got != tt.verdict {
			t.Errorf("%v: %v, want %v", tt.code, got, tt.verdict)
		}
		if got := tt.code.Rejoins(); got != tt.rejoins {
			t.Errorf("%v: %d rejoins, want %d", tt.code, got, tt.rejoins)
		}
		if got := tt.code.OurMistake(); got != tt.ours {
			t.Errorf("%v: our mistake %v, want %v", tt.code, got, tt.ours)
		}
	}
	for code := range codes {
		if !strings.Contains(code.String(), codes[code].text) {
			t.Errorf("%d: %q does not tell what it means", int(code), code)
		}
	}
}

// TestClosedSession closes a running session with each code: it is resumed, or
// over at once after a single dial.
//
// Case: V02, V15, G02, G08, G09, G10, G11, G13.
func TestClosedSession(t *testing.T) {
	for _, tt := range verdicts {
		if tt.code == NoCode {
			continue // not a code that a frame can have
		}
		t.Run(tt.code.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, o := newCall(t)
				p := c.start(o)
				_ = p.Close(tt.code, "as if")
				if tt.verdict == Resumable {
					c.resume()
					if got := c.seen(); got != "resumed" {
						t.Errorf("the owner saw %q", got)
					}
					c.stop()
					return
				}
				at := time.Now()
				end := c.end()
				if end.Code != tt.code || end.Verdict != tt.verdict {
					t.Errorf("ended with %v, %v; want %v, %v", end.Code, end.Verdict, tt.code, tt.verdict)
				}
				if took := time.Since(at); took != 0 || len(c.dials) != 1 {
					t.Errorf("ended after %v and %d dials, want at once and 1", took, len(c.dials))
				}
				if got := strings.Contains(c.logs.String(), "refused what was sent"); got != tt.ours {
					t.Errorf("complained about itself: %v, want %v", got, tt.ours)
				}
				if strings.Contains(end.Error()+c.logs.String(), "as if") {
					t.Error("the reason, which is not our text, is told on")
				}
			})
		})
	}
}

// TestClosedBeforeReady closes the first websocket before Ready: there is no
// session that could be resumed.
func TestClosedBeforeReady(t *testing.T) {
	for _, tt := range verdicts {
		if tt.code == NoCode {
			continue
		}
		synctest.Test(t, func(t *testing.T) {
			c, o := newCall(t)
			p := c.begin(o)
			_ = p.Close(tt.code, "")
			want := tt.verdict
			if want == Resumable {
				want = Rejoin
			}
			code := tt.code
			if code == Abnormal {
				code = NoCode // there was no close frame
			}
			end := c.end()
			if end.Code != code || end.Verdict != want || len(c.dials) != 1 || end.Code.Rejoins() != tt.rejoins {
				t.Errorf("%v: %v after %d dials, want %v after 1", tt.code, end.Verdict, len(c.dials), want)
			}
		})
	}
}

// TestOurMistakeTellsOps finds in the log which messages were sent last, and
// nothing of their content.
func TestOurMistakeTellsOps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, o := newCall(t)
		p := c.start(o)
		for range 9 {
			_ = c.client.Send(t.Context(), OpSpeaking, Speaking{SSRC: 77001})
		}
		_ = c.client.SendBinary(t.Context(), OpKeyPackage, []byte("key"))
		synctest.Wait()
		_ = p.Close(4002, "")
		c.end()
		if want := `code=4002 sent="[5 5 5 5 5 5 5 26]"`; !strings.Contains(c.logs.String(), want) {
			t.Errorf("log: %s\nwant: %s", c.logs.String(), want)
		}
		for _, no := range []string{"77001", "t0ps3cret", "key"} {
			if strings.Contains(c.logs.String(), no) {
				t.Errorf("%q is in the log", no)
			}
		}
	})
}
