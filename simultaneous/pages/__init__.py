"""The centre's pages, the hall's and those that everybody reads."""
