"""Server profiles: any set of a game's options under a name of the server's own ("comme chez nous").

A profile is changed by its next version; a table keeps the options it was opened with. What is stored are all option
values, so that a profile means the same when its preset is changed by a later release of the program.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NewType, Protocol

from bot.core import match
from bot.core.errors import IllegalAction
from bot.core.game import AnyGame
from bot.core.options import Options, OptionValue
from bot.core.seats import Seat
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.models import GuildId
from bot.engine.ports import Clock
from bot.i18n.visible import is_blank, visible_line

NAME_LIMIT = 40
"""Characters of a name."""

PROFILE_LIMIT = 25
"""Profiles of one server: as many as one menu holds."""

ProfileId = NewType("ProfileId", int)

_NOT_STORED = ProfileId(0)


@dataclass(frozen=True, slots=True)
class ServerProfile:
    """A server's own rules under a name.

    Attributes:
        id: never given twice, so that a profile made anew under an old name is another one.
        guild: the server.
        name: as it was written; plain text, not escaped.
        game: the game's key.
        base: the preset it was made from.
        options: all option values by name, as they were stored.
        rules_version: of the game when it was stored.
        version: grows by one with every change.
        changed_at: when it got this version.
    """

    id: ProfileId
    guild: GuildId
    name: str
    game: str
    base: str
    options: Mapping[str, OptionValue]
    rules_version: int
    version: int
    changed_at: datetime

    @property
    def key(self) -> str:
        """Equal for names that may not stand beside each other."""
        return folded(self.name)


@dataclass(frozen=True, slots=True)
class ProfileRules:
    """What a stored profile comes to in this release of the program.

    Attributes:
        options: the options to play by.
        base: those of its preset; the game's own when there is no such preset any more.
        added: options that the profile does not hold, because they are younger: their defaults are used.
        lost: stored options that are unknown now, or whose value is not allowed any more: defaults as well.
    """

    options: Options
    base: Options
    added: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clash:
    """Options that do not go together.

    Attributes:
        error: the game's refusal.
        options: names of those that depart from the preset and take part: without one of them there is no refusal.
    """

    error: IllegalAction
    options: tuple[str, ...]


class ProfileStore(Protocol):
    """Durable profiles. Every method is one transaction.

    Raises (every method): `StorageFailure` when the database refuses or fails.
    """

    async def of(self, guild: GuildId) -> tuple[ServerProfile, ...]:
        """A server's profiles, by name."""
        ...

    async def add(self, profile: ServerProfile, limit: int) -> ServerProfile:
        """Insert a profile and give it its id.

        Raises:
            EngineRefusal: PROFILE_TAKEN when the server has this name; PROFILES_FULL when it has `limit` of them.
        """
        ...

    async def change(self, profile: ServerProfile) -> None:
        """Replace the version just before this one.

        Raises:
            EngineRefusal: PROFILE_GONE; PROFILE_CHANGED when the stored version is another one.
        """
        ...

    async def remove(self, guild: GuildId, profile: ProfileId) -> None:
        """Delete a profile.

        Raises:
            EngineRefusal: PROFILE_GONE.
        """
        ...


def folded(name: str) -> str:
    """Equal for names that differ by case, width or composition only."""
    return unicodedata.normalize("NFKC", name).casefold()


def checked_name(name: str) -> str:
    """A name in one visible line.

    Raises:
        EngineRefusal: PROFILE_NAME when nothing of it can be seen, or it is too long.
    """
    # A grave accent would end the block in which a profile is shown as text.
    line = unicodedata.normalize("NFC", visible_line(name)).replace("`", "’")
    if is_blank(line) or len(line) > NAME_LIMIT:
        raise EngineRefusal(Trouble.PROFILE_NAME, limit=NAME_LIMIT)
    return line


def clash_of(game: AnyGame, options: Options, base: Options) -> Clash | None:
    """Why these options cannot be played by any number of players; None when they can."""
    error = _refusal(game, options)
    if error is None:
        return None
    values, origin = options.values(), base.values()
    changed = [name for name, value in values.items() if value != origin[name]]
    taking_part = [name for name in changed if _refusal(game, options.with_values({name: origin[name]})) is None]
    return Clash(error, tuple(taking_part))


def _refusal(game: AnyGame, options: Options) -> IllegalAction | None:
    """The refusal of the options by every number of players; None when some number can play them."""
    first: IllegalAction | None = None
    for players in sorted(game.seat_counts):
        try:
            match.start(game, options, players, Seat(0))
        except IllegalAction as error:
            first = first or error
        else:
            return None
    return first


