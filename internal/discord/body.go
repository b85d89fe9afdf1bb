package discord

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// What is sent as a message. discordgo's own type cannot say "no components"
// and "no pings" in one.
type messageBody struct {
	Content    string                       `json:"content"`
	Components []discordgo.MessageComponent `json:"components"`
	Mentions   noMentions                   `json:"allowed_mentions"`
	Flags      int                          `json:"flags,omitempty"`
	Nonce      string                       `json:"nonce,omitempty"`
	Enforce    bool                         `json:"enforce_nonce,omitempty"`
	// Attachments are those of an edited message that stay: none.
	Attachments *[]attachment `json:"attachments,omitempty"`
}

type attachment struct {
	ID   int    `json:"id"`
	Name string `json:"filename"`
}

// noMentions is the one allowed_mentions that this package sends: text of a
// model, or of a player, pings nobody.
type noMentions struct{}

func (noMentions) MarshalJSON() ([]byte, error) {
	return []byte(`{"parse":[],"replied_user":false}`), nil
}

const (
	flagPrivate = 1 << 6 // EPHEMERAL

	mostPieces  = 5
	previewText = 300 // units of a text that is attached

	// Of a file whose name begins like that nothing is shown until somebody clicks
	// on it, as of a spoiler.
	hiddenFile = "SPOILER_"
)

// A part is one message of those into which a Message is split.
type part struct {
	body  messageBody
	files []File
}

// parts returns the messages that m becomes, at least one.
func (m Message) parts() []part {
	texts := split(m.Text, textLimit)
	files := m.Files
	if len(texts) > 1 && (m.AsFile != "" || len(texts) > mostPieces) {
		name := cmp.Or(m.AsFile, "message.md")
		attached := name
		if hides(m.Text) {
			attached = hiddenFile + name
		}
		files = append(slices.Clip(files), File{Name: attached, Data: []byte(m.Text)})
		preview := split(m.Text, previewText)[0]
		texts = []string{preview + "\n-# …" + name}
	}
	if len(texts) == 0 {
		texts = []string{""}
	}
	parts := make([]part, len(texts))
	for i, text := range texts {
		parts[i].body = messageBody{Content: text, Components: []discordgo.MessageComponent{}}
		if m.Private {
			parts[i].body.Flags = flagPrivate
		}
	}
	parts[0].files = files
	if len(files) > 0 {
		parts[0].body.Attachments = attachments(files)
	}
	parts[len(parts)-1].body.Components = components(m.Rows)
	return parts
}

func attachments(files []File) *[]attachment {
	out := make([]attachment, len(files))
	for i, f := range files {
		out[i] = attachment{ID: i, Name: f.Name}
	}
	return &out
}

// writeMultipart writes a body and its files and returns the content type.
// https://discord.com/developers/docs/reference#uploading-files
func writeMultipart(w io.Writer, body []byte, files []File) (string, error) {
	m := multipart.NewWriter(w)
	head := textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="payload_json"`},
		"Content-Type":        {"application/json"},
	}
	p, err := m.CreatePart(head)
	if err != nil {
		return "", err
	}
	if _, err := p.Write(body); err != nil {
		return "", err
	}
	for i, f := range files {
		p, err := m.CreateFormFile(fmt.Sprintf("files[%d]", i), strings.ReplaceAll(f.Name, "\n", " "))
		if err != nil {
			return "", err
		}
		if _, err := p.Write(f.Data); err != nil {
			return "", err
		}
	}
	return m.FormDataContentType(), m.Close()
}

// components returns rows as discordgo has them. Labels are cut to what Discord
// takes: a campaign may be called anything.
func components(rows []Row) []discordgo.MessageComponent {
	out := make([]discordgo.MessageComponent, 0, len(rows))
	for _, row := range rows {
		var in []discordgo.MessageComponent
		for _, c := range row {
			switch c := c.(type) {
			case Button:
				in = append(in, discordgo.Button{CustomID: c.ID, Label: label(c.Label), Style: styles[c.Style], Disabled: c.Off})
			case Menu:
				in = append(in, c.menu())
			default:
				panic(fmt.Sprintf("discord: unknown component %T", c))
			}
		}
		if len(in) > 0 {
			out = append(out, discordgo.ActionsRow{Components: in})
		}
	}
	return out
}

var styles = map[Style]discordgo.ButtonStyle{
	Secondary: discordgo.SecondaryButton,
	Primary:   discordgo.PrimaryButton,
	Success:   discordgo.SuccessButton,
	Danger:    discordgo.DangerButton,
}

// label returns what a button can show: at most 80 units and not nothing.
func label(s string) string {
	if strings.TrimSpace(s) == "" {
		return "…"
	}
	return clip(s, 80)
}

// menu returns m as discordgo has it, with no more items than Discord takes.
func (m Menu) menu() discordgo.SelectMenu {
	menu := discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: m.ID, Placeholder: clip(m.Hint, 150),
		MinValues: new(1), MaxValues: max(m.Max, 1),
	}
	for _, item := range m.Items[:min(len(m.Items), 25)] {
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label: clip(item.Label, 100), Value: item.Value, Description: clip(item.Description, 100), Default: item.Chosen,
		})
	}
	menu.MaxValues = min(menu.MaxValues, max(len(menu.Options), 1))
	return menu
}

// A modalBody is a form on the wire.
type modalBody struct {
	ID         string                       `json:"custom_id"`
	Title      string                       `json:"title"`
	Components []discordgo.MessageComponent `json:"components"`
}

func (f Form) body() (modalBody, error) {
	b := modalBody{ID: f.ID, Title: clip(f.Title, 45)}
	for _, field := range f.Fields {
		if !field.Fits() {
			return modalBody{}, fmt.Errorf("the text of field %q is of %d characters, and at most %d fit", field.ID, Units(field.Text), field.most())
		}
		style := discordgo.TextInputShort
		if field.Long {
			style = discordgo.TextInputParagraph
		}
		b.Components = append(b.Components, discordgo.ActionsRow{Components: []discordgo.MessageComponent{
			discordgo.TextInput{
				CustomID: field.ID, Label: clip(field.Label, 45), Style: style, Value: field.Text,
				Placeholder: clip(field.Hint, 100), Required: !field.Optional, MaxLength: field.most(),
			},
		}})
	}
	return b, nil
}

// choiceBody is a choice on the wire; the value is a text or a number, as the
// option is.
type choiceBody struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"`
	Value json.RawMessage   `json:"value"`
}
