"""Computer players for belote and coinche: cards as bits, sampled worlds, playouts."""
