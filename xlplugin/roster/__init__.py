"""Rosters that people bring: parsed from text and files."""
