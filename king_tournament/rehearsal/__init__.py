"""An evening rehearsed: a server of its own in a folder of its own, asked by http as phones and the
desk ask it.

``server`` runs it, ``client`` asks, ``evening`` plays and remembers what was acknowledged,
``comparing`` looks whether all of that is there, ``report`` keeps what went right and what went
wrong for the terminal and for the desk's page.
"""
