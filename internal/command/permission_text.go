package command

import "glyphoxa/internal/command/texts"

// permissionsText lists permissions as the reader's Discord names them.
func permissionsText(names []string) text {
	list := make([]text, len(names))
	for i, name := range names {
		list[i] = permissionText(name)
	}
	return texts.And(list...)
}

// permissionText is a permission, of those that package discord names.
func permissionText(name string) text {
	switch name {
	case "Administrator":
		return say("permission.administrator")
	case "Manage Channels":
		return say("permission.manage-channels")
	case "Manage Server":
		return say("permission.manage-server")
	case "View Channel":
		return say("permission.view-channel")
	case "Send Messages":
		return say("permission.send-messages")
	case "Attach Files":
		return say("permission.attach-files")
	case "Connect":
		return say("permission.connect")
	case "Speak":
		return say("permission.speak")
	case "Mute Members":
		return say("permission.mute-members")
	case "Move Members":
		return say("permission.move-members")
	case "Manage Roles":
		return say("permission.manage-roles")
	case "Request to Speak":
		return say("permission.request-to-speak")
	}
	return lit(name)
}
