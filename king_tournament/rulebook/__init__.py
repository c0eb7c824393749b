"""The rule systems, for everybody: ``rule_pages`` makes web pages of ``docs/``, ``views`` shows them."""
