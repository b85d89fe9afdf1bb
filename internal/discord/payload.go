package discord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"glyphoxa/internal/transcript"
)

// What the gateway sends, as far as it is read here. discordgo's own types are
// not used for it: one unknown component or one number for an ID, and they
// lose the whole event.

// A snowflake is an ID: a string, or leniently a number. null and "" are 0.
type snowflake uint64

func (s *snowflake) UnmarshalJSON(b []byte) error {
	text := strings.Trim(string(b), `"`)
	if text == "" || text == "null" {
		*s = 0
		return nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("an ID of %d characters is no number", len(text))
	}
	*s = snowflake(n)
	return nil
}

func (s snowflake) MarshalText() ([]byte, error) { return strconv.AppendUint(nil, uint64(s), 10), nil }

// bits are permissions: "variable-length integers serialized into strings", of
// which the first 64 are known.
// https://discord.com/developers/docs/topics/permissions
type bits uint64

func (p *bits) UnmarshalJSON(b []byte) error {
	text := strings.Trim(string(b), `"`)
	if text == "" || text == "null" {
		*p = 0
		return nil
	}
	n, ok := new(big.Int).SetString(text, 10)
	if !ok || n.Sign() < 0 || len(text) > 100 {
		return fmt.Errorf("permissions of %d characters are no number", len(text))
	}
	*p = bits(n.And(n, new(big.Int).SetUint64(1<<64-1)).Uint64())
	return nil
}

func (p bits) MarshalText() ([]byte, error) { return strconv.AppendUint(nil, uint64(p), 10), nil }

type (
	userPayload struct {
		ID         snowflake `json:"id"`
		Username   string    `json:"username"`
		GlobalName string    `json:"global_name"`
		Bot        bool      `json:"bot"`
	}
	memberPayload struct {
		User        *userPayload `json:"user"`
		Nick        string       `json:"nick"`
		Roles       []snowflake  `json:"roles"`
		Permissions bits         `json:"permissions"`
	}
	rolePayload struct {
		ID          snowflake `json:"id"`
		Permissions bits      `json:"permissions"`
	}
	overwritePayload struct {
		ID    snowflake `json:"id"`
		Type  flexible  `json:"type"` // 0 role, 1 member
		Allow bits      `json:"allow"`
		Deny  bits      `json:"deny"`
	}
	channelPayload struct {
		ID         snowflake          `json:"id"`
		GuildID    snowflake          `json:"guild_id"`
		Type       int                `json:"type"`
		Name       string             `json:"name"`
		UserLimit  int                `json:"user_limit"`
		Overwrites []overwritePayload `json:"permission_overwrites"`
	}
	voicePayload struct {
		GuildID   snowflake      `json:"guild_id"`
		ChannelID snowflake      `json:"channel_id"`
		UserID    snowflake      `json:"user_id"`
		SessionID string         `json:"session_id"`
		Suppress  bool           `json:"suppress"`
		Mute      bool           `json:"mute"`
		Deaf      bool           `json:"deaf"`
		Member    *memberPayload `json:"member"`
	}
	guildPayload struct {
		ID          snowflake        `json:"id"`
		Unavailable bool             `json:"unavailable"`
		Name        string           `json:"name"`
		OwnerID     snowflake        `json:"owner_id"`
		Roles       []rolePayload    `json:"roles"`
		Channels    []channelPayload `json:"channels"`
		Members     []memberPayload  `json:"members"`
		VoiceStates []voicePayload   `json:"voice_states"`
	}
	readyPayload struct {
		User        userPayload `json:"user"`
		SessionID   string      `json:"session_id"`
		ResumeURL   string      `json:"resume_gateway_url"`
		Application struct {
			ID snowflake `json:"id"`
		} `json:"application"`
		Guilds []guildPayload `json:"guilds"`
	}
	voiceServerPayload struct {
		GuildID  snowflake `json:"guild_id"`
		Endpoint string    `json:"endpoint"`
		Token    string    `json:"token"`
	}
	roleEvent struct {
		GuildID snowflake   `json:"guild_id"`
		Role    rolePayload `json:"role"`
		RoleID  snowflake   `json:"role_id"`
	}
	memberEvent struct {
		GuildID snowflake `json:"guild_id"`
		memberPayload
	}
)

// A flexible is a small number, or the same as a string.
type flexible int

func (f *flexible) UnmarshalJSON(b []byte) error {
	n, err := strconv.Atoi(string(bytes.Trim(b, `"`)))
	*f = flexible(n)
	return err
}

// person returns m as others see them, with the user given if m has none.
func (m *memberPayload) person(u *userPayload) Person {
	var p Person
	if m != nil && m.User != nil {
		u = m.User
	}
	if u != nil {
		p = Person{User: transcript.SpeakerID(u.ID), Name: u.Username, Bot: u.Bot}
		if u.GlobalName != "" {
			p.Name = u.GlobalName
		}
	}
	if m != nil && m.Nick != "" {
		p.Name = m.Nick
	}
	return p
}

// parse reads the body of an event. What it returns with an error is the zero T.
func parse[T any](data []byte) (T, error) {
	var v, zero T
	if err := json.Unmarshal(data, &v); err != nil {
		return zero, err
	}
	return v, nil
}
