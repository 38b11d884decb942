import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import { goesOn, type HoldKind, type Rollout } from "../../core/model/rollout.ts";
import { currentStart } from "../../core/model/rollout-start.ts";
import { hourMs } from "../../core/time-units.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { isHeld } from "../requests/request-checks.ts";
import type { Leadership } from "../writer/leadership.ts";
import type { Writer } from "../writer/writer.ts";
import { type GuardWatch, isWatched } from "./guard-watch.ts";
import { isApproved } from "./resume-rollout.ts";
import { isUnchanged } from "./rollout-checks.ts";
import { holdRollout } from "./rollout-commands.ts";
import { byServer, hold, jumpedMark, stopped } from "./rollout-saves.ts";
import { isLastStep, makeStep } from "./rollout-steps.ts";

/** Counts the enabled checks of the feature of a rollout since a time in milliseconds. */
export type CountEnabledChecks = (
  rollout: Pick<Rollout, "environmentId" | "key">,
  since: number,
) => Promise<number>;

export interface RolloutScheduleOptions {
  readonly writer: Writer;
  readonly groupPolicy: GroupPolicy;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with the error of a transition, which is tried again. */
  readonly onFailure: (error: unknown) => void;
  /** Missing where there is no telemetry: steps that wait for a sample wait until they are skipped. */
  readonly countEnabledChecks?: CountEnabledChecks | undefined;
  /**
   * Whether the guards of a rollout let it go on. Missing where there is no telemetry: steps with
   * guards wait until they are skipped.
   */
  readonly mayGoOn?: ((rollout: Rollout) => boolean) | undefined;
  /** How often rollouts are looked at; every 5 seconds unless given. */
  readonly everyMs?: number | undefined;
}

const everyMsDefault = 5_000;

/**
 * Makes the steps of rollouts when they are due. Each transition is one command that depends on the
 * epoch it expects: several servers at once would be harmless, so leadership only saves work.
 */
export class RolloutSchedule {
  readonly #options: RolloutScheduleOptions;
  #timer: Timer | undefined;
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: RolloutScheduleOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.run(), this.#options.everyMs ?? everyMsDefault);
    this.#timer.unref();
    this.#running = this.#computeStarts()
      .then(() => this.#look())
      .finally(() => {
        this.#running = null;
      });
  }

  /** Looks at all active rollouts, unless it does already. */
  run(): void {
    if (!this.#isStopped) {
      this.#running ??= this.#look().finally(() => {
        this.#running = null;
      });
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Moves starts at local times whose zones have other rules now than when they were written. */
  async #computeStarts(): Promise<void> {
    const { writer, onFailure } = this.#options;
    for (const { id, step, start } of writer.state.rollouts.values()) {
      if (step < 0 && currentStart(start) !== start) {
        await writer.submit((draft) => moveStart(draft, id)).catch(onFailure);
      }
    }
  }

  async #look(): Promise<void> {
    for (const { id } of this.#options.writer.state.rollouts.values()) {
      if (this.#isStopped) {
        return;
      }
      try {
        await this.settle(id);
      } catch (error) {
        this.#options.onFailure(error);
        return;
      }
    }
  }

  /** Makes the transition that is due for a rollout; does nothing if none is. */
  async settle(id: number): Promise<void> {
    const { writer, now, groupPolicy } = this.#options;
    const rollout = writer.state.rollouts.get(id);
    const due = rollout && dueTransition(rollout, { state: writer.state, now: now() });
    if (rollout === undefined || due === undefined) {
      return;
    }
    if (afterSample.has(due) && !(this.#mayGoOn(rollout) && (await this.#hasSample(rollout)))) {
      return;
    }
    const { epoch } = rollout;
    const work = (draft: Draft) => settleRollout(draft, id, epoch, groupPolicy);
    try {
      await writer.submitInSteps(work);
    } catch (error) {
      if (!(error instanceof GatehouseError) || error.refusal === "unavailable") {
        throw error;
      }
      const why = { kind: "refused", guard: null, text: error.message } as const;
      await writer.submit((draft) => holdRollout(draft, id, epoch, why));
    }
  }

  /** Whether no guard stops the rollout, as far as guards know all minutes up to now. */
  #mayGoOn(rollout: Rollout): boolean {
    return !isWatched(rollout) || this.#options.mayGoOn?.(rollout) === true;
  }

  async #hasSample(rollout: Rollout): Promise<boolean> {
    const { steps, step, enteredAt } = rollout;
    const sample = steps[step]?.sample ?? null;
    const since = enteredAt[step] ?? null;
    if (sample === null || since === null) {
      return true;
    }
    const counted = await this.#options.countEnabledChecks?.(rollout, since);
    return counted !== undefined && counted >= sample;
  }
}

