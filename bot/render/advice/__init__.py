"""Advice in words: a hint at one's turn, the analysis of a deal that is over."""
