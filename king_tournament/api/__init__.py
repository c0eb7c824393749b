"""Programs. Nothing is stored here; the same services answer as on the pages, and what is shown is what they show."""
