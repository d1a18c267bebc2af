"""Needs of desktop Excel's buttons on a computer, and the one command that meets them."""
