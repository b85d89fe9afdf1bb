package voicetest

import (
	"fmt"
	"net/http"
)

// gatewayPath is where the main gateway is. Clients put a slash behind what GET
// /gateway says, or do not.
const gatewayPath = "/main/"

func (d *Discord) gatewayURL() string { return "ws://" + d.host + gatewayPath }

// Client returns an HTTP client for which https://discord.com is d, and so is
// https://cdn.discordapp.com, which keeps the files that people give with a
// command. It goes nowhere else: a request to another host fails.
func (d *Discord) Client() *http.Client { return &http.Client{Transport: (*onlyDiscord)(d)} }

type onlyDiscord Discord

func (d *onlyDiscord) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme != "https" || r.URL.Host != "discord.com" && r.URL.Host != cdnHost {
		return nil, fmt.Errorf("voicetest: %s://%s is not Discord", r.URL.Scheme, r.URL.Host)
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = "http", d.host
	return d.transport.RoundTrip(r)
}
