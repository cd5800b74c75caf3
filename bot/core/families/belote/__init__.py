"""What belote and coinche share: card order, duties, announcements, belotes, counting, and the play of a deal."""
