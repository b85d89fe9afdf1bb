package conversation

import "context"

// getReady has the providers made ready while somebody is talking, so that the
// first answer after a while need not wait for their connections.
func (r *running) getReady(ctx context.Context) {
	if r.opts.Ready == nil || !r.readying.CompareAndSwap(false, true) {
		return
	}
	r.wg.Go(func() {
		defer r.readying.Store(false)
		r.opts.Ready(ctx)
	})
}
