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
  /** Resolves when the times from before the first request are read. */
  readonly loaded: Promise<void>;
}

/** How many environments' times are cached. */
const keptMax = 20;
const keysPerRead = 500;

/**
 * When the gates of features changed last: from the index of audits at the first request for an
 * environment, and from the commits since.
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
   * When the gates in force of each feature changed last in an environment, in milliseconds since
   * the epoch, by key. A feature that follows Production changes with it. A feature without audits,
   * or whose audits were removed, has the time of its creation. Rejects with `unavailable`.
   */
  async of({ id, projectId, kind }: Environment): Promise<ReadonlyMap<string, number>> {
    const production = productionOf(this.#writer.state, projectId);
    const ofProduction = await this.#timesOf(production.id, projectId);
    const own = kind === "production" ? ofProduction : await this.#timesOf(id, projectId);
    return runYielding(timesInForce(this.#writer.state, { id, projectId }, own, ofProduction));
  }

  async #timesOf(environmentId: number, projectId: number): Promise<Times> {
    const known = this.#known.get(environmentId) ?? this.#start(environmentId, projectId);
    // The most recently requested environments stay cached.
    this.#known.delete(environmentId);
    this.#known.set(environmentId, known);
    const [first] = this.#known.keys();
    if (this.#known.size > keptMax && first !== undefined) {
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

  #start(environmentId: number, projectId: number): KnownTimes {
    const times: Times = new Map();
    const keys = [...(this.#writer.state.features.get(projectId)?.keys() ?? [])];
    return { times, loaded: this.#load(environmentId, keys, times) };
  }

  async #load(environmentId: number, keys: readonly string[], times: Times): Promise<void> {
    for (let start = 0; start < keys.length; start += keysPerRead) {
      const part = keys.slice(start, start + keysPerRead);
      const found = await this.#reads.latestTimes(environmentId, part);
      for (const [key, time] of found) {
        // A commit since then is later.
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
      this.#forget(projectId, key);
    }
  }

  /** Drops a removed feature, unless the same commit created it again. */
  #forget(projectId: number, key: string): void {
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

function* timesInForce(
  state: State,
  { id, projectId }: Pick<Environment, "id" | "projectId">,
  own: ReadonlyMap<string, number>,
  ofProduction: ReadonlyMap<string, number>,
): Generator<void, ReadonlyMap<string, number>> {
  const toggles = state.toggles.get(id);
  const times = new Map<string, number>();
  for (const { key, createdAt } of state.features.get(projectId)?.values() ?? []) {
    const isMirrored = toggles?.has(key) !== true;
    const inherited = isMirrored ? (ofProduction.get(key) ?? createdAt) : createdAt;
    times.set(key, Math.max(own.get(key) ?? inherited, inherited));
    yield;
  }
  return times;
}
