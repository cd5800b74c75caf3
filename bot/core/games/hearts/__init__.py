"""Hearts, "la Dame de pique", for three, four and five."""
