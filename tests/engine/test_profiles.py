"""Servers' own rules: names, versions, what goes together, and what later releases make of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core import registry
from bot.core.errors import IllegalAction
from bot.core.options import Options, OptionValue
from bot.engine.errors import EngineRefusal, Trouble
from bot.engine.models import ChannelId, GuildId
from bot.engine.profiles import (
    NAME_LIMIT,
    PROFILE_LIMIT,
    ProfileBook,
    ProfileId,
    ServerProfile,
    checked_name,
    clash_of,
)
from tests.conformance.toygame import ToyOptions
from tests.engine.fakes import CHANNEL, GAMES, GUILD, LEA, TOM, FakeClock, World

OTHER_CHANNEL = ChannelId(11)


class FakeProfiles:
    """Profiles in a list."""

    def __init__(self) -> None:
        self.kept: dict[ProfileId, ServerProfile] = {}
        self.given = 0

    async def of(self, guild: GuildId) -> tuple[ServerProfile, ...]:
        return tuple(sorted((p for p in self.kept.values() if p.guild == guild), key=lambda p: p.key))

    async def add(self, profile: ServerProfile, limit: int) -> ServerProfile:
        self.given += 1
        kept = replace(profile, id=ProfileId(self.given))
        self.kept[kept.id] = kept
        return kept

    async def change(self, profile: ServerProfile) -> None:
        found = self.kept.get(profile.id)
        if found is None:
            raise EngineRefusal(Trouble.PROFILE_GONE)
        if found.version != profile.version - 1:
            raise EngineRefusal(Trouble.PROFILE_CHANGED, version=found.version)
        self.kept[profile.id] = profile

    async def remove(self, guild: GuildId, profile: ProfileId) -> None:
        if self.kept.pop(profile, None) is None:
            raise EngineRefusal(Trouble.PROFILE_GONE)


@pytest.fixture
def profiles() -> FakeProfiles:
    return FakeProfiles()


@pytest.fixture
def book(profiles: FakeProfiles) -> ProfileBook:
    return ProfileBook(profiles, FakeClock(), GAMES, {"La bruyante"})


async def made(book: ProfileBook, name: str = "Comme chez nous", **changes: OptionValue) -> ServerProfile:
    return await book.create(GUILD, name, "toy", "loud", ToyOptions().with_values(changes))


def code(refused: pytest.ExceptionInfo[EngineRefusal]) -> Trouble:
    return refused.value.code


async def test_a_profile_is_found_however_its_name_is_written(book: ProfileBook) -> None:
    profile = await made(book, "  Comme\u202e chez\n nous ", target=7)
    assert profile.name == "Comme chez nous"
    assert await book.find(GUILD, "COMME chez nous") == profile
    assert await book.find(GuildId(99), "Comme chez nous") is None
    assert await book.of(GUILD, "toy") == (profile,)
    assert await book.of(GUILD, "other") == ()
    assert book.rules(profile).options == ToyOptions(target=7)


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u3164", "x" * (NAME_LIMIT + 1), "\n"])
async def test_a_name_that_shows_nothing_or_is_too_long_is_refused(book: ProfileBook, name: str) -> None:
    with pytest.raises(EngineRefusal) as refused:
        await made(book, name)
    assert code(refused) is Trouble.PROFILE_NAME


@pytest.mark.parametrize("name", ["loud", "LOUD", "la bruyante", "ｌｏｕｄ"])
async def test_what_a_preset_is_called_is_no_name(book: ProfileBook, name: str) -> None:
    with pytest.raises(EngineRefusal) as refused:
        await made(book, name)
    assert code(refused) is Trouble.PROFILE_RESERVED


def test_a_name_never_ends_the_block_it_is_shown_in() -> None:
    assert checked_name("a```b") == "a’’’b"


async def test_names_are_given_once_and_only_so_many(book: ProfileBook) -> None:
    await made(book)
    with pytest.raises(EngineRefusal) as refused:
        await made(book, "comme CHEZ nous")
    assert code(refused) is Trouble.PROFILE_TAKEN
    for number in range(PROFILE_LIMIT - 1):
        await made(book, f"n{number}")
    with pytest.raises(EngineRefusal) as full:
        await made(book, "one more")
    assert code(full) is Trouble.PROFILES_FULL


async def test_a_change_is_the_next_version_and_of_two_only_one_is_kept(book: ProfileBook) -> None:
    first = await made(book)
    second = await book.change(first, ToyOptions(target=9))
    assert (second.version, second.options["target"]) == (2, 9)
    with pytest.raises(EngineRefusal) as refused:
        await book.change(first, ToyOptions(target=3))
    assert code(refused) is Trouble.PROFILE_CHANGED
    assert await book.get(GUILD, first.id) == second
    await book.delete(second)
    with pytest.raises(EngineRefusal) as gone:
        await book.get(GUILD, first.id)
    assert code(gone) is Trouble.PROFILE_GONE


async def test_unknown_games_and_presets_and_values_are_refused(book: ProfileBook) -> None:
    with pytest.raises(EngineRefusal) as game:
        await book.create(GUILD, "a", "bridge", "loud", ToyOptions())
    assert code(game) is Trouble.UNKNOWN_GAME
    with pytest.raises(EngineRefusal) as preset:
        await book.create(GUILD, "a", "toy", "soft", ToyOptions())
    assert code(preset) is Trouble.UNKNOWN_PROFILE
    with pytest.raises(IllegalAction):
        await book.create(GUILD, "a", "toy", "loud", replace(ToyOptions(), target=1000))
    other = next(iter(registry.games().values())).options_type()
    with pytest.raises(EngineRefusal):
        await book.create(GUILD, "a", "toy", "loud", other)


async def test_a_profile_of_another_release_stays_readable(book: ProfileBook, profiles: FakeProfiles) -> None:
    profile = await made(book, target=7)
    older = replace(profile, options={"target": 7, "vanished": "x"}, base="no such preset")
    rules = book.rules(older)
    assert rules.options == ToyOptions(target=7)
    assert (rules.added, rules.lost) == (("knocking",), ("vanished",))
    assert rules.base == ToyOptions()
    narrowed = book.rules(replace(profile, options={"target": 5000, "knocking": False}))
    assert (narrowed.options, narrowed.lost) == (ToyOptions(knocking=False), ("target",))
    with pytest.raises(EngineRefusal) as refused:
        book.rules(replace(profile, game="bridge"))
    assert code(refused) is Trouble.UNKNOWN_GAME


@pytest.mark.parametrize(
    ("game", "preset"), [(key, name) for key, game in registry.games().items() for name in game.presets]
)
def test_presets_go_together(game: str, preset: str) -> None:
    found = registry.game_of(game)
    assert clash_of(found, found.presets[preset], found.presets[preset]) is None


def test_options_that_do_not_go_together_are_named() -> None:
    """Two limits of one auction that leave no bid: each of them alone would do."""
    clashes: list[tuple[str, ...]] = []
    for game in registry.games().values():
        base: Options = game.options_type()
        names = base.values()
        if "bid_min" in names and "bid_max" in names:
            clash = clash_of(game, base.with_values({"bid_min": 200, "bid_max": 100, "target": 500}), base)
            assert clash is not None
            clashes.append(clash.options)
    assert clashes
    assert all(set(found) == {"bid_min", "bid_max"} for found in clashes)


async def test_a_table_keeps_what_it_was_opened_with(world: World, book: ProfileBook) -> None:
    """Over a change of the profile, its deletion, the start of the match, a restart and a rematch's lobby."""
    first = await made(book, target=1)
    opened = await world.service.open(
        GUILD, CHANNEL, LEA, "toy", first.name, book.rules(first).options, 2, "fr", first.version
    )
    await world.service.join(opened.id, TOM)
    second = await book.change(first, ToyOptions(target=50))
    await world.service.start(opened.id, LEA.user)
    await book.delete(second)
    service = world.restarted()
    table = await service.table(opened.id)
    assert (table.profile, table.profile_version, table.target) == ("Comme chez nous", 1, 1)
    assert table.options == ToyOptions(target=1)
    other = await service.open(
        GUILD, OTHER_CHANNEL, TOM, "toy", second.name, book.rules(second).options, 2, "fr", second.version
    )
    assert (other.profile_version, other.target) == (2, 50)
    back = await service.set_profile(other.id, TOM.user, "toy", "quiet")
    assert (back.profile, back.profile_version) == ("quiet", 0)
