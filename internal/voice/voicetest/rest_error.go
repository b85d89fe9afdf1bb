package voicetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// A restError is an answer that is none of the good ones.
// https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
type restError struct {
	status  int
	code    int
	message string
	fields  []fieldError
}

// A fieldError is what is wrong with one field of a body.
type fieldError struct {
	path    string // components.0.components.1.custom_id
	code    string
	message string
}

func (e *restError) Error() string {
	return fmt.Sprintf("%d %s", e.code, e.message)
}

var (
	restUnauthorized = &restError{http.StatusUnauthorized, 0, "401: Unauthorized", nil}
	restNotFound     = &restError{http.StatusNotFound, 0, "404: Not Found", nil}
	restTooLarge     = &restError{http.StatusRequestEntityTooLarge, 40005, "Request entity too large", nil}
	restInvalidJSON  = &restError{http.StatusBadRequest, 50109, "The request body contains invalid JSON.", nil}

	restUnknownChannel     = &restError{http.StatusNotFound, 10003, "Unknown Channel", nil}
	restUnknownGuild       = &restError{http.StatusNotFound, 10004, "Unknown Guild", nil}
	restUnknownMember      = &restError{http.StatusNotFound, 10007, "Unknown Member", nil}
	restUnknownMessage     = &restError{http.StatusNotFound, 10008, "Unknown Message", nil}
	restUnknownUser        = &restError{http.StatusNotFound, 10013, "Unknown User", nil}
	restUnknownWebhook     = &restError{http.StatusNotFound, 10015, "Unknown Webhook", nil}
	restUnknownInteraction = &restError{http.StatusNotFound, 10062, "Unknown interaction", nil}
	restUnknownVoiceState  = &restError{http.StatusNotFound, 10065, "Unknown Voice State", nil}
	restAcknowledged       = &restError{http.StatusBadRequest, 40060, "Interaction has already been acknowledged.", nil}
	restMissingAccess      = &restError{http.StatusForbidden, 50001, "Missing Access", nil}
	restNotAuthor          = &restError{http.StatusForbidden, 50005, "Cannot edit a message authored by another user", nil}
	restEmptyMessage       = &restError{http.StatusBadRequest, 50006, "Cannot send an empty message", nil}
	restCannotDirect       = &restError{http.StatusForbidden, 50007, "Cannot send messages to this user", nil}
	restWrongChannelType   = &restError{http.StatusBadRequest, 50024, "Cannot execute action on this channel type", nil}
	restMissingPermissions = &restError{http.StatusForbidden, 50013, "Missing Permissions", nil}
	restWebhookToken       = &restError{http.StatusUnauthorized, 50027, "Invalid Webhook Token", nil}
)

// invalidForm is 50035, with what is wrong.
func invalidForm(fields ...fieldError) error {
	return &restError{http.StatusBadRequest, 50035, "Invalid Form Body", fields}
}

// decodeError says which field has the wrong type, or that it is no JSON.
func decodeError(err error) error {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && e.Field != "" {
		return invalidForm(fieldError{e.Field, "BASE_TYPE_BAD_TYPE", "Wrong type: " + e.Value + "."})
	}
	return restInvalidJSON
}

// tree returns the errors as Discord nests them.
func (e *restError) tree() map[string]any {
	root := make(map[string]any)
	for _, f := range e.fields {
		at := root
		for name := range strings.SplitSeq(f.path, ".") {
			next, ok := at[name].(map[string]any)
			if !ok {
				next = make(map[string]any)
				at[name] = next
			}
			at = next
		}
		list, _ := at["_errors"].([]any)
		at["_errors"] = append(list, map[string]string{"code": f.code, "message": f.message})
	}
	return root
}

func writeError(w http.ResponseWriter, err error) {
	e, ok := errors.AsType[*restError](err)
	if !ok {
		panic("voicetest: not an error of Discord's: " + err.Error())
	}
	body := map[string]any{"message": e.message, "code": e.code}
	if len(e.fields) > 0 {
		body["errors"] = e.tree()
	}
	writeJSON(w, e.status, encode(body))
}
