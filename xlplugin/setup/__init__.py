"""What desktop Excel's buttons need on a computer, and the one command that puts it there."""
