package voicetest

import "time"

func restGateway(c *restCall) (any, error) {
	return map[string]string{"url": c.d.gatewayURL()}, nil
}

func restGatewayBot(c *restCall) (any, error) {
	return map[string]any{
		"url": c.d.gatewayURL(), "shards": 1,
		"session_start_limit": map[string]int{"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1},
	}, nil
}

func restMe(c *restCall) (any, error) { return c.d.bot.wire(), nil }

func restUser(c *restCall) (any, error) {
	if p := c.d.person(c.id("user")); p != nil {
		return p.wire(), nil
	}
	return nil, restUnknownUser
}

func restMyGuilds(c *restCall) (any, error) {
	all := []any{}
	for _, g := range c.d.guilds {
		if g.member(c.d.bot.ID) != nil {
			all = append(all, map[string]any{
				"id": Snowflake(g.ID), "name": g.Name, "owner": false, "features": []string{},
				"permissions": g.permissions(c.d.bot.ID),
			})
		}
	}
	return all, nil
}

func restOpenDirect(c *restCall) (any, error) {
	var body struct {
		Recipient Snowflake `json:"recipient_id"`
	}
	if err := c.decode(&body); err != nil {
		return nil, err
	}
	p := c.d.person(uint64(body.Recipient))
	if p == nil || p == c.d.bot {
		return nil, restUnknownUser
	}
	return p.openDirect().wire(), nil
}

func restApplication(c *restCall) (any, error) {
	return map[string]any{
		"id": Snowflake(c.d.application), "name": c.d.bot.Name, "description": "", "icon": nil,
		"bot_public": true, "bot_require_code_grant": false, "summary": "", "verify_key": "",
		"flags": c.d.intents.flags(), "bot": c.d.bot.wire(), "integration_types_config": map[string]any{"0": struct{}{}},
		"approximate_guild_count": len(c.d.guilds), "redirect_uris": []string{}, "interactions_endpoint_url": nil,
	}, nil
}

// guild returns the guild of the path, if the bot is in it.
func (c *restCall) guild() (*Guild, error) {
	g := c.d.guild(c.id("guild"))
	switch {
	case g == nil:
		return nil, restUnknownGuild
	case g.member(c.d.bot.ID) == nil:
		return nil, restMissingAccess
	}
	return g, nil
}

func restGuild(c *restCall) (any, error) {
	g, err := c.guild()
	if err != nil {
		return nil, err
	}
	return g.rest(), nil
}

// restGuildChannels lists all channels, those too that the bot may not view.
func restGuildChannels(c *restCall) (any, error) {
	g, err := c.guild()
	if err != nil {
		return nil, err
	}
	all := []wireChannel{}
	for n, ch := range g.channels {
		w := ch.wire()
		w.Position = n
		all = append(all, w)
	}
	return all, nil
}

func restGuildRoles(c *restCall) (any, error) {
	g, err := c.guild()
	if err != nil {
		return nil, err
	}
	return g.rest().Roles, nil
}

// restGuildMembers lists the members, which is privileged.
func restGuildMembers(c *restCall) (any, error) {
	g, err := c.guild()
	switch {
	case err != nil:
		return nil, err
	case !c.d.intents.has(IntentMembers):
		return nil, restMissingAccess
	}
	all := []wireMember{}
	for _, m := range g.members {
		all = append(all, m.wire())
	}
	return all, nil
}

func restGuildMember(c *restCall) (any, error) {
	g, err := c.guild()
	if err != nil {
		return nil, err
	}
	m := g.member(c.id("user"))
	if m == nil {
		return nil, restUnknownMember
	}
	return m.wire(), nil
}

func restVoiceState(c *restCall) (any, error) {
	g, err := c.guild()
	if err != nil {
		return nil, err
	}
	v := g.voiceOf(c.id("user"))
	if v == nil || !c.d.sees(v, v.channel) {
		return nil, restUnknownVoiceState
	}
	return v.wire(v.channel), nil
}

// restModifyVoiceState is how a bot asks to speak on a stage, or takes the
// microphone if it may mute others.
// https://discord.com/developers/docs/resources/voice#modify-current-user-voice-state
func restModifyVoiceState(c *restCall) (any, error) {
	g, err := c.guild()
	if err != nil {
		return nil, err
	}
	var body struct {
		Channel  Snowflake  `json:"channel_id"`
		Suppress *bool      `json:"suppress"`
		Request  *time.Time `json:"request_to_speak_timestamp"`
	}
	if err := c.decode(&body); err != nil {
		return nil, err
	}
	v := g.voiceOf(c.d.bot.ID)
	switch {
	case v == nil:
		return nil, restUnknownVoiceState
	case v.channel.Kind != StageChannel, body.Channel != 0 && uint64(body.Channel) != v.channel.ID:
		return nil, restWrongChannelType
	}
	may := v.channel.permissions(c.d.bot.ID)
	switch {
	case body.Suppress != nil && !*body.Suppress && !may.Has(PermMuteMembers):
		return nil, restMissingPermissions
	case body.Request != nil && !may.Has(PermRequestToSpeak) && !may.Has(PermMuteMembers):
		return nil, restMissingPermissions
	}
	if body.Suppress != nil {
		v.suppress = *body.Suppress
	}
	v.request = body.Request
	c.d.sendState(v, v.channel, v.channel)
	return nil, nil
}

// channel returns the channel of the path, if the bot may view it.
func (c *restCall) channel() (*Channel, error) {
	ch := c.d.channel(c.id("channel"))
	switch {
	case ch == nil:
		return nil, restUnknownChannel
	case !ch.permissions(c.d.bot.ID).Has(PermViewChannel):
		return nil, restMissingAccess
	}
	return ch, nil
}

func restChannel(c *restCall) (any, error) {
	ch, err := c.channel()
	if err != nil {
		return nil, err
	}
	return ch.wire(), nil
}
