package voicetest

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
)

// Files that people give with a command are fetched by a signed link.
// https://docs.discord.com/developers/reference#signed-attachment-cdn-urls
const (
	cdnHost = "cdn.discordapp.com"
	// cdnPath is where serve finds what is at cdnHost below /attachments/: it is
	// outside of the API.
	cdnPath = "/outside/attachments/"

	maxUpload = 10 << 20
)

// An upload is a file that somebody gave. Guarded by d.mu.
type upload struct {
	guildAttachment
	channel uint64
	sign    string
}

// upload keeps a file that somebody gives in a channel. ok is false for one that
// their client would not take. The caller holds d.mu.
func (c *Channel) upload(a Attachment) (w wireAttachment, ok bool) {
	if len(a.Data) > maxUpload || a.Name == "" {
		return w, false
	}
	u := upload{guildAttachment{c.d.id(), a.Name, a.Data}, c.ID, fmt.Sprintf("%064x", c.d.id())}
	c.d.uploads = append(c.d.uploads, u)
	at := url.URL{
		Scheme: "https", Host: cdnHost, Path: fmt.Sprintf("/attachments/%d/%d/%s", u.channel, u.id, u.name),
		RawQuery: url.Values{"ex": {"7fffffff"}, "is": {"60000000"}, "hm": {u.sign}}.Encode(),
	}
	link := at.String()
	return wireAttachment{Snowflake(u.id), u.name, len(u.data), link, link}, true
}

// download answers who asks for an upload. One whose signature is not right is
// told that there is nothing.
func (d *Discord) download(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	var found []byte
	ok := false
	for _, u := range d.uploads {
		if strconv.FormatUint(u.id, 10) == r.PathValue("file") && strconv.FormatUint(u.channel, 10) == r.PathValue("channel") &&
			u.name == r.PathValue("name") && u.sign == r.URL.Query().Get("hm") {
			found, ok = u.data, true
		}
	}
	d.mu.Unlock()
	switch {
	case r.Header.Get("Authorization") != "": // the token is nobody's business but the API's
		w.WriteHeader(http.StatusBadRequest)
	case !ok:
		w.WriteHeader(http.StatusNotFound)
	default:
		w.Header().Set("Content-Type", "application/octet-stream")
		_, _ = w.Write(found)
	}
}
