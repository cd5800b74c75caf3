"""Belote for three: one taker against two, everybody for himself."""
