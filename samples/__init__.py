"""Sample rosters and finished sample events."""
