"""Classic belote for four players, with or without annonces."""
