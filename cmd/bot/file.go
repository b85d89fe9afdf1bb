package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// needDir returns an error, which begins with the file's name, if there is no
// directory for a file that is to be written later.
func needDir(file string) error {
	dir := filepath.Dir(file)
	info, err := os.Stat(dir)
	if err == nil && info.IsDir() || errors.Is(err, fs.ErrPermission) { // then writing it will say more
		return nil
	}
	return fmt.Errorf("%s: there is no directory %s: create it, or name another place", file, dir)
}

// What may be done with a file: a secret is its owner's alone.
const (
	forAll  fs.FileMode = 0o644
	forMine fs.FileMode = 0o600
)

// saveFile puts data into a file that somebody asked for. Its error says what
// to do.
func saveFile(file string, data []byte) error { return saveFileAs(file, data, forAll) }

func saveFileAs(file string, data []byte, mode fs.FileMode) error {
	err := replaceFile(file, data, mode)
	if err == nil {
		return nil
	}
	return unwritten(file, err)
}

// unwritten says of a file, or of files in a directory, why they could not be
// written, and what to do.
func unwritten(file string, err error) error {
	remedy := "name another place"
	switch {
	case errors.Is(err, syscall.ENOSPC):
		remedy = "free some space, or name another place"
	case errors.Is(err, fs.ErrNotExist):
		remedy = "create its directory, or name another place"
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err // its path may be that of a temporary file
	}
	return fmt.Errorf("write %s: %w: %s", file, err, remedy)
}

// replaceFile puts data into file. It writes a sibling first and renames it, so
// that a full disk or a Ctrl-C leaves what was there before. What is no file,
// such as /dev/stdout, is written to and not replaced.
func replaceFile(file string, data []byte, mode fs.FileMode) (err error) {
	if info, err := os.Lstat(file); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(file, data, mode)
	}
	f, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.part")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(f.Name()) // err says more
		}
	}()
	_, err = f.Write(data)
	// A temporary file is its owner's alone; most of what is written here may be
	// read by others.
	err = errors.Join(err, f.Chmod(mode), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}
