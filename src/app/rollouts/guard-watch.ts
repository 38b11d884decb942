import { GatehouseError } from "../../core/errors.ts";
import { emptyArmMinute, type OutcomeMinute } from "../../core/guards/guard-minute.ts";
import { verdict } from "../../core/guards/guard-verdict.ts";
import type { Rollout } from "../../core/model/rollout.ts";
import { minuteMs } from "../../core/time-units.ts";
import type { Writer } from "../writer/writer.ts";
import {
  decisionData,
  decisionText,
  type GuardDecision,
  holdingDecision,
} from "./guard-decision.ts";
import type { GuardMinutes, NamedOutcomes } from "./guard-port.ts";
import { alarmRollout, holdRollout } from "./rollout-commands.ts";
import { StoredEvidence } from "./stored-evidence.ts";

export interface GuardWatchOptions {
  readonly writer: Writer;
  readonly minutes: GuardMinutes;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with an error, once until all guards were watched again. */
  readonly onFailure: (error: unknown) => void;
  /** How often guards are looked at; every 5 seconds unless given. */
  readonly everyMs?: number | undefined;
}

const everyMsDefault = 5_000;
/**
 * A minute is read so long after its end: telemetry then has committed what arrived in it, also at
 * servers whose clocks are some seconds behind.
 */
const lagMs = 15_000;
/** Telemetry keeps the outcomes of single minutes for an hour. Older ones that were missed stay unseen. */
const missedMinutesMax = 55;
const correctionMinutesMax = 1;

/**
 * Reads the outcomes of each full minute for the guards of running rollouts, and stops a rollout
 * whose guard says so. Guards decide by stored minutes only, of which each is stored once: another
 * server that takes over decides the same.
 */
export class GuardWatch {
  readonly #options: GuardWatchOptions;
  readonly #evidence: StoredEvidence;
  /** What the guards of running rollouts decided, and the first minute that they have not seen. */
  readonly #watched = new Map<number, { readonly through: number; readonly mayGoOn: boolean }>();
  /** Minutes before these do not count, as the rollout did not run, or was stopped for them. */
  readonly #from = new Map<number, number>();
  #timer: Timer | undefined;
  #running: Promise<void> | null = null;
  #isStopped = false;
  #isFailing = false;

  constructor(options: GuardWatchOptions) {
    this.#options = options;
    this.#evidence = new StoredEvidence(options.minutes);
  }

  /** Starts watching, until `stop` is called. */
  start(): void {
    this.#isStopped = false;
    this.#timer = setInterval(() => this.run(), this.#options.everyMs ?? everyMsDefault);
    this.#timer.unref();
    this.run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
    this.#watched.clear();
    this.#from.clear();
  }

