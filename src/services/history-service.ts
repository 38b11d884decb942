import type { GroupPolicy } from "../commands/group-policy.ts";
import { requireValidCaller } from "../commands/require-valid-caller.ts";
import { type Rollback, rollBack } from "../commands/rollback-commands.ts";
import { GatehouseError } from "../errors.ts";
import { inTurns } from "../event-loop/in-turns.ts";
import type { HistoryAudit } from "../model/audit.ts";
import type { Caller } from "../model/caller.ts";
import { Draft } from "../model/draft.ts";
import type { OwnState } from "../model/own-state.ts";
import { limitsOf } from "../model/plan.ts";
import { organizationOf } from "../model/project-organization.ts";
import type { State } from "../model/state.ts";
import { effectiveToggle, ownToggle, productionOf } from "../model/state-lookups.ts";
import { quote } from "../text/quote.ts";
import { diffGates } from "../toggles/gate-diff.ts";
import { gateTags, tagOf } from "../toggles/gate-tags.ts";
import { closedGates, type Gates } from "../toggles/gates.ts";
import type { Writer } from "../writer/writer.ts";
import { DearAnswers } from "./dear-answers.ts";
import { followHistory } from "./follow-history.ts";
import type { HistoryReads } from "./history-reads.ts";
import type {
  HistoryFilter,
  HistoryList,
  HistoryTarget,
  RollbackDifference,
  RollbackPreview,
} from "./history-types.ts";
import { isRollbackNoticed } from "./noticed-rollback.ts";
import { HistoryRewinder, type Rewound, type RewoundFeature } from "./rewind-history.ts";

export interface HistoryServiceOptions {
  readonly reads: HistoryReads;
  readonly writer: Writer;
  readonly groupPolicy: GroupPolicy;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const shownFeaturesMax = 1_000;
const shownChangesMax = 100;
const attemptsMax = 3;

/** Reads audits with what they changed, and takes changes back (docs/decisions.md#undo). */
export class HistoryService {
  readonly #options: HistoryServiceOptions;
  /** For rollbacks and their previews, each of which has the gates of all their features. */
  readonly #answers = new DearAnswers();

  constructor(options: HistoryServiceOptions) {
    this.#options = options;
  }

  /** Audits, newest first, without large differences. Rejects with `unavailable`. */
  async list({ environment }: Caller, filter: HistoryFilter): Promise<HistoryList> {
    const { state } = this.#options.writer;
    const newest = state.auditSequences.get(environment.id) ?? 0;
    const { before, ...selection } = filter;
    const page = await this.#options.reads.page({
      ...selection,
      environmentId: environment.id,
      before: Math.min(before ?? newest + 1, newest + 1),
      after: firstShown(state, environment.projectId, newest) - 1,
    });
    return { ...page, eventsMax: eventsMaxOf(state, environment.projectId) };
  }

  /**
   * Audits after a sequence, oldest first; `next` is the sequence to go on after. Rejects with
   * `unavailable`.
   */
  async follow(
    { environment }: Caller,
    after: number,
    { before, limit, ...filter }: HistoryFilter,
  ): Promise<HistoryList & { readonly next: number }> {
    const { reads, writer } = this.#options;
    const { id, projectId } = environment;
    const newest = writer.state.auditSequences.get(id) ?? 0;
    const shownAfter = firstShown(writer.state, projectId, newest) - 1;
    const selection = { ...filter, environmentId: id };
    const last = Math.min(newest, (before ?? newest + 1) - 1);
    const bounds = { after: Math.max(after, shownAfter), last, limit };
    const followed = await followHistory(reads, selection, bounds);
    return { ...followed, eventsMax: eventsMaxOf(writer.state, projectId) };
  }

  /** One audit with its whole difference. Rejects with `audit_not_found` and `unavailable`. */
  async audit({ environment }: Caller, sequence: number): Promise<HistoryAudit> {
    this.#requireShown(environment, sequence);
    return this.#options.reads.audit(environment.id, sequence);
  }

  /**
   * What a rollback would do, and why it would be refused. Rejects with `audit_not_found`,
   * `parameter_invalid` for a time in the future, `undo_impossible` for too many changes, and
   * `unavailable`.
   */
  preview(caller: Caller, target: HistoryTarget, signal?: AbortSignal): Promise<RollbackPreview> {
    return this.#answers.run(caller, () => this.#preview(caller, target), signal);
  }

  async #preview(caller: Caller, target: HistoryTarget): Promise<RollbackPreview> {
    const { state } = this.#options.writer;
    const rewound = await this.#rewind(state, caller, target);
    const refused = await this.#refusalOf(state, caller, rewound);
    return inTurns(previewOf({ state, now: this.#options.now() }, caller, rewound, refused));
  }

  /**
   * Rolls back in one command, and resolves with what was done. `expected` is the tag of the preview
   * that was shown. Rejects with `gate_changed` if anything else would be done, and as `preview` and
   * `rollBack`.
   */
  rollback(
    caller: Caller,
    target: HistoryTarget,
    expected?: string,
    signal?: AbortSignal,
  ): Promise<RollbackPreview> {
    return this.#answers.run(caller, () => this.#rollback(caller, target, expected), signal);
  }

  async #rollback(
    caller: Caller,
    target: HistoryTarget,
    expected: string | undefined,
  ): Promise<RollbackPreview> {
    for (let attempt = 1; ; attempt++) {
      const { state } = this.#options.writer;
      const rewound = await this.#rewind(state, caller, target);
      const seen = { state, now: this.#options.now() };
      const preview = await inTurns(previewOf(seen, caller, rewound, null));
      if (expected !== undefined && expected !== preview.tag) {
        throw new GatehouseError("gate_changed");
      }
      requireRewound(rewound);
      try {
        await this.#submit(caller, rewound);
        return preview;
      } catch (error) {
        const isChanged = error instanceof GatehouseError && error.refusal === "gate_changed";
        // Without a preview, what was changed meanwhile may be taken back too.
        if (!isChanged || expected !== undefined || attempt === attemptsMax) {
          throw error;
        }
      }
    }
  }

  #submit(caller: Caller, rewound: Rewound): Promise<void> {
    const rollback = this.#rollbackOf(rewound);
    return this.#options.writer.submitInSteps(function* (draft) {
      requireValidCaller(draft, caller);
      yield* rollBack(draft, caller, rollback);
    });
  }

  #rollbackOf({ features, target }: Rewound): Rollback {
    return { features, target, groupPolicy: this.#options.groupPolicy };
  }

  async #rewind(state: State, { environment }: Caller, target: HistoryTarget): Promise<Rewound> {
    const current = state.environments.get(environment.id);
    if (current === undefined) {
      throw new GatehouseError("token_invalid");
    }
    if (target.kind === "at") {
      this.#requirePast(target.time);
    } else {
      this.#requireShown(current, target.sequence);
    }
    return new HistoryRewinder(this.#options.reads, state, current).rewind(target);
  }

  /** A time to come is an error of the caller, or of a clock; nothing would be taken back silently. */
  #requirePast(time: number): void {
    const now = this.#options.now();
    if (time > now) {
      throw new GatehouseError(
        "parameter_invalid",
        `at must not be in the future; the clock of the server shows ${new Date(now).toISOString()}`,
      );
    }
  }

  #requireShown({ id, projectId }: Caller["environment"], sequence: number): void {
    const { state } = this.#options.writer;
    const newest = state.auditSequences.get(id) ?? 0;
    if (sequence < firstShown(state, projectId, newest) || sequence > newest) {
      throw new GatehouseError("audit_not_found");
    }
  }

  /** Tries the rollback on a draft that is never committed. */
  async #refusalOf(state: State, caller: Caller, rewound: Rewound) {
    try {
      requireRewound(rewound);
      await inTurns(
        rollBack(new Draft(state, this.#options.now()), caller, this.#rollbackOf(rewound)),
      );
      return null;
    } catch (error) {
      if (error instanceof GatehouseError) {
        return { refusal: error.refusal, message: error.message };
      }
      throw error;
    }
  }
}

