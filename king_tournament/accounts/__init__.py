"""Who may sign in, and as what. Accounts are Django's own users; a role is one of Django's groups."""
