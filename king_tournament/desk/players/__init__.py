"""Players: ``roster`` is the club's list, ``people`` each over all evenings; ``views`` enter them,
``groups`` pair them.
"""
