import { Type } from "@sinclair/typebox";
import { rolloutStates, rolloutStepsMax } from "../../../core/model/rollout.ts";
import { Id, integerFrom, oneOf } from "./shared-models.ts";

export const RolloutState = oneOf(rolloutStates);

/** The rollout in the row of a feature. */
export const RolloutOfFeature = Type.Union(
  [
    Type.Object({
      id: Id,
      state: RolloutState,
      step: integerFrom(-1, rolloutStepsMax),
      steps: { ...integerFrom(1, rolloutStepsMax), description: "How many steps it has." },
    }),
    Type.Null(),
  ],
  { description: "The active rollout of the feature here; null without one." },
);
