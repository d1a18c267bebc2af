"""The ground of everything else: texts, errors, limits, and questions to the computer."""
