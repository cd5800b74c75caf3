"""Rules shared by several games of one family."""
