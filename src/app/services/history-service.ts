import { GatehouseError } from "../../core/errors.ts";
import type { HistoryAudit } from "../../core/model/audit.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import { limitsOf } from "../../core/model/plan.ts";
import { organizationOf } from "../../core/model/project-organization.ts";
import type { State } from "../../core/model/state.ts";
import { runYielding } from "../../core/scheduling/run-yielding.ts";
import { quote } from "../../core/text/quote.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { runInStepsAs } from "../commands/permit-changes.ts";
import { type Rollback, rollBack } from "../commands/rollback-commands.ts";
import { RollbackTrial } from "../commands/rollback-trial.ts";
import type { Writer } from "../writer/writer.ts";
import { auditsWith } from "./audit-text.ts";
import { ExpensiveAnswers } from "./expensive-answers.ts";
import { followHistory } from "./follow-history.ts";
import { type HistoryReads, ReadBudget, textPiecesMax } from "./history-reads.ts";
import {
  type ExpectedRollback,
  type HistoryFilter,
  type HistoryList,
  type HistoryTarget,
  noFeaturesShown,
  type RollbackPreview,
  type ShownFeatures,
} from "./history-types.ts";
import { HistoryRewinder, type RewindFailure, type RewoundFeature } from "./rewind-history.ts";
import { RollbackSummary } from "./rollback-summary.ts";

const attemptsMax = 3;

export interface HistoryServiceOptions {
  readonly reads: HistoryReads;
  readonly writer: Writer;
  readonly groupPolicy: GroupPolicy;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Reads audits with their changes, and undoes changes (docs/decisions.md#undo). */
export class HistoryService {
  readonly #options: HistoryServiceOptions;
  /** For rollbacks and their previews, each of which has the gates of all its features. */
  readonly #answers = new ExpensiveAnswers();

  constructor(options: HistoryServiceOptions) {
    this.#options = options;
  }

  /** Audits, latest first, without large differences. Rejects with `unavailable`. */
  async list({ environment }: Caller, filter: HistoryFilter): Promise<HistoryList> {
    const { state } = this.#options.writer;
    const newest = state.auditSequences.get(environment.id) ?? 0;
    const { before, text, ...selection } = filter;
    const page = await this.#options.reads.matchingPage(
      {
        ...selection,
        environmentId: environment.id,
        before: Math.min(before ?? newest + 1, newest + 1),
        after: firstShown(state, environment.projectId, newest) - 1,
      },
      text === null ? null : auditsWith(state, text),
      new ReadBudget(textPiecesMax),
    );
    return { ...page, eventsMax: eventsMaxOf(state, environment.projectId) };
  }

  /**
   * Audits after a sequence, oldest first; the next request starts after `next`. Rejects with
   * `unavailable`.
   */
  async follow(
    { environment }: Caller,
    after: number,
    { before, limit, text, ...filter }: HistoryFilter,
  ): Promise<HistoryList & { readonly next: number }> {
    const { reads, writer } = this.#options;
    const { id, projectId } = environment;
    const newest = writer.state.auditSequences.get(id) ?? 0;
    const shownAfter = firstShown(writer.state, projectId, newest) - 1;
    const selection = { ...filter, environmentId: id };
    const last = Math.min(newest, (before ?? newest + 1) - 1);
    const matches = text === null ? null : auditsWith(writer.state, text);
    const bounds = { after: Math.max(after, shownAfter), last, limit, matches };
    const followed = await followHistory(reads, selection, bounds);
    return { ...followed, eventsMax: eventsMaxOf(writer.state, projectId) };
  }

  /** One audit with its whole difference. Rejects with `audit_not_found` and `unavailable`. */
  async audit({ environment }: Caller, sequence: number): Promise<HistoryAudit> {
    this.#requireShown(environment, sequence);
    return this.#options.reads.audit(environment.id, sequence);
  }

  /**
   * The result of a rollback, and why it would be refused. Rejects with `audit_not_found`,
   * `parameter_invalid` for a time in the future, `undo_impossible` for too many changes, and
   * `unavailable`.
   */
  preview<Shown = never>(
    caller: Caller,
    target: HistoryTarget,
    shown: ShownFeatures<Shown> = noFeaturesShown,
    signal?: AbortSignal,
  ): Promise<RollbackPreview<Shown>> {
    return this.#answers.run(caller, () => this.#preview(caller, target, shown), signal);
  }

  /**
   * Rolls back in one command, and resolves with the result. Rejects with `gate_changed` if the
   * result would differ from the expected one, and as `confirm`, `preview` and `rollBack`.
   */
  rollback<Shown = never>(
    caller: Caller,
    target: HistoryTarget,
    expected: ExpectedRollback<Shown> = {},
    shown: ShownFeatures<Shown> = noFeaturesShown,
    signal?: AbortSignal,
  ): Promise<RollbackPreview<Shown>> {
    return this.#answers.run(caller, () => this.#rollback(caller, target, expected, shown), signal);
  }

  /** Tries the rollback one feature at a time, as the gates of all take too much memory. */
  async #preview<Shown>(
    caller: Caller,
    target: HistoryTarget,
    shown: ShownFeatures<Shown>,
  ): Promise<RollbackPreview<Shown>> {
    const { state } = this.#options.writer;
    const now = this.#options.now();
    const summary = new RollbackSummary({ state, now }, caller, shown);
    const trial = new RollbackTrial(state, now, caller);
    let refused: RollbackPreview<Shown>["refused"] = null;
    const tryStep = async (steps: Generator<void, void>) => {
      if (refused === null) {
        try {
          await runYielding(steps);
        } catch (error) {
          refused = refusalIn(error);
        }
      }
    };
    const rewinder = this.#rewinder(state, caller, target);
    const failure = await rewinder.each(target, async (feature) => {
      await tryStep(trial.add(this.#rollbackOf(target, [feature])));
      await runYielding(summary.add([feature]));
    });
    if (failure !== null) {
      const nothing = new RollbackSummary({ state, now }, caller, shown);
      return nothing.preview(refusalIn(unknownGates(failure)));
    }
    await tryStep(trial.finish());
    return summary.preview(refused);
  }

  async #rollback<Shown>(
    caller: Caller,
    target: HistoryTarget,
    { tag, confirm }: ExpectedRollback<Shown>,
    shown: ShownFeatures<Shown>,
  ): Promise<RollbackPreview<Shown>> {
    for (let attempt = 1; ; attempt++) {
      const { state } = this.#options.writer;
      const { features, failure } = await this.#rewinder(state, caller, target).rewind(target);
      const summary = new RollbackSummary({ state, now: this.#options.now() }, caller, shown);
      await runYielding(summary.add(features));
      const preview = summary.preview(null);
      if (tag !== undefined && tag !== preview.tag) {
        throw new GatehouseError("gate_changed");
      }
      if (failure !== null) {
        throw unknownGates(failure);
      }
      try {
        await this.#submit(caller, this.#rollbackOf(target, features), () => confirm?.(preview));
        return preview;
      } catch (error) {
        const isChanged = error instanceof GatehouseError && error.refusal === "gate_changed";
        // Without a preview, changes since then may be undone too.
        if (!isChanged || tag !== undefined || attempt === attemptsMax) {
          throw error;
        }
      }
    }
  }

  #submit(caller: Caller, rollback: Rollback, confirm: () => void): Promise<void> {
    const options = { undoes: rollback.target };
    const work = function* (draft: Draft): Generator<void, void> {
      yield* rollBack(draft, caller, rollback);
      confirm();
    };
    return this.#options.writer.submitInSteps((draft) =>
      runInStepsAs(draft, caller, work(draft), options),
    );
  }

  #rollbackOf(target: HistoryTarget, features: readonly RewoundFeature[]): Rollback {
    return { features, target: auditOf(target), groupPolicy: this.#options.groupPolicy };
  }

  #rewinder(state: State, { environment }: Caller, target: HistoryTarget): HistoryRewinder {
    const current = state.environments.get(environment.id);
    if (current === undefined) {
      throw new GatehouseError("token_invalid");
    }
    if (target.kind === "at") {
      this.#requirePast(target.time);
    } else {
      this.#requireShown(current, target.sequence);
    }
    return new HistoryRewinder(this.#options.reads, state, current);
  }

  /**
   * A time in the future is an error of the caller, or of a clock, and would undo nothing without
   * notice.
   */
  #requirePast(time: number): void {
    const now = this.#options.now();
    if (time > now) {
      throw new GatehouseError("parameter_invalid", {
        message: `at must not be in the future; the clock of the server shows ${new Date(now).toISOString()}`,
      });
    }
  }

