package discord

import (
	"net/url"
	"strconv"
)

// InviteURL returns the link by which a server's owner invites the bot, with
// exactly the permissions it needs.
func (c *Client) InviteURL() string { return InviteURL(c.Me().Application) }

// InviteURL returns the link by which a server's owner invites the bot of an
// application.
func InviteURL(application uint64) string {
	q := url.Values{
		"client_id":   {strconv.FormatUint(application, 10)},
		"permissions": {strconv.FormatUint(uint64(invited), 10)},
		"scope":       {"bot applications.commands"},
	}
	return "https://discord.com/oauth2/authorize?" + q.Encode()
}
