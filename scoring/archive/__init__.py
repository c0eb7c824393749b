"""An evening or a season as one file, which another installation takes in with the same results."""
