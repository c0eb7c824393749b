"""Accounts: ``services`` make accounts, ``views`` sign in, ``programs``
has the tokens and webhooks of programs, ``passwords`` says which are refused. Accounts are Django's
own users; a role is one of Django's groups.
"""
