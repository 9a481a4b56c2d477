"""The kinds of frames: decisions the game waits for, and steps it still has to carry out."""

from underdeck.codes import Codes

_frames = Codes()
NOTHING = _frames.define("nothing")
"""No decision is pending."""
DRAW = _frames.define("draw")
"""§2.4 A player draws cards."""
RENEW = _frames.define("renew")
"""§2.4 Chance shuffles the discards into a new deck."""
LOT = _frames.define("lot")
"""D-1 Chance decides which seat begins."""
BID = _frames.define("bid")
"""D-1 The bidders lay a card each."""
JUDGE = _frames.define("judge")
"""D-1 The bids are compared, once the bidders have drawn."""
TURN = _frames.define("turn")
"""§2.1 A player chooses the card of the turn."""
END = _frames.define("discard")
"""§2.7 The turn ends, once the player has discarded down to the hand limit."""
ATTACKED = _frames.define("attacked")
"""§4.3 A player under attack fights, retreats or falls."""
ASKED = _frames.define("asked")
"""§6.2 A player asked for a rank gives a card or denies."""
ANSWERED = _frames.define("answered")
"""§6.3 The asker believes a denial or demands to see the hand."""
CAUGHT = _frames.define("caught")
"""§10.1 A caught liar gives the card or burns the hand."""
ROBBING = _frames.define("robbing")
"""§5.1 A player takes a card from the discards."""
SAVING = _frames.define("saving")
"""§12.2 A player saves a joker from a cave-in or loses it."""
ROB_ABILITY = _frames.define("rob")
"""§5.1 The Graverobber works, unless it was countered."""
FISH_ABILITY = _frames.define("fish")
"""§6.1 The Myrmiddon works, unless it was countered."""
ACES = _frames.define("aces")
"""§7.4 A window to answer an ace with an ace."""
COUNTERS = _frames.define("counters")
"""§11.2 A window to counter an ability."""
ACCUSATIONS = _frames.define("accusations")
"""§14.4 A window to accuse the owner of a new passage."""

PENDING = tuple(_frames)
"""The public name of each kind."""

WINDOWS = (ACES, COUNTERS, ACCUSATIONS)
"""Frames that ask several seats at once, each of which may pass."""
CARD_WINDOWS = (ACES, COUNTERS)
"""Windows that are answered with a card."""
CHANCE_KINDS = (RENEW, LOT)
"""Frames that wait for chance rather than for a player."""
QUESTIONS = (ASKED, ANSWERED, CAUGHT)
"""Frames between a player who asks for a rank and the player asked."""
