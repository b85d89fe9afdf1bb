package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestSaveFile: what was there is replaced whole or not at all, and nothing is
// left beside it.
func TestSaveFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "out.txt")
	for _, text := range []string{"one", "two"} {
		if err := saveFile(file, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != text {
			t.Errorf("got %q (%v), want %q", got, err, text)
		}
	}
	if err := saveFile(filepath.Join(dir, "none", "out.txt"), nil); err == nil || !strings.Contains(err.Error(), "create its directory") {
		t.Errorf("into no directory: %v", err)
	}
	if err := saveFile(dir, nil); err == nil || !strings.Contains(err.Error(), "name another place") {
		t.Errorf("over a directory: %v", err)
	}
	if all, err := os.ReadDir(dir); err != nil || len(all) != 1 {
		t.Errorf("left behind: %v %v", all, err)
	}
}

// TestSaveFileThrough: what is no file is written to, and stays what it is.
func TestSaveFileThrough(t *testing.T) {
	dir := t.TempDir()
	link, file := filepath.Join(dir, "link"), filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	if err := saveFile(link, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v %v", info, err)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != "one" {
		t.Errorf("behind the link is %q (%v)", got, err)
	}
}

func TestUnwritten(t *testing.T) {
	err := unwritten("a.wav", &fs.PathError{Op: "write", Path: "a.wav.123.part", Err: syscall.ENOSPC})
	want := "write a.wav: " + syscall.ENOSPC.Error() + ": free some space, or name another place"
	if err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
}
