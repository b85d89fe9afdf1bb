package discord

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"time"
)

// A pace is how long to wait before a connection. The zero pace is Discord's.
type pace struct {
	first, most time.Duration // between tries, doubling: 0.5 s up to 30 s
	// After an invalidated session "wait a random amount of time between 1 and 5
	// seconds".
	// https://discord.com/developers/docs/events/gateway#resuming
	invalid time.Duration // 1 s; up to five times that
	// Two logins are at least 5 s apart; while sessions do not last, each waits
	// twice as long as the one before, up to 5 min, so that a thousand a day are
	// never reached.
	login, loginMost time.Duration
	healthy          time.Duration // a connection that lasted this long was good: 60 s
	attempt          time.Duration // bounds one connection: 20 s
	rival            time.Duration // between two reports of one: 10 min
}

func (p pace) orDiscords() pace {
	return pace{
		first: cmp.Or(p.first, 500*time.Millisecond), most: cmp.Or(p.most, 30*time.Second),
		invalid: cmp.Or(p.invalid, time.Second),
		login:   cmp.Or(p.login, 5*time.Second), loginMost: cmp.Or(p.loginMost, 5*time.Minute),
		healthy: cmp.Or(p.healthy, time.Minute),
		attempt: cmp.Or(p.attempt, 20*time.Second),
		rival:   cmp.Or(p.rival, 10*time.Minute),
	}
}

// Resumes are tried this often before the session is given up. With the waits
// between them that is half a minute, longer than Discord keeps voice.
const mostResumes = 7

// retries counts what has been tried since the last healthy connection.
type retries struct {
	tries    int // connections
	resumes  int // failed in a row
	logins   int
	loggedIn time.Time // zero: never
}

// wait returns how long to wait before the next connection, given what happened
// to the last.
func (r *retries) wait(p pace, now time.Time, v verdict, cause error) time.Duration {
	var d time.Duration
	if r.tries > 0 {
		d = min(p.most, p.first<<min(r.tries-1, 10))
	}
	if _, ok := errors.AsType[*invalidSession](cause); ok {
		d = max(d, p.invalid+rand.N(4*p.invalid))
	}
	if v == renew && !r.loggedIn.IsZero() {
		apart := min(p.loginMost, p.login<<min(max(r.logins-1, 0), 10))
		d = max(d, apart-now.Sub(r.loggedIn))
	}
	return d
}
