"""What follows the Swiss rounds: cuts, tiebreaker rounds, eliminations, final standings."""
