package config

// NewSecret returns the secret of a text that comes from somewhere else than a
// configuration, such as a terminal.
func NewSecret(text string) Secret { return Secret{text: &text} }

// Check returns every [Mistake] in the values of a configuration that was made
// by a program, from [Default]. [Load] has checked those that it returns.
func (c *Config) Check() error {
	r := &report{file: c.File}
	c.check(r)
	return r.err()
}
