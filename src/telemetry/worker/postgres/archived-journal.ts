import type { SQL } from "bun";
import { cappedSum } from "../../messages/counts.ts";
import type { ArchivedKey, BucketRecord, KeyRecord } from "../port/telemetry-archive.ts";
import { textOfStored } from "./stored-text.ts";

interface JournalRow {
  readonly environmentId: number;
  readonly featureId: number;
  readonly key: string;
  readonly start: number;
  readonly enabled: number;
  readonly disabled: number;
}

/** The counts of commits that are not in the tables yet, by key; nodes go on while a copy is made. */
export class ArchivedJournal {
  readonly #byKey: ReadonlyMap<string, readonly JournalRow[]>;
  readonly #seen = new Set<string>();

  private constructor(rows: readonly JournalRow[]) {
    this.#byKey = Map.groupBy(rows, nameOf);
  }

  static async read(client: SQL): Promise<ArchivedJournal> {
    const rows = await client<JournalRow[]>`
      select e.environment::float8 as "environmentId", e.feature::float8 as "featureId", e.key,
        e.minute as start, sum(e.enabled)::float8 as enabled, sum(e.disabled)::float8 as disabled
      from telemetry_journal j, unnest(j.environment_ids, j.feature_ids, j.keys, j.minutes,
        j.enabled, j.disabled) as e(environment, feature, key, minute, enabled, disabled)
      group by 1, 2, 3, 4`;
    return new ArchivedJournal(rows.map((row) => ({ ...row, key: textOfStored(row.key) })));
  }

  get keys(): readonly ArchivedKey[] {
    return [...this.#byKey.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
  }

  /** A record with the counts of its key here; those of an earlier feature are left out. */
  addTo(record: KeyRecord): KeyRecord {
    const rows = this.#byKey.get(nameOf(record));
    if (rows === undefined) {
      return record;
    }
    this.#seen.add(nameOf(record));
    const newest = Math.max(0, ...rows.map(({ featureId }) => featureId));
    const isReplaced = record.featureId !== null && newest > record.featureId;
    const kept: KeyRecord = isReplaced
      ? { ...record, featureId: newest, minutes: [], hours: [], days: [] }
      : { ...record, featureId: newest === 0 ? record.featureId : (record.featureId ?? newest) };
    const minutes = new Map(kept.minutes.map((bucket) => [bucket[0], bucket]));
    for (const { featureId, start, enabled, disabled } of rows) {
      if (featureId <= 0 || featureId === kept.featureId) {
        const [, before, disabledBefore] = minutes.get(start) ?? [start, 0, 0];
        minutes.set(start, [
          start,
          cappedSum(before, enabled),
          cappedSum(disabledBefore, disabled),
        ]);
      }
    }
    return { ...kept, minutes: sortedBuckets(minutes.values()) };
  }

  /** The records of keys that have no counts but those here; to be called after all others. */
  rest(): readonly KeyRecord[] {
    return [...this.#byKey].flatMap(([name, [first]]) =>
      first === undefined || this.#seen.has(name)
        ? []
        : [
            this.addTo({
              environmentId: first.environmentId,
              key: first.key,
              featureId: null,
              minutes: [],
              hours: [],
              days: [],
            }),
          ],
    );
  }
}

function sortedBuckets(buckets: Iterable<BucketRecord>): readonly BucketRecord[] {
  return [...buckets].sort(([left], [right]) => left - right);
}

function nameOf({ environmentId, key }: ArchivedKey): string {
  return JSON.stringify([environmentId, key]);
}
