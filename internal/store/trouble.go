package store

import "strings"

// A Trouble is something wrong with the database that a person can do
// something about.
type Trouble struct {
	What string // is wrong
	Do   string // about it
	Err  error  // what the database said; may be nil
}

func (t *Trouble) Error() string {
	s := t.What + ": " + t.Do
	if t.Err != nil {
		s += " (" + strings.Join(strings.Fields(t.Err.Error()), " ") + ")" // one line
	}
	return s
}

func (t *Trouble) Unwrap() error { return t.Err }
