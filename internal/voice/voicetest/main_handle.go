package voicetest

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// Sent is a message that the client sent through the main gateway.
type Sent struct {
	At   time.Time
	Op   int
	Data json.RawMessage
}

// maxSent is how many are kept.
const maxSent = 1000

// Sent returns what clients have sent through the main gateway, the newest last,
// heartbeats and tokens left out.
func (d *Discord) Sent() []Sent {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.sent)
}

// handle does what a message asks. The caller holds d.mu.
func (k *mainSocket) handle(b []byte) {
	d := k.d
	var m mainMessage
	if err := json.Unmarshal(b, &m); err != nil {
		k.close(closeDecode, "Error while decoding payload.")
		return
	}
	now := time.Now()
	k.sends = append(slices.DeleteFunc(k.sends, func(t time.Time) bool { return now.Sub(t) > time.Minute }), now)
	if len(k.sends) > maxSends {
		k.close(closeTooFast, "You are being rate limited.")
		return
	}
	if m.Op != mainHeartbeat {
		data := m.Data
		if m.Op == mainIdentify || m.Op == mainResume {
			data = nil
		}
		d.sent = append(d.sent, Sent{now, m.Op, data})
		d.sent = d.sent[max(0, len(d.sent)-maxSent):]
		d.touch()
	}
	switch m.Op {
	case mainHeartbeat:
		k.beat.Store(now.UnixNano())
		if !d.faults.zombie {
			k.sendOp(mainHeartbeatAck, nil)
		}
		return
	case mainIdentify:
		k.identify(m.Data)
		return
	case mainResume:
		k.resume(m.Data)
		return
	}
	if k.session == nil {
		k.close(closeUnidentified, "Not authenticated.")
		return
	}
	switch m.Op {
	case mainPresence:
	case mainVoiceState:
		k.voiceState(m.Data)
	case mainRequestMembers:
		k.members(m.Data)
	default:
		k.close(closeUnknownOp, "Unknown opcode.")
	}
}

func (k *mainSocket) identify(data []byte) {
	d := k.d
	var body struct {
		Token   string
		Intents *Intents
		Shard   *[2]int
	}
	switch err := json.Unmarshal(data, &body); {
	case err != nil:
		k.close(closeDecode, "Error while decoding payload.")
	case k.session != nil:
		k.close(closeIdentified, "Already authenticated.")
	case !d.valid(body.Token):
		k.close(closeToken, "Authentication failed.")
	case body.Intents == nil || *body.Intents&^intentsKnown != 0:
		k.close(closeInvalidIntents, "Invalid intent(s).")
	case *body.Intents&privileged&^d.intents != 0:
		k.close(closeDisallowed, "Disallowed intent(s).")
	case d.faults.mute:
	default:
		d.identify(k, *body.Intents, body.Shard)
	}
}

func (k *mainSocket) resume(data []byte) {
	d := k.d
	var body struct {
		Token   string
		Session string `json:"session_id"`
		Seq     int64
	}
	switch err := json.Unmarshal(data, &body); {
	case err != nil:
		k.close(closeDecode, "Error while decoding payload.")
	case k.session != nil:
		k.close(closeIdentified, "Already authenticated.")
	case !d.valid(body.Token):
		k.close(closeToken, "Authentication failed.")
	case d.faults.mute:
	case !d.resume(k, body.Session, body.Seq):
		k.sendOp(mainInvalidSession, false)
	}
}

// valid reports whether a token is the bot's, with or without the word Bot. The
// caller holds d.mu.
func (d *Discord) valid(token string) bool {
	return d.token != "" && strings.TrimPrefix(token, "Bot ") == d.token
}

func (k *mainSocket) voiceState(data []byte) {
	var body struct {
		Guild   Snowflake  `json:"guild_id"`
		Channel *Snowflake `json:"channel_id"`
		Mute    bool       `json:"self_mute"`
		Deaf    bool       `json:"self_deaf"`
	}
	if err := json.Unmarshal(data, &body); err != nil {
		k.close(closeDecode, "Error while decoding payload.")
		return
	}
	var channel uint64
	if body.Channel != nil {
		channel = uint64(*body.Channel)
	}
	k.d.askVoice(k.session, uint64(body.Guild), channel, body.Mute, body.Deaf)
}

// members answers op 8, with all at once: a chunk holds a thousand.
func (k *mainSocket) members(data []byte) {
	var body struct {
		Guild Snowflake   `json:"guild_id"`
		Query *string     `json:"query"`
		Users []Snowflake `json:"user_ids"`
		Limit int         `json:"limit"`
		Nonce string      `json:"nonce"`
	}
	if err := json.Unmarshal(data, &body); err != nil {
		k.close(closeDecode, "Error while decoding payload.")
		return
	}
	g := k.d.guild(uint64(body.Guild))
	if g == nil || g.member(k.d.bot.ID) == nil {
		return
	}
	all := []wireMember{}
	for _, m := range g.members {
		asked := slices.Contains(body.Users, Snowflake(m.person.ID)) ||
			body.Query != nil && strings.HasPrefix(m.person.Name, *body.Query)
		if asked && (body.Limit == 0 || len(all) < body.Limit) {
			all = append(all, m.wire())
		}
	}
	k.session.event("GUILD_MEMBERS_CHUNK", map[string]any{
		"guild_id": body.Guild, "members": all, "chunk_index": 0, "chunk_count": 1, "nonce": body.Nonce,
	})
}
