"""Why a database cannot be used. The messages are for the owner, in one line.

DatabaseProblem
├── DatabaseTooNew        it was written by a newer version of this program
├── DatabaseNotWritable   it cannot be opened for writing
├── DatabaseCorrupt       it is damaged, or not a database of this program
└── AlreadyRunning        another process uses it
BackupRefused             a copy is not made, or not put back: wrong file
BackupFailed              a copy could not be written
VerifyRefused             a deal cannot be checked
GameFileRefused           a game file is not made, or not taken
"""

from __future__ import annotations


class DatabaseProblem(Exception):
    """The database cannot be used; found when it is opened."""


class DatabaseTooNew(DatabaseProblem):
    """It was written by a newer version of this program."""


class DatabaseNotWritable(DatabaseProblem):
    """It cannot be opened for writing."""


class DatabaseCorrupt(DatabaseProblem):
    """It is damaged, or not a database of this program."""


class AlreadyRunning(DatabaseProblem):
    """Another process uses it."""


class BackupRefused(Exception):
    """A copy is not made, or not put back, because of the file that was named."""


class BackupFailed(Exception):
    """A copy could not be written; nothing is left of it, and the database is as it was."""


class VerifyRefused(Exception):
    """A deal cannot be checked: unknown, still running, or not fair."""


class GameFileRefused(Exception):
    """A game file is not made, or not taken: nothing has changed."""