class ProfileBook:
    """The profiles of all servers.

    Args:
        store: where they are kept.
        clock: the time.
        games: the games by key.
        reserved: names that no profile may have, beside the presets' keys: what the presets are called.
    """

    def __init__(
        self, store: ProfileStore, clock: Clock, games: Mapping[str, AnyGame], reserved: Collection[str] = ()
    ) -> None:
        self._store = store
        self._clock = clock
        self._games = games
        presets = (preset for game in games.values() for preset in game.presets)
        self._reserved = frozenset(folded(name) for name in (*presets, *reserved))

    async def of(self, guild: GuildId, game: str | None = None) -> tuple[ServerProfile, ...]:
        """A server's profiles, those of one game or all, by name."""
        return tuple(profile for profile in await self._store.of(guild) if game in (None, profile.game))

    async def find(self, guild: GuildId, name: str) -> ServerProfile | None:
        """The profile of this name, however it is written; None when there is none."""
        key = folded(visible_line(name).replace("`", "’"))
        return next((profile for profile in await self._store.of(guild) if profile.key == key), None)

    async def get(self, guild: GuildId, profile: ProfileId) -> ServerProfile:
        """The profile of this id as it is now.

        Raises:
            EngineRefusal: PROFILE_GONE.
        """
        for found in await self._store.of(guild):
            if found.id == profile:
                return found
        raise EngineRefusal(Trouble.PROFILE_GONE)

    async def require_free(self, guild: GuildId, name: str) -> str:
        """The name as it would be kept, if a new profile may have it.

        Raises:
            EngineRefusal: PROFILE_NAME, PROFILE_RESERVED, PROFILE_TAKEN, PROFILES_FULL.
        """
        line = checked_name(name)
        if folded(line) in self._reserved:
            raise EngineRefusal(Trouble.PROFILE_RESERVED)
        there = await self._store.of(guild)
        if any(profile.key == folded(line) for profile in there):
            raise EngineRefusal(Trouble.PROFILE_TAKEN)
        if len(there) >= PROFILE_LIMIT:
            raise EngineRefusal(Trouble.PROFILES_FULL, limit=PROFILE_LIMIT)
        return line

    async def create(self, guild: GuildId, name: str, game: str, base: str, options: Options) -> ServerProfile:
        """Keep a new profile as version 1.

        Raises:
            EngineRefusal: UNKNOWN_GAME, UNKNOWN_PROFILE (there is no such preset); what `require_free` refuses.
            IllegalAction: the options cannot be played.
        """
        line = await self.require_free(guild, name)
        found = self._games.get(game)
        if found is None:
            raise EngineRefusal(Trouble.UNKNOWN_GAME, game=game)
        if base not in found.presets:
            raise EngineRefusal(Trouble.UNKNOWN_PROFILE, profile=base)
        self._require_playable(found, options)
        now = self._clock.now()
        profile = ServerProfile(
            _NOT_STORED, guild, line, game, base, options.values(), found.rules_version, version=1, changed_at=now
        )
        return await self._store.add(profile, PROFILE_LIMIT)

    async def change(self, profile: ServerProfile, options: Options) -> ServerProfile:
        """Keep other options as the profile's next version. Tables that were opened before keep theirs.

        Raises:
            EngineRefusal: PROFILE_GONE; PROFILE_CHANGED when it has got another version meanwhile.
            IllegalAction: the options cannot be played.
        """
        game = self.game_of(profile)
        self._require_playable(game, options)
        changed = replace(
            profile,
            options=options.values(),
            rules_version=game.rules_version,
            version=profile.version + 1,
            changed_at=self._clock.now(),
        )
        await self._store.change(changed)
        return changed

    async def delete(self, profile: ServerProfile) -> None:
        """Forget a profile. Tables that were opened with it keep their options.

        Raises:
            EngineRefusal: PROFILE_GONE.
        """
        await self._store.remove(profile.guild, profile.id)

    def game_of(self, profile: ServerProfile) -> AnyGame:
        """The game of a profile.

        Raises:
            EngineRefusal: UNKNOWN_GAME when this release does not have it any more.
        """
        game = self._games.get(profile.game)
        if game is None:
            raise EngineRefusal(Trouble.UNKNOWN_GAME, game=profile.game)
        return game

    def rules(self, profile: ServerProfile) -> ProfileRules:
        """What a profile comes to now. A profile of an earlier or later release stays readable.

        Raises:
            EngineRefusal: UNKNOWN_GAME.
        """
        game = self.game_of(profile)
        options = game.options_type()
        names = options.values().keys()
        lost: list[str] = []
        for name, value in profile.options.items():
            try:
                options = options.with_values({name: value})
            except IllegalAction:
                lost.append(name)
        added = tuple(name for name in names if name not in profile.options)
        return ProfileRules(options, game.presets.get(profile.base, game.options_type()), added, tuple(lost))

    def _require_playable(self, game: AnyGame, options: Options) -> None:
        if not isinstance(options, game.options_type):
            raise EngineRefusal(Trouble.UNKNOWN_PROFILE, profile=game.key)
        options.with_values(options.values())
        error = _refusal(game, options)
        if error is not None:
            raise error
