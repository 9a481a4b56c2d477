"""Everything that the server does for its clients, apart from the transport."""

from underdeck.serve.advice import Advising
from underdeck.serve.board_tables import BoardTables
from underdeck.serve.career import Career
from underdeck.serve.chronicles import Chronicles
from underdeck.serve.competitions import Competitions
from underdeck.serve.dailies import Dailies
from underdeck.serve.deals import Deals
from underdeck.serve.key_ring import KeyRing
from underdeck.serve.limits import Limits
from underdeck.serve.live_tables import LiveTables
from underdeck.serve.mind_pool import MindPool
from underdeck.serve.past_replays import PastReplays
from underdeck.serve.profiles import Profiles
from underdeck.serve.reviews import Reviews
from underdeck.serve.tables import Tables
from underdeck.store.store import Store


class Service:
    """The keys, profiles and tables of one process."""

    def __init__(
        self, store: Store, live: LiveTables, opening_limits: Limits, listing_limits: Limits
    ) -> None:
        self.store = store
        self.live = live
        self.keys = KeyRing(store, live)
        self.profiles = Profiles(store, live, self.keys)
        self.career = Career(store, live, self.keys, self.profiles)
        self.past_replays = PastReplays(store, live, self.profiles)
        self.chronicles = Chronicles(
            store, live, self.keys, self.profiles, self.career, self.past_replays
        )
        self.minds = MindPool()
        self.advice = Advising(live, self.keys, self.minds)
        self.reviews = Reviews(store, live, self.keys, self.past_replays, self.minds)
        self.tables = Tables(store, live, self.keys, self.profiles, opening_limits, listing_limits)
        self.board_tables = BoardTables(store, live, self.profiles, opening_limits)
        self.competitions = Competitions(
            store, self.keys, self.profiles, self.board_tables, opening_limits
        )
        self.dailies = Dailies(store, live, self.profiles, self.board_tables)
        self.deals = Deals(store, live, self.profiles, self.board_tables)
