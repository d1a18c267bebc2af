"""Rules of the organizer's own, put together from settings: plain data."""
