package openai

import (
	"context"
	"net/http"
	"time"
)

// keepFresh is how long a connection is taken to live after its last request: less
// than the common servers and proxies keep one, and than we do.
const keepFresh = 45 * time.Second

// Ready sees to it that there is a connection, so that the next request need not
// wait for one: a name is looked up and a key agreed on while somebody is still
// talking. It sends nothing that counts, and nothing at all if there was a request
// a moment ago or the server is reached without encryption, which takes no time.
// It takes as long as [Limits.Connect] at most; what goes wrong is told by the
// request that needs the connection.
func (p *Provider) Ready(ctx context.Context) {
	now, last := time.Now().UnixNano(), p.used.Load()
	if p.base.Scheme != "https" || now-last < int64(keepFresh) || !p.used.CompareAndSwap(last, now) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, p.limits.Connect)
	defer cancel()
	// Without a key, and whatever the answer is: there is a connection then.
	req, err := http.NewRequestWithContext(ctx, http.MethodHead, p.base.String(), nil)
	if err != nil {
		return
	}
	if resp, err := p.http.Do(req); err == nil {
		_ = resp.Body.Close()
	}
}

// Ready is [Provider.Ready].
func (c *Chat) Ready(ctx context.Context) { c.p.Ready(ctx) }

// Ready is [Provider.Ready].
func (t *Transcription) Ready(ctx context.Context) { t.p.Ready(ctx) }

// Ready is [Provider.Ready].
func (s *Speech) Ready(ctx context.Context) { s.p.Ready(ctx) }
