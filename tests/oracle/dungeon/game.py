"""One game: queries, moves, and the stack of pending work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from oracle.dungeon.abilities import Abilities
from oracle.dungeon.aces import Aces
from oracle.dungeon.cards import (
    CREATURES,
    HAND_LIMIT,
    JOKER,
    LATEST_RULES,
    PASSAGES,
    TIED_ROUNDS,
    ranks_in,
    read_card,
)
from oracle.dungeon.passages import Passages
from oracle.dungeon.pending import (
    AccuseWindow,
    AceWindow,
    Asked,
    Attack,
    Bid,
    BidVerdict,
    Caught,
    CavedIn,
    CounterWindow,
    Denied,
    Discarding,
    Draw,
    Lot,
    Pending,
    PutAwayGraverobber,
    Renewal,
    Take,
    Turn,
    TurnOver,
    Window,
)
from oracle.dungeon.turns import Turns


class DungeonOracle(Turns, Passages, Abilities, Aces):
    """One game of Dungeon: queries, moves, and the stack of pending work."""

    def __init__(
        self,
        cards: Sequence[str],
        options: Mapping[str, int | bool] | None = None,
        rules: int = LATEST_RULES,
    ) -> None:
        """Set up and deal, then begin with the lot or the bid (§1.4)."""
        super().__init__(cards, options, rules)
        if (options or {}).get("random_start", False):
            self.stack.append(Lot(list(self.players)))
        else:
            self.stack.append(Bid(list(self.players), 0))
        self._settle()

    # Queries

    def chance(self) -> list[str]:
        """Return the items for chance to order: discards (§2.4), or players for the lot (§1.4)."""
        if self.outcome is not None:
            return []
        match self.stack[-1]:
            case Lot(among):
                return sorted(f"p{player}" for player in among)
            case Draw() | Renewal():  # these stay on top only if the deck must be renewed
                return sorted(self.discards)
            case _:
                return []

    def waiting(self) -> set[int]:
        """Return the players whose decision the game waits for."""
        if self.outcome is not None:
            return set()
        match self.stack[-1]:
            case Bid(bidders, _, laid):
                return {player for player in bidders if player not in laid}
            case Turn(player) | Discarding(player) | Take(player):
                return {player}
            case (
                Attack(target=player)
                | CavedIn(owner=player)
                | Asked(target=player)
                | Denied(asker=player)
                | Caught(target=player)
            ):
                return {player}
            case Window(asked):
                return set(asked)
            case _:
                return set()

    def legal(self, player: int) -> set[str]:
        """Return a player's legal moves, including aces out of turn."""
        if self.outcome is not None or self.chance() or player not in self.alive:
            return set()
        moves = self._aces(player)
        if player in self.waiting():
            moves |= self._answers(player, self.stack[-1])
        return moves

    # Legal moves

    def _answers(self, player: int, pending: Pending) -> set[str]:
        """Return the moves of a player whom the game waits for, except aces."""
        hand = self.hands[player]
        match pending:
            case Bid():
                return {f"bid {rank}" for rank in ranks_in(hand)}
            case Turn():
                return self._turn_moves(player)
            case Discarding():
                return {f"discard {rank}" for rank in ranks_in(hand)}
            case Attack():
                return self._defences(pending)
            case CavedIn():
                value = str(self.dungeons[player][-1].claim)
                return {"yield", f"save {value}"} if self._holds(player, value) else {"yield"}
            case Take():
                return {f"take {rank}" for rank in ranks_in(self.discards)}
            case Asked(rank=rank):
                return {"deny", "give"} if self._holds(player, rank) else {"deny"}
            case Denied():
                return {"believe", "demand"}
            case Caught(rank=rank):
                return {"burn", "give"} if self._holds(player, rank) else {"burn"}
            case AceWindow():
                return {"pass"}
            case CounterWindow(creature=creature):
                moves = {"pass"}
                if self._holds(player, creature):
                    moves.add(f"counter {creature}")
                if self._holds(player, JOKER):
                    moves.add(f"counter Jk={creature}")
                return moves
            case AccuseWindow(layer=layer):
                return {"pass", f"accuse p{layer}"}
            case _:
                raise AssertionError(pending)

    def _turn_moves(self, player: int) -> set[str]:
        """Return the moves of the player's own turn (§2.1)."""
        plays = (
            self._digs(player)
            | self._caves(player)
            | self._attacks(player)
            | self._robs(player)
            | self._fishings(player)
        )
        moves = plays | self._accusations(player)
        if not (self.must_play and plays):  # §2.2, D-2
            moves.add("pass")
        return moves

    # Making moves

    def fate(self, order: Sequence[str]) -> None:
        """Continue with the new deck, top first, or with the lot on the first item."""
        wanted = self.chance()
        if not wanted or sorted(order) != wanted:
            raise ValueError(f"chance can't answer {list(order)}")
        if isinstance(self.stack[-1], Lot):
            self.stack.pop()
            self._begin_turn(int(order[0][1:]))
        else:
            if (
                isinstance(self.stack[-1], Draw) and self.rules >= 2 and self.held_before is None
            ):  # §7.6, D-22
                self.held_before = {each: len(hand) for each, hand in self.hands.items()}
            self.deck = list(order)
            self.discards = []
        self._settle()

    def play(self, player: int, move: str) -> None:
        """Make a move."""
        if move == "resign":
            if player not in self.waiting():
                raise ValueError(f"the game does not wait for p{player}")
            self._leave(player)
            self._settle()
            return
        if move not in self.legal(player):
            raise ValueError(f"p{player} can't {move}")
        verb, *words = move.split()
        if verb == "ace":
            self._play_ace(player, read_card(words[0])[0])
        else:
            self._make(player, verb, words, self.stack[-1])
        self._settle()

    def _make(self, player: int, verb: str, words: list[str], pending: Pending) -> None:
        """Make a move of a player whom the game waits for, except an ace."""
        match pending:
            case Bid():
                pending.laid[player] = self._from_hand(player, words[0])
            case Turn():
                self._make_turn_move(player, verb, words)
            case Discarding():
                self.discards.append(self._from_hand(player, words[0]))
            case Attack():
                self._defend(pending, verb, words)
            case CavedIn():
                self.stack.pop()
                self.discards.append(pending.card)
                if verb == "save":
                    self.discards.append(self._from_hand(player, words[0]))
                else:
                    self.discards.append(self.dungeons[player].pop().card)
            case Take():
                self.stack.pop()
                self._take(player, words[0])
            case Asked() | Denied() | Caught():
                self.stack.pop()
                self._talk(pending, verb)
            case AceWindow():
                pending.asked.remove(player)
            case CounterWindow():
                if verb == "counter":  # §11.2
                    self.stirred = True
                    pending.counters.append(self._from_hand(player, read_card(words[0])[0]))
                    pending.asked = set(self._opponents(player))
                else:
                    pending.asked.remove(player)
            case AccuseWindow():
                if verb == "accuse":
                    self.stack.pop()
                    honest = self._accuse(player, pending.layer)
                    if honest and pending.escape:  # §14.5
                        self._finish("escaped", pending.layer)
                else:
                    pending.asked.remove(player)
            case _:
                raise AssertionError(pending)

    def _make_turn_move(self, player: int, verb: str, words: list[str]) -> None:
        """Play the card of the turn, or none (§2.1); the rest of the turn is below on the stack."""
        if verb == "accuse":  # not a play (§14.4)
            self.accused_without_passages = (
                self.accused_without_passages or not self.dungeons[player]
            )
            self._accuse(player, int(words[0][1:]))
            return
        self.stack.pop()
        self.kept = self.rules >= 2 and verb == "rob"  # §2.8, D-23
        if verb == "pass":
            return
        self.stirred = True
        rank, declared = read_card(words[0])
        card = self._from_hand(player, rank)
        if verb == "dig":
            self._dig(player, card, PASSAGES[declared], int(words[1][1:]))
        elif verb == "cave":
            self._cave(int(words[1][1:]), card, PASSAGES[declared])
        elif verb == "attack":
            self.stack.append(Attack(int(words[1][1:]), card, CREATURES[declared]))
        elif verb == "rob":
            if self.counter_attack in (1, 3):
                self.stack.append(
                    CounterWindow(set(self._opponents(player)), player, "J", card, 0, "")
                )
            else:
                self._rob(player, card)
        elif verb == "fish":
            target, wish = int(words[1][1:]), words[2]
            if self.counter_attack in (2, 3):
                self.stack.append(
                    CounterWindow(set(self._opponents(player)), player, "Q", card, target, wish)
                )
            else:
                self.discards.append(card)  # §6.1
                self.stack.append(Asked(player, target, wish))

    # Settling the stack

    def _settle(self) -> None:
        """Settle everything that needs neither a player nor chance."""
        while self.outcome is None and self._step():
            pass

    def _step(self) -> bool:
        """Settle the top of the stack; return False if it has to wait."""
        match pending := self.stack[-1]:
            case Draw():
                return self._step_draw(pending)
            case Bid():
                return self._step_bid(pending)
            case BidVerdict(highest, tied_before):
                self.stack.pop()
                if len(highest) == 1:
                    self._begin_turn(highest[0])
                elif tied_before + 1 < TIED_ROUNDS:
                    self.stack.append(Bid(highest, tied_before + 1))
                else:
                    self.stack.append(Lot(highest))
                return True
            case Turn(player) if player in self.alive:
                return False
            case Discarding(player) if (
                player in self.alive and len(self.hands[player]) > HAND_LIMIT
            ):
                return False
            case PutAwayGraverobber():
                self.discards += self.graverobber
                self.graverobber = []
            case Renewal() if not self.deck and self.discards:
                return False
            case TurnOver(player):
                self.stack.pop()
                self._end_turn(player)
                return True
            case Attack(target):
                if target in self.alive:
                    return False
                self._end_attack(pending)
                return True
            case CavedIn(owner, card):
                if owner in self.alive:
                    return False
                self.discards.append(card)
            case Take(player) if player in self.alive and self.discards:  # §5.2
                return False
            case Asked(asker, target) | Denied(asker, target) | Caught(asker, target) if (
                asker in self.alive and target in self.alive
            ):
                return False
            case Lot():
                return False
            case AccuseWindow(layer=layer) if layer not in self.alive:
                pass
            case CounterWindow(caller=caller) if (
                self.rules >= 2 and caller not in self.alive
            ):  # §11.4, D-27
                self.discards += [pending.card, *pending.counters]
            case Window(asked) if asked:
                return False
            case CounterWindow():
                self._close_counters(pending)
                return True
            case AccuseWindow(layer=layer, escape=True):
                self._unaccused_escape(layer)
            case _:
                pass  # it has become void
        self.stack.pop()
        return True
