import type { ActActor, ActBody, ActKind, RecordedAct } from "../../core/model/act.ts";
import { yieldToEventLoop } from "../../core/scheduling/event-loop-slice.ts";
import { OneAtATime } from "../../core/scheduling/one-at-a-time.ts";
import type { StorageReads } from "../../storage/storage.ts";
import { orUnavailable } from "../sessions/or-unavailable.ts";
import type { ActMatch } from "./act-text.ts";

/** Null for no filter. */
export interface ActFilter {
  readonly kind: ActKind | null;
  readonly actor: ActActor | null;
  readonly environmentId: number | null;
  readonly match: ActMatch | null;
  /** Milliseconds since the epoch; the first one that is included. */
  readonly from: number | null;
  /** Milliseconds since the epoch; the first one that is not included. */
  readonly to: number | null;
  /** Only numbers below this one. */
  readonly before: number | null;
  readonly limit: number;
}

export interface ListedAct extends Omit<RecordedAct, "body"> {
  readonly body: ActBody;
}

export interface ActPage {
  readonly acts: readonly ListedAct[];
  /** The `before` of the next page, which may have no acts; null at the end. */
  readonly next: number | null;
}

const readAtOnce = 500;
/** How many acts one page reads at most. */
const scannedMax = 5_000;

/** Lists the acts of the installation. */
export class ActService {
  readonly #reads: StorageReads;
  readonly #turns = new OneAtATime();

  constructor(reads: StorageReads) {
    this.#reads = reads;
  }

  /** Throws `unavailable`. */
  list(filter: ActFilter): Promise<ActPage> {
    return this.#turns.run(() => orUnavailable(this.#page(filter)));
  }

  async #page(filter: ActFilter): Promise<ActPage> {
    const found: ListedAct[] = [];
    let before = filter.before ?? Number.MAX_SAFE_INTEGER;
    for (let scanned = 0; scanned < scannedMax; scanned += readAtOnce) {
      const rows = await this.#reads.acts({ after: 0, before, limit: readAtOnce });
      for (const row of rows) {
        const act = listedAct(row);
        if (matches(act, filter)) {
          found.push(act);
        }
        before = row.n;
        if (found.length === filter.limit) {
          return { acts: found, next: before > 1 ? before : null };
        }
      }
      if (rows.length < readAtOnce) {
        return { acts: found, next: null };
      }
      await yieldToEventLoop();
    }
    return { acts: found, next: before };
  }
}

function listedAct({ body, ...act }: RecordedAct): ListedAct {
  return { ...act, body: JSON.parse(body) };
}

function matches({ at, body }: ListedAct, filter: ActFilter): boolean {
  const { kind, actor, environmentId, match, from, to } = filter;
  return (
    (kind === null || body.kind === kind) &&
    (actor === null || (body.actor.type === actor.type && body.actor.id === actor.id)) &&
    (environmentId === null || body.environment === environmentId) &&
    (from === null || at >= from) &&
    (to === null || at < to) &&
    (match === null || match(body))
  );
}
