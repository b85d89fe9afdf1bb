package discord

import (
	"slices"

	"glyphoxa/internal/transcript"
)

// Discord's permissions, as far as they matter here.
// https://discord.com/developers/docs/topics/permissions#permissions-bitwise-permission-flags
const (
	administrator  bits = 1 << 3
	manageChannels bits = 1 << 4
	manageServer   bits = 1 << 5
	viewChannel    bits = 1 << 10
	sendMessages   bits = 1 << 11
	attachFiles    bits = 1 << 15
	connect        bits = 1 << 20
	speak          bits = 1 << 21
	muteMembers    bits = 1 << 22
	moveMembers    bits = 1 << 24
	manageRoles    bits = 1 << 28
	requestToSpeak bits = 1 << 32
)

// invited are the permissions that an invitation asks for: to see the channels,
// post the card and long recaps, be heard, and ask for the stage. Mute Members
// would put the bot on a stage unasked, and would let it mute people; it is not
// asked for.
const invited = viewChannel | sendMessages | attachFiles | connect | speak | requestToSpeak

// permissionNames are the names by which Discord's client shows permissions.
var permissionNames = []struct {
	bit  bits
	name string
}{
	{administrator, "Administrator"},
	{manageChannels, "Manage Channels"},
	{manageServer, "Manage Server"},
	{viewChannel, "View Channel"},
	{sendMessages, "Send Messages"},
	{attachFiles, "Attach Files"},
	{connect, "Connect"},
	{speak, "Speak"},
	{muteMembers, "Mute Members"},
	{moveMembers, "Move Members"},
	{manageRoles, "Manage Roles"},
	{requestToSpeak, "Request to Speak"},
}

// names returns the names of p's permissions.
func (p bits) names() []string {
	var names []string
	for _, n := range permissionNames {
		if p&n.bit != 0 {
			names = append(names, n.name)
		}
	}
	return names
}

// Permissions returns the names of the permissions that an invitation asks for.
func Permissions() []string { return invited.names() }

// permissions returns what a member with the roles given may do in a channel.
// What lacking View Channel or Connect takes away besides is not taken away
// here: somebody who is to give permissions wants to know the ones to give.
// https://discord.com/developers/docs/topics/permissions#permission-overwrites
func (g *guild) permissions(id transcript.GuildID, c channel, user transcript.SpeakerID, roles []snowflake) bits {
	if user == g.owner {
		return ^bits(0)
	}
	everyone := snowflake(id) // that role has the guild's ID
	p := g.roles[everyone]
	for _, r := range roles {
		p |= g.roles[r]
	}
	if p&administrator != 0 {
		return ^bits(0)
	}
	var allow, deny bits // of roles: together, so that any allow wins
	var own overwritePayload
	for _, o := range c.overwrites {
		switch {
		case o.Type == 1:
			if o.ID == snowflake(user) {
				own = o
			}
		case o.ID == everyone:
			p = p&^o.Deny | o.Allow
		case slices.Contains(roles, o.ID):
			allow, deny = allow|o.Allow, deny|o.Deny
		}
	}
	p = p&^deny | allow
	return p&^own.Deny | own.Allow
}
