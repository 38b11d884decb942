import type { Change } from "../../src/core/model/change.ts";
import type { Rollout } from "../../src/core/model/rollout.ts";
import { strangeTexts } from "./sample-entities.ts";

export function sampleRollout(id: number, more: Partial<Rollout> = {}): Rollout {
  return {
    id,
    environmentId: 1,
    featureId: 1,
    key: "search",
    author: { type: "User", id: "1" },
    requestId: null,
    reason: null,
    steps: [{ change: { kind: "enable" }, forMs: null, sample: null, approval: false }],
    guards: [],
    start: { kind: "now" },
    late: "hold",
    state: "running",
    step: -1,
    epoch: 1,
    enteredAt: [null],
    nextAt: null,
    remainingMs: null,
    seenMark: null,
    resumedAt: null,
    hold: null,
    beforeGates: null,
    previousGates: null,
    writtenSha256: "",
    startedAt: 9_000,
    endedAt: null,
    endedBy: null,
    ...more,
  };
}

const kept = {
  isOwn: false,
  gates: {
    boolean: false,
    expression: { Any: [true] },
    groups: ["é"],
    actors: ["a\u0000b"],
    percentageOfActors: 1.5,
    percentageOfTime: 0,
  },
} as const;

/** A rollout in which every field has a value. */
export const fullRollout = sampleRollout(2, {
  requestId: 7,
  reason: "because",
  steps: [
    {
      change: { kind: "percentage_of_actors", value: 5.5 },
      ...{ forMs: 60_000, sample: 100, approval: true },
    },
    {
      change: { kind: "set", gates: kept.gates },
      ...{ forMs: null, sample: null, approval: false },
    },
  ],
  guards: [
    {
      ...{ name: "checkout", bad: "errors", confidence: 0.95, action: "return" },
      tolerate: { relative: 0.1, absolute: 0 },
    },
  ],
  start: { kind: "at", at: 20_000, local: "2027-03-28T09:00", zone: "Europe/Berlin" },
  late: "run",
  state: "held",
  step: 0,
  epoch: 4,
  enteredAt: [9_100, null],
  nextAt: 9_200,
  remainingMs: 100,
  seenMark: 8_000,
  resumedAt: 8_500,
  hold: { kind: "alarm", guard: "checkout", text: "é", at: 9_300 },
  beforeGates: kept,
  previousGates: { ...kept, isOwn: true },
  writtenSha256: "ff",
});

/** Changes of rollouts, as in `changeExamples`. */
export const rolloutExamples: Readonly<Record<string, readonly Change[]>> = {
  "with every key": strangeTexts.map((key, index) => ({
    kind: "rollout.saved",
    rollout: sampleRollout(index + 1, { key, reason: key }),
  })),
  "again, with every field": [
    { kind: "rollout.saved", rollout: { ...fullRollout, ...later(sampleRollout(2)) } },
    { kind: "rollout.saved", rollout: fullRollout },
  ],
  "that has ended": [
    { kind: "rollout.saved", rollout: fullRollout },
    {
      kind: "rollout.saved",
      rollout: {
        ...fullRollout,
        ...{ state: "stopped", nextAt: null, endedAt: 9_800, endedBy: { type: "Token", id: "4" } },
      },
    },
  ],
};

/** The fields that a transition changes. */
function later({ author, requestId, start, state, step, epoch, enteredAt, ...rest }: Rollout) {
  const {
    nextAt,
    remainingMs,
    seenMark,
    resumedAt,
    hold,
    beforeGates,
    previousGates,
    writtenSha256,
  } = rest;
  return {
    ...{ author, requestId, start, state, step, epoch, enteredAt, nextAt, remainingMs, seenMark },
    ...{ resumedAt, hold, beforeGates, previousGates, writtenSha256 },
  };
}
