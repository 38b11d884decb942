import { hostedGroupPolicy } from "../../../src/app/commands/hosted-group-policy.ts";
import {
  type AlarmOf,
  alarmRollout,
  holdRollout,
} from "../../../src/app/rollouts/rollout-commands.ts";
import { RolloutSchedule } from "../../../src/app/rollouts/rollout-schedule.ts";
import { RolloutService } from "../../../src/app/rollouts/rollout-service.ts";
import type { NewRollout } from "../../../src/app/rollouts/start-rollout.ts";
import type { Writer } from "../../../src/app/writer/writer.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import { runSteps } from "../../../src/core/evaluation/run-steps.ts";
import type { Caller } from "../../../src/core/model/caller.ts";
import type {
  GuardAction,
  Rollout,
  RolloutGuard,
  RolloutHold,
  RolloutStep,
} from "../../../src/core/model/rollout.ts";
import { effectiveToggle, ownToggle } from "../../../src/core/model/state-lookups.ts";
import { hourMs, minuteMs } from "../../../src/core/time-units.ts";
import type { StorageReads } from "../../../src/storage/storage.ts";
import { RequestWorld } from "../requests/request-world.ts";

/** A step that sets the percentage of actors, and lasts an hour. */
export function percent(value: number, more: Partial<RolloutStep> = {}): RolloutStep {
  const change = { kind: "percentage_of_actors", value } as const;
  return { change, forMs: hourMs, sample: null, approval: false, ...more };
}

export const plan: NewRollout = {
  ...{ key: "a", reason: null, guards: [], late: "hold" },
  steps: [percent(10), percent(50), percent(100)],
  start: { kind: "now" },
};

export function guardThat(action: GuardAction): RolloutGuard {
  return {
    ...{ name: "checkout", bad: "errors", confidence: 0.95, action },
    tolerate: { relative: 0, absolute: 0 },
  };
}

/** Rollouts in memory, in environments without a policy unless one is set. */
export class RolloutWorld {
  readonly requests: RequestWorld;
  readonly service: RolloutService;
  readonly schedule: RolloutSchedule;
  checks = 0;

  constructor(kept?: { readonly writer: Writer; readonly reads: StorageReads }) {
    this.requests = new RequestWorld(kept);
    const options = {
      writer: this.requests.writer,
      groupPolicy: hostedGroupPolicy,
      now: () => this.requests.now,
      onFailure: (error: unknown) => void this.requests.failures.push(error),
      countEnabledChecks: async () => this.checks,
      mayGoOn: () => true,
    };
    this.service = new RolloutService(options);
    this.schedule = new RolloutSchedule(options);
  }

  static async start(isProtected = false): Promise<RolloutWorld> {
    const world = new RolloutWorld();
    await world.requests.setUp(1);
    if (!isProtected) {
      await world.unprotect();
    }
    return world;
  }

  async unprotect(): Promise<void> {
    await this.requests.writer.submit((draft) => {
      for (const environmentId of draft.state.policies.keys()) {
        draft.permit(environmentId, { kind: "bypass" });
        draft.record({ kind: "policy.removed", environmentId });
      }
    });
  }

  member(environmentId = 1, more: Partial<Caller> = {}): Promise<Caller> {
    return this.requests.person(102, environmentId, { pausesRollout: false, ...more });
  }

  /** Lets time pass in steps of a minute, in which the schedule looks each time. */
  async pass(ms: number): Promise<void> {
    const until = this.requests.now + ms;
    while (this.requests.now < until) {
      this.requests.now = Math.min(until, this.requests.now + minuteMs);
      await this.look();
    }
  }

  /** Lets time pass without a server. */
  async sleep(ms: number): Promise<void> {
    this.requests.now += ms;
    await this.look();
  }

  async look(): Promise<void> {
    for (const id of this.requests.state.rollouts.keys()) {
      await this.schedule.settle(id);
    }
  }

  async rollout(id: number): Promise<Rollout> {
    const { state, reads } = this.requests;
    const found = state.rollouts.get(id) ?? (await reads.rollout(id));
    if (found === null) {
      throw new Error(`there is no rollout ${id}`);
    }
    return found;
  }

  /** What is to be seen of a rollout, such as `held changed 1 50%`. */
  async line(id: number): Promise<string> {
    const { state, hold, step, key, environmentId } = await this.rollout(id);
    const why = state === "held" ? ` ${hold?.kind}` : "";
    return `${state}${why} ${step} ${this.percentage(key, environmentId)}`;
  }

  percentage(key: string, environmentId = 1): string {
    const environment = this.requests.environment(environmentId);
    const { state } = this.requests;
    const own = ownToggle(state, environment, key) === undefined ? " mirrored" : "";
    return `${effectiveToggle(state, environment, key).gates.percentageOfActors}%${own}`;
  }

  async alarm(id: number, epoch: number, alarm: AlarmOf): Promise<Rollout | null> {
    return this.requests.writer.submit((draft) => runSteps(alarmRollout(draft, id, epoch, alarm)));
  }

  async hold(id: number, epoch: number, kind: RolloutHold["kind"]): Promise<Rollout | null> {
    const why = { kind, guard: "checkout", text: "seen" };
    return this.requests.writer.submit((draft) => holdRollout(draft, id, epoch, why));
  }
}

/** The refusal of work, or "done". */
export async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "done";
  } catch (error) {
    if (error instanceof GatehouseError) {
      return error.refusal;
    }
    throw error;
  }
}
