"""What several rulesets have in common; a ruleset imports from here, not from another ruleset."""
