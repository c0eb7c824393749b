"""Evenings, their rules and settings, their log."""
