"""Tabs that are drawn: bracket, slips, cards, statistics, lists to be printed."""
