"""What each card of a deal that is over has cost, all hands seen: a deal's log in, costs out, nothing else touched."""
