/** The ladder of challenges: which steps are reached, which one is next. */
import type { ChallengeShown } from "../../core/protocol";

export type StepState = "reached" | "next" | "later";
export interface LadderStep extends ChallengeShown {
  state: StepState;
}

/** Return the steps with their states; the first one that isn't reached is next. */
export function ladderOf(challenges: readonly ChallengeShown[]): LadderStep[] {
  const next = challenges.findIndex(({ is_reached }) => !is_reached);
  return challenges.map((step, index) => ({
    ...step,
    state: step.is_reached ? "reached" : index === next ? "next" : "later",
  }));
}

/** Return where the climber stands: the last step before the first one that isn't reached, -1 for the ground. */
export function footing(steps: readonly LadderStep[]): number {
  const next = steps.findIndex(({ state }) => state !== "reached");
  return next < 0 ? steps.length - 1 : next - 1;
}
