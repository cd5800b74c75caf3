"""Message components: Discord's limits, and the form in which Discord gives them back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .errors import invalid
from .model import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SELECTS = (3, 5, 6, 7, 8)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
V2_TOP = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
LINK_STYLE, PREMIUM_STYLE = 5, 6
MAX_V2_COMPONENTS = 40
MAX_V2_TEXT = 4000

Resolve = Callable[[str], Json]
KnownEmoji = Callable[[int], bool]


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component of a tree, in the order a reader meets them."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for key in ("accessory", "component"):
            if component.get(key):
                yield from walk([component[key]])


def interactive(components: list[Json]) -> list[Json]:
    """The buttons and selects of a tree that send an interaction."""
    return [c for c in walk(components) if c["type"] in (BUTTON, *SELECTS) and c.get("custom_id")]


def texts(components: list[Json]) -> list[str]:
    """The text displays of a tree, in order."""
    return [str(c["content"]) for c in walk(components) if c["type"] == TEXT]


def check(components: list[Json], *, v2: bool, known_emoji: KnownEmoji) -> None:
    """Raises the 50035 Discord would answer if the tree breaks a limit."""
    every = list(walk(components))
    if v2:
        if len(every) > MAX_V2_COMPONENTS:
            raise invalid("components", "BASE_TYPE_BAD_LENGTH", f"Must be {MAX_V2_COMPONENTS} or fewer in all.")
        if sum(len(text) for text in texts(components)) > MAX_V2_TEXT:
            raise invalid("components", "BASE_TYPE_BAD_LENGTH", f"Text must be {MAX_V2_TEXT} or fewer in all.")
    elif len(components) > 5:
        raise invalid("components", "BASE_TYPE_BAD_LENGTH", "Must be 5 or fewer in length.")
    for index, component in enumerate(components):
        if component["type"] not in (V2_TOP if v2 else (ROW,)):
            raise invalid(f"components.{index}.type", "UNION_TYPE_CHOICES", "Not allowed at the top level.")
    seen: set[str] = set()
    for component in every:
        _check_one(component, seen, known_emoji)


def _check_one(component: Json, seen: set[str], known_emoji: KnownEmoji) -> None:
    kind = component["type"]
    if kind == ROW:
        inner = component.get("components") or []
        if not 1 <= len(inner) <= 5:
            raise invalid("components.0.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
        if any(c["type"] in SELECTS for c in inner) and len(inner) > 1:
            raise invalid("components.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The row is full.")
    custom_id = component.get("custom_id")
    if custom_id is not None:
        if not 1 <= len(custom_id) <= 100:
            raise invalid("components.custom_id", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
        if custom_id in seen:
            raise invalid("components.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", f"{custom_id} is not unique.")
        seen.add(custom_id)
    if kind == BUTTON:
        _check_button(component)
    if kind == STRING_SELECT:
        _check_select(component)
    for holder in (component, *(component.get("options") or [])):
        emoji = holder.get("emoji")
        if emoji and emoji.get("id") and not known_emoji(int(emoji["id"])):
            raise invalid("components.emoji.id", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _check_button(button: Json) -> None:
    label = button.get("label") or ""
    if len(label) > 80:
        raise invalid("components.label", "BASE_TYPE_BAD_LENGTH", "Must be 80 or fewer in length.")
    if not label and not button.get("emoji") and button["style"] != PREMIUM_STYLE:
        raise invalid("components.label", "BUTTON_COMPONENT_LABEL_REQUIRED", "A button needs a label or an emoji.")
    if (button["style"] == LINK_STYLE) == bool(button.get("custom_id")):
        raise invalid("components.style", "BUTTON_COMPONENT_STYLE", "Links have a url, other buttons a custom_id.")


def _check_select(select: Json) -> None:
    options = select.get("options") or []
    if not 1 <= len(options) <= 25:
        raise invalid("components.options", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25 in length.")
    if len({option["value"] for option in options}) != len(options):
        raise invalid("components.options", "COMPONENT_OPTION_VALUE_DUPLICATED", "The value is used twice.")
    if any(not 1 <= len(o["label"]) <= 100 or not 1 <= len(o["value"]) <= 100 for o in options):
        raise invalid("components.options", "BASE_TYPE_BAD_LENGTH", "Labels and values take 1 to 100 characters.")
    if not 0 <= select.get("min_values", 1) <= select.get("max_values", 1) <= len(options):
        raise invalid("components.max_values", "BASE_TYPE_BAD_LENGTH", "min_values and max_values do not fit.")


def stored(components: list[Json], resolve: Resolve) -> list[Json]:
    """The tree as Discord gives it back: ids filled in, defaults present, `attachment://` links resolved."""
    counter = iter(range(1, 10_000))
    return [_stored(component, counter, resolve) for component in components]


def _stored(component: Json, counter: Iterator[int], resolve: Resolve) -> Json:
    done = {k: v for k, v in component.items() if v is not None}
    done["id"] = component.get("id") or next(counter)
    if "components" in done:
        done["components"] = [_stored(c, counter, resolve) for c in done["components"]]
    for key in ("accessory", "component"):
        if key in done:
            done[key] = _stored(done[key], counter, resolve)
    done |= {k: v for k, v in _defaults(component).items() if done.get(k) is None}
    if component["type"] == STRING_SELECT:
        done["options"] = [_stored_option(option) for option in component["options"]]
    if done.get("emoji"):
        done["emoji"] = _stored_emoji(done["emoji"])
    for key in ("media", "file"):
        if key in done:
            done[key] = resolve(done[key]["url"])
    if component["type"] == GALLERY:
        done["items"] = [_stored_item(item, resolve) for item in component["items"]]
    if component["type"] == FILE:
        done |= {"name": component["file"]["url"].split("/")[-1], "size": 0}
    return done


def _stored_item(item: Json, resolve: Resolve) -> Json:
    media = resolve(item["media"]["url"])
    return {"description": item.get("description"), "spoiler": bool(item.get("spoiler")), "media": media}


def _defaults(component: Json) -> dict[str, Any]:
    match component["type"]:
        case kind if kind in SELECTS:
            return {"min_values": 1, "max_values": 1, "disabled": False}
        case 14:
            return {"spacing": 1, "divider": True}
        case 17:
            return {"accent_color": None, "spoiler": False}
        case 11:
            return {"description": None, "spoiler": False}
        case 13:
            return {"spoiler": False}
        case _:
            return {}


def _stored_option(option: Json) -> Json:
    done = {k: v for k, v in option.items() if v is not None}
    done.setdefault("default", False)
    if done.get("emoji"):
        done["emoji"] = _stored_emoji(done["emoji"])
    return done


def _stored_emoji(emoji: Json) -> Json:
    kept = {"name": emoji.get("name") or "_"}
    if emoji.get("id"):
        kept |= {"id": str(emoji["id"]), "animated": bool(emoji.get("animated"))}
    return kept
