"""Rules that several rulesets share; a ruleset imports from here, not from another ruleset."""
