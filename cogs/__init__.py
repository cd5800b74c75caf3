"""Discord cogs: receive, call the service, answer."""
