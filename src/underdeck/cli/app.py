"""The commands of `underdeck`, their options, and what happens when something goes wrong."""

import errno
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from shutil import get_terminal_size, which
from typing import TYPE_CHECKING, Any

from underdeck import __version__
from underdeck.cli.speech import Speech, speak
from underdeck.cli.terminal import Terminal, wrap
from underdeck.game import GAMES, Game, find_game
from underdeck.house import read_house
from underdeck.refusal import Refusal
from underdeck.say import LANGUAGES
from underdeck.say.table import printable, refusal_text

import click  # isort: skip  after `speech`, which lends it our words

if TYPE_CHECKING:
    from underdeck.cli.saves import Save
    from underdeck.deal import Deal
    from underdeck.record import Playthrough
    from underdeck.study.simulation import Tally

FAILED, INTERRUPTED = 1, 130
VARIANTS = {
    "jokers-wild": ("jokers_wild", "on"),
    "random-cell": ("jokers_wild", "on"),
    "almost-black": ("almost_black", "on"),
    "pitch-black": ("pitch_black", "on"),
    "suicide-queen": ("suicide_queen", "on"),
    "counter-attack-1": ("counter_attack", "1"),
    "counter-attack-2": ("counter_attack", "2"),
    "counter-attack-3": ("counter_attack", "3"),
}
MOST_SHOWN = 200


