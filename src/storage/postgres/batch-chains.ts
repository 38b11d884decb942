import type { SQL } from "bun";
import type { ChainHead } from "../../core/model/act.ts";
import { bytesOfHex, chainStart, hexOf } from "../chain/chain-hash.ts";
import type { Batch } from "../storage.ts";

/** The end of an environment's chain. Without a hash, later audits have none until older ones do. */
export interface ChainEnd {
  readonly sequence: number;
  readonly hash: Uint8Array | null;
}

/** What the hashes of a batch need of the state before it. */
export interface BatchChains {
  readonly installation: string;
  /** The latest audit of an environment, also if it was removed. */
  endOf(environmentId: number): ChainEnd;
  /** Null for an audit that is missing or not hashed. */
  hashAt(environmentId: number, sequence: number): Uint8Array | null;
}

interface HashRow {
  readonly environment_id: number;
  readonly sequence: number;
  readonly hash: Uint8Array | null;
}

/** The number of environments whose latest audit is cached. */
const cachedMax = 1_000;
/** The number of environments that are asked for with commits of other processes. */
const askedMax = 16;

/**
 * Knows the ends of the chains that this process has written last. An end belongs to its sequence,
 * so one that another process has continued is read from the database.
 */
export class KnownChains {
  readonly #ends = new Map<number, ChainEnd>();
  #installation: string | undefined;

  async of(batch: Batch, run: (query: (client: SQL) => Promise<HashRow[]>) => Promise<HashRow[]>) {
    const wanted = wantedAudits(batch).filter(
      ([id, sequence]) => this.#knownHash(id, sequence) === undefined,
    );
    const isNamed = this.#installation !== undefined;
    const rows = wanted.length === 0 && isNamed ? [] : await run((client) => read(client, wanted));
    const chains = this.#chains(batch, rows);
    if (batch.changes[0]?.kind === "installation.identified") {
      this.#installation = undefined;
    }
    return chains;
  }

  /** The environments whose ends are worth reading with the commits of other processes, as JSON. */
  get askedIds(): string {
    return JSON.stringify([...this.#ends.keys()].slice(-askedMax));
  }

  /** Remembers ends that `chain_ends_1` returned. */
  hear(text: string | null | undefined): void {
    const ends: readonly (readonly [number, number, string])[] = JSON.parse(text ?? "[]");
    for (const [id, sequence, hash] of ends) {
      this.#ends.set(id, { sequence, hash: bytesOfHex(hash) });
    }
  }

  /** Remembers the ends after a commit. */
  remember(ends: ReadonlyMap<number, ChainEnd>): void {
    if (this.#ends.size > cachedMax) {
      this.#ends.clear();
    }
    for (const [id, end] of ends) {
      this.#ends.set(id, end);
    }
  }

  /** Forgets everything, as the database may have been restored. */
  clear(): void {
    this.#ends.clear();
    this.#installation = undefined;
  }

  /** Undefined also for an audit without a hash: it may have been hashed since. */
  #knownHash(environmentId: number, sequence: number): Uint8Array | undefined {
    const known = this.#ends.get(environmentId);
    return known?.sequence === sequence ? (known.hash ?? undefined) : undefined;
  }

  #chains({ before }: Batch, rows: readonly (HashRow & { uuid?: string })[]): BatchChains {
    this.#installation = rows.find(({ uuid }) => uuid !== undefined)?.uuid ?? this.#installation;
    const read = new Map(rows.map((row) => [`${row.environment_id} ${row.sequence}`, row.hash]));
    const hashAt = (environmentId: number, sequence: number) => {
      const known = this.#knownHash(environmentId, sequence);
      return known ?? read.get(`${environmentId} ${sequence}`) ?? null;
    };
    return {
      installation: this.#installation ?? "",
      hashAt,
      endOf(environmentId) {
        const sequence = before.auditSequences.get(environmentId) ?? 0;
        const hash = sequence === 0 ? chainStart : hashAt(environmentId, sequence);
        return { sequence, hash };
      },
    };
  }
}

/** The audits whose hashes a batch needs. */
function wantedAudits({ changes, before }: Batch): readonly (readonly [number, number])[] {
  const wanted = new Map<string, readonly [number, number]>();
  const want = (environmentId: number, through?: number) => {
    const sequence = through ?? before.auditSequences.get(environmentId) ?? 0;
    if (sequence > 0) {
      wanted.set(`${environmentId} ${sequence}`, [environmentId, sequence]);
    }
  };
  for (const change of changes) {
    switch (change.kind) {
      case "audit.recorded":
        want(change.audit.environmentId);
        break;
      case "audits.recorded":
        want(change.audits.environmentId);
        break;
      case "audits.removed":
        want(change.environmentId);
        want(change.environmentId, change.through);
        break;
      case "act.recorded":
        if (change.act.sealed !== undefined) {
          const { environmentId, sequence } = change.act.sealed;
          want(environmentId);
          want(environmentId, sequence);
        }
        break;
      default:
        break;
    }
  }
  return [...wanted.values()];
}

/** A removed audit has its hash at its environment. */
function read(client: SQL, wanted: readonly (readonly [number, number])[]): Promise<HashRow[]> {
  return client<HashRow[]>`
    select (w.pair->>0)::float8 as environment_id, (w.pair->>1)::float8 as sequence,
      coalesce(a.hash, case when a.sequence is null then e.removed_hash end) as hash, i.uuid
    from installation i
      left join json_array_elements(${JSON.stringify(wanted)}::text::json) as w(pair) on true
      left join environments e on e.id = (w.pair->>0)::bigint
      left join audits a on a.environment_id = (w.pair->>0)::bigint
        and a.sequence = (w.pair->>1)::bigint`;
}

export function headOf({ sequence, hash }: ChainEnd): ChainHead {
  return { sequence, hash: hash === null ? null : hexOf(hash) };
}
