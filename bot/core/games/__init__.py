"""One package per game; the registry finds them by walking this folder."""
