package discord

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"glyphoxa/internal/voice/voicetest"
)

// A cdn answers every request alike.
type cdn struct {
	status int
	header http.Header
	body   io.Reader
	err    error
	asked  []string
}

func (c *cdn) RoundTrip(r *http.Request) (*http.Response, error) {
	c.asked = append(c.asked, r.URL.Host)
	if r.Header.Get("Authorization") != "" {
		return nil, errors.New("the token was sent along")
	}
	return &http.Response{StatusCode: c.status, Header: c.header, Body: io.NopCloser(c.body), Request: r}, c.err
}

func (c *cdn) client() *Client {
	return &Client{rest: newRest(NewToken("secret-token"), &http.Client{Transport: c})}
}

func TestFileLink(t *testing.T) {
	for _, tt := range []struct {
		link string
		ok   bool
	}{
		{"https://cdn.discordapp.com/attachments/1/2/a.yaml?ex=1&hm=2", true},
		{"https://media.discordapp.net/ephemeral-attachments/1/2/a.yaml", true},
		{"http://cdn.discordapp.com/attachments/1/2/a.yaml", false},
		{"https://cdn.discordapp.com:8443/attachments/1/2/a.yaml", false},
		{"https://cdn.discordapp.com.evil.example/a", false},
		{"https://cdn.discordapp.com@169.254.169.254/latest", false},
		{"https://user@cdn.discordapp.com/a", false},
		{"https://169.254.169.254/latest/meta-data", false},
		{"https://localhost/a", false},
		{"https:cdn.discordapp.com/a", false},
		{"file:///etc/passwd", false},
		{"//cdn.discordapp.com/a", false},
		{"https://cdn.discordapp.com\\@localhost/a", false},
		{"", false},
	} {
		server := &cdn{status: http.StatusOK, body: strings.NewReader("x")}
		_, err := server.client().Download(t.Context(), Attachment{link: tt.link}, 10)
		if (err == nil) != tt.ok || len(server.asked) > 0 != tt.ok {
			t.Errorf("%q: %v, asked %q", tt.link, err, server.asked)
		}
		if err != nil && !errors.Is(err, ErrDownload) {
			t.Errorf("%q: %v", tt.link, err)
		}
	}
}

func FuzzFileLink(f *testing.F) {
	f.Add("https://cdn.discordapp.com/attachments/1/2/a.yaml")
	f.Add("https://cdn.discordapp.com@localhost/a")
	f.Fuzz(func(t *testing.T, link string) {
		got, err := fileLink(link)
		if err != nil {
			return
		}
		// What is taken leads where net/http would go: to Discord.
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, got, nil)
		if err != nil {
			t.Fatalf("taken, but it is no link: %v", err)
		}
		if h := r.URL.Host; h != fileHosts[0] && h != fileHosts[1] || r.URL.Scheme != "https" {
			t.Fatalf("it leads to %s://%s", r.URL.Scheme, h)
		}
	})
}

func TestDownload(t *testing.T) {
	const link = "https://cdn.discordapp.com/attachments/1/2/secret-name.yaml?hm=signature"
	elsewhere := http.Header{"Location": {"https://169.254.169.254/latest"}}
	for _, tt := range []struct {
		name string
		cdn  cdn
		size int64
		want error
	}{
		{"as large as may be", cdn{status: 200, body: strings.NewReader("0123456789")}, 10, nil},
		{"said to be too large", cdn{status: 200, body: strings.NewReader("0")}, 11, ErrTooLarge},
		{"larger than was said", cdn{status: 200, body: strings.NewReader("0123456789x")}, 1, ErrTooLarge},
		{"gone", cdn{status: 404, body: strings.NewReader("gone")}, 1, ErrDownload},
		{"out of order", cdn{status: 503, body: strings.NewReader("oops")}, 1, ErrDownload},
		{"sent elsewhere", cdn{status: 302, header: elsewhere, body: strings.NewReader("")}, 1, ErrDownload},
		{"unreachable", cdn{err: errors.New("no route"), body: strings.NewReader("")}, 1, ErrDownload},
		{"given up", cdn{err: context.Canceled, body: strings.NewReader("")}, 1, context.Canceled},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := Attachment{Name: "secret-name.yaml", Size: tt.size, link: link}
			data, err := tt.cdn.client().Download(t.Context(), a, 10)
			if !errors.Is(err, tt.want) || tt.want == nil && (err != nil || len(data) != 10) {
				t.Errorf("%d bytes, %v; want %v", len(data), err, tt.want)
			}
			if len(tt.cdn.asked) > 1 {
				t.Errorf("asked %q", tt.cdn.asked)
			}
			if text := fmt.Sprintf("%v %+v %#v", err, a, a); strings.Contains(text, "signature") || strings.Contains(text, "secret-name") {
				t.Errorf("it tells the link: %s", text)
			}
		})
	}
}

// TestLiveAttachment: a file that somebody gives with a command arrives as it was.
func TestLiveAttachment(t *testing.T) {
	d, b, chat := desk(t)
	if err := b.Register(t.Context(), []Spec{{Name: "take", Description: "Take a file", Options: []Option{
		{Name: "file", Description: "A file", Kind: FileOption, Required: true},
	}}}); err != nil {
		t.Fatal(err)
	}
	want := bytes.Repeat([]byte("a: ü\n"), 1000)
	cmd, wait := used(t, d, b, chat, "take", voicetest.Option{Name: "file", Value: voicetest.Attachment{Name: "my campaign.yaml", Data: want}})
	if err := cmd.Answer.Defer(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	wait()
	a, ok := cmd.Files[cmd.Args.ID("file")]
	if !ok || a.Name != "my campaign.yaml" || a.Size != int64(len(want)) {
		t.Fatalf("files %+v, args %v", cmd.Files, cmd.Args)
	}
	got, err := b.Download(t.Context(), a, 1<<20)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if _, err := b.Download(t.Context(), a, 100); !errors.Is(err, ErrTooLarge) {
		t.Errorf("with a limit: %v", err)
	}
	a.link = strings.Replace(a.link, "hm=", "hm=1", 1)
	if _, err := b.Download(t.Context(), a, 1<<20); !errors.Is(err, ErrDownload) {
		t.Errorf("with another signature: %v", err)
	}
	if left := d.Unexpected(); len(left) > 0 {
		t.Errorf("requests that nobody answers: %v", left)
	}
}
