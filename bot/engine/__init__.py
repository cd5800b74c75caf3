"""The application: tables, their locks, deadlines and ports."""
