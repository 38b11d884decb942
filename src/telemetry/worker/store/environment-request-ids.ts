import { noEntry, type RequestIdTable } from "./request-id-table.ts";
import { wordsPerId } from "./request-id-words.ts";

/** Ids in one row of the database; so many fit into a page. */
const idsPerRow = 200;
/** Milliseconds in which ids are added to a row: all ids of a row are too old at the same time. */
const rowOpenMs = 15 * 60_000;

/** A row of the database. Rows of the first release have ids of several environments. */
export interface StoredRow {
  readonly id: number;
  /** When the row was begun and last written, as the age of all ids at that moment. */
  readonly begunAt: number;
  readonly writtenAt: number;
  /** How many of its ids are remembered. */
  idCount: number;
}

/** The ids that one row has of one environment. */
interface RowPart {
  readonly row: StoredRow;
  idCount: number;
}

/** A row to write: the `idCount` ids from `first` on. */
interface PlannedRow {
  readonly id: number;
  readonly first: number;
  readonly idCount: number;
}

/** The rows to write for one environment. */
export interface EnvironmentRows {
  readonly ids: EnvironmentRequestIds;
  readonly rows: readonly PlannedRow[];
}

/**
 * The remembered ids of one environment, the oldest first: part by part those that are in rows of
 * the database, then those not written yet. The last row gets further ids as long as it is open, so
 * that an environment with few submissions has few rows.
 */
export class EnvironmentRequestIds {
  readonly environmentId: number;
  readonly #table: RequestIdTable;
  readonly #parts: RowPart[] = [];
  #count = 0;
  #first = noEntry;
  #last = noEntry;
  #unwrittenCount = 0;
  /** The last part, while its row is open. */
  #openPart: RowPart | undefined;
  /** The first id of the open part; without one the first id that is not written. */
  #writeFrom = noEntry;

  constructor(environmentId: number, table: RequestIdTable) {
    this.environmentId = environmentId;
    this.#table = table;
  }

  get count(): number {
    return this.#count;
  }

  get hasUnwritten(): boolean {
    return this.#unwrittenCount > 0;
  }

  /** The oldest row; undefined if no id is in a row. */
  get oldestRow(): StoredRow | undefined {
    return this.#parts[0]?.row;
  }

  /** Adds an entry of the table that no row has yet. */
  append(entry: number): void {
    this.#link(entry);
    this.#unwrittenCount++;
    if (this.#writeFrom === noEntry) {
      this.#writeFrom = entry;
    }
  }

  /** Adds an entry of the table that is in a row. */
  appendStored(entry: number, row: StoredRow): void {
    this.#link(entry);
    row.idCount++;
    const part = this.#parts.at(-1);
    if (part?.row === row) {
      part.idCount++;
    } else {
      this.#parts.push({ row, idCount: 1 });
    }
  }

  /** Removes the oldest ids from the table. Returns the rows that have no remembered id left. */
  dropOldest(count: number): readonly StoredRow[] {
    for (let dropped = 0; dropped < count; dropped++) {
      const entry = this.#first;
      this.#first = this.#table.linkOf(entry);
      if (this.#writeFrom === entry) {
        this.#writeFrom = this.#first;
      }
      this.#table.remove(entry);
    }
    this.#count -= count;
    this.#last = this.#count === 0 ? noEntry : this.#last;
    return this.#dropFromParts(count);
  }

  /** Removes the ids of the oldest row from the table; see `dropOldest`. */
  dropOldestRow(): readonly StoredRow[] {
    return this.dropOldest(this.#parts[0]?.idCount ?? 0);
  }

  /** The rows to write: first the open one, then new ones with ids after `lastRow`. */
  plannedRows(lastRow: number, age: number): readonly PlannedRow[] {
    this.#closeOldRow(age);
    const rows: PlannedRow[] = [];
    let id = this.#openPart?.row.id ?? lastRow + 1;
    let left = (this.#openPart?.idCount ?? 0) + this.#unwrittenCount;
    for (let first = this.#writeFrom; left > 0; ) {
      const idCount = Math.min(left, idsPerRow);
      rows.push({ id, first, idCount });
      left -= idCount;
      first = this.#after(first, idCount);
      id = Math.max(id, lastRow) + 1;
    }
    return rows;
  }

  /** Must be called when the planned rows have been committed, before anything else. */
  confirmRows(rows: readonly PlannedRow[], age: number): void {
    const open = this.#openPart?.row;
    if (open !== undefined) {
      this.#parts.pop();
    }
    for (const { id, idCount } of rows) {
      const begunAt = id === open?.id ? open.begunAt : age;
      this.#parts.push({ row: { id, begunAt, writtenAt: age, idCount }, idCount });
    }
    const last = this.#parts.at(-1);
    const isOpen = last !== undefined && last.idCount < idsPerRow;
    this.#openPart = isOpen ? last : undefined;
    this.#writeFrom = isOpen ? (rows.at(-1)?.first ?? noEntry) : noEntry;
    this.#unwrittenCount = 0;
  }

  /** The words of a planned row's ids. */
  wordsOf({ first, idCount }: PlannedRow): Uint32Array {
    const words = new Uint32Array(idCount * wordsPerId);
    let entry = first;
    for (let at = 0; at < words.length; at += wordsPerId) {
      this.#table.copyWords(entry, words, at);
      entry = this.#table.linkOf(entry);
    }
    return words;
  }

  #link(entry: number): void {
    if (this.#last === noEntry) {
      this.#first = entry;
    } else {
      this.#table.setLink(this.#last, entry);
    }
    this.#last = entry;
    this.#count++;
  }

  #dropFromParts(count: number): readonly StoredRow[] {
    const emptied: StoredRow[] = [];
    let left = count;
    for (let [part] = this.#parts; left > 0 && part !== undefined; [part] = this.#parts) {
      const fromPart = Math.min(left, part.idCount);
      left -= fromPart;
      part.idCount -= fromPart;
      part.row.idCount -= fromPart;
      if (part.row.idCount === 0) {
        emptied.push(part.row);
      }
      if (part.idCount > 0) {
        break;
      }
      this.#parts.shift();
      this.#openPart = this.#openPart === part ? undefined : this.#openPart;
    }
    this.#unwrittenCount -= left;
    return emptied;
  }

  #closeOldRow(age: number): void {
    if (this.#openPart !== undefined && age - this.#openPart.row.begunAt >= rowOpenMs) {
      this.#writeFrom = this.#after(this.#writeFrom, this.#openPart.idCount);
      this.#openPart = undefined;
    }
  }

  #after(entry: number, count: number): number {
    let after = entry;
    for (let passed = 0; passed < count; passed++) {
      after = this.#table.linkOf(after);
    }
    return after;
  }
}
