"""Refusals of the table service: a code with data, shown as a sentence like the core's own.

EngineRefusal       a request that cannot be done now (the player's affair)
StorageFailure      the database did not take the change: nothing has changed (the owner's affair)
"""

from __future__ import annotations

from enum import StrEnum

from bot.core.facts import Fact, Value, fact


class Trouble(StrEnum):
    """Why the service refuses. The sentence is `refusal.<value>` in the catalogues."""

    NO_TABLE = "no_table"
    CHANNEL_TAKEN = "channel_taken"
    NOT_SEATED = "not_seated"
    ALREADY_SEATED = "already_seated"
    SEAT_TAKEN = "seat_taken"
    TABLE_FULL = "table_full"
    LESSON = "lesson"
    SEATS_EMPTY = "seats_empty"
    NOT_HOST = "not_host"
    STALE = "stale"
    NOT_IN_LOBBY = "not_in_lobby"
    NOT_PLAYING = "not_playing"
    NOT_BETWEEN_DEALS = "not_between_deals"
    NOT_FINISHED = "not_finished"
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_PROFILE = "unknown_profile"
    UNKNOWN_LEVEL = "unknown_level"
    UNKNOWN_ACTION = "unknown_action"
    WRONG_PLAYERS = "wrong_players"
    TABLE_FROZEN = "table_frozen"
    SHUTTING_DOWN = "shutting_down"
    DRAINING = "draining"
    DEAL_RUNNING = "deal_running"
    PAUSED = "paused"
    ALREADY_PAUSED = "already_paused"
    NOT_PAUSED = "not_paused"
    ASK_PENDING = "ask_pending"
    NO_OPEN_SEAT = "no_open_seat"
    HAND_SEEN = "hand_seen"
    NOT_INVITED = "not_invited"
    NOT_PRIVATE = "not_private"
    ALREADY_INVITED = "already_invited"
    INVITED_FULL = "invited_full"
    NOBODY_MISSING = "nobody_missing"
    SEEK_PRIVATE = "seek_private"
    ALREADY_SOUGHT = "already_sought"
    SOUGHT_LATELY = "sought_lately"
    NO_ADVICE = "no_advice"
    HINTS_OFF = "hints_off"
    HINT_TURN = "hint_turn"
    HINT_LATE = "hint_late"
    HINT_FAILED = "hint_failed"
    NO_ANALYSIS = "no_analysis"
    HANDS_HIDDEN = "hands_hidden"
    ANALYSIS_FAILED = "analysis_failed"
    PROFILE_NAME = "profile_name"
    PROFILE_RESERVED = "profile_reserved"
    PROFILE_TAKEN = "profile_taken"
    PROFILES_FULL = "profiles_full"
    PROFILE_GONE = "profile_gone"
    PROFILE_CHANGED = "profile_changed"


class EngineRefusal(Exception):
    """The request cannot be done. Nothing has changed.

    Attributes:
        code: why.
        fact: the sentence to show, with its data.
    """

    def __init__(self, code: Trouble, **data: Value) -> None:
        super().__init__(code.value)
        self.code = code
        self.fact: Fact = fact(f"refusal.{code.value}", **data)


class StorageFailure(Exception):
    """The database refused or failed. Memory and file still agree: the change did not happen."""
