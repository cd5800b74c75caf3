"""Discord's error answers, as exceptions of the server's handlers."""

from __future__ import annotations

from typing import Any

MESSAGES = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160005: (400, "Thread is locked"),
    160004: (400, "A thread has already been created for this message"),
}


class ApiError(Exception):
    """An answer with a JSON error code of Discord's list; `errors` is the tree of a 50035."""

    def __init__(self, code: int, errors: dict[str, Any] | None = None) -> None:
        self.status, self.text = MESSAGES[code]
        self.code = code
        self.errors = errors
        super().__init__(f"{code} {self.text}")

    @property
    def body(self) -> dict[str, Any]:
        """The JSON body of the answer."""
        body: dict[str, Any] = {"message": self.text, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


def invalid(path: str, code: str, message: str) -> ApiError:
    """A 50035 whose tree names one field, `path` written with dots ("components.0.label")."""
    tree: dict[str, Any] = {"_errors": [{"code": code, "message": message}]}
    for part in reversed(path.split(".")):
        tree = {part: tree}
    return ApiError(50035, tree)
