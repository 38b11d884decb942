import { GatehouseError } from "../../core/errors.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Environment } from "../../core/model/environment.ts";
import { EventLoopSlice } from "../../core/scheduling/event-loop-slice.ts";
import type { Writer } from "../writer/writer.ts";
import { ExpensiveAnswers } from "./expensive-answers.ts";
import type { GatesThen } from "./feature-then.ts";
import type { HistoryReads } from "./history-reads.ts";
import type { HistoryService } from "./history-service.ts";
import { PastFeatures } from "./past-features.ts";
import { pastKeys } from "./past-keys.ts";
import { type AskedMoment, type PastMoment, PastMoments } from "./past-moment.ts";
import { PastSnapshot } from "./past-snapshot.ts";

/** How many features one request may rewind one by one. */
const someKeysMax = 100;
const keysAtOnce = 100;

export interface PastReaderOptions {
  readonly reads: HistoryReads;
  readonly writer: Pick<Writer, "state">;
  readonly history: Pick<HistoryService, "audit">;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** A feature at two moments; null where it did not exist. */
export interface FeatureAtBoth {
  readonly key: string;
  readonly from: GatesThen | null;
  readonly to: GatesThen | null;
}

/**
 * Reads the features of an environment at moments of the past. Callers read in a turn of `answers`,
 * as each read may take seconds. All methods reject with `parameter_invalid` for a time in the future, with
 * `undo_impossible` if the past is unknown, and with `unavailable`.
 */
export class PastReader {
  /** Apart from answers about now, which take no seconds. */
  readonly answers = new ExpensiveAnswers();
  readonly #options: PastReaderOptions;
  readonly #moments: PastMoments;

  constructor(options: PastReaderOptions) {
    this.#options = options;
    this.#moments = new PastMoments(options.reads, options.history, options.now);
  }

  /**
   * Resolves with the result of `check` for these features. Features that `check` wants to find in
   * addition are loaded, and then it runs again. Rejects with `parameter_invalid` if these are too
   * many.
   */
  async some<Result>(
    caller: Caller,
    keys: Iterable<string>,
    asked: AskedMoment,
    check: (snapshot: PastSnapshot) => Promise<Result>,
  ): Promise<Result> {
    const { writer, reads } = this.#options;
    const { state } = writer;
    const moment = await this.#moments.find(state, caller, asked);
    const past = new PastFeatures(reads, state, [moment]);
    const snapshot = new PastSnapshot(moment, state);
    let wanted: readonly string[] = [...keys];
    for (;;) {
      if (snapshot.knownCount + wanted.length > someKeysMax) {
        throw new GatehouseError("parameter_invalid", {
          message: `These features and those that they refer to are more than ${someKeysMax}`,
        });
      }
      await addTo(snapshot, past, wanted);
      const result = await check(snapshot);
      wanted = snapshot.takeWanted();
      if (wanted.length === 0) {
        await this.#moments.requireKept(moment);
        return result;
      }
    }
  }

  /** All features of the caller's environment, and of other environments at the same time. */
  async all(
    caller: Caller,
    asked: AskedMoment,
    others: readonly Environment[],
  ): Promise<readonly [PastSnapshot, ...PastSnapshot[]]> {
    const { writer, reads } = this.#options;
    const { state } = writer;
    const moment = await this.#moments.find(state, caller, asked);
    const inOther = { kind: "at", time: moment.time } as const;
    const otherMoments: PastMoment[] = [];
    for (const environment of others) {
      otherMoments.push(await this.#moments.find(state, { ...caller, environment }, inOther));
    }
    const main = new PastFeatures(reads, state, [moment]);
    const places = [
      { past: main, snapshot: new PastSnapshot(moment, state) },
      ...otherMoments.map((each) => ({
        past: new PastFeatures(reads, state, [each], main.production),
        snapshot: new PastSnapshot(each, state),
      })),
    ] as const;
    const moments = [moment, ...otherMoments] as const;
    for (const some of groupsOf(await pastKeys(reads, state, moments))) {
      for (const { past, snapshot } of places) {
        await past.load(some);
        addLoaded(snapshot, past, some);
      }
      for (const { past } of places) {
        past.drop(some);
      }
    }
    for (const each of moments) {
      await this.#moments.requireKept(each);
    }
    const [{ snapshot }, ...rest] = places;
    return [snapshot, ...rest.map((each) => each.snapshot)];
  }

  /**
   * Passes each feature that existed at one of two times to `use`, by key: the gates of all take too
   * much memory. Resolves with the moments. Rejects with `parameter_invalid` if `from` is later.
   */
  async compare(
    caller: Caller,
    { from, to }: { readonly from: number; readonly to: number },
    use: (feature: FeatureAtBoth) => void,
  ): Promise<{ readonly from: PastMoment; readonly to: PastMoment }> {
    if (from > to) {
      throw new GatehouseError("parameter_invalid", { message: "from must not be after to" });
    }
    const { writer, reads } = this.#options;
    const { state } = writer;
    const earlier = await this.#moments.find(state, caller, { kind: "at", time: from });
    const later = await this.#moments.find(state, caller, { kind: "at", time: to });
    const past = new PastFeatures(reads, state, [later, earlier]);
    const slice = new EventLoopSlice();
    for (const some of groupsOf(await pastKeys(reads, state, [later, earlier]))) {
      await past.load(some);
      for (const key of some) {
        const [atLater = null, atEarlier = null] = past.of(key);
        if (atLater !== null || atEarlier !== null) {
          use({ key, from: atEarlier, to: atLater });
        }
        if (slice.isOver) {
          await slice.startNext();
        }
      }
      past.drop(some);
    }
    await this.#moments.requireKept(earlier);
    return { from: earlier, to: later };
  }
}

async function addTo(snapshot: PastSnapshot, past: PastFeatures, keys: readonly string[]) {
  await past.load(keys);
  addLoaded(snapshot, past, keys);
  past.drop(keys);
}

function addLoaded(snapshot: PastSnapshot, past: PastFeatures, keys: readonly string[]): void {
  for (const key of keys) {
    const [then = null] = past.of(key);
    snapshot.add(key, then);
  }
}

function* groupsOf(keys: readonly string[]): Generator<readonly string[], void> {
  for (let start = 0; start < keys.length; start += keysAtOnce) {
    yield keys.slice(start, start + keysAtOnce);
  }
}
