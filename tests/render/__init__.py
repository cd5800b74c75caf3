"""Panels of hand-made and of really played tables."""
