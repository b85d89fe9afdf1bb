package discord

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// Conditions of a request that failed; test with errors.Is.
var (
	// ErrExpired: the interaction is over, or was answered too late.
	ErrExpired = errors.New("the interaction has expired")
	// ErrAnswered: somebody else, perhaps a second process, has answered.
	ErrAnswered = errors.New("the interaction has been answered already")
	// ErrDenied: the bot lacks a permission or does not see the place. Which of
	// two codes Discord gives for the same cause depends on the route.
	ErrDenied = errors.New("the bot lacks a permission there")
	// ErrUnknown: the message, channel or guild is gone.
	ErrUnknown = errors.New("it is not there any more")
	// ErrDirect: the person takes no direct messages from the bot.
	ErrDirect = errors.New("the person takes no direct messages")
	// ErrClosed: the Client has been closed, or refused.
	ErrClosed = errors.New("the connection to discord is closed")
)

// An APIError is Discord's answer to a request that it did not grant. It holds
// neither the body of the answer nor the path, which may be somebody's words or
// a secret.
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
type APIError struct {
	Method, Route string // the route without IDs and tokens
	Status        int    // HTTP
	Code          int    // Discord's own; 0: none
	Message       string // Discord's words for Code
}

// Error says what was asked and what Discord said.
func (e *APIError) Error() string {
	if e.Code == 0 {
		return fmt.Sprintf("%s %s: discord answers %d", e.Method, e.Route, e.Status)
	}
	return fmt.Sprintf("%s %s: discord answers %d: %d %s", e.Method, e.Route, e.Status, e.Code, e.Message)
}

// Is makes an APIError one of the conditions above.
func (e *APIError) Is(target error) bool {
	switch target {
	case ErrExpired:
		return e.Code == 10062 || e.Code == 10015 || e.Code == 50027
	case ErrAnswered:
		return e.Code == 40060
	case ErrDenied:
		return e.Code == 50001 || e.Code == 50013 || (e.Code == 0 && e.Status == http.StatusForbidden)
	case ErrUnknown:
		return e.Code == 10003 || e.Code == 10004 || e.Code == 10008 || (e.Code == 0 && e.Status == http.StatusNotFound)
	case ErrDirect:
		return e.Code == 50007
	case ErrToken:
		return e.Status == http.StatusUnauthorized && e.Code != 50027
	}
	return false
}

// plain strips from an error of net/http the URL, in which a token may stand.
func plain(err error) error {
	if err == nil {
		return errors.New("unknown")
	}
	if e, ok := errors.AsType[*url.Error](err); ok {
		return e.Err
	}
	return err
}
