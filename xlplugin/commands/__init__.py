"""The commands: options and what is printed, a file each."""
