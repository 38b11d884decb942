import { hostedGroupPolicy } from "../../../src/app/commands/hosted-group-policy.ts";
import type { GuardMinutes, OutcomeRange } from "../../../src/app/rollouts/guard-port.ts";
import { GuardReports } from "../../../src/app/rollouts/guard-reports.ts";
import { GuardWatch } from "../../../src/app/rollouts/guard-watch.ts";
import { RolloutSchedule } from "../../../src/app/rollouts/rollout-schedule.ts";
import { RolloutService } from "../../../src/app/rollouts/rollout-service.ts";
import type { GuardMinute } from "../../../src/core/guards/guard-minute.ts";
import type { Act } from "../../../src/core/model/act.ts";
import type { Caller } from "../../../src/core/model/caller.ts";
import type { Rollout, RolloutGuard } from "../../../src/core/model/rollout.ts";
import { effectiveToggle } from "../../../src/core/model/state-lookups.ts";
import { hourMs, minuteMs } from "../../../src/core/time-units.ts";
import { type ArmCounts, guardMinute } from "../../core/guards/guard-minutes.ts";
import { testedGuard } from "../../core/guards/simulate.ts";
import { RequestWorld } from "../requests/request-world.ts";

export interface Arms {
  readonly enabled: ArmCounts;
  readonly disabled: ArmCounts;
}

export const usual: Arms = { enabled: [100, 1], disabled: [100, 1] };
export const raised: Arms = { enabled: [100, 20], disabled: [100, 1] };
export const silent: Arms = { enabled: [0, 0, 100], disabled: [0, 0, 100] };
export const mismatched: Arms = { enabled: [20, 0, 100], disabled: [100, 1] };

/** Telemetry in memory: its outcomes are those that a test says. */
export class TestedMinutes implements GuardMinutes {
  readonly stored = new Map<string, GuardMinute[]>();
  /** Each minute that was read. */
  readonly read: number[] = [];
  isReachable = true;
  /** A feature whose outcomes cannot be read. */
  brokenKey: string | null = null;
  arms: (name: string, minute: number) => Arms = () => usual;

  async outcomes({ fromMinute, toMinute, key }: OutcomeRange, names: readonly string[]) {
    this.#reach();
    if (key === this.brokenKey) {
      throw new Error(`the outcomes of ${key} cannot be read`);
    }
    const minutes = Array.from({ length: toMinute - fromMinute }, (_, index) => fromMinute + index);
    this.read.push(...minutes);
    return names.map((name) => ({
      name,
      minutes: minutes.map((minute) => {
        const { step, ...counted } = guardMinute(minute, this.arms(name, minute));
        return counted;
      }),
    }));
  }

  async minutes(rolloutId: number, guard: string, fromMinute: number, toMinute: number) {
    this.#reach();
    const stored = this.stored.get(`${rolloutId}/${guard}`) ?? [];
    return stored.filter(({ minute }) => minute >= fromMinute && minute < toMinute);
  }

  async save(rolloutId: number, guard: string, minutes: readonly GuardMinute[]) {
    this.#reach();
    const place = `${rolloutId}/${guard}`;
    const stored = this.stored.get(place) ?? [];
    const added = minutes.filter(({ minute }) => stored.every((each) => each.minute !== minute));
    // As JSON, because nothing else may be kept.
    this.stored.set(place, [...stored, ...JSON.parse(JSON.stringify(added))]);
  }

  #reach(): void {
    if (!this.isReachable) {
      throw new Error("telemetry is unreachable");
    }
  }
}

/** A rollout with guards, whose minutes pass one by one. */
export class GuardWorld {
  readonly requests = new RequestWorld();
  readonly minutes = new TestedMinutes();
  watch = this.newWatch();
  schedule = this.newSchedule();
  readonly service: RolloutService;

  private constructor() {
    this.service = new RolloutService(this.#options());
  }

  static async start(): Promise<GuardWorld> {
    const world = new GuardWorld();
    await world.requests.setUp(1);
    await world.requests.writer.submit((draft) => {
      for (const environmentId of draft.state.policies.keys()) {
        draft.permit(environmentId, { kind: "bypass" });
        draft.record({ kind: "policy.removed", environmentId });
      }
    });
    return world;
  }

  #options() {
    return {
      writer: this.requests.writer,
      groupPolicy: hostedGroupPolicy,
      now: () => this.requests.now,
      onFailure: (error: unknown) => void this.requests.failures.push(error),
    };
  }

  /** Of another server, which knows nothing but what is stored. */
  newWatch(): GuardWatch {
    return new GuardWatch({ ...this.#options(), minutes: this.minutes });
  }

  newSchedule(): RolloutSchedule {
    return new RolloutSchedule({
      ...this.#options(),
      mayGoOn: (rollout) => this.watch.mayGoOn(rollout),
    });
  }

  /** Another server leads. */
  restart(): void {
    this.watch = this.newWatch();
    this.schedule = this.newSchedule();
  }

  author(): Promise<Caller> {
    return this.requests.person(102, 1, { pausesRollout: false });
  }

  /** 10 %, and after an hour 50 %, and after another 100 %. */
  async rollout(guards: readonly Partial<RolloutGuard>[], key = "a"): Promise<Rollout> {
    const steps = [10, 50, 100].map((value) => ({
      change: { kind: "percentage_of_actors", value } as const,
      ...{ forMs: hourMs, sample: null, approval: false },
    }));
    return this.service.start(await this.author(), {
      ...{ key, reason: null, steps, start: { kind: "now" }, late: "run" },
      guards: guards.map((guard) => ({ ...testedGuard, ...guard })),
    });
  }

  /** Lets minutes pass. */
  async pass(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      this.requests.now += minuteMs;
      await this.look();
    }
  }

  async look(): Promise<void> {
    await this.watch.look().catch(() => undefined);
    for (const id of this.requests.state.rollouts.keys()) {
      await this.schedule.settle(id);
    }
  }

  /** Such as `held alarm 1 50%`. */
  async line(id: number): Promise<string> {
    const { state, reads } = this.requests;
    const rollout = state.rollouts.get(id) ?? (await reads.rollout(id));
    const why = rollout?.state === "held" ? ` ${rollout.hold?.kind}` : "";
    const environment = this.requests.environment(1);
    const key = rollout?.key ?? "";
    const { percentageOfActors } = effectiveToggle(state, environment, key).gates;
    return `${rollout?.state}${why} ${rollout?.step} ${percentageOfActors}%`;
  }

  /** What the acts of a kind say, without their hashes. */
  async acts(kind: Act["kind"]): Promise<readonly Act["details"][]> {
    const all = await this.requests.reads.acts({ after: 0, before: 1_000, limit: 1_000 });
    const bodies: readonly Pick<Act, "kind" | "details">[] = all.map(({ body }) =>
      JSON.parse(body),
    );
    return bodies.filter((body) => body.kind === kind).map(({ details }) => details);
  }

  reports() {
    return new GuardReports(this.minutes, () => this.requests.now);
  }
}
