"""Where a command or a click comes in."""
