"""Who plays: the roster, entries, pairs and teams."""
