"""The centre's pages, those of a ``hall`` and those that everybody reads."""
