"""Belote for two players: with a talon, or open, each before two rows of cards."""
