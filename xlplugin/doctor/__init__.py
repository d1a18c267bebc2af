"""Faults that keep the buttons or the commands from working on this computer, and their remedies."""
