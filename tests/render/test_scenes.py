"""Panels of hand-made moments."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.core.actions import Pass
from bot.core.cards import Card, cards
from bot.core.errors import Ruling
from bot.core.facts import Camp, Fact, Term, Who, fact
from bot.core.families.belote.denominations import Denomination
from bot.core.games.coinche.actions import Capot
from bot.core.match import DealRecord
from bot.core.prompts import BidRange, OneOf, PickCards, Prompt
from bot.core.registry import games
from bot.core.seats import Seat, Side
from bot.i18n.words import Names, Words, words_for
from bot.render.errors import ruling_text
from bot.render.extras import more_panel, referee_panel, score_panel, trick_panel
from bot.render.hand import hand_panel
from bot.render.help import TOPICS, Place, help_panel
from bot.render.lobby import lobby_panel
from bot.render.panels import Menu, Panel
from bot.render.people import relative
from bot.render.results import hands_panel, match_end_panel, result_panel
from bot.render.scene import Scene
from bot.render.table import table_panel
from tests.render.limits import check
from tests.render.scenes import NoEmoji, lobby_of, played, scene_of

FR = words_for("fr", strict=True)
EN = words_for("en", strict=True)
NAMES = ("Léa", "Hugo", "Zoé", "")


def verbs(panel: Panel) -> list[str]:
    return [button.verb for row in panel.rows if not isinstance(row, Menu) for button in row]


def text(panel: Panel) -> str:
    return plain(panel.text)


def plain(sentence: str) -> str:
    return sentence.replace("\u00a0", " ").replace("\u202f", " ")


def moment(phase: str, *, viewer: int | None = None, tricks: int = 0) -> Scene:
    """The first moment of online coinche in a phase, after some tricks."""
    game = games()["coinche"]
    for state in played("coinche", "coinche_online", seed=4, deals=2):
        public = scene_of(game, "coinche_online", state, None, NAMES)
        assert public.view is not None
        if public.view.phase == phase and sum(public.view.tricks_won) >= tricks:
            return scene_of(game, "coinche_online", state, None if viewer is None else Seat(viewer), NAMES)
    raise AssertionError(phase)


def test_a_refusal_says_why_and_what_is_allowed() -> None:
    missing, duty = fact("refusal.not_in_hand", card=Card.parse("AS")), fact("duty.follow", suit=Term("suit", "S"))
    told = plain(ruling_text(Ruling(missing, cards("7S"), duty), FR))
    assert told == "Tu n’as pas l’as de pique en main. À toi : fournis pique. Jouable : 7♠."
    order = plain(ruling_text(Ruling(fact("refusal.belote_order"), cards("KS QS")), FR))
    assert order.endswith(" Jouables : R♠ D♠.")


def test_a_refused_call_says_whose_turn_it_is_and_what_is_possible() -> None:
    bids = BidRange("bid", (("S", 90), ("H", 90)), 160, 10)
    offers: tuple[Prompt, ...] = (
        OneOf((Pass(),)),
        bids,
        OneOf((Capot(Denomination.SPADES), Capot(Denomination.HEARTS))),
    )
    names = Names(("Léa", "Anna"))
    wrong = fact("refusal.wrong_phase")
    mine = plain(ruling_text(Ruling(wrong, seat=Seat(0), offers=offers, waiting=frozenset({Seat(0)})), FR, names))
    assert mine.endswith("Possible : passer · de 90 à 160 · capot (pique, cœur).")
    hers = plain(ruling_text(Ruling(wrong, seat=Seat(0), waiting=frozenset({Seat(1)})), FR, names))
    assert hers.endswith(" C’est à Anna.")
    ranked = replace(bids, floors=(("S", 90), ("H", 100)), maximum=None)
    told = plain(ruling_text(Ruling(wrong, seat=Seat(0), offers=(ranked,), waiting=frozenset({Seat(0)})), EN, names))
    assert told.endswith("Possible: 90 or more (spades) · 100 or more (hearts).")
    pick = PickCards("discard", cards("7S 8S 9S"), 2, 2)
    told = plain(ruling_text(Ruling(wrong, seat=Seat(0), offers=(pick,), waiting=frozenset({Seat(0)})), FR, names))
    assert told.endswith("Possible : choisir 2 cartes parmi 7♠ 8♠ 9♠.")


def test_the_lobby_says_who_sits_where_and_what_is_disputed() -> None:
    lobby = lobby_of(moment("play"), seated=3)
    panel = lobby_panel(lobby, FR, NoEmoji())
    assert "On attend encore 1 joueur." in text(panel)
    assert "🔵 Léa (hôte)" in text(panel)
    assert "🔶 *libre*" in text(panel)
    assert "On coinche à tout moment" in text(panel)
    assert verbs(panel)[:3] == ["ui:join", "ui:leave", "ui:computer"]
    closed = lobby_panel(replace(lobby, status="closed"), FR, NoEmoji())
    assert closed.rows == ()


def rules_told(game: str, preset: str, players: int, **changes: str | bool) -> list[str]:
    """The rules in the lobby of a table for so many."""
    options = games()[game].presets[preset].with_values(changes)
    state = next(played(game, preset, seed=1, options=options, players=players))
    lobby = lobby_of(scene_of(games()[game], preset, state, None, ("Léa",) * players), seated=1)
    lines = text(lobby_panel(lobby, FR, NoEmoji())).splitlines()
    return [line[2:] for line in lines if line.startswith("- ")]


def test_the_lobby_leaves_out_what_is_moot_or_nothing_special() -> None:
    led = "À cinq : pas d’entame dans la couleur appelée."
    four, five = rules_told("tarot", "fft", 4), rules_told("tarot", "fft", 5)
    assert led not in four
    assert [line for line in five if line not in four] == [led]
    assert not any("misère" in line or "Carte posée" in line for line in four)
    assert not any("alet de carreau" in line for line in rules_told("hearts", "standard", 4))
    assert any("alet de carreau" in line for line in rules_told("hearts", "omnibus", 4))
    assert not any("contrat de 80" in line for line in rules_told("coinche", "coinche", 4))
    assert any("contrat de 80" in line for line in rules_told("coinche", "coinche_pagat", 4))


def test_the_lobby_tells_first_what_differs_from_the_federation() -> None:
    told = rules_told("tarot", "friends", 5)
    assert told[:3] == [
        "À cinq, l’entame est libre.",
        "Une misère vaut 10 points pour son camp.",
        "Une carte non couverte se reprend.",
    ]
    usual = rules_told("tarot", "fft", 4)
    assert told[3:] == usual[: len(told) - 3]
    # What the federation has and this table has not is told, although nothing special holds.
    assert rules_told("coinche", "coinche_online", 4)[:2][-1] == "On joue sans annonces."
    assert all(len(rules_told(key, preset, max(games()[key].seat_counts))) <= 6 for key, preset in every_preset())


def every_preset() -> list[tuple[str, str]]:
    return [(key, preset) for key, game in games().items() for preset in game.presets]


@pytest.mark.parametrize("players", [4, 5])
def test_tricks_of_single_players_are_told_once_there_are_any(players: int) -> None:
    seen = set()
    for state in played("tarot", "fft", seed=4, deals=1, players=players):
        for viewer in (None, Seat(0)):
            scene = scene_of(games()["tarot"], "fft", state, viewer, NAMES + ("",) * (players - 4))
            if scene.view is None or scene.view.phase != "play":
                continue
            shown = text(table_panel(scene, FR, NoEmoji()) if viewer is None else hand_panel(scene, FR, NoEmoji()))
            assert ("Plis : " in shown) == any(scene.view.tricks_won)
            assert shown.count("partie en") == 1
            seen.add((viewer, any(scene.view.tricks_won)))
    assert len(seen) == 4


def test_passing_stands_beside_the_score_when_a_bid_is_asked_for() -> None:
    scene = next(scene for scene in (moment("bidding", viewer=seat) for seat in range(4)) if scene.prompts)
    panel = hand_panel(scene, FR, NoEmoji())
    last = panel.rows[-1]
    assert not isinstance(last, Menu)
    assert [button.verb for button in last] == ["pass", "ui:score"]


@pytest.mark.parametrize("words", [FR, EN])
def test_no_word_leans_on_a_moment_that_the_client_words(words: Words) -> None:
    scene = moment("play")
    assert f" · ⏳ {relative(datetime(2026, 1, 1, tzinfo=UTC))}" in table_panel(scene, words, NoEmoji()).text
    for key, values in (("table.between_until", {}), ("ask.count", {"yes": 1, "total": 3})):
        assert words.text(key, at="<t:1:R>", **values).endswith(" (⏳ <t:1:R>).")


@pytest.mark.parametrize("words", [FR, EN])
def test_help_names_every_intention_and_answers_it_with_commands_and_buttons(words: Words) -> None:
    first = help_panel(words).text
    assert all(f"- {words.text(f'help.{topic}')}" in first for topic in TOPICS)
    everywhere = Place(("belote", "tarot"), table=True, seated=True)
    told = "".join(help_panel(words, topic).text for topic in TOPICS)
    for name in ("table", "hand", "play", "rules", "referee", "profile", "preferences", "settings", "tutorial"):
        assert f"/{words.text(f'command.{name}.name')}" in told, name
    assert f"**{words.text('say.button_fill')}**" in told
    offered = [verb for topic in TOPICS for verb in verbs(help_panel(words, topic, everywhere))]
    assert {"ui:open:belote", "ui:learn:tarot", "ui:hand", "ui:rules", "ui:referee", "ui:pref"} <= set(offered)
    in_private = [verb for topic in TOPICS for verb in verbs(help_panel(words, topic))]
    assert set(in_private) == {"ui:pref"}


def test_the_table_names_turn_trick_contract_and_score() -> None:
    scene = moment("play", tricks=1)
    assert scene.view is not None
    panel = table_panel(scene, FR, NoEmoji())
    for part in ("À toi", "Contrat :", "Plis : 🔵 ", " 🔶 (", "Score :", "à la donne :", "Dernier pli :", " ★ "):
        assert part in text(panel), part
    assert verbs(panel) == ["ui:hand", "ui:trick", "ui:score", "ui:more"]


def test_a_coinche_out_of_turn_is_a_public_button() -> None:
    scene = moment("bidding")
    assert scene.view is not None
    offered = replace(scene, view=replace(scene.view, aloud=("coinche:2",)))
    assert "coinche:2" in verbs(table_panel(offered, FR, NoEmoji()))
    silent = replace(scene, view=replace(scene.view, aloud=()))
    assert "coinche:2" not in verbs(table_panel(silent, FR, NoEmoji()))


@pytest.mark.parametrize("status", ["closed", "suspended", "frozen"])
def test_a_stopped_table_says_so_and_has_no_buttons(status: str) -> None:
    panel = table_panel(replace(moment("play"), status=status), FR, NoEmoji())
    assert panel.rows == ()
    assert FR.text(f"table.{status}") in panel.text


def test_a_player_who_waits_is_told_what_stays_true() -> None:
    scene = moment("play", viewer=0)
    assert scene.view is not None
    others = replace(scene, view=replace(scene.view, to_act=frozenset({Seat(1)}), playable=(), duty=None), prompts=())
    assert "Ce n’est pas encore à toi." in text(hand_panel(others, FR, NoEmoji()))
    both = replace(others, view=replace(scene.view, to_act=frozenset({Seat(1), Seat(2)}), playable=(), duty=None))
    assert hand_panel(both, FR, NoEmoji()) == hand_panel(others, FR, NoEmoji())


def test_the_duty_and_its_reason_come_first() -> None:
    scene = moment("play", viewer=0)
    assert scene.view is not None
    trump = fact("duty.trump", suit=Term("suit", "H"), relation=Term("relation", "opponent"))
    mine = replace(scene.view, to_act=frozenset({Seat(0)}), duty=trump, playable=scene.view.hand[:2])
    panel = hand_panel(replace(scene, view=mine), FR, NoEmoji())
    assert "**À toi : coupe à cœur, un adversaire est maître.**" in text(panel)
    assert "\n-# Le reste : " in text(panel)


def test_someone_without_a_seat_or_cards_is_told() -> None:
    assert "Tu regardes cette table" in hand_panel(moment("play"), FR, NoEmoji()).text
    before = replace(moment("play", viewer=0), view=None)
    assert hand_panel(before, FR, NoEmoji()) == Panel("Tes cartes arriveront ici.")


def test_a_player_who_was_away_can_come_back() -> None:
    scene = moment("play", viewer=0)
    away = replace(scene, players=(replace(scene.players[0], away=True), *scene.players[1:]))
    assert "ui:here" in verbs(hand_panel(away, FR, NoEmoji()))
    shown = table_panel(away, FR, NoEmoji())
    assert "Léa : un ordi joue à sa place" in text(shown)
    assert "ui:here" in verbs(shown)


def test_between_two_deals_a_table_without_anybody_names_its_closing() -> None:
    over = moment("over")
    away = replace(over, players=tuple(replace(player, away=True) for player in over.players))
    assert FR.text("table.asleep") in result_panel(away, FR, NoEmoji()).text
    assert FR.text("table.asleep") not in result_panel(over, FR, NoEmoji()).text


def record(*account: Fact, counts: bool = True) -> DealRecord:
    return DealRecord(3, Seat(0), (180, 80), (340, 1512), Side(0), True, counts, account)


def test_a_result_is_told_as_a_sheet_with_the_time_of_the_next_deal() -> None:
    hearts = Term("denomination", "H")
    account = (
        fact("contract.bid", who=Who(Seat(0)), level=90, denomination=hearts),
        fact("account.bid_made", camp=Camp(Side(0)), points=104, needed=90),
        fact("account.marks", camp=Camp(Side(0)), points=194),
    )
    scene = replace(moment("play"), between=True, records=(record(*account),), ready=frozenset({Seat(1)}))
    panel = result_panel(scene, FR, NoEmoji())
    assert "\nContrat : 90 cœur par 🔵 Léa — réussi, 104 points (il en fallait 90)\n🔵 **194**\n" in text(panel)
    assert "Score : 🔵 Léa & Zoé : **" in text(panel)
    assert scene.deadline is not None
    assert f"(⏳ <t:{int(scene.deadline.timestamp())}:R>)." in text(panel)
    assert ", sinon" not in text(result_panel(replace(scene, deadline=None), FR, NoEmoji()))
    assert "Pour continuer : Hugo" in text(panel)
    assert verbs(panel) == ["ui:ready", "ui:hands", "ui:score", "ui:more"]
    passed = result_panel(replace(scene, records=(record(counts=False),)), FR, NoEmoji())
    assert "Tout le monde a passé" in text(passed)
    assert "Donne 3 : passée" in text(score_panel(replace(scene, records=(record(counts=False),)), FR))


def test_the_end_names_the_winner_or_a_draw() -> None:
    scene = replace(moment("play"), status="finished", records=(record(),), winner=Side(1))
    panel = match_end_panel(scene, FR, NoEmoji())
    assert text(panel).startswith("🏆 **Victoire : 🔶 Hugo & Ordi 4 !**\nScore final : 🔵 Léa & Zoé : **")
    assert verbs(panel) == ["ui:rematch", "ui:teams", "ui:hands", "ui:score"]
    assert "🤝 **Partie nulle" in text(match_end_panel(replace(scene, winner=None), FR, NoEmoji()))


def test_the_last_trick_is_shown_only_where_the_rules_allow() -> None:
    scene = moment("play", tricks=1)
    assert scene.view is not None
    assert "Dernier pli :" in text(trick_panel(scene, FR, NoEmoji()))
    hidden = replace(scene, view=replace(scene.view, last_trick=None))
    assert trick_panel(hidden, FR, NoEmoji()).text == FR.text("trick.hidden")
    assert "ui:trick" not in verbs(table_panel(hidden, FR, NoEmoji()))
    assert trick_panel(moment("bidding"), FR, NoEmoji()).text == FR.text("trick.none")


def test_the_referee_explains_the_last_refusal_and_the_moment() -> None:
    scene = moment("play", tricks=1)
    assert scene.view is not None
    (seat,) = scene.view.to_act
    mine = moment("play", viewer=seat, tricks=1)
    assert mine.view is not None
    refused = fact("refusal.not_in_hand", card=Card.parse("AS"))
    told = text(referee_panel(mine, FR, Ruling(refused, mine.view.hand[:1])))
    assert told.count("Jouable") == 2
    assert "Ton dernier coup a été refusé. Tu n’as pas l’as de pique en main." in told
    assert "Tu entames : aucune couleur n’est demandée" in told
    same = referee_panel(mine, FR, Ruling(refused, mine.view.hand[:1], offers=mine.prompts))
    assert text(same).count("Jouable") == 1, "nothing has changed since"
    check(same)


def test_the_referee_tells_others_whose_turn_it_is() -> None:
    scene = moment("bidding")
    assert scene.view is not None
    (seat,) = scene.view.to_act
    bidder, other = moment("bidding", viewer=seat), moment("bidding", viewer=(seat + 1) % 4)
    assert "passer" in text(referee_panel(bidder, FR))
    assert "de parler. Attends ton tour." in text(referee_panel(other, FR))
    assert "Tu regardes cette table" in text(referee_panel(scene, FR))
    lobby = replace(lobby_of(scene, seated=3), view=None)
    assert "rien à arbitrer" in text(referee_panel(lobby, FR))


def test_more_and_hands() -> None:
    scene = moment("play")
    assert f"{'a' * 24}…" in more_panel(scene, FR).text
    assert hands_panel(scene, FR, NoEmoji()).text == FR.text("result.no_hands")
    assert score_panel(replace(scene, records=()), FR).text.endswith(FR.text("score.empty"))


def test_what_may_be_said_first_is_pointed_out() -> None:
    game, shown = games()["belote"], []
    for seed in range(4):
        for state in played("belote", "belote_annonces", seed=seed, deals=1):
            for seat in range(4):
                panel = hand_panel(scene_of(game, "belote_annonces", state, Seat(seat), NAMES), FR, NoEmoji())
                told = "Avant ta carte, si tu veux : Dire « belote »" in text(panel)
                assert told == ("declare:belote" in verbs(panel))
                shown.append(told)
    assert any(shown)