  /** Looks at all guards, unless it does already. */
  run(): void {
    if (!this.#isStopped) {
      this.#running ??= this.#lookOrReport().finally(() => {
        this.#running = null;
      });
    }
  }

  /**
   * Whether the guards of a watched rollout have seen all minutes up to now, and none stops it. After
   * the clock was set back they see nothing until it is where it was, except for a small correction.
   */
  mayGoOn({ id }: Pick<Rollout, "id">): boolean {
    const watched = this.#watched.get(id);
    if (watched?.mayGoOn !== true) {
      return false;
    }
    const complete = this.#completeMinutes();
    return watched.through >= complete && watched.through <= complete + correctionMinutesMax;
  }

  async #lookOrReport(): Promise<void> {
    try {
      await this.look();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) {
        this.#options.onFailure(error);
      }
      this.#isFailing = true;
    }
  }

  /**
   * Watches each guard up to the latest full minute. An error of one rollout does not stop the others.
   * Rejects while telemetry is unreachable.
   */
  async look(): Promise<void> {
    const { rollouts } = this.#options.writer.state;
    for (const id of [...this.#watched.keys(), ...this.#from.keys()]) {
      if (!rollouts.has(id)) {
        this.#watched.delete(id);
        this.#from.delete(id);
      }
    }
    const errors: unknown[] = [];
    for (const rollout of rollouts.values()) {
      if (isWatched(rollout) && !errors.some(isUnavailable)) {
        await this.#watch(rollout).catch((error: unknown) => void errors.push(error));
      }
    }
    if (errors.length > 0) {
      throw errors[0];
    }
  }

  async #watch(rollout: Rollout): Promise<void> {
    const { id, state, enteredAt, resumedAt } = rollout;
    const complete = this.#completeMinutes();
    if (state !== "running") {
      this.#watched.delete(id);
      this.#from.set(id, complete);
      return;
    }
    this.#from.set(id, Math.max(this.#from.get(id) ?? 0, Math.floor((resumedAt ?? 0) / minuteMs)));
    const entered = Math.floor((enteredAt[0] ?? this.#options.now()) / minuteMs);
    const from = Math.max(this.#from.get(id) ?? 0, entered, complete - missedMinutesMax);
    let decisions = await this.#decide(rollout, complete);
    let through = nextMinute(decisions, from);
    if (this.#holding(id, decisions) === undefined && through < complete) {
      decisions = await this.#read(rollout, through, complete);
      through = nextMinute(decisions, from);
    }
    this.#watched.set(id, { through, mayGoOn: holdingDecision(decisions) === undefined });
    const holding = this.#holding(id, decisions);
    if (holding !== undefined) {
      await this.#hold(rollout, holding);
    }
  }

  /** Stores the next minutes, up to one that stops the rollout. */
  async #read(
    rollout: Rollout,
    fromMinute: number,
    toMinute: number,
  ): Promise<readonly GuardDecision[]> {
    const { id, environmentId, key, guards, step } = rollout;
    const { minutes } = this.#options;
    const range = { environmentId, key, fromMinute, toMinute };
    const names = guards.map(({ name }) => name);
    const named = await minutes.outcomes(range, names);
    let decisions: readonly GuardDecision[] = [];
    for (let minute = fromMinute; minute < toMinute; minute += 1) {
      for (const name of names) {
        await minutes.save(id, name, [{ ...outcomesOf(named, name, minute), step }]);
      }
      decisions = await this.#decide(rollout, minute + 1);
      if (this.#holding(id, decisions) !== undefined) {
        break;
      }
    }
    return decisions;
  }

  async #decide(rollout: Rollout, toMinute: number): Promise<readonly GuardDecision[]> {
    const decisions: GuardDecision[] = [];
    for (const guard of rollout.guards) {
      const evidence = await this.#evidence.load(rollout, guard, toMinute);
      const { minute } = evidence;
      decisions.push({ guard, minute, verdict: verdict(evidence, guard, rollout.guards.length) });
    }
    return decisions;
  }

  /** The decision for which the rollout must be stopped; undefined if that was done. */
  #holding(id: number, decisions: readonly GuardDecision[]): GuardDecision | undefined {
    const holding = holdingDecision(decisions);
    const isDone = (holding?.minute ?? 0) < (this.#from.get(id) ?? 0);
    return isDone ? undefined : holding;
  }

  async #hold({ id, epoch }: Rollout, decision: GuardDecision): Promise<void> {
    const { writer } = this.#options;
    const { guard, minute, verdict: found } = decision;
    const text = decisionText(decision);
    const why = { guard: guard.name, text };
    const { state } = found;
    let held: Rollout | null;
    if (state === "silent" || state === "mismatch") {
      held = await writer.submit((draft) => holdRollout(draft, id, epoch, { ...why, kind: state }));
    } else {
      const alarm = { guard, text, data: decisionData(decision) };
      held = await writer
        .submitInSteps((draft) => alarmRollout(draft, id, epoch, alarm))
        .catch((error: unknown) => {
          if (!(error instanceof GatehouseError) || isUnavailable(error)) {
            throw error;
          }
          // The gates cannot be returned, so that at least no step follows.
          const failed = { ...why, kind: "alarm", text: `${text}. ${error.message}` } as const;
          return writer.submit((draft) => holdRollout(draft, id, epoch, failed));
        });
    }
    // Otherwise it was changed at the same time, and the next look decides with its new epoch.
    if (held !== null) {
      this.#from.set(id, (minute ?? 0) + 1);
    }
  }

  /** The minutes before this one are full, and what arrived in them can be read. */
  #completeMinutes(): number {
    return Math.floor((this.#options.now() - lagMs) / minuteMs);
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof GatehouseError && error.refusal === "unavailable";
}

/** Whether guards have something to compare: after the first step. */
export function isWatched({ guards, step }: Pick<Rollout, "guards" | "step">): boolean {
  return guards.length > 0 && step >= 0;
}

/** The first minute that not all guards have seen. */
function nextMinute(decisions: readonly GuardDecision[], from: number): number {
  const seen = decisions.map(({ minute }) => (minute === null ? 0 : minute + 1));
  return Math.max(from, Math.min(...seen));
}

function outcomesOf(named: readonly NamedOutcomes[], name: string, minute: number): OutcomeMinute {
  const found = named
    .find((each) => each.name === name)
    ?.minutes.find((each) => each.minute === minute);
  return found ?? { minute, enabled: emptyArmMinute, disabled: emptyArmMinute };
}
