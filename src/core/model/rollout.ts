import type { ListedGates } from "../evaluation/gates.ts";
import type { AuditActor } from "./audit.ts";
import type { FeatureCommand } from "./feature-command.ts";

type WithoutKey<Command> = Command extends { readonly key: string } ? Omit<Command, "key"> : never;

/** The change of gates that a step makes. */
export type StepChange = WithoutKey<
  Exclude<FeatureCommand, { readonly kind: "create" | "remove" | "mirror" }>
>;

/** One change, and what must be true before the next step. */
export interface RolloutStep {
  readonly change: StepChange;
  /** How long the step lasts at least; null for no wait. */
  readonly forMs: number | null;
  /** How many enabled checks must have been counted in the step; null for none. */
  readonly sample: number | null;
  /** Whether a person must let the rollout go on after the step. */
  readonly approval: boolean;
}

export const guardActions = ["hold", "back", "return"] as const;
/** What an alarm does: nothing more, back to the step before, or to the gates before the rollout. */
export type GuardAction = (typeof guardActions)[number];

/** Compares the outcomes of enabled and disabled checks (docs/rollouts.md#guards). */
export interface RolloutGuard {
  /** The name of the outcomes. */
  readonly name: string;
  /** Which of them are bad: the errors, or all others. */
  readonly bad: "errors" | "rest";
  /** The bad share with the feature may be up to (1 + relative) times the one without, plus absolute. */
  readonly tolerate: { readonly relative: number; readonly absolute: number };
  /** 1 minus the chance of a false alarm in the whole rollout; 0.95 for 5 %. */
  readonly confidence: number;
  readonly action: GuardAction;
}

/** When a rollout makes its first step: at once, or at a time. */
export type RolloutStart =
  | { readonly kind: "now" }
  | {
      readonly kind: "at";
      /** Milliseconds since the epoch; computed again from `local` and `zone` at each start of a server. */
      readonly at: number;
      /** Such as `2027-03-28T09:00`. Null if the time was sent as an instant. */
      readonly local: string | null;
      /** An IANA time zone, such as `Europe/Berlin`. */
      readonly zone: string | null;
    };

/** What is approved. */
export interface RolloutPlan {
  readonly steps: readonly RolloutStep[];
  readonly guards: readonly RolloutGuard[];
  readonly start: RolloutStart;
  /** What happens to a step that is more than an hour late, as after a time without a server. */
  readonly late: "hold" | "run";
}

export const rolloutStates = ["waiting", "running", "held", "paused", "stopped", "done"] as const;
export type RolloutState = (typeof rolloutStates)[number];

export const holdKinds = [
  /** A guard saw more errors with the feature. */
  "alarm",
  /** Outcomes stopped while checks went on. */
  "silent",
  /** One side reports fewer outcomes for its checks. */
  "mismatch",
  /** Something else changed the gates. */
  "changed",
  /** A step was undone. */
  "undone",
  /** The step asks that a person lets the rollout go on. */
  "approval",
  /** The step was more than an hour late. */
  "late",
  /** The clock jumped by more than a day. */
  "clock",
  /** The author has left, or may no longer change the environment. */
  "author",
  /** The change of the step was refused. */
  "refused",
] as const;
export type HoldKind = (typeof holdKinds)[number];

/** Why a rollout does not go on. */
export interface RolloutHold {
  readonly kind: HoldKind;
  /** The name of the guard; null for a hold without one. */
  readonly guard: string | null;
  /** What the guard saw, or the message of the refusal; null if the kind says all. */
  readonly text: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Gates to return to, and whether they were the environment's own or those of Production. */
export interface KeptGates {
  readonly isOwn: boolean;
  readonly gates: ListedGates;
}

/** Changes of one feature in steps (docs/rollouts.md). A schedule is a rollout of one step. */
export interface Rollout extends RolloutPlan {
  readonly id: number;
  readonly environmentId: number;
  readonly featureId: number;
  readonly key: string;
  readonly author: AuditActor;
  /** The request that was approved; null where none is needed. */
  readonly requestId: number | null;
  readonly reason: string | null;
  readonly state: RolloutState;
  /** The index of the latest step whose change was made; -1 before the first. */
  readonly step: number;
  /** Rises with each transition, so that each is made once. */
  readonly epoch: number;
  /** When each step was entered; null for those to come. Milliseconds since the epoch. */
  readonly enteredAt: readonly (number | null)[];
  /** When the next step, or the end after the last one, is due at the earliest; null unless it goes on. */
  readonly nextAt: number | null;
  /** What was left until `nextAt` when it was held or paused; null if it goes on, and before the first step. */
  readonly remainingMs: number | null;
  /** The clock mark whose jump a person has seen (docs/internals.md#rollouts); null without a jump. */
  readonly seenMark: number | null;
  /** When it last went on after a hold or a pause; guards do not stop it for minutes before. */
  readonly resumedAt: number | null;
  readonly hold: RolloutHold | null;
  /** The gates before the first step; null before it. */
  readonly beforeGates: KeptGates | null;
  /** The gates before the latest step; null before the first, and after a step was taken back. */
  readonly previousGates: KeptGates | null;
  /**
   * SHA-256 of the environment's own gates as the rollout left them, or found them at its start; empty
   * while the environment follows Production.
   */
  readonly writtenSha256: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly endedBy: AuditActor | null;
}

export const activeRolloutStates = [
  "waiting",
  "running",
  "held",
  "paused",
] as const satisfies readonly RolloutState[];

export function isActiveRollout({ state }: Pick<Rollout, "state">): boolean {
  return state !== "stopped" && state !== "done";
}

/** Whether the server makes its next step by itself. */
export function goesOn({ state }: Pick<Rollout, "state">): boolean {
  return state === "waiting" || state === "running";
}

/** For each environment. */
export const activeRolloutsMax = 1_000;
export const rolloutStepsMax = 50;
export const rolloutGuardsMax = 5;
/** For the steps and the gates before them, as JSON. */
export const rolloutBytesMax = 8 * 1024 * 1024;
/** For all active rollouts of an environment, which are in memory. */
export const activeRolloutBytesMax = 64 * 1024 * 1024;
