"""Figures and proofs that an event can do without: plans, chances, seasons, checked pages."""
