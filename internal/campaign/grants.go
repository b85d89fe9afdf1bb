package campaign

// UsualGrants are the tools of an NPC of which its GM has said nothing: dice,
// what it could know, what it heard, and to suggest what it has learnt.
func UsualGrants() []Grant {
	return []Grant{
		{Tool: "dice"},
		{Tool: "kg_query", Scope: "campaign"},
		{Tool: "transcript_search"},
		{Tool: "remember_knowledge", Scope: "own_node"},
	}
}
