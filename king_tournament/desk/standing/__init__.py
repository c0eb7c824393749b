"""Standings, protests, what is posted."""
