package bench

import "time"

// A fault is something that happens to a call.
type fault struct {
	what  string
	limit time.Duration
	// before, if not nil, leads up to it.
	before func(*call)
	strike func(*call)
	// mended says that the connection is whole.
	mended func(*call) bool
}

// faults are those that are measured.
var faults = []fault{
	{
		what: "websocket lost (resume)", limit: resumeLimit,
		strike: func(c *call) { c.server.Drop(uint64(bot)) },
		// The server has it back before the bot knows, by microseconds.
		mended: func(c *call) bool { return c.stay.Health().Resumes > 0 },
	},
	{
		what: "session lost (4006)", limit: rejoinLimit,
		strike: func(c *call) { c.server.Disconnect(uint64(bot), 4006) },
		mended: rejoined,
	},
	{
		what: "moved", limit: rejoinLimit,
		strike: func(c *call) {
			c.seatNow().Move(callAnnex)
			c.placed(callAnnex, c.server.Move(callGuild, callAnnex, uint64(bot)))
		},
		mended: rejoined,
	},
	{
		what: "another voice server", limit: rejoinLimit,
		strike: func(c *call) {
			c.stay.VoiceServer("", "")
			pass := c.server.Reassign(callGuild, false)[uint64(bot)]
			c.stay.VoiceServer(pass.Endpoint, pass.Token)
		},
		mended: rejoined,
	},
	{
		what: "alone, somebody comes", limit: rejoinLimit,
		before: func(c *call) { c.seatNow().Leave() },
		strike: (*call).sit,
		mended: func(c *call) bool { return c.stay.Health().Encrypted },
	},
}

func rejoined(c *call) bool { return c.rejoined.Load() > 0 }
