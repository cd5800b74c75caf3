"""From a view to neutral panels and their text."""
