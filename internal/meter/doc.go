// Package meter counts what a session asks of its providers, and what that
// costs.
//
// A [Meter] stands between the table and its providers. [Meter.Model],
// [Meter.Recognizer] and [Meter.Synthesizer] return the provider that they were
// given with a counter around it: tokens read and written, seconds heard,
// characters spoken, each for the provider that was asked.
//
// What counts is what a provider will charge for. A sentence that was cut off
// was sent whole, and an answer that was thrown away was still begun: both
// count. A request that was refused, or that never left, does not. Tokens are
// the provider's own count where it gives one; where it does not, or where
// nobody waited for the end at which it comes, they are estimated and marked
// so.
//
//	what was asked for × [Price] → [Bill]
//
// Prices come from the configuration; there are none in here, since they change
// without notice and differ between accounts. What has no price is shown as
// unpriced and never as nothing: a cap only sees what is priced. Programs on
// this machine are free ([Local]) unless a price says otherwise.
//
// [Meter.Watch] tells once when the cost passes the warning and once when it
// passes the cap. What happens then is for whoever watches. A [Keeper] writes
// what was counted to the database while the session runs.
package meter
