package command

// What Discord shows of the core commands: at most 100 characters each.
const (
	treeText        = "Voiced NPCs for your table."
	startSpecText   = "Bring the bot to your voice channel and begin the session."
	askSpecText     = "Ask again which scene it is and who plays whom."
	endSpecText     = "End the session. What was said stays in the transcript."
	statusSpecText  = "Show what is alive: who is heard, what stands still, what it costs."
	helpSpecText    = "Show what I can do for you."
	helpAllSpecText = "Show every command, not just the ones you need most."
)

const (
	noGuildText        = "I work in a server's voice channels: give this command there, not in a direct message."
	unknownCommandText = "I do not know this command: it may be from another version. Restart Discord to see mine."
	unknownFormText    = "I do not know this form any more: it may be from another version. Nothing was changed."
)

const (
	noCampaignText    = "No campaign is played in this server yet. `/glyphoxa start` begins one, in your voice channel."
	goneCampaignText  = "The campaign of this channel is not there any more. `/glyphoxa start` shows those that there are."
	whichCampaignText = "There are several campaigns in this server: join the voice channel of the one you mean, or give the command in its chat."
)
