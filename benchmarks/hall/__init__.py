"""A hall in play against the program as a club starts it. ``evening`` makes the evenings, ``crowd`` has
those who are in the hall, ``desk`` its wall and whoever publishes, ``harm`` those who mean harm.
"""
