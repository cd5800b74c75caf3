"""Numbered SQL files: 0001_what.sql brings a database from version 0 to 1, and so on."""
