"""A loopback Discord: a gateway and an HTTP API on 127.0.0.1 that drive an unmodified bot process."""
