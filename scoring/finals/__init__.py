"""Finals: ``qualifying`` from a posted standing, and the evening that is made of it; ``models``
keeps who qualified.
"""
