import type { Change } from "../../core/model/change.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { Feature } from "../../core/model/feature.ts";
import type { State } from "../../core/model/state.ts";
import { findFeature, productionOf } from "../../core/model/state-lookups.ts";
import { yieldToEventLoop } from "../../core/scheduling/event-loop-slice.ts";
import { runYielding } from "../../core/scheduling/run-yielding.ts";
import type { Writer } from "../writer/writer.ts";
import type { HistoryReads } from "./history-reads.ts";

/** Times of the latest audits, by feature key. */
type Times = Map<string, number>;

interface KnownTimes {
  readonly times: Times;
  /** Resolves when the times of stored audits have been read. */
  readonly loaded: Promise<void>;
}

/** The least recently requested environments beyond this number are dropped from the cache. */
const cachedEnvironmentsMax = 20;
const keysPerRead = 500;

/**
 * The time of the latest gate change of each feature. The first request for an environment reads the
 * index of audits. Each commit then updates the cached times.
 */
export class LastChanges {
  readonly #reads: HistoryReads;
  readonly #writer: Writer;
  readonly #known = new Map<number, KnownTimes>();

  constructor(reads: HistoryReads, writer: Writer) {
    this.#reads = reads;
    this.#writer = writer;
    writer.onCommit((changes) => this.#follow(changes));
    writer.onReload(() => this.#known.clear());
  }

  /**
   * The time of the latest change of the effective gates of each feature in an environment, by key, in
   * milliseconds since the epoch. For a feature that follows Production, changes in Production count
   * too. A feature whose audits are missing or deleted has the time of its creation. Rejects with
   * `unavailable`.
   */
  async of({ id, projectId, kind }: Environment): Promise<ReadonlyMap<string, number>> {
    const production = productionOf(this.#writer.state, projectId);
    const productionTimes = await this.#timesOf(production.id, projectId);
    const ownTimes = kind === "production" ? productionTimes : await this.#timesOf(id, projectId);
    return runYielding(
      effectiveTimes(this.#writer.state, { id, projectId }, ownTimes, productionTimes),
    );
  }

  async #timesOf(environmentId: number, projectId: number): Promise<Times> {
    const known = this.#known.get(environmentId) ?? this.#startLoading(environmentId, projectId);
    // Adding it again makes it the last entry, so the first entry is the least recently requested.
    this.#known.delete(environmentId);
    this.#known.set(environmentId, known);
    const [first] = this.#known.keys();
    if (this.#known.size > cachedEnvironmentsMax && first !== undefined) {
      this.#known.delete(first);
    }
    try {
      await known.loaded;
    } catch (error) {
      if (this.#known.get(environmentId) === known) {
        this.#known.delete(environmentId);
      }
      throw error;
    }
    return known.times;
  }

  #startLoading(environmentId: number, projectId: number): KnownTimes {
    const times: Times = new Map();
    const keys = [...(this.#writer.state.features.get(projectId)?.keys() ?? [])];
    return { times, loaded: this.#load(environmentId, keys, times) };
  }

  async #load(environmentId: number, keys: readonly string[], times: Times): Promise<void> {
    for (let start = 0; start < keys.length; start += keysPerRead) {
      const part = keys.slice(start, start + keysPerRead);
      const found = await this.#reads.latestTimes(environmentId, part);
      for (const [key, time] of found) {
        // A commit during this load is later than the stored audits.
        if (!times.has(key)) {
          times.set(key, time);
        }
      }
      await yieldToEventLoop();
    }
  }

  #follow(changes: readonly Change[]): void {
    const removed: Feature[] = [];
    for (const change of changes) {
      switch (change.kind) {
        case "audit.recorded": {
          const { environmentId, featureKey, createdAt } = change.audit;
          this.#known.get(environmentId)?.times.set(featureKey, createdAt);
          break;
        }
        case "audits.recorded": {
          const { environmentId, featureKey, createdAt } = change.audits;
          this.#known.get(environmentId)?.times.set(featureKey, createdAt);
          break;
        }
        case "feature.removed":
          removed.push(change.feature);
          break;
        case "environment.deleted":
          this.#known.delete(change.environmentId);
          break;
        default:
          break;
      }
    }
    for (const { projectId, key } of removed) {
      this.#dropFeature(projectId, key);
    }
  }

  /** Drops the times of a removed feature, unless the same commit created it again. */
  #dropFeature(projectId: number, key: string): void {
    const { state } = this.#writer;
    if (findFeature(state, projectId, key) === undefined) {
      for (const [environmentId, { times }] of this.#known) {
        if (state.environments.get(environmentId)?.projectId === projectId) {
          times.delete(key);
        }
      }
    }
  }
}

function* effectiveTimes(
  state: State,
  { id, projectId }: Pick<Environment, "id" | "projectId">,
  ownTimes: ReadonlyMap<string, number>,
  productionTimes: ReadonlyMap<string, number>,
): Generator<void, ReadonlyMap<string, number>> {
  const toggles = state.toggles.get(id);
  const times = new Map<string, number>();
  for (const { key, createdAt } of state.features.get(projectId)?.values() ?? []) {
    const isMirrored = toggles?.has(key) !== true;
    const inherited = isMirrored ? (productionTimes.get(key) ?? createdAt) : createdAt;
    times.set(key, Math.max(ownTimes.get(key) ?? inherited, inherited));
    yield;
  }
  return times;
}
