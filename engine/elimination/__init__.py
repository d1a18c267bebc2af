"""After the Swiss rounds: cuts, tiebreaker rounds, eliminations, final standings."""