  #requireShown({ id, projectId }: Caller["environment"], sequence: number): void {
    const { state } = this.#options.writer;
    const newest = state.auditSequences.get(id) ?? 0;
    if (sequence < firstShown(state, projectId, newest) || sequence > newest) {
      throw new GatehouseError("audit_not_found");
    }
  }
}

function unknownGates({ key, reason }: RewindFailure): GatehouseError {
  return new GatehouseError("undo_impossible", {
    message: `The earlier gates of ${quote(key)} are not known: ${reason}`,
  });
}

function refusalIn(error: unknown): RollbackPreview<never>["refused"] {
  if (error instanceof GatehouseError) {
    return { refusal: error.refusal, message: error.message };
  }
  throw error;
}

/** The audit that is undone; undefined if the target is a moment. */
function auditOf(target: HistoryTarget): number | undefined {
  return target.kind === "before" || target.kind === "gate" ? target.sequence : undefined;
}

export function eventsMaxOf(state: State, projectId: number): number | null {
  const { plan, planOverrides } = organizationOf(state, projectId);
  return limitsOf(plan, planOverrides).auditEventsMax;
}

/** The sequence of the first audit that the plan shows. */
export function firstShown(state: State, projectId: number, newest: number): number {
  const eventsMax = eventsMaxOf(state, projectId);
  return eventsMax === null ? 1 : Math.max(1, newest - eventsMax + 1);
}
