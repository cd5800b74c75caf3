"""Tapis: the card table for Discord."""

__version__ = "0.1.0"
