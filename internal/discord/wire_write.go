package discord

import "time"

// Write sends what discordgo means to send, one frame a call.
func (w *wire) Write(p []byte) (int, error) {
	if err := w.why(); err != nil {
		return 0, err
	}
	out := p
	if w.upgraded.Load() {
		op, payload, ok := clientFrame(p)
		switch {
		case ok && op == opClose && !w.leaving.Load():
			return 0, w.cut(errDropped)
		case ok && op == opText:
			switch gatewayOp(payload) {
			case 1:
				if !w.beats.sent(time.Now()) {
					return 0, w.cut(errSilent)
				}
			case 2:
				if w.resume != nil {
					out = appendClientFrame(nil, opText, w.resume)
				}
			}
		}
	}
	if err := w.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return 0, w.cut(err)
	}
	if _, err := w.Conn.Write(out); err != nil {
		return 0, w.cut(err)
	}
	return len(p), nil
}
