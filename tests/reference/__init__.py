"""A slow, obvious second reading of the rules, written without looking at the bot's own core."""
