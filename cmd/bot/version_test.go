package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestDescribeBuild(t *testing.T) {
	on := ", go1.26.8 " + runtime.GOOS + "/" + runtime.GOARCH
	tests := []struct {
		name, version string
		settings      []debug.BuildSetting
		want          string
	}{
		{"from source", "(devel)", nil, "glyphoxa from source" + on},
		{"a release", "v1.2.0", nil, "glyphoxa v1.2.0" + on},
		{
			"a checkout with changes", "(devel)",
			[]debug.BuildSetting{
				{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"},
				{Key: "vcs.time", Value: "2026-03-06T19:00:00Z"},
				{Key: "vcs.modified", Value: "true"},
			},
			"glyphoxa from source, revision 0123456789ab with changes of 2026-03-06T19:00:00Z" + on,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			info := &debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: tt.version}, Settings: tt.settings}
			if got := describeBuild(info); got != tt.want {
				t.Errorf("describeBuild\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}
