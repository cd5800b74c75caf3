"""Strong computer players for French tarot at three, four and five."""
