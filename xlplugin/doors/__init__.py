"""The doors by which a command or a click comes in."""
