"""Which rules are meant: a preset of a game, or a profile of the server's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.core import registry
from bot.core.game import AnyGame
from bot.core.options import Options
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.models import GuildId
from bot.engine.profiles import ServerProfile
from bot.i18n.catalogue import languages
from bot.i18n.words import Words, words_for
from bot.render.rulebook import game_name, named_profile
from bot.ui.front import Front
from bot.ui.scenes import shown_profile


@dataclass(frozen=True, slots=True)
class Chosen:
    """Rules that a table may be opened with.

    Attributes:
        game: the game's key.
        profile: a preset's key, or the name of a server profile as it was written.
        options: the options meant.
        version: of a server profile; 0 for a preset.
    """

    game: str
    profile: str
    options: Options
    version: int = 0

    def label(self, words: Words) -> str:
        """The game and its rules, safe for the platform's markup."""
        return profile_label(self.game, self.profile, words, self.version)


async def choose(
    front: Front, guild: GuildId | None, game: str, profile: str | None, target: int | None = None
) -> Chosen:
    """The rules that a member names.

    Args:
        front: the front of the house.
        guild: the server; None in private messages, where only presets are known.
        game: the game's key.
        profile: a preset's key or a server profile's name; None for what new tables of this server have.
        target: points to play to, over what the profile says.

    Raises:
        EngineRefusal: UNKNOWN_GAME, UNKNOWN_PROFILE.
        IllegalAction: the target is not allowed.
    """
    found = registry.games().get(game)
    if found is None:
        raise EngineRefusal(Trouble.UNKNOWN_GAME, game=game)
    chosen = await _usual(front, guild, found) if profile is None else await _named(front, guild, found, profile)
    if chosen is None:
        raise EngineRefusal(Trouble.UNKNOWN_PROFILE, profile=profile or "")
    return chosen if target is None else replace(chosen, options=chosen.options.with_values({"target": target}))


async def _usual(front: Front, guild: GuildId | None, game: AnyGame) -> Chosen:
    """What the server chose for new tables, as long as there is such a profile; else the game's own choice."""
    usual = None if guild is None else (await front.memory.settings.guild(guild)).profiles.get(game.key)
    found = None if usual is None else await _named(front, guild, game, usual)
    return found or Chosen(game.key, game.default_preset, game.presets[game.default_preset])


async def _named(front: Front, guild: GuildId | None, game: AnyGame, name: str) -> Chosen | None:
    if name in game.presets:
        return Chosen(game.key, name, game.presets[name])
    found = None if guild is None else await front.profiles.find(guild, name)
    if found is None or found.game != game.key:
        return None
    return Chosen(game.key, found.name, front.profiles.rules(found).options, found.version)


async def server_profiles(front: Front, guild: int | None, game: str | None = None) -> tuple[ServerProfile, ...]:
    """A server's profiles whose game there is, by name; none in private messages."""
    if guild is None:
        return ()
    found = await front.profiles.of(GuildId(guild), game)
    return tuple(profile for profile in found if profile.game in registry.games())


def presets() -> tuple[tuple[str, str], ...]:
    """Every game's presets, the main ones first."""
    return tuple((key, preset) for key, game in registry.games().items() for preset in game.presets)


def preset_names() -> Iterable[str]:
    """What the presets are called, in every language: names that no server profile may have."""
    return (named_profile(game, preset, words_for(code)) for code in languages() for game, preset in presets())


def profile_label(game: str, profile: str, words: Words, version: int = 0, *, plain: bool = False) -> str:
    """Rules with their game, as the choice of rules names them.

    Args:
        game: the game's key.
        profile: a preset's key, or a server profile's name.
        words: the reader's language.
        version: of the server profile; 0 for a preset.
        plain: for a place that shows no markup (a menu's line, a thread's name): the name stays as it was written.
    """
    named = f"{profile} (v{version})" if version and plain else shown_profile(profile, version)
    if not version:
        named = named_profile(game, profile, words)
    return words.text("say.profile_line", game=game_name(game, words), profile=named)
