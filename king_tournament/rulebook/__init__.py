"""The rule systems, for everybody: web pages made of ``docs/``."""
