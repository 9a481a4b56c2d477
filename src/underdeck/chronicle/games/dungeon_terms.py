"""What texts about Dungeon may use: the kinds of scenes, the facts and the names.

Every scene may use the facts and names that are marked `always`. The description of a kind lists
what else it has; `state` stands for the facts about the actor's dungeon: depth, left, rival_depth,
is_leader, alive, turn, by_viewer, on_viewer.
"""

KINDS = {
    "title": "the title (always)",
    "subject": "the prisoners, for a table of contents (always)",
    "fate": "how it ended in a few words, without a full stop (always)",
    "heading": "the heading of a section; `phase` says which (always)",
    "opening": "the prison, the prisoners, their cells and who begins. Names actor (who begins), "
    "crime, tool. Facts by. Without actor if the game ended before anyone began",
    "dig": "a passage on the way out: `milestone` says why it is told. Names actor, crime, tool, "
    "chaser. Facts milestone, value, honest (yes or unknown), state",
    "false_dig": "a passage that isn't what its digger claims (pitch black; only told if it is "
    "known). Names actor, tool, chaser, rank (what it really is). Facts value, fate, "
    "is_creature, lies, state",
    "cave_in": "actor brings the front of target's tunnel down: `outcome` hit, missed or saved. "
    "Names actor, target, tool, rank (what it was tried with, if known). Facts outcome, value, "
    "lost, before, honest, is_on_leader, is_first_blood, grudge, state (of the target)",
    "attack": "actor sets a creature on target, who survives: `outcome` beaten or retreat. Names "
    "actor, target, creature, answer (if by == 'creature'). Facts outcome, creature, strength, by, "
    "cards, sum, lost, before, is_on_leader, is_first_blood, grudge, state (of the target)",
    "fell": "target is killed in the cell by actor's creature. Names actor, target, creature. "
    "Facts creature, strength, grudge, is_first_blood, cards, is_last, state (of the target)",
    "fish": "actor sends a Myrmiddon to ask target for a rank: see `outcome`. Names actor, target, "
    "rank, creature. Facts outcome, cards, honest, grudge, is_needed, state (of the actor)",
    "rob": "actor takes a card from the discards with a Graverobber. Names actor, creature, rank "
    "(if it is known which). Facts is_known, is_needed, state",
    "counter": "an ability is cancelled by the same creature, or the cancelling is cancelled: "
    "`outcome` cancelled or restored. Names actor (who called it), target (who countered last; may "
    "be the actor if restored), creature. Facts creature, outcome, counters, state",
    "ace": "several aces in answer to each other: `aces` of them; each draws two cards, the last "
    "played draws first. Names actor (the first), target (the last of the others). Facts aces",
    "accuse": "actor accuses target of false passages (pitch black): `outcome` false (target's "
    "whole tunnel is lost) or honest (actor's own whole tunnel is lost). Names actor, target, "
    "loser (who lost the tunnel). Facts outcome, lost (may be 0), lies, before, is_on_leader, "
    "is_first_blood, grudge, state (of the target)",
    "last_accuse": "target claims the escape and is checked: `outcome` false (accused by actor; "
    "the tunnel is lost and the game goes on), honest (accused by actor; actor loses all, the "
    "escape stands and `escaped` follows) or checked (false, by the house rule that every escape "
    "is checked; nobody accused, no actor). Names actor, target, loser. Facts as accuse",
    "resigned": "actor gives up and leaves the game. Names actor, crime. Facts cards, lost, "
    "before, is_last, state",
    "skip": "`skipped` turns are passed over. Names leader (if one leads alone after them). Facts "
    "skipped, turn, depth (the greatest after them), left, alive, hits",
    "turning": "the lead changes hands for good: from now on actor, the later winner, is never "
    "behind nor level. Names actor, target (the last who led or was level). Facts reason, depth, "
    "left, rival_depth, turn, alive",
    "revenge": "after a blow: what actor just did to target answers an earlier blow by target "
    "against actor that was told. Names actor, target. Facts was, reason, since, grudge",
    "near_win": "before the end: the loser who was nearest to winning, and how near; a claim of "
    "escape that was refuted is told by last_accuse and doesn't count. Names actor (that loser), "
    "winner. Facts is_end, left, depth, is_held, turn",
    "escaped": "actor lays the last passage and is out: all passages are what they claim. Names "
    "actor, rival, tool. Facts was_accused, margin, state",
    "escaped_lie": "actor is out through a tunnel with `lies` false passages, which nobody accused "
    "(pitch black); afterwards it is shown. Names actor, rival, tool. Facts lies, margin, state",
    "alone": "actor wins as the last one left. Names actor, target (who left last). Facts reason "
    "(fell or resigned), deaths, resignations, state",
    "stalemate": "nobody wins: `reason` idle (nobody could or would move any more) or limit (the "
    "turns ran out). Names leader (if one led alone), survivors_list. Facts reason, depth (of the "
    "leader), left, alive",
    "epilogue": "what is told afterwards; by ending, theme, players (always). Names also crime "
    "(of the winner), nearest (as in near_win, if there is one)",
    "short_opening": "short: where and who, one sentence. Names and facts as opening",
    "short_middle": "short: what the story is about, by `theme`, one or two sentences. Names and "
    "facts of the incident that matters most, with `kind` as its kind; there may be none (kind == "
    "'none'), then only those of always",
    "short_ending": "short: how it ended, by `ending`, one or two sentences. Names and facts as "
    "escaped, escaped_lie, alone or stalemate",
}
FACTS = {
    "phase": "opening, digging, struggle, stretch or ending",
    "ending": "always: escaped, escaped_lie (through a false tunnel, unaccused), alone (last one "
    "left), stalemate",
    "theme": "always: duel (two hit each other, at least twice each; a hit costs passages or life, "
    "a question doesn't), lies (at least two false answers, one that was found out, or a false "
    "tunnel at the claim of escape that nobody accused), accusation (one that cost at least three "
    "passages, or one at the claim of escape), slaughter (creatures killed), siege (a loser was "
    "hit at least three times while in the lead), comeback (the winner, who escaped, was at least "
    "three passages behind), race (a loser was one or two passages short at the end), desertion "
    "(somebody gave up), standoff (stalemate), steady (none of these)",
    "variant": "always: standard, jokers_wild, almost_black or pitch_black (passages face down)",
    "players": "always: number of prisoners at the beginning, 2 to 4",
    "turns": "always: number of turns of the game, each player's counted; may be 0",
    "survivors": "always: prisoners still in the game at the end, the winner included",
    "deaths": "always: prisoners killed by creatures",
    "resignations": "always: prisoners who gave up",
    "blows": "always: passages that were lost to cave-ins, attacks and accusations",
    "lies_told": "always: false answers and false passages that are known (one's own, or shown; "
    "what a cave-in that was tried may prove isn't counted)",
    "lies_caught": "always: false answers and false tunnels that were found out",
    "has_viewer": "always: 1 if it is told from what one prisoner knew, else 0 (all is known)",
    "viewer_won": "always: 1 if that prisoner won",
    "is_duel": "always: 1 if there are two players",
    "kind": "short_middle: the kind of the incident",
    "by": "opening: bid (the highest card began) or lot; attack: how it was beaten: cards (things "
    "used for passages, thrown together), creature (another creature), two (the smallest thing, "
    "which lays a Wight to rest)",
    "milestone": "dig: first (the first passage of the game), left (the actor's first, who leaves "
    "the cell), half (depth 5, in a short tunnel 4: more than half of the way, the first in the "
    "game to get there), near (depth 7 or 8, in a short tunnel 5, the actor's first time there), "
    "back (the depth of half again after having been thrown back from there to 1 or less)",
    "value": "the number of the passage, 10 (next to the cell; 7 in a short tunnel) to 2 (the way "
    "out), as claimed",
    "depth": "how far the tunnel reaches, 0 (cell) to 9 (out; 6 in a short tunnel); of the actor "
    "or of the target, see the kind; after the incident",
    "before": "the same before the incident, of the player who loses",
    "left": "passages still to dig: 9 - depth, in a short tunnel 6 - depth",
    "rival_depth": "the greatest depth among the others after it",
    "is_leader": "1 if that player is alone in the lead after it",
    "is_on_leader": "1 if the target was alone in the lead before it",
    "lost": "passages lost by it",
    "margin": "passages that the next best still had to dig at the end",
    "honest": "yes, no or unknown: dig, cave_in: whether that passage is what it claims "
    "(a miss may have either reason); fish: whether the answer was true",
    "fate": "false_dig: what became of the false passage: caught (by an accusation or a check), "
    "lost (otherwise), stood (to the end)",
    "is_creature": "1 if a creature was laid as a passage",
    "lies": "false passages known in that tunnel then, the new one included",
    "outcome": "cave_in: hit, missed (in the dark: it costs the try and shows nothing), saved (the "
    "wild passage is saved by a spare; the target keeps it). attack: beaten, retreat (the front is "
    "given up). fish: given, denied (true and believed), lied (a lie that was believed), doubtful "
    "(denied and believed, truth unknown), caught (a lie found out: the thing is given and the "
    "rest of the hand lost), kept (a lie found out, only the thing is given), burnt (a lie found "
    "out; the liar destroys the whole hand rather than give), wrong (true, but not believed: the "
    "asker loses the whole hand). counter: cancelled, restored. accuse, last_accuse: false, "
    "honest, checked",
    "creature": "graverobber, myrmiddon or wight",
    "strength": "11, 12 or 13",
    "sum": "what the fighting cards add up to (0 if by == 'creature')",
    "cards": "attack: fighting cards used; fish: cards lost from a hand by it, may be 0; fell, "
    "resigned: cards left in the hand",
    "is_needed": "1 if the rank (asked for or taken) is the next passage that the actor needs, and "
    "the actor isn't known to hold it, or a wild thing, already",
    "is_known": "rob: 1 if it is known what was taken",
    "counters": "counters played, 1 or more; an odd number cancels",
    "aces": "aces played in one row, 2 or more",
    "grudge": "earlier blows of target against actor",
    "is_first_blood": "1 if it is the first time in the game that anybody loses passages or life; "
    "giving up doesn't count",
    "is_last": "fell, resigned: 1 if only one prisoner is left after it, who wins",
    "was": "revenge: what target had done: cave_in, attack, accuse or fish",
    "since": "revenge: turns since then, 1 or more",
    "reason": "turning, revenge: the kind of incident that did it: dig, cave_in, attack, accuse, "
    "last_accuse, fish, fell, resigned; alone: fell, resigned; stalemate: idle, limit",
    "skipped": "turns passed over",
    "hits": "skip: passages lost in these turns",
    "turn": "the number of this turn",
    "alive": "prisoners in the game after it",
    "is_held": "1 if that loser is known to have held the next passage at the end; 0 if not or not "
    "known",
    "is_end": "near_win: 1 if that loser stands there at the end, 0 if it was earlier, in `turn`",
    "was_accused": "1 if the escape was accused in vain",
    "by_viewer": "1 if the actor is the prisoner whose knowledge it is told from",
    "on_viewer": "1 if the target is",
}
NAMES = {
    "place": "always: the prison, with its article or preposition-free name",
    "warden": "always: the one who keeps the prison; colour only",
    "prisoners": "always: all prisoners, listed",
    "winner": "always, unless there is none: the prisoner who won",
    "loser": "always in a game of two that one won: the other; accuse, last_accuse: who lost the "
    "tunnel",
    "rival": "always, if somebody won: the other prisoner with the deepest tunnel at the end, or "
    "the last to leave (alone)",
    "chaser": "the other prisoner with the deepest tunnel at that time (rival_depth), if there is "
    "one, in a tunnel, and not level with a third",
    "feud": "always, if theme == 'duel': the two who hit each other most, listed",
    "besieged": "always, if theme == 'siege': the loser who was hit again and again in the lead",
    "viewer": "always, if told from what one prisoner knew: that prisoner",
    "actor": "the prisoner who acts. Prisoners are a name of the list `prisoner` or a name that a "
    "player chose, so write about prisoners without gendered words (no he, she, <o/a>)",
    "target": "the prisoner it is done to",
    "leader": "the prisoner alone in the lead",
    "nearest": "the loser who was nearest to winning",
    "survivors_list": "the prisoners still in the game, listed",
    "crime": "what the actor is in prison for: `name` follows `for` or `por` (forging a will); "
    "without gendered words",
    "tool": "what the actor digs with: `name` with its article, `a` and `the`",
    "creature": "by key J (the Graverobber), Q (the Myrmiddon), K (the Wight): `a`, `the`, `name`",
    "answer": "the creature that beat the creature, same table",
    "rank": "what is asked for, taken or laid, by key A, 2 ... 10, J, Q, K, Jk: `a`, `the`, `name`",
}
