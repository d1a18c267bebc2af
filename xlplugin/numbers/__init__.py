"""Figures and proofs that an event does without: plans, chances, seasons, checked pages."""
