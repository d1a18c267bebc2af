"""Who is safe, who is out, and who can afford a draw, before the last results are in."""
