"""What the platform accepts of a message."""

from __future__ import annotations

from bot.render.panels import Button, Menu, Panel


def check(panel: Panel) -> None:
    """Fail where a panel would be refused."""
    assert 0 < len(panel.text.encode("utf-16-le")) // 2 <= 2000, len(panel.text)
    assert "⟦" not in panel.text
    assert "{" not in panel.text
    assert len(panel.rows) <= 5
    verbs: list[str] = []
    for row in panel.rows:
        if isinstance(row, Menu):
            _check_menu(row)
            verbs.append(row.verb)
        else:
            assert 1 <= len(row) <= 5
            for button in row:
                _check_button(button)
                verbs.append(button.verb)
    assert len(verbs) == len(set(verbs)), verbs


def _check_button(button: Button) -> None:
    assert 1 <= len(button.verb) <= 60, button
    assert len(button.label) <= 80, button
    assert button.label or button.emoji, button


def _check_menu(menu: Menu) -> None:
    assert 1 <= len(menu.verb) <= 60, menu
    assert len(menu.placeholder) <= 150, menu
    assert 1 <= len(menu.choices) <= 25, menu
    assert 0 <= menu.minimum <= menu.maximum <= len(menu.choices), menu
    values = [choice.value for choice in menu.choices]
    assert len(values) == len(set(values)), values
    for choice in menu.choices:
        assert 1 <= len(choice.value) <= 100, choice
        assert 1 <= len(choice.label) <= 100, choice
        assert len(choice.description) <= 100, choice
    assert sum(choice.default for choice in menu.choices) <= menu.maximum
