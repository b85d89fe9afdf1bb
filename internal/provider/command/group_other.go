//go:build !unix

package command

import "os/exec"

// ownGroup does nothing: only Unix has process groups that can be killed.
func ownGroup(*exec.Cmd) {}

// killGroup kills the program alone.
func killGroup(cmd *exec.Cmd) error { return cmd.Process.Kill() }
