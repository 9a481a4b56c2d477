"""Plans of short trainings of Tomb."""

from underdeck.minds.tomb.search import WIN
from underdeck.minds.tomb.training import PHASES, Phase, TombPlan


def small(deals: int, solved: int, late: int) -> tuple[Phase, ...]:
    """Return the phases of a training with few deals in a step."""
    return tuple(
        phase._replace(
            steps=0.25,
            deals=min(phase.deals, deals),
            solved=min(phase.solved, late if phase.trains_late else solved),
            batch=128,
        )
        for phase in PHASES
    )


TINY = TombPlan(
    goal=WIN,
    seed="tiny",
    steps=4,
    hidden=16,
    late_hidden=16,
    hidden2=8,
    phases=small(deals=16, solved=2, late=4),
)
