import type { RecordedHistory, RecordedWrite } from "./recorded-history.ts";

interface Committed {
  readonly position: number;
  readonly key: string;
  /** Undefined if no client wrote it. */
  readonly write: RecordedWrite | undefined;
  /** When the earliest of this and all later writes had been acknowledged. */
  readonly acknowledgedBy: number;
}

/** The committed writes of registers, in the order of the audit log. */
export class RegisterLog {
  readonly #byValue: ReadonlyMap<string, Committed>;
  readonly #byKey: ReadonlyMap<string, readonly Committed[]>;

  constructor({ writes, log }: Pick<RecordedHistory, "writes" | "log">) {
    const written = new Map(writes.map((write) => [write.value, write]));
    const committed: Committed[] = [];
    const byValue = new Map<string, Committed>();
    let acknowledgedBy = Number.POSITIVE_INFINITY;
    for (const { sequence, key, value } of log.toReversed()) {
      if (value !== null) {
        const write = written.get(value);
        if (write?.outcome === "ok") {
          acknowledgedBy = Math.min(acknowledgedBy, write.end);
        }
        const entry = { position: sequence, key, write, acknowledgedBy };
        byValue.set(value, entry);
        committed.push(entry);
      }
    }
    this.#byValue = byValue;
    this.#byKey = Map.groupBy(committed.reverse(), ({ key }) => key);
  }

  get keys(): readonly string[] {
    return [...this.#byKey.keys()];
  }

  find(value: string): Committed | undefined {
    return this.#byValue.get(value);
  }

  /** The first write of a register after a position. */
  next(key: string, position: number): Committed | undefined {
    const entries = this.#byKey.get(key) ?? [];
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((entries[middle]?.position ?? 0) <= position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return entries[low];
  }

  latest(key: string): Committed | undefined {
    return this.#byKey.get(key)?.at(-1);
  }
}
