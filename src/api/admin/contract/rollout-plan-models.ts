import { type Static, Type } from "@sinclair/typebox";
import { guardActions, rolloutGuardsMax, rolloutStepsMax } from "../../../core/model/rollout.ts";
import { dayMs, secondMs } from "../../../core/time-units.ts";
import { gateChanges } from "./gate-change-models.ts";
import {
  exactFields,
  integerFrom,
  listOf,
  nullable,
  oneOf,
  PlannedTime,
  textUpTo,
} from "./shared-models.ts";

/** The change of gates that a step makes. */
export const RolloutChange = Type.Union(
  [
    Type.Object({ kind: oneOf(["enable", "disable", "clear"]) }, exactFields),
    Type.Object(gateChanges.members, exactFields),
    Type.Object(gateChanges.percentage, exactFields),
    Type.Object(gateChanges.expression, exactFields),
    Type.Object(gateChanges.set, exactFields),
  ],
  { $id: "RolloutChange" },
);
export type RolloutChange = Static<typeof RolloutChange>;

const stepForMax = (366 * dayMs) / secondMs;

export const stepMembers = {
  change: RolloutChange,
  for: {
    ...nullable(integerFrom(1, stepForMax)),
    description: "How many seconds the step lasts at least; null for no wait.",
  },
  sample: {
    ...nullable(integerFrom(1, Number.MAX_SAFE_INTEGER)),
    description: "How many enabled checks must be counted in the step; null for none.",
  },
  approval: Type.Boolean({
    description: "Whether a person must let the rollout go on after the step.",
  }),
};

const Share = (maximum: number) => Type.Number({ minimum: 0, maximum });
export const Tolerance = Type.Object(
  {
    relative: { ...Share(100), description: "0.1 for a bad share that is 10 % higher." },
    absolute: { ...Share(1), description: "0.001 for 0.1 percentage points more." },
  },
  {
    ...exactFields,
    description:
      "The bad share with the feature may be (1 + relative) times the share without it, plus `absolute`.",
  },
);

export const guardMembers = {
  name: { ...textUpTo(100, 1), description: "The name of the outcomes, such as `checkout`." },
  bad: {
    ...oneOf(["errors", "rest"]),
    description: "Which outcomes are bad: the errors, or all others.",
  },
  tolerate: Tolerance,
  confidence: Type.Number({
    minimum: 0.5,
    maximum: 0.9999,
    description: "1 minus the chance of a false alarm in the whole rollout.",
  }),
  action: {
    ...oneOf(guardActions),
    description:
      "What an alarm does: `hold` the rollout, go `back` to the step before, or `return` to the gates " +
      "before the rollout.",
  },
};

const { change, ...waits } = stepMembers;
const SentStep = Type.Object(
  { change, ...Type.Partial(Type.Object(waits)).properties },
  { ...exactFields, $id: "SentRolloutStep" },
);
export type SentStep = Static<typeof SentStep>;

const { name, tolerate: _, ...judged } = guardMembers;
const SentGuard = Type.Object(
  {
    name,
    ...Type.Partial(Type.Object(judged)).properties,
    tolerate: Type.Optional({
      ...Type.Partial(Tolerance),
      description: Tolerance.description ?? "",
    }),
  },
  {
    ...exactFields,
    $id: "SentGuard",
    description:
      "Unless sent: `bad` is `errors`, nothing is tolerated, `confidence` is 0.95, and `action` is `return`.",
  },
);
export type SentGuard = Static<typeof SentGuard>;

const SentStart = Type.Union(
  [
    Type.Object(
      {
        at: {
          ...Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2})?$" }),
          description: "A local time, such as `2027-03-28T09:00`.",
        },
        zone: { ...textUpTo(100, 1), description: "A time zone, such as `Europe/Berlin`." },
      },
      exactFields,
    ),
    Type.Object({ at: PlannedTime }, exactFields),
  ],
  { $id: "RolloutStart", description: "When the first step is made; at once unless sent." },
);
export type SentStart = Static<typeof SentStart>;

/** The plan of a rollout as it is sent. */
export const planMembers = {
  steps: listOf(SentStep, {
    minItems: 1,
    maxItems: rolloutStepsMax,
    description: "The steps, in order.",
  }),
  guards: Type.Optional(listOf(SentGuard, { maxItems: rolloutGuardsMax })),
  start: Type.Optional(SentStart),
  late: Type.Optional({
    ...oneOf(["hold", "run"]),
    description:
      "What happens to a step that is more than an hour late, as after a time without a server; `hold` " +
      "unless sent.",
  }),
};
const RolloutPlan = Type.Object(planMembers);
export type SentPlan = Static<typeof RolloutPlan>;
