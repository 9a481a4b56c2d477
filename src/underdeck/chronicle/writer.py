"""Turn a story into prose: choose a scene for each beat, then fill its text."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from underdeck.chronicle.chronicle import Chronicle, Line, Paragraph, Section
from underdeck.chronicle.grammar import (
    CHOSEN,
    GENDERS,
    MARK,
    Agreement,
    Choice,
    Literal,
    Node,
    Sequence,
    Slot,
    fit,
    parse,
)
from underdeck.chronicle.library import Library, Name, Scene
from underdeck.chronicle.numbers import counted, number
from underdeck.chronicle.story import Beat, Facts, Length, Named, Names, Ref, Story

MASK_NAME, MASK_NUMBER = "_", "#"
PROPER_FORMS = frozenset({"name", "full", "a", "the"})
"""The forms of a name that frames mask; other forms are phrases."""
MAX_NAME_DEPTH = 2
"""Maximum depth of names within the forms of names, which ends those that use themselves."""
PARAGRAPH_WORDS = 45
"""The number of words after which the next turn begins a paragraph."""
CLAUSE_WEIGHT = 2
"""How much more likely each clause of its condition makes a scene."""
AND = {"en": ("and", "and"), "es": ("y", "e")}
"""The word before the last of several names; the second one stands before the sound of i."""


@dataclass(slots=True)
class Pen:
    """Writes the texts of one chronicle and remembers what has been used."""

    library: Library
    story: Story
    used: Counter[object] = field(default_factory=Counter)
    _names: dict[Ref, Name] = field(default_factory=dict)
    """Names that were looked up: shuffling their lists would take half of the time."""

    @property
    def language(self) -> str:
        """Return the language of the texts."""
        return self.library.language

    def write(self, beat: Beat, random: Random) -> Line | None:
        """Return the text for a beat, or None if no scene fits."""
        facts = {**self.story.facts, **beat.facts}
        ink = Ink(self, facts, {**self.story.names, **beat.names}, random)
        chosen = self._choose(beat.kind, facts, ink, random)
        if chosen is None:
            return None
        scene, text = chosen
        self.used[id(text)] += 1
        shown, frame = ink.sequence(text)
        return Line(
            text=fit(shown, self.language),
            frame=fit(frame, self.language),
            beat=beat,
            origin=scene.origin,
            slots=tuple(dict.fromkeys(ink.filled)),
        )

    def _choose(
        self, kind: str, facts: Facts, ink: "Ink", random: Random
    ) -> tuple[Scene, Sequence] | None:
        """Choose among the texts that fit; specific scenes are likelier, used texts come last."""
        fitting = [
            (scene, text)
            for scene in self.library.scenes.get(kind, ())
            if scene.when.holds(facts)
            for text in scene.texts
            if ink.can_fill(text)
        ]
        if not fitting:
            return None
        least = min(self.used[id(text)] for _, text in fitting)
        fresh = [(scene, text) for scene, text in fitting if self.used[id(text)] == least]
        weights = [1 + CLAUSE_WEIGHT * scene.when.clauses for scene, _ in fresh]
        return random.choices(fresh, weights)[0]

    def name(self, ref: Ref) -> Name:
        """Return the name that this story uses for a reference."""
        if ref not in self._names:
            names = shuffled(self.library, self.story.seed, ref.table, ref.key)
            chosen = chosen_names(self.story)
            names = [name for name in names if chosen.isdisjoint(name.proper)] or names
            self._names[ref] = names[ref.place % len(names)]
        return self._names[ref]


def chosen_names(story: Story) -> set[str]:
    """Return the names that players chose, which nobody else in the story may have."""
    found = [
        each
        for named in story.names.values()
        for each in ([named] if isinstance(named, Ref | str) else named)
    ]
    return {each.casefold() for each in found if isinstance(each, str)}


def shuffled(library: Library, seed: str, table: str, key: str) -> list[Name]:
    """Return the names of a list in the order of a story, which is the same in all languages."""
    names = library.list_of(table, key)
    order = list(range(len(names)))
    Random(f"{seed} {table} {key}").shuffle(order)  # noqa: S311  the same tale each time
    return [names[place] for place in order]


@dataclass(slots=True)
class Ink:
    """Fills the text of one beat."""

    pen: Pen
    facts: Facts
    names: Names
    random: Random
    filled: list[tuple[str, str, str]] = field(default_factory=list)
    """The name, the form and the text of each name and number that was filled in."""
    _depth: int = 0
    """How many names contain the form that is looked at or filled in."""

    def can_fill(self, nodes: Sequence) -> bool:
        """Return whether every name and number in a text is known here."""
        return all(self._can_fill(node) for node in nodes)

    def _can_fill(self, node: Node) -> bool:
        match node:
            case Choice(options=options):
                return any(self.can_fill(option) for option in options)
            case Agreement(name=name):
                return name in self.names
            case Slot(name=name, form=form):
                if name in self.names:
                    return self._has_form(self.names[name], form)
                return form == "name" and isinstance(self.facts.get(name), int)
        return True

    def _has_form(self, named: Named, form: str) -> bool:
        """Return whether a name has a form; a name that a player chose has only one."""
        if isinstance(named, Ref):
            text = self.pen.name(named).forms.get(form)
            return text is not None and self._can_fill_form(text)
        if form not in PROPER_FORMS or not named:
            return False
        return isinstance(named, str) or all(self._has_form(each, "name") for each in named)

    def _can_fill_form(self, text: str) -> bool:
        """Return whether every name in the form of a name is known here, and so on."""
        if self._depth == MAX_NAME_DEPTH:
            return False
        self._depth += 1
        is_known = self.can_fill(parse(text))
        self._depth -= 1
        return is_known

    def sequence(self, nodes: Sequence) -> tuple[str, str]:
        """Return a text, and its frame with names and numbers masked."""
        parts = [self._node(node) for node in nodes]
        return "".join(text for text, _ in parts), "".join(frame for _, frame in parts)

    def _node(self, node: Node) -> tuple[str, str]:
        match node:
            case Literal(text=text):
                return text, text
            case Choice(options=options):
                return self.sequence(self._option(options))
            case Agreement(name=name, forms=forms):
                word = forms[self._gender(name) % len(forms)]
                return word, forms[0]
            case Slot(name=name) if name in self.names:
                return self._name(node)
            case Slot():
                return self._number(node)
        raise AssertionError(node)

    def _option(self, options: tuple[Sequence, ...]) -> Sequence:
        """Choose an alternative that can be filled, one that wasn't used before if possible."""
        known = [option for option in options if self.can_fill(option)]
        used = self.pen.used
        least = min(used[option] for option in known)
        option = self.random.choice([option for option in known if used[option] == least])
        used[option] += 1
        return option

    def _gender(self, name: str) -> int:
        named = self.names[name]
        if isinstance(named, Ref):
            return GENDERS.index(self.pen.name(named).gender)
        return 0

    def _name(self, slot: Slot) -> tuple[str, str]:
        named = self.names[slot.name]
        if isinstance(named, Ref):
            text, frame = self._form(named, slot.form)
        elif isinstance(named, str):
            text = frame = CHOSEN + named
        else:
            text = frame = listed(
                self.pen.language,
                [self._form(each, "name")[0] if isinstance(each, Ref) else each for each in named],
            )
        self.filled.append((slot.name, slot.form, text.replace(MARK, "").replace(CHOSEN, "")))
        if slot.form in PROPER_FORMS:
            return MARK + text, MASK_NAME
        return MARK + text, MARK + frame

    def _form(self, ref: Ref, form: str) -> tuple[str, str]:
        """Return a form of a name from the texts, which may contain other names."""
        self._depth += 1
        filled = self.sequence(parse(self.pen.name(ref).forms[form]))
        self._depth -= 1
        return filled

    def _number(self, slot: Slot) -> tuple[str, str]:
        n = int(self.facts[slot.name])
        if slot.plural:
            text = counted(self.pen.language, n, slot.plural)
            frame = slot.plural.partition("|")[2] or slot.plural
        else:
            text, frame = number(self.pen.language, n), MASK_NUMBER
        self.filled.append((slot.name, "number", text))
        return MARK + text, frame


