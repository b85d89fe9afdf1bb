package discord

import "strconv"

// Args are the options of a command, by name, as text: numbers in decimal, yes
// and no as "true" and "false", users and channels as their ID.
type Args map[string]string

// Int returns a whole number, 0 if the option was not given.
func (a Args) Int(name string) int64 {
	n, _ := strconv.ParseInt(a[name], 10, 64)
	return n
}

// Yes says whether an option was given and is true.
func (a Args) Yes(name string) bool { return a[name] == "true" }

// ID returns the ID of a user or a channel, 0 if the option was not given.
func (a Args) ID(name string) uint64 {
	n, _ := strconv.ParseUint(a[name], 10, 64)
	return n
}
