"""Words: gettext catalogues, plurals, numbers and the choice of a language."""
