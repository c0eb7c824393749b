"""Accounts: ``services`` make accounts, ``views`` sign in. Accounts
are Django's own users; a role is one of Django's groups.
"""