def run(args: Sequence[str]) -> int:
    """Run one command and say how it went: 0 done, 1 refused, 2 misused, 130 interrupted."""
    prepare_streams()
    words = speak(args)
    words.program = program_name()
    try:
        left = build().main(list(args), prog_name="underdeck", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except Refusal as refusal:
        complain(refusal_text(words, refusal))
        return FAILED
    except (KeyboardInterrupt, click.Abort):
        complain(words.say("cli.error.interrupted"))
        return INTERRUPTED
    except OSError as error:
        # Whoever read us has gone, or there is no room: the interpreter must not try to write there once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            complain(refusal_text(words, Refusal("output_failed", reason=errno.errorcode.get(error.errno or 0, str(error)))))
        return FAILED
    return left if isinstance(left, int) else 0


def prepare_streams() -> None:
    """Streams that were closed lead nowhere, and what can't be read or shown is replaced, not an error."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  for as long as we run
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def program_name() -> str:
    """What to type to start us again: our name if it is on the path, else the way there."""
    return "underdeck" if which("underdeck") else os.path.relpath(sys.argv[0])


def complain(sentence: str) -> None:
    """Say it on standard error, wrapped for whoever sits there."""
    width = get_terminal_size().columns if sys.stderr.isatty() else 10_000
    click.echo("\n".join(wrap(sentence, width)), err=True)


def text(key: str, /, **parts: object) -> str:
    """A sentence of the command line."""
    return Speech.words.say(f"cli.{key}", **parts)


def build() -> click.Group:
    """The commands, described in the language of this run."""
    group = click.Group(
        "underdeck",
        help=text("help.underdeck"),
        no_args_is_help=True,
        options_metavar=text("metavar.options"),
        subcommand_metavar=text("metavar.command"),
    )
    group.params = [
        click.Option(["--version"], is_flag=True, is_eager=True, expose_value=False, callback=show_version, help=text("option.version")),
        language_option(),
    ]
    for name, action, params in COMMANDS:
        command = click.Command(
            name,
            callback=action,
            params=[*params(), language_option()],
            help=text(f"help.{name}"),
            short_help=text(f"short_help.{name}"),
            options_metavar=text("metavar.options"),
        )
        group.add_command(command)
    return group


def show_version(context: click.Context, _param: click.Parameter, asked: bool) -> None:
    """Print the version and stop."""
    if asked and not context.resilient_parsing:
        click.echo(f"underdeck {__version__}")
        context.exit()


def language_option() -> click.Option:
    """`--lang`, which was heeded before anything was parsed."""
    return click.Option(["--lang"], type=click.Choice(LANGUAGES, case_sensitive=False), expose_value=False, help=text("option.lang"))


def game_argument(**settings: Any) -> click.Argument:
    """The game's name."""
    return argument("game", type=click.Choice(list(GAMES)), **settings)


def argument(name: str, **settings: Any) -> click.Argument:
    """A text given by its place."""
    shown = text(f"metavar.{name}")
    required = settings.get("required", "default" not in settings)
    return click.Argument([name], metavar=shown if required else f"[{shown}]", **settings)


def flag(name: str) -> click.Option:
    """A switch."""
    return click.Option([f"--{name}"], is_flag=True, help=text(f"option.{name}"))


def deal_options() -> list[click.Parameter]:
    """The ways to come by a deal."""
    return [
        click.Option(["--seed"], metavar=text("metavar.text"), help=text("option.seed")),
        click.Option(["--code"], metavar=text("metavar.code"), help=text("option.code")),
        click.Option(["--deal"], metavar=text("metavar.cards"), help=text("option.deal")),
        click.Option(["--fair"], is_flag=True, help=text("option.fair")),
        click.Option(["--mix"], multiple=True, metavar=text("metavar.text"), help=text("option.mix")),
    ]


def make_deal(game: Game, house: Any, asked: Mapping[str, Any]) -> "Deal":
    """The deal asked for; with nothing asked, a new code."""
    from underdeck.deal import deal_from_cards, deal_from_code, deal_from_fair, deal_from_seed, new_code, new_fair  # noqa: PLC0415

    deck = game.deck(house)
    seed, code, deal, mix = asked["seed"], asked["code"], asked["deal"], asked["mix"]
    fair = asked["fair"] or bool(mix)
    if sum((seed is not None, code is not None, deal is not None, fair)) > 1:
        raise Refusal("two_deals", options=["--seed", "--code", "--deal", "--fair"])
    if seed is not None:
        return deal_from_seed(deck, seed)
    if deal is not None:
        from underdeck.cards import read_cards  # noqa: PLC0415  only where it is needed
        from underdeck.cli.saves import read_file  # noqa: PLC0415

        listed = read_file(deal[1:]) if deal.startswith("@") else deal
        return deal_from_cards(deck, read_cards(listed.replace(",", " ").split()))
    if fair:
        return deal_from_fair(deck, new_fair(mix))
    return deal_from_code(deck, code if code is not None else new_code())


def terminal_for(*, plain: bool) -> Terminal:
    """The terminal of this run."""
    return Terminal(Speech.words, os.environ, plain=plain)


def play(game: str, plain: bool, **options: Any) -> None:
    """Begin a game."""
    from underdeck.cli.saves import Save  # noqa: PLC0415  only where it is needed
    from underdeck.cli.session import show_house  # noqa: PLC0415
    from underdeck.record import Playthrough  # noqa: PLC0415

    chosen = find_game(game)
    house_rules = read_table(chosen, options)
    seats = read_seats(chosen.seats(house_rules), options["bots"])
    deal = make_deal(chosen, house_rules, options)
    terminal = terminal_for(plain=plain)
    terminal.show(terminal.bold(text(f"game.{game}")))
    terminal.show(text(f"game_intro.{game}"))
    if deal.code is not None:
        terminal.show(text("play.code", code=deal.code))
    if deal.fair is not None:
        terminal.show_command(text("play.promise"), deal.fair.commitment)
    show_house(terminal, game, house_rules)
    begin(terminal, Playthrough.begin(chosen, house_rules, deal, seats), Save.new(game))


def begin(terminal: Terminal, played: "Playthrough", save: "Save") -> None:
    """Sit down to a game, alone or with others."""
    from underdeck.bots import find_bot  # noqa: PLC0415  only where it is needed
    from underdeck.cli.round import Round  # noqa: PLC0415
    from underdeck.cli.session import Session  # noqa: PLC0415

    if played.is_solo:
        Session(terminal, played, save).run()
    else:
        bots = {seat: find_bot(name) for seat, name in enumerate(played.record.seats) if name}
        Round(terminal, played, save, bots).run()


def read_table(game: Game, options: Mapping[str, Any]) -> Any:
    """The house from the options of the command line; variants and numbers of a table are house options like any other."""
    chosen = dict(house_pair(option) for option in options["house"])
    for name in ("players", "decks", "variants", "bots"):
        if options[name] is not None and game.seats(game.House()) == 1:
            raise Refusal("option_not_for", option=f"--{name}", game=game.name)
    for name in ("players", "decks"):
        if options[name] is not None:
            chosen[name] = str(options[name])
    for variant in (options["variants"] or "").split(","):
        if variant.strip():
            chosen |= read_variant(variant.strip().lower(), chosen)
    return read_house(game.House, chosen)


def read_variant(name: str, chosen: Mapping[str, str]) -> dict[str, str]:
    """A variant by name as a house option: `pitch-black`, `counter-attack-3`."""
    if name not in VARIANTS:
        raise Refusal("unknown_variant", name=name, names=list(VARIANTS))
    option, value = VARIANTS[name]
    if option in chosen and chosen[option] != value:
        raise Refusal("house_counters")
    return {option: value}


def read_seats(players: int, bots: str | None) -> list[str]:
    """Who plays each seat: people first, then bots; one person against careful bots unless told otherwise."""
    from underdeck.bots import find_bot  # noqa: PLC0415  only where it is needed

    if players == 1:
        return []
    names = ["careful"] * (players - 1) if bots is None else [name.strip().lower() for name in bots.split(",") if name.strip()]
    for name in names:
        find_bot(name)
    if len(names) > players - 1:
        raise Refusal("too_many_bots", n=len(names), most=players - 1)
    return [""] * (players - len(names)) + names


def house_pair(option: str) -> tuple[str, str]:
    """`name=value` in two."""
    name, equals, value = option.partition("=")
    if not equals:
        raise Refusal("house_form", text=option)
    return name.strip(), value.strip()


def resume(name: str | None, plain: bool, **listing: bool) -> None:
    """Go on with an unfinished game, or list them."""
    from underdeck.bots import find_bot  # noqa: PLC0415  only where it is needed
    from underdeck.cli.saves import find_unfinished  # noqa: PLC0415
    from underdeck.cli.session import show_house  # noqa: PLC0415

    terminal = terminal_for(plain=plain)
    if listing["list"]:
        list_saves(terminal)
        return
    save, played = find_unfinished(name)
    for bot in played.record.seats:
        if bot:
            find_bot(bot)
    terminal.show(text("resume.back", name=save.name, n=len(played.record.moves)))
    show_house(terminal, played.game.name, played.record.house)
    begin(terminal, played, save)


def list_saves(terminal: Terminal) -> None:
    """Every saved game in a line."""
    from underdeck.cli.saves import all_saves  # noqa: PLC0415  only where it is needed

    empty = True
    for save, played in all_saves():
        empty = False
        if isinstance(played, Refusal):
            terminal.show(f"{printable(save.name)}  {refusal_text(terminal.words, played)}")
            continue
        result = played.result()
        state = text(f"over.{played.game.name}", **result) if result else text("resume.open", n=len(played.record.moves))
        terminal.show(f"{printable(save.name)}  {state}")
    if empty:
        raise Refusal("nothing_to_resume")


def replay(record: str, plain: bool, step: bool, **form: bool) -> None:
    """Show a record again."""
    from underdeck.cli.replay import replay_json, replay_story  # noqa: PLC0415  only where it is needed

    terminal = terminal_for(plain=plain)
    whole = open_record(record)
    if form["json"]:
        replay_json(terminal, whole)
    else:
        replay_story(terminal, whole, step=step)


def open_record(name: str) -> Any:
    """A record by its file's path, `-` for standard input, the walkthrough, or a saved game by name."""
    from underdeck.cli.saves import find_saved, read_file  # noqa: PLC0415  only where it is needed
    from underdeck.formats import MOST_CHARACTERS, read_record  # noqa: PLC0415

    if name == "walkthrough":
        from underdeck.tomb.walkthrough import walkthrough  # noqa: PLC0415

        return walkthrough()
    if name == "-":
        return read_record(sys.stdin.read(MOST_CHARACTERS + 1))
    saved = None if os.path.lexists(name) else find_saved(name)
    return read_record(read_file(str(saved or name)))


def rules(game: str, section: str, plain: bool) -> None:
    """The rules, or a paragraph of them."""
    from underdeck.cli.pages import show_page  # noqa: PLC0415  only where it is needed

    show_page(terminal_for(plain=plain), game, section)


def learn(game: str, plain: bool) -> None:
    """A game as a lesson."""
    from underdeck.cli.lesson import DungeonLesson, Lesson  # noqa: PLC0415  only where it is needed

    terminal = terminal_for(plain=plain)
    lesson = Lesson(terminal) if game == "tomb" else DungeonLesson(terminal)
    lesson.run()


def deal(game: str, plain: bool, **options: Any) -> None:
    """Show a deal and what it comes from."""
    from underdeck.formats import deal_as_json  # noqa: PLC0415  only where it is needed

    as_data = options.pop("json")
    chosen = find_game(game)
    made = make_deal(chosen, chosen.House(), options)
    terminal = terminal_for(plain=plain)
    if as_data:
        terminal.show_as_is(json.dumps({"game": game, **deal_as_json(made)}) + "\n")
        return
    if made.seed is not None:
        terminal.show(text("deal.seed", seed=printable(made.seed, MOST_SHOWN)))
    if made.code is not None:
        terminal.show(text("deal.code", code=made.code))
    if made.fair is not None:
        terminal.show_command(text("deal.promise"), made.fair.commitment)
        terminal.show_command(text("deal.secret"), made.fair.seed.hex())
        for words in made.fair.mix:
            terminal.show_command(text("deal.mixed"), printable(words, MOST_SHOWN))
    terminal.show(" ".join(terminal.face(card) for card in made.cards))


def simulate(game: str, games: int, seed: str, jobs: int, **options: Any) -> None:
    """Let bots play many games and say what they came to; Ctrl-C gives the tally so far."""
    from underdeck.study.simulation import BOT_TURN_LIMIT, Match, Tally  # noqa: PLC0415  only where it is needed
    from underdeck.study.simulation import simulate as run_games  # noqa: PLC0415

    chosen = find_game(game)
    house = read_table(chosen, options | {"bots": None})
    if getattr(house, "turn_limit", None) == 0:
        house = replace(house, turn_limit=BOT_TURN_LIMIT)
    seats = chosen.seats(house)
    bots = read_bots(chosen.name, seats, options["bots"])
    tally = Tally()
    stopped = False
    bar = click.progressbar(length=games, label=text("simulate.label"), show_pos=True, file=sys.stderr, hidden=not sys.stderr.isatty())
    try:
        with bar:
            for results in run_games(Match(game, house, tuple(bots), seed), games, jobs):
                tally.add(results)
                bar.update(len(results))
    except KeyboardInterrupt:
        stopped = True
        complain(text("simulate.stopped"))
    terminal = terminal_for(plain=False)
    told = {"game": game, "house": asdict(house), "bots": bots, "seed": seed, **tally.as_json(seats)}
    if options["json"]:
        terminal.show_as_is(json.dumps(told) + "\n")
    else:
        show_tally(terminal, tally, told)
    if stopped:
        raise click.exceptions.Exit(INTERRUPTED)


def show_tally(terminal: Terminal, tally: "Tally", told: Mapping[str, Any]) -> None:
    """A tally in words."""
    bots = told["bots"]
    terminal.show(text("simulate.games", n=tally.games))
    if told["house"].get("turn_limit"):
        terminal.show(text("simulate.limit", n=told["house"]["turn_limit"]), indent="  ")
    for ending, count in tally.endings.most_common():
        terminal.show(
            text("simulate.ending", ending=text(f"simulate_ending.{ending}"), n=count, share=f"{count / tally.games:.1%}"), indent="  "
        )
    for seat, share in told["win_share"].items():
        terminal.show(text("simulate.seat", seat=seat, bot=bots[int(seat) - 1], share=f"{share:.1%}"), indent="  ")
    for name in ("turns", "moves", "points"):
        if told.get(name):
            terminal.show(text(f"simulate.{name}", **told[name]), indent="  ")


def read_bots(game: str, seats: int, names: str | None) -> list[str]:
    """A bot for every seat: as many as are named, the last one for all that are left."""
    from underdeck.bots import find_bot  # noqa: PLC0415  only where it is needed

    chosen = [name.strip().lower() for name in (names or "").split(",") if name.strip()]
    chosen = chosen or ["random" if game == "tomb" else "careful"]
    for name in chosen:
        find_bot(name)
        if game == "tomb" and name != "random":
            raise Refusal("bot_not_for", name=name, game=game)
    if len(chosen) > seats:
        raise Refusal("too_many_bots", n=len(chosen), most=seats)
    return chosen + [chosen[-1]] * (seats - len(chosen))


def verify(records: Sequence[str], commitment: str | None, **form: bool) -> None:
    """Check records: deal, moves, result, and the promise if there was one; every one of them, even after a bad one."""
    terminal = terminal_for(plain=False)
    bad = 0
    for name in records:
        try:
            told = verify_one(name, commitment)
        except Refusal as refusal:
            bad += 1
            reason = refusal_text(Speech.words, refusal)
            told = {"record": name, "valid": False, "code": refusal.code, "reason": reason}
            if not form["json"]:
                complain(text("verify.bad", name=name, reason=reason))
        if form["json"]:
            terminal.show_as_is(json.dumps(told) + "\n")
        elif told["valid"]:
            terminal.show(text("verify.good" if told["result"] else "verify.unfinished", name=name, n=told["moves"]))
            if told["fair"]:
                terminal.show(text("verify.kept" if commitment else "verify.fair", commitment=told["fair"]), indent="  ")
    if bad:
        raise click.exceptions.Exit(FAILED)


def verify_one(name: str, commitment: str | None) -> dict[str, Any]:
    """What is true of one record; a refusal if something isn't."""
    played = open_record(name)
    fair = played.record.deal.fair
    if commitment is not None and fair is None:
        raise Refusal("commitment_unknown")
    if commitment is not None and fair.commitment != commitment.strip().lower():
        raise Refusal("broken_commitment", promised=commitment, found=fair.commitment)
    promise = fair.commitment if fair is not None else None
    return {"record": name, "valid": True, "fair": promise, "moves": len(played.record.moves), "result": played.result()}


def table_options() -> list[click.Parameter]:
    """What a table plays with: `--house name=value`, as often as needed, and for Dungeon who sits there and which variants."""
    return [
        click.Option(["--house"], multiple=True, metavar=text("metavar.house"), help=text("option.house")),
        click.Option(["--players"], type=click.IntRange(2, 4), help=text("option.players")),
        click.Option(["--decks"], type=click.IntRange(1, 2), help=text("option.decks")),
        click.Option(["--variants"], metavar=text("metavar.variants"), help=text("option.variants")),
        click.Option(["--bots"], metavar=text("metavar.bots"), help=text("option.bots")),
    ]


def simulation_options() -> list[click.Parameter]:
    """How much to simulate, from what, on how many cores."""
    return [
        click.Option(["--games"], type=click.IntRange(1), default=100, help=text("option.games")),
        click.Option(["--seed"], default="1", metavar=text("metavar.text"), help=text("option.seed")),
        click.Option(["--jobs"], type=click.IntRange(1, 256), default=os.cpu_count() or 1, help=text("option.jobs")),
    ]


def commitment_option() -> click.Option:
    """`--commitment`, the promise that was published."""
    return click.Option(["--commitment"], metavar="HEX", help=text("option.commitment"))


COMMANDS: list[tuple[str, Callable[..., None], Callable[[], list[click.Parameter]]]] = [
    ("play", play, lambda: [game_argument(), *deal_options(), *table_options(), flag("plain")]),
    ("resume", resume, lambda: [argument("name", required=False), flag("list"), flag("plain")]),
    ("learn", learn, lambda: [game_argument(), flag("plain")]),
    ("rules", rules, lambda: [game_argument(), argument("section", required=False, default=""), flag("plain")]),
    ("replay", replay, lambda: [argument("record"), flag("step"), flag("json"), flag("plain")]),
    ("deal", deal, lambda: [game_argument(default="tomb"), *deal_options(), flag("json"), flag("plain")]),
    ("simulate", simulate, lambda: [game_argument(), *table_options(), *simulation_options(), flag("json")]),
    ("verify", verify, lambda: [argument("records", nargs=-1, required=True), commitment_option(), flag("json")]),
]
