package main

import (
	"context"
	"errors"
)

type runCmd struct{}

// Run says where things stand. It is an error and not a notice, so that a
// service manager does not believe the bot to be at the table.
func (c *runCmd) Run(_ context.Context, _ *app) error {
	return errors.New("the Discord connection is not built in yet, so there is no voice channel to join. " +
		"What works today: `bot demo` plays a scene on this machine, `bot rehearse` lets you talk to your NPCs from the terminal")
}
