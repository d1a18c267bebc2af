"""What keeps the buttons or the commands from working on this computer, and what to do."""