function moveStart(draft: Draft, id: number): void {
  const rollout = draft.state.rollouts.get(id);
  if (rollout !== undefined && rollout.step < 0) {
    const start = currentStart(rollout.start);
    const nextAt = rollout.state === "waiting" && start.kind === "at" ? start.at : rollout.nextAt;
    draft.record({ kind: "rollout.saved", rollout: { ...rollout, start, nextAt } });
  }
}

/** Makes the transition that is due; nothing if someone else changed the rollout since its epoch. */
export function* settleRollout(
  draft: Draft,
  id: number,
  epoch: number,
  groupPolicy: GroupPolicy,
): Generator<void, Rollout | null> {
  const rollout = draft.state.rollouts.get(id);
  const due = rollout?.epoch === epoch ? dueTransition(rollout, draft) : undefined;
  if (rollout === undefined || due === undefined) {
    return null;
  }
  switch (due) {
    case "step":
      return yield* makeStep(draft, rollout, groupPolicy, byServer);
    case "done":
      return stopped(draft, rollout, "done", { by: byServer });
    default: {
      const text = due === "refused" ? "The environment is protected now: ask for approval" : null;
      return hold(draft, rollout, { kind: due, text });
    }
  }
}

type Transition =
  | "step"
  | "done"
  | Extract<HoldKind, "author" | "clock" | "late" | "approval" | "changed" | "refused">;

/** The transitions for which a step must have its sample, and no guard that stops it. */
const afterSample: ReadonlySet<Transition> = new Set(["step", "done", "approval"]);

/** What the server has to do with a rollout now; undefined for nothing. */
function dueTransition(
  rollout: Rollout,
  moment: Pick<Draft, "state" | "now">,
): Transition | undefined {
  if (!goesOn(rollout)) {
    return undefined;
  }
  if (isHeld(moment, rollout)) {
    return "author";
  }
  const mark = jumpedMark(moment);
  if (mark !== null && mark !== rollout.seenMark) {
    return "clock";
  }
  return isTime(rollout, moment.now) ? atTime(rollout, moment) : undefined;
}

function isTime({ nextAt }: Rollout, now: number): boolean {
  return nextAt !== null && now >= nextAt;
}

function atTime(rollout: Rollout, moment: Pick<Draft, "state" | "now">): Transition {
  const { late, nextAt, step, steps } = rollout;
  const current = steps[step];
  if (!isUnchanged(moment.state, rollout)) {
    return "changed";
  }
  if (current?.approval === true) {
    return "approval";
  }
  if (isLastStep(rollout)) {
    return "done";
  }
  if (!isApproved(moment, rollout)) {
    return "refused";
  }
  // Only the time of a step can be missed, not the number of its checks.
  const isLate = (current?.sample ?? null) === null && moment.now - (nextAt ?? 0) > hourMs;
  return isLate && late === "hold" ? "late" : "step";
}

/**
 * Makes the steps of rollouts, and watches their guards, while this process leads, until the returned
 * function is called.
 */
export function leadRollouts(
  options: Omit<RolloutScheduleOptions, "mayGoOn">,
  guards: GuardWatch | undefined,
  leadership: Leadership,
) {
  let schedule: RolloutSchedule | undefined;
  return leadership.lead({
    begin() {
      const mayGoOn = (rollout: Rollout) => guards?.mayGoOn(rollout) === true;
      schedule = new RolloutSchedule({ ...options, mayGoOn });
      schedule.start();
      guards?.start();
    },
    async end() {
      await schedule?.stop();
      await guards?.stop();
      schedule = undefined;
    },
  });
}
