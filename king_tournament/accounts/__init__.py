"""Signing in, and the roles. Accounts are Django's own users; a role is one of Django's groups."""
