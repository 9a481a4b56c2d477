"""The page has no rules: few lines of it mention one, and their number must not grow."""

from pathlib import Path

import pytest

from web.rule_mentions import rule_mentions

MAX_MENTIONS = 18
"""The number reached; lower it whenever a mention goes. Most read the rank of a card to find its
moves, and a few say which control makes which kinds of moves."""

OLD_LINES = {
    "a card, a rank or a suit by name": (
        'const kings = $derived(view.hand.filter((card) => card.startsWith("K")));',
        '{#each ["KS", "KH", "KD", "KC"] as king (king)}',
        "<td class:red={/[HD]$/.test(code)}>",
        "const NUMBERS: Record<string, number> = { A: 1, J: 11, Q: 12, K: 13, Jk: 14 };",
        'const texts = ranks.map((rank) => (rank === "Jk" ? `fight Jk=${joker}` : rank));',
    ),
    "the rank or suit of a card": ("const sorted = $derived([...hand].sort(byRank));",),
    "a number of the rules": (
        "const MAX_TORCHES = 4;",
        "const CELL_VALUE = 11;",
        "{#each { length: 4 } as _, index (index)}",
        "torches: 4 - view.burnt,",
    ),
    "arithmetic of the rules": (
        "const left = 2 * deepest - 1 - done;",
        'if (kind === "delve" && view.turn === 0) return "begin";',
        'const isDeadly = kind === "suffer" && view.blow >= view.hit_points;',
    ),
    "a paragraph of the rules": ('  standing: "3.6",', '  between: "9",'),
    "the text of a move": (
        'const [kind = "", named] = move.split(" ");',
        r"const ACCUSATION = /^accuse p(\d)$/;",
        'cards: queued.map((text) => text.replace("fight ", "")).join(", "),',
    ),
    "a set of verbs or states": (
        'const WITH_CARD = new Set(["bid", "dig", "cave"]);',
        '  saving: ["yield"],',
    ),
    "the result of an event": ("  builder.set({ hit_points: hp, blow: 0 });",),
}
"""Lines that the page once had."""


def mentions_in(folder: Path, path: str, source: str) -> list[str]:
    """Return what the only file of a page mentions."""
    file = folder / path
    file.parent.mkdir(parents=True)
    file.write_text(source, "utf-8")
    return [mention.what for mention in rule_mentions(folder)]


def test_the_page_mentions_no_more_rules_than_before() -> None:
    mentions = rule_mentions()
    listed = "\n".join(f"{mention.path}:{mention.line}: {mention.text}" for mention in mentions)
    assert len(mentions) <= MAX_MENTIONS, listed


@pytest.mark.parametrize(
    ("what", "line"), [(what, line) for what, lines in OLD_LINES.items() for line in lines]
)
def test_a_line_with_a_rule_is_found(tmp_path: Path, what: str, line: str) -> None:
    assert mentions_in(tmp_path, "games/tomb/moves.ts", line) == [what]


@pytest.mark.parametrize(
    "path",
    [
        "cards/faces.ts",
        "games/tomb/faces.ts",
        "games/tomb/icons.ts",
        "games/tomb/SpreadPicture.svelte",
        "games/tomb/moves.test.ts",
        "core/protocol.ts",
    ],
)
def test_card_faces_tests_and_generated_types_may_name_cards(tmp_path: Path, path: str) -> None:
    assert mentions_in(tmp_path, path, 'const CROWN = "KS";') == []


def test_the_motion_of_cards_is_no_card_face(tmp_path: Path) -> None:
    assert len(mentions_in(tmp_path, "cards/motion/engine.ts", 'const CROWN = "KS";')) == 1


def test_comments_imports_and_styles_are_no_code(tmp_path: Path) -> None:
    source = (
        '/** The "K". */\nimport { rankOf } from "./x";\n<style>\n  .a { content: "K"; }\n</style>'
    )
    assert mentions_in(tmp_path, "table/Log.svelte", source) == []


def test_an_ordinary_line_is_not_found(tmp_path: Path) -> None:
    source = 'const NUMBER_KEYS = ["1", "2", "3"];\ndelve: "3d-stairs",\nmargin: "0",'
    assert mentions_in(tmp_path, "table/Log.svelte", source) == []
