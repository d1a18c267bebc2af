"""Files for others: the results file of the community's tools, tables for people."""
