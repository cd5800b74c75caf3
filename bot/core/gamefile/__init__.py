"""The open game file (docs/game-file.md): whole matches as lines of JSON, read strictly, and told for people."""
