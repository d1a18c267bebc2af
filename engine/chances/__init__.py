"""Players who are safe, out, or can afford a draw, before the last results are in."""
