package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCmd struct{}

// Run prints what a bug report should begin with. It reads no configuration,
// so that it works when nothing else does.
func (c *versionCmd) Run(_ context.Context, a *app) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return errors.New("this program was built without its build information: build it with go build")
	}
	_, err := fmt.Fprintln(a.out, describeBuild(info))
	return err
}

// describeBuild says which program info belongs to.
func describeBuild(info *debug.BuildInfo) string {
	version := info.Main.Version
	if version == "" || version == "(devel)" {
		version = "from source"
	}
	s := "glyphoxa " + version
	set := map[string]string{}
	for _, kv := range info.Settings {
		set[kv.Key] = kv.Value
	}
	if revision := set["vcs.revision"]; revision != "" {
		s += ", revision " + revision[:min(len(revision), 12)]
		if set["vcs.modified"] == "true" {
			s += " with changes"
		}
		if t := set["vcs.time"]; t != "" {
			s += " of " + t
		}
	}
	return fmt.Sprintf("%s, %s %s/%s", s, info.GoVersion, runtime.GOOS, runtime.GOARCH)
}
