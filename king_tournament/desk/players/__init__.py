"""Players: ``roster`` is the club's list, ``people`` each over all evenings; ``views`` enter them
for the evening, ``entry`` is the row of one, ``groups`` pair them.
"""
