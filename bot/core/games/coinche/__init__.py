"""Coinche and contrée for four players."""
