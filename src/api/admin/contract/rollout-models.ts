import { type Static, Type } from "@sinclair/typebox";
import { holdKinds } from "../../../core/model/rollout.ts";
import { Count, codePointsUpTo, TypedKey } from "./feature-models.ts";
import { RolloutState } from "./feature-rollout-models.ts";
import { latestFirst, nextOf } from "./page-models.ts";
import { Actor } from "./policy-models.ts";
import { Links, reasonMember, reasonOnly } from "./reason-models.ts";
import { guardMembers, planMembers, stepMembers } from "./rollout-plan-models.ts";
import { exactFields, Id, listOf, nullable, oneOf, Time, Written } from "./shared-models.ts";

const Key = { ...TypedKey, description: "The key of the feature." };
const share = Type.Number({ minimum: 0, maximum: 1 });

const { change, for: lasts, sample, approval } = stepMembers;
const ShownStep = Type.Object(
  {
    ...{ change, for: lasts, sample, approval },
    enteredAt: Type.Union([Time, Type.Null()], {
      description: "When its change was made; null for a step to come.",
    }),
    plannedAt: Type.Union([Time, Type.Null()], {
      description:
        "The earliest time of a step to come; null if the rollout waits for something else than a time.",
    }),
  },
  { $id: "RolloutStep" },
);

const ShownGuard = Type.Object(guardMembers, { $id: "RolloutGuard" });

const ShownStart = Type.Union(
  [
    Type.Object({ kind: oneOf(["now"]) }),
    Type.Object({
      kind: oneOf(["at"]),
      at: Time,
      local: nullable(Type.String({ description: "The local time as it was sent." })),
      zone: nullable(Type.String({ description: "The time zone of `local`." })),
    }),
  ],
  { $id: "ShownRolloutStart" },
);

const Hold = Type.Object(
  {
    kind: {
      ...oneOf(holdKinds),
      description:
        "`alarm`: a guard saw more bad outcomes with the feature; `silent`: outcomes stopped while checks " +
        "went on; `mismatch`: one side reports fewer outcomes for its checks; `changed`: something else " +
        "changed the gates; `undone`: a step was undone; `approval`: the step asks for a person; `late`: the step was over an hour late; `clock`: " +
        "the clock jumped; `author`: the author has left or may no longer write; `refused`: the change of the step " +
        "was refused.",
    },
    guard: nullable(Type.String({ description: "The name of the guard." })),
    text: nullable(Type.String({ description: "What the guard saw, or the refusal." })),
    at: Time,
  },
  { $id: "RolloutHold" },
);

export const RolloutRow = Type.Object(
  {
    id: Id,
    project: Type.String({ description: "The name of the project." }),
    environment: Type.String({ description: "The slug of the environment." }),
    environmentId: Id,
    key: Type.String(),
    author: Actor,
    requestId: Type.Union([Id, Type.Null()], { description: "The request that was approved." }),
    reason: nullable(Type.String()),
    links: Links,
    state: RolloutState,
    step: Type.Integer({
      minimum: -1,
      description: "The index of the latest step whose change was made; -1 before the first.",
    }),
    epoch: { ...Count, description: "Rises with each transition." },
    steps: listOf(ShownStep),
    guards: listOf(ShownGuard),
    start: ShownStart,
    late: oneOf(["hold", "run"]),
    nextAt: Type.Union([Time, Type.Null()], {
      description:
        "When the next step is due at the earliest; null if it waits for something else.",
    }),
    hold: Type.Union([Hold, Type.Null()], {
      description: "Why the rollout does not go on, or why it was stopped.",
    }),
    startedAt: Time,
    endedAt: nullable(Time),
    endedBy: Type.Union([Actor, Type.Null()], { description: "Null for the server." }),
    can: Type.Object(
      {
        pause: Type.Boolean(),
        resume: Type.Boolean(),
        skip: Type.Boolean(),
        stop: Type.Boolean(),
        adopt: Type.Boolean(),
      },
      { description: "What the caller may do with the rollout now." },
    ),
  },
  { $id: "RolloutRow" },
);
export type RolloutRow = Static<typeof RolloutRow>;

export const RolloutListQuery = Type.Object(
  {
    state: Type.Optional({
      ...oneOf(["active", "ended", "all"]),
      description: "`active` unless sent.",
    }),
    key: Type.Optional({ ...codePointsUpTo(255, 1), description: "Only those of this feature." }),
    ...latestFirst,
  },
  exactFields,
);

