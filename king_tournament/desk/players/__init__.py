"""The players: the roster, entries, pairs and teams."""