def listed(language: str, names: list[str]) -> str:
    """Return several names as one: `a, b and c`."""
    if len(names) < 2:
        return "".join(names)
    plain, before_i = AND[language]
    last = names[-1]
    is_i = last.lower().startswith(("i", "hi")) and not last.lower().startswith(("ia", "ie", "hie"))
    return f"{', '.join(names[:-1])} {before_i if is_i else plain} {last}"


def write(story: Story, texts: Library, length: Length, phases: Iterable[str]) -> Chronicle:
    """Write the chronicle of a story."""
    pen = Pen(texts, story)
    frame = Pen(texts, story)  # titles and headings don't depend on what the tale has used
    lines: list[Line] = []
    missing: list[Beat] = []
    for place, beat in enumerate(story.beats):
        # Each beat has randomness of its own, so that a new scene elsewhere changes nothing here.
        random = Random(f"{story.seed} {length} {place} {beat.kind}")  # noqa: S311
        written = pen.write(beat, random)
        if written is None:
            missing.append(beat)
        else:
            lines.append(written)
    if length == "short":
        sections = [Section("", "", (_paragraph(lines),))] if lines else []
    else:
        sections = _sections(frame, lines, phases)
    return Chronicle(
        game=story.game,
        language=texts.language,
        length=length,
        seat=story.seat,
        title=_line(frame, "title", {}),
        subject=_line(frame, "subject", {}),
        fate=_line(frame, "fate", {}),
        plot=dict(story.plot),
        sections=tuple(sections),
        lines=tuple(lines),
        missing=tuple(missing),
    )


def _line(pen: Pen, kind: str, facts: Facts) -> str:
    """Return a line that isn't part of the tale, such as the title or a heading."""
    random = Random(f"{pen.story.seed} {kind} {dict(facts)}")  # noqa: S311
    written = pen.write(Beat(kind, "", 0, 0, facts), random)
    return written.text if written else ""


def _sections(pen: Pen, lines: list[Line], phases: Iterable[str]) -> list[Section]:
    """Return a section with a heading for each phase that has something to tell."""
    found = []
    for phase in phases:
        own = [each for each in lines if each.beat.phase == phase]
        if own:
            heading = _line(pen, "heading", {"phase": phase})
            found.append(Section(phase, heading, tuple(map(_paragraph, _groups(own)))))
    return found


def _groups(lines: list[Line]) -> list[list[Line]]:
    """Divide the texts of a phase into paragraphs of a readable length.

    What happens in the same moves, such as a fight and its treasure, stays in one paragraph.
    """
    groups: list[list[Line]] = []
    for each in lines:
        words = sum(len(other.text.split()) for other in groups[-1]) if groups else 0
        is_new = bool(groups) and each.beat.first > groups[-1][-1].beat.last
        if not groups or (is_new and words >= PARAGRAPH_WORDS):
            groups.append([])
        groups[-1].append(each)
    return groups


def _paragraph(lines: list[Line]) -> Paragraph:
    """Join texts to a paragraph."""
    return Paragraph(
        text=" ".join(each.text for each in lines),
        first=min(each.beat.first for each in lines),
        last=max(each.beat.last for each in lines),
        cards=tuple(dict.fromkeys(card for each in lines for card in each.beat.cards)),
    )