export const RolloutList = Type.Object(
  { rollouts: listOf(RolloutRow, { description: "Latest first." }), ...nextOf("before") },
  { $id: "RolloutList" },
);

export const NewRollout = Type.Object(
  { key: Key, ...planMembers, ...reasonMember },
  { ...exactFields, $id: "NewRollout" },
);

export const RolloutAnswer = Type.Object({ rollout: RolloutRow }, { $id: "RolloutAnswer" });

/** The answer of a write. */
export const RolloutOutcome = Type.Object(
  { ...Written.properties, rollout: RolloutRow },
  { $id: "RolloutOutcome" },
);

export const RolloutPath = Type.Object({
  rollout: Type.String({ description: "The id of the rollout." }),
});

export const RolloutTransition = Type.Object(reasonOnly, {
  ...exactFields,
  $id: "RolloutTransition",
});

/** For a transition that may need approval. */
export const RolloutResume = Type.Object(reasonMember, { ...exactFields, $id: "RolloutResume" });

const Side = Type.Object({
  total: { ...Count, description: "How many outcomes were counted." },
  bad: { ...Count, description: "How many of them were bad." },
});
const SideWithRate = Type.Object({
  ...Side.properties,
  rate: Type.Union([share, Type.Null()], { description: "The bad share; null without outcomes." }),
});

const GuardPoint = Type.Object({
  at: Time,
  enabled: Side,
  disabled: Side,
});

const GuardStanding = Type.Object(
  {
    guard: ShownGuard,
    state: {
      ...oneOf(["within", "alarm", "silent", "mismatch", "no_data"]),
      description:
        "`no_data`: no outcome of both sides has arrived in the rollout. The others are those of holds.",
    },
    enabled: { ...SideWithRate, description: "Checks with the feature, in this step." },
    disabled: { ...SideWithRate, description: "Checks without it, in this step." },
    evidence: { ...Type.Number({ minimum: 0 }), description: "An alarm needs at least `limit`." },
    limit: Type.Number({ minimum: 1 }),
    through: Type.Union([Time, Type.Null()], {
      description: "The end of the latest minute that the guard has read; null before it.",
    }),
    points: listOf(GuardPoint, {
      maxItems: 288,
      description: "The last 24 hours, five minutes each; none where nothing arrived.",
    }),
  },
  { $id: "GuardStanding" },
);

export type GuardStanding = Static<typeof GuardStanding>;

export const RolloutGuards = Type.Object(
  { guards: listOf(GuardStanding, { description: "As in the plan, in order." }) },
  { $id: "RolloutGuards" },
);

export const PreviewedRollout = Type.Object(
  { key: Key, ...planMembers },
  { ...exactFields, $id: "PreviewedRollout" },
);

const Delay = Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
  description: "In minutes; null for more than 30 days, or never.",
});

export const RolloutPreview = Type.Object(
  {
    start: Type.Union(
      [
        Type.Object({
          at: Time,
          local: nullable(Type.String()),
          zone: nullable(Type.String()),
          note: {
            ...nullable(oneOf(["skipped", "repeated"])),
            description:
              "`skipped`: the clock skips the local time, so the start is later; `repeated`: the local time " +
              "comes twice, and the first is taken.",
          },
        }),
        Type.Null(),
      ],
      { description: "Null for a start at once." },
    ),
    steps: listOf(
      Type.Object({
        change,
        plannedAt: Type.Union([Time, Type.Null()], {
          description:
            "The earliest time; null after a step that waits for something else than a time.",
        }),
        addedChecks: Type.Union([Type.Number(), Type.Null()], {
          description:
            "How many more enabled checks a day are expected than before the step; null if that is not known.",
        }),
      }),
    ),
    guards: listOf(
      Type.Object({
        name: Type.String(),
        rate: Type.Union([share, Type.Null()], {
          description: "The bad share in the last 7 days; null without outcomes.",
        }),
        outcomesPerHour: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
          description: "How many outcomes an hour arrived in the last 7 days; null without any.",
        }),
        delays: listOf(
          Type.Object({
            step: { ...Count, description: "The index of the step." },
            rise: {
              ...Type.Number({ minimum: 1 }),
              description: "How many times as high the bad share becomes with the feature.",
            },
            median: Delay,
            ninety: Delay,
          }),
          {
            description:
              "How long the guard is expected to need for an alarm: half of the time, and 9 of 10 times at most.",
          },
        ),
      }),
    ),
  },
  { $id: "RolloutPreview" },
);
