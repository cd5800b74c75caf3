"""Words, grammar, typed text and the catalogues."""
