"""Games of other countries, of which the club's sources say only that they exist (§12.10)."""
