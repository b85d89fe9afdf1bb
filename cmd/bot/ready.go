package main

import "context"

// readyFor returns what has providers connect, one after the other in the order in
// which an answer needs them: those on the same server connect once.
func readyFor(parts ...any) func(context.Context) {
	return func(ctx context.Context) {
		for _, p := range parts {
			makeReady(ctx, p)
		}
	}
}

// makeReady has a provider connect, if it is one that does.
func makeReady(ctx context.Context, part any) {
	if r, ok := part.(interface{ Ready(context.Context) }); ok {
		r.Ready(ctx)
	}
}
