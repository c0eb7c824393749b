"""Stores what was done to the clock of a partita; ``king`` orders the places of a reveal.

``clock``; ``reveals``: held standings shown place by place; ``hall``: who sits where and how far
the tables are. ``pages`` show this on the hall's screens, and are the desk's keys to it.
"""
