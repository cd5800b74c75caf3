"""What the computer player does at belote for two, from its view alone."""

from __future__ import annotations

from bot.ai.heuristic import Heuristic
from bot.ai.hints.belote_two import hint
from bot.ai.random_legal import RandomLegal
from bot.core.actions import Action, Declare, PlayCard
from bot.core.families.belote.classic_game import ClassicState
from bot.core.game import AnyGame
from bot.core.games.belote_two.rules import GAME
from bot.core.registry import game_of
from bot.core.seats import Seat
from bot.core.situation import Situation
from tests.ai.duel import deals
from tests.rules.two_deals import dealt, face_up, in_turn, rows, talon, tricks

KEY = "belote_two"


def advice(state: ClassicState) -> str | None:
    """What the seat whose turn it is would do; it needs no memory here."""
    seat = Seat(state.turn)
    return hint(GAME.view(state, seat), GAME.prompts(state, seat), ())


def test_it_takes_with_the_best_trumps_and_not_with_none() -> None:
    assert advice(dealt(talon(), "JH 9H 10H AS", turned="AH")) == "take"
    assert advice(dealt(talon(), "7S 8S 7D 8D 7C 8C", turned="AH")) == "pass"


def test_it_exchanges_the_seven_first() -> None:
    assert advice(in_turn(dealt(talon(), "7H JC", turned="AH"), "take")) == "declare:exchange"


def test_before_the_rows_it_takes_what_it_can_and_wastes_nothing_on_what_it_cannot() -> None:
    mine, theirs = "AD 7D AS 7S 8S QC 9C 8H", "KD 8D 10D KS QS 10C JC 7H"
    lead = rows(face_up(), mine, theirs)
    assert advice(lead) in {"play:AD", "play:AS"}, "the other one must follow with points"
    assert advice(tricks(lead, "AD")) == "play:8D"
    # The ten would fall to the ace; the ten of clubs wins the queen.
    assert advice(tricks(lead, "QC")) == "play:10C"


def test_it_names_the_suit_in_which_its_row_is_the_stronger() -> None:
    strong, weak = "JS 9S AS 10S 7D 8D 7C 8C", "AD KD QD AC KC QC 9H 8H"
    assert advice(in_turn(rows(face_up(open_trump="bid"), strong, weak), "pass", "pass")) == "take:S"


async def test_it_says_belote_and_rebelote_where_they_must_be_said() -> None:
    """Of the belotes that its cards allow it loses none: every king and queen of trumps in one row is spoken for."""
    game = game_of(KEY)
    options = face_up(belote_announce="manual")
    said: list[str] = []

    class Listening(Heuristic):
        async def choose(self, situation: Situation) -> Action:
            action = await super().choose(situation)
            royal = isinstance(action, PlayCard) and any(p.accepts("declare:rebelote") for p in situation.prompts)
            assert not (royal and action.code[5] in "KQ" and action.code[-1] == situation.view.trump), "said nothing"
            said.extend([action.what] if isinstance(action, Declare) else [])
            return action

    await deals(game, options, [Listening(game, hint, seed) for seed in (1, 2)], 60, seed=3)
    assert said.count("belote") == said.count("rebelote") > 10


async def test_it_beats_chance_before_open_rows() -> None:
    game: AnyGame = game_of(KEY)
    options = game.presets["deux_decouverte"]
    good, bad = Heuristic(game, hint, 1), RandomLegal(game, 2)
    there = await deals(game, options, [good, bad], 60, seed=5)
    back = await deals(game, options, [bad, good], 60, seed=5)
    ours, theirs = there.marks[0] + back.marks[1], there.marks[1] + back.marks[0]
    assert ours > 1.3 * theirs, (ours, theirs)
    assert good.failures == 0
