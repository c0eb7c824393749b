"""Finals: who qualifies from a standing, and the evening that is made of them."""
