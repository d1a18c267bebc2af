"""What everything else stands on: texts, errors, limits, and what is asked of the computer."""
