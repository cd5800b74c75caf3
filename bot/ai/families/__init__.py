"""Knowledge that games of one family share."""