/** In steps of a feature, as gates can be large. */
function* previewOf(
  { state, now }: { readonly state: State; readonly now: number },
  caller: Caller,
  { features }: Rewound,
  refused: RollbackPreview["refused"],
): Generator<void, RollbackPreview> {
  const shown: RollbackDifference[] = [];
  const tags: unknown[] = [];
  let isNoticed = false;
  let changeCount = 0;
  for (const each of features) {
    const difference = differenceOf(state, caller, each);
    changeCount += difference.changeCount;
    if (shown.length < shownFeaturesMax) {
      shown.push(difference);
    }
    yield;
    tags.push(tagParts(each));
    yield;
    isNoticed ||= isRollbackNoticed(state, caller.environment, each, now);
    yield;
  }
  return {
    features: shown,
    featureCount: features.length,
    changeCount,
    laterCount: features.reduce((sum, { laterCount }) => sum + laterCount, 0),
    isNoticed,
    refused,
    tag: tagOf(JSON.stringify(tags)),
  };
}

function requireRewound({ failure }: Rewound): void {
  if (failure !== null) {
    throw new GatehouseError(
      "undo_impossible",
      `The earlier gates of ${quote(failure.key)} are not known: ${failure.reason}`,
    );
  }
}

function tagParts({ key, featureId, now, then, laterCount }: RewoundFeature) {
  return [key, featureId, stateTag(now), stateTag(then), laterCount];
}

function stateTag(state: OwnState): string {
  return state.kind === "own" ? gateTags(state.gates).all : state.kind;
}

function differenceOf(
  state: State,
  { environment }: Caller,
  { key, now, then, laterCount }: RewoundFeature,
): RollbackDifference {
  const ofProduction =
    ownToggle(state, productionOf(state, environment.projectId), key)?.gates ?? closedGates;
  const gatesOf = (own: OwnState): Gates =>
    own.kind === "own" ? own.gates : own.kind === "mirrored" ? ofProduction : closedGates;
  const before =
    now.kind === "missing" ? closedGates : effectiveToggle(state, environment, key).gates;
  const changes = then.kind === "missing" ? [] : diffGates(before, gatesOf(then));
  return {
    key,
    now,
    then,
    changes: changes.slice(0, shownChangesMax),
    changeCount: changes.length,
    changesByAction: Array.from(
      Map.groupBy(changes, ({ action }) => action).values(),
      ([first, ...others]) => ({ first, count: others.length + 1 }),
    ).flatMap(({ first, count }) => (first === undefined ? [] : [{ first, count }])),
    laterCount,
  };
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
