"""A partita: prepared, seated, dealt, played."""
