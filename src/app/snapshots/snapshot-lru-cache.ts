import type { Snapshot } from "./snapshot.ts";

/** Snapshots that can be dropped together. */
interface Group {
  /** In the order of their last use, the latest last. */
  readonly entries: Map<number, Entry>;
  bytes: number;
}

interface Entry {
  readonly group: Group;
  readonly id: number;
  readonly snapshot: Snapshot;
  /** The size when it was last measured. */
  bytes: number;
  /** The number of the last use, counted over all entries. */
  usedAt: number;
}

/**
 * A cache of snapshots in groups, limited by the bytes of all. The least recently used snapshots of
 * all groups are dropped first. A snapshot grows while it is in use. So it is measured when the
 * next one is used, and when it reports later growth. The snapshot in use is never dropped because
 * of its size.
 */
export class SnapshotLruCache {
  readonly #bytesMax: number;
  readonly #groups = new Map<number, Group>();
  #inUse: Entry | undefined;
  #bytes = 0;
  #useCount = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get count(): number {
    return this.#groups.values().reduce((sum, { entries }) => sum + entries.size, 0);
  }

  get(groupId: number, id: number): Snapshot | undefined {
    const entry = this.#groups.get(groupId)?.entries.get(id);
    if (entry !== undefined && entry !== this.#inUse) {
      entry.group.entries.delete(id);
      this.#use(entry);
    }
    return entry?.snapshot;
  }

  set(groupId: number, id: number, snapshot: Snapshot): void {
    this.drop(groupId, id);
    let group = this.#groups.get(groupId);
    if (group === undefined) {
      group = { entries: new Map(), bytes: 0 };
      this.#groups.set(groupId, group);
    }
    const entry = { group, id, snapshot, bytes: 0, usedAt: 0 };
    snapshot.onResized(() => {
      // It may have been dropped since, alone or with its group.
      if (this.#groups.get(groupId)?.entries.get(id) === entry) {
        this.#setBytes(entry, snapshot.bytes);
        this.#dropLeastRecent();
      }
    });
    this.#use(entry);
  }

  drop(groupId: number, id: number): void {
    const entry = this.#groups.get(groupId)?.entries.get(id);
    if (entry !== undefined) {
      this.#drop(entry);
    }
  }

  /** Takes the same time for any number of snapshots in the group. */
  dropGroup(groupId: number): void {
    const group = this.#groups.get(groupId);
    if (group === undefined) {
      return;
    }
    this.#groups.delete(groupId);
    this.#bytes -= group.bytes;
    if (this.#inUse?.group === group) {
      this.#inUse = undefined;
    }
  }

  /** Takes time for every snapshot in the cache. */
  dropUnless(isNeeded: (id: number, snapshot: Snapshot) => boolean): void {
    for (const { entries } of this.#groups.values()) {
      for (const entry of entries.values()) {
        if (!isNeeded(entry.id, entry.snapshot)) {
          this.#drop(entry);
        }
      }
    }
  }

  #use(entry: Entry): void {
    if (this.#inUse !== undefined) {
      this.#setBytes(this.#inUse, this.#inUse.snapshot.bytes);
    }
    this.#inUse = entry;
    this.#dropLeastRecent();
    this.#useCount++;
    entry.usedAt = this.#useCount;
    entry.group.entries.set(entry.id, entry);
  }

  #dropLeastRecent(): void {
    while (this.#bytes > this.#bytesMax) {
      const leastRecent = this.#leastRecentlyUsed();
      if (leastRecent === undefined || leastRecent === this.#inUse) {
        break;
      }
      this.#drop(leastRecent);
    }
  }

  #leastRecentlyUsed(): Entry | undefined {
    let oldest: Entry | undefined;
    for (const { entries } of this.#groups.values()) {
      const [first] = entries.values();
      if (first !== undefined && (oldest === undefined || first.usedAt < oldest.usedAt)) {
        oldest = first;
      }
    }
    return oldest;
  }

  #drop(entry: Entry): void {
    entry.group.entries.delete(entry.id);
    this.#setBytes(entry, 0);
    if (this.#inUse === entry) {
      this.#inUse = undefined;
    }
  }

  #setBytes(entry: Entry, bytes: number): void {
    const added = bytes - entry.bytes;
    entry.bytes = bytes;
    entry.group.bytes += added;
    this.#bytes += added;
  }
}
