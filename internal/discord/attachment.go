package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// An Attachment is a file that somebody gave with a command. Discord keeps it,
// [Client.Download] fetches it.
type Attachment struct {
	Name string // as its owner calls it
	Size int64  // in bytes, as Discord says

	link string // signed: whoever has it may read the file
}

// String keeps the link and the name, which are its owner's, out of what prints
// an attachment.
func (a Attachment) String() string { return fmt.Sprintf("an attachment of %d bytes", a.Size) }

// GoString does the same.
func (a Attachment) GoString() string { return a.String() }

// Why an attachment is not there.
var (
	ErrTooLarge = errors.New("the attachment is too large")
	ErrDownload = errors.New("the attachment cannot be fetched")
)

// downloadLimit bounds the fetching of one attachment.
const downloadLimit = 30 * time.Second

// fileHosts are where Discord keeps attachments. Nothing is fetched from
// anywhere else, whatever an interaction says: the bot may stand in a network
// that strangers do not reach.
var fileHosts = []string{"cdn.discordapp.com", "media.discordapp.net"}

type attachmentPayload struct {
	Filename string `json:"filename"`
	Size     int64  `json:"size"`
	URL      string `json:"url"`
}

// files returns the attachments that options take.
func (d interactionData) files() map[uint64]Attachment {
	files := make(map[uint64]Attachment, len(d.Resolved.Attachments))
	for id, a := range d.Resolved.Attachments {
		files[uint64(id)] = Attachment{Name: a.Filename, Size: a.Size, link: a.URL}
	}
	return files
}

// Download fetches an attachment of at most that many bytes, within 30 s. It
// returns [ErrTooLarge], or [ErrDownload] with what lies below; no error has the
// link in it. It follows no redirect: Discord sends none.
func (c *Client) Download(ctx context.Context, a Attachment, most int64) ([]byte, error) {
	if a.Size > most {
		return nil, fmt.Errorf("%w: it has %d bytes, the most is %d", ErrTooLarge, a.Size, most)
	}
	link, err := fileLink(a.link)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, downloadLimit)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, link, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDownload, plain(err))
	}
	// A client of its own: it has no token to send and goes where it is sent.
	client := http.Client{
		Transport:     c.rest.session.Client.Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDownload, plain(err))
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%w: its host answers %d", ErrDownload, resp.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, most+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrDownload, plain(err))
	case int64(len(data)) > most: // Discord's size was wrong
		return nil, fmt.Errorf("%w: it has more than %d bytes", ErrTooLarge, most)
	}
	return data, nil
}

// fileLink checks that a link leads to one of Discord's hosts for files, and
// nowhere else.
func fileLink(s string) (string, error) {
	u, err := url.Parse(s)
	switch {
	case err != nil, u.Scheme != "https", u.User != nil, u.Opaque != "", !slices.Contains(fileHosts, u.Host):
		return "", fmt.Errorf("%w: its link does not lead to Discord", ErrDownload)
	}
	return s, nil
}
