"""A person over all evenings: ``evenings`` what he played, as posted; ``held`` all that is kept on
him; ``grades`` everybody's strength.
"""
