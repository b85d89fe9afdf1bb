package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
)

// first sends the first answer, within the time that there is for it. When it is
// not known whether it arrived it is sent again, and "answered already" then
// means by ourselves.
func (a *answer) first(ctx context.Context, kind int, data any, files []File) error {
	ctx, cancel := context.WithTimeout(ctx, firstWithin)
	defer cancel()
	r := request{
		method: http.MethodPost, route: "/interactions/{interaction}/{token}/callback",
		path: fmt.Sprintf("/interactions/%d/%s/callback", a.id, a.token),
		body: struct {
			Type int `json:"type"`
			Data any `json:"data,omitempty"`
		}{kind, data},
		files: files, lane: a.lane,
	}
	for try := 0; ; try++ {
		err := a.client.rest.do(ctx, r, nil)
		if err == nil || (try > 0 && errors.Is(err, ErrAnswered)) {
			return nil
		}
		if _, said := errors.AsType[*APIError](err); said || try == 2 || ctx.Err() != nil {
			return a.failure(ctx, err)
		}
	}
}

// patch replaces a message of the answer.
func (a *answer) patch(ctx context.Context, message string, p part) error {
	p.body.Flags = 0 // privacy cannot be changed
	p.body.keepNone()
	return a.send(ctx, request{
		method: http.MethodPatch, route: "/webhooks/{application}/{token}/messages/{message}", again: true,
		path: fmt.Sprintf("/webhooks/%d/%s/messages/%s", a.app, a.token, message),
		body: p.body, files: p.files,
	}, nil)
}

// follow sends more messages and returns the ID of the last.
func (a *answer) follow(ctx context.Context, parts []part) (MessageID, error) {
	var last MessageID
	for _, p := range parts {
		var s sent
		err := a.send(ctx, request{
			method: http.MethodPost, route: "/webhooks/{application}/{token}", query: "wait=true",
			path: fmt.Sprintf("/webhooks/%d/%s", a.app, a.token),
			body: p.body, files: p.files,
		}, &s)
		if err != nil {
			return last, err
		}
		last = MessageID(s.ID)
	}
	return last, nil
}

// send sends a later request of this interaction.
func (a *answer) send(ctx context.Context, r request, out any) error {
	r.lane = a.lane
	if err := a.client.rest.do(ctx, r, out); err != nil {
		return a.failure(ctx, err)
	}
	return nil
}

// failure remembers when there is no more to be answered.
func (a *answer) failure(ctx context.Context, err error) error {
	err = fmt.Errorf("answer interaction %d: %w", a.id, err)
	if errors.Is(err, ErrExpired) || errors.Is(err, ErrAnswered) {
		a.stage, a.why = failed, err
		a.client.log.LogAttrs(ctx, slog.LevelWarn, "interaction cannot be answered", slog.Any("err", err))
	}
	if errors.Is(err, ErrAnswered) {
		a.client.rivalry("an interaction was answered by somebody else")
	}
	return err
}
