"""Whole events played by players of drawn strength, to compare formats before there is an event."""
