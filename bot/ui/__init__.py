"""Everything that knows Discord: components, delivery, errors as sentences."""
