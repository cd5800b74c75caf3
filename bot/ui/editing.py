"""Profiles that are being made or changed: kept in memory only, until they are saved."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace

from bot.core.options import Options, OptionValue
from bot.core.registry import game_of
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.models import GuildId, UserId
from bot.engine.profiles import NAME_LIMIT, PROFILE_LIMIT, Clash, ProfileBook, ServerProfile, clash_of

KEPT = 256
"""Open editors; the oldest is forgotten when there are more."""

KEPT_OF_ONE = 8
"""Open editors of one member: who opens many loses their own, and takes nobody else's."""


@dataclass(frozen=True, slots=True)
class Editing:
    """An open editor.

    Attributes:
        id: guards its controls; unknown after a restart.
        user: whose editor it is.
        guild: the server.
        name: the profile's name, as it is kept.
        game: the game's key.
        base: the preset from which differences are counted.
        origin: that preset's options.
        loaded: the options at the start, or at the version last seen: what this member changed is what departs from it.
        options: as they stand.
        profile: the profile that is changed; None for a new one.
        option: the option that is being looked at.
        page: of the menu of options.
    """

    id: str
    user: UserId
    guild: GuildId
    name: str
    game: str
    base: str
    origin: Options
    loaded: Options
    options: Options
    profile: ServerProfile | None = None
    option: str | None = None
    page: int = 0

    @property
    def version(self) -> int:
        """The version that saving makes."""
        return 1 if self.profile is None else self.profile.version + 1

    @property
    def clash(self) -> Clash | None:
        """Why the options cannot be played as they stand; None when they can."""
        return clash_of(game_of(self.game), self.options, self.origin)

    def with_value(self, option: str, value: OptionValue) -> Editing:
        """The same with an option changed.

        Raises:
            IllegalAction: OPTION_REFUSED.
        """
        return replace(self, options=self.options.with_values({option: value}), option=option)

    def upon(self, present: ServerProfile, options: Options) -> Editing:
        """The member's own changes carried over to a version that somebody else saved meanwhile."""
        before = self.loaded.values()
        mine = {name: value for name, value in self.options.values().items() if value != before[name]}
        changed = replace(self, profile=present, loaded=options, options=options.with_values(mine))
        return changed if self.profile is not None else changed.on_base_of(present)

    def on_base_of(self, present: ServerProfile) -> Editing:
        """The same, named as the profile is, with differences counted from its preset."""
        base, origin = _base(present.game, present.base)
        return replace(self, name=present.name, base=base, origin=origin)

    def as_new(self) -> Editing:
        """The same for a profile that is not there any more: saving makes it anew."""
        return replace(self, profile=None)


def new_editing(
    user: UserId,
    guild: GuildId,
    name: str,
    game: str,
    base: str,
    options: Options,
    profile: ServerProfile | None = None,
) -> Editing:
    """An editor on options; `base` may be a preset that has gone."""
    base, origin = _base(game, base)
    return Editing(secrets.token_hex(4), user, guild, name, game, base, origin, options, options, profile)


def _base(game: str, base: str) -> tuple[str, Options]:
    """A preset with its options; the game's own choice when there is no such preset any more."""
    found = game_of(game)
    base = base if base in found.presets else found.default_preset
    return base, found.presets[base]


@dataclass(slots=True)
class Editors:
    """All open editors, the latest touched last."""

    open: dict[str, Editing] = field(default_factory=dict)

    def keep(self, editing: Editing) -> Editing:
        """Remember how an editor stands."""
        self.open.pop(editing.id, None)
        self.open[editing.id] = editing
        own = [number for number, kept in self.open.items() if kept.user == editing.user]
        for number in own[:-KEPT_OF_ONE]:
            del self.open[number]
        while len(self.open) > KEPT:
            self.open.pop(next(iter(self.open)))
        return editing

    def find(self, number: str, user: UserId, guild: GuildId | None) -> Editing | None:
        """A member's open editor; None when it was saved, given up, forgotten or of another process."""
        found = self.open.get(number)
        return found if found is not None and (found.user, found.guild) == (user, guild) else None

    def close(self, editing: Editing) -> None:
        """Forget an editor."""
        self.open.pop(editing.id, None)


async def save(book: ProfileBook, editing: Editing) -> ServerProfile:
    """Keep what stands in an editor, as a new profile or the next version.

    Raises:
        EngineRefusal: PROFILE_CHANGED, PROFILE_GONE, or why a new one cannot be made.
        IllegalAction: the options do not go together.
    """
    if editing.profile is None:
        return await book.create(editing.guild, editing.name, editing.game, editing.base, editing.options)
    return await book.change(editing.profile, editing.options)


async def carried_over(book: ProfileBook, editing: Editing, refusal: EngineRefusal) -> Editing:
    """An editor after its save met what somebody else did meanwhile: nothing of either is lost.

    Raises:
        EngineRefusal: the refusal itself, when it was another one.
    """
    if editing.profile is None:
        return await _taken(book, editing, refusal)
    if refusal.code not in {Trouble.PROFILE_CHANGED, Trouble.PROFILE_GONE}:
        raise refusal
    try:
        present = await book.get(editing.guild, editing.profile.id)
    except EngineRefusal as gone:
        if gone.code is not Trouble.PROFILE_GONE:
            raise
        return editing.as_new()
    return editing.upon(present, book.rules(present).options)


async def _taken(book: ProfileBook, editing: Editing, refusal: EngineRefusal) -> Editing:
    """An editor of a new profile whose name somebody else has given meanwhile: it goes on as a change of that one.

    Where that one belongs to another game, it takes the next free name.

    Raises:
        EngineRefusal: the refusal itself, when it was another one; PROFILES_FULL.
    """
    if refusal.code is not Trouble.PROFILE_TAKEN:
        raise refusal
    present = await book.find(editing.guild, editing.name)
    if present is None:
        return editing
    if present.game == editing.game:
        return editing.upon(present, book.rules(present).options)
    for number in range(2, PROFILE_LIMIT + 2):
        tail = f" ({number})"
        try:
            name = await book.require_free(editing.guild, editing.name[: NAME_LIMIT - len(tail)].rstrip() + tail)
        except EngineRefusal as taken:
            if taken.code is not Trouble.PROFILE_TAKEN:
                raise
        else:
            return replace(editing, name=name)
    raise refusal
