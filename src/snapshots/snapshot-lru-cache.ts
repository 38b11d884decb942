import type { Snapshot } from "./snapshot.ts";

/** EnvironmentSnapshots that go all at once. */
interface Group {
  /** By the id of what they picture; the one used last comes last. */
  readonly byId: Map<number, Kept>;
  bytes: number;
}

interface Kept {
  readonly group: Group;
  readonly id: number;
  readonly snapshot: Snapshot;
  /** As counted last. */
  bytes: number;
  /** Rises with every use of any. */
  usedAt: number;
}

/**
 * EnvironmentSnapshots in groups, up to so many bytes in all; those that were not used for longest go first,
 * whatever their group. A snapshot grows only while it is used, so it is counted when the next one
 * is used. The one in use is kept, however large it is.
 */
export class SnapshotLruCache {
  readonly #bytesMax: number;
  readonly #groups = new Map<number, Group>();
  #inUse: Kept | undefined;
  #bytes = 0;
  #uses = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get count(): number {
    return this.#groups.values().reduce((sum, { byId }) => sum + byId.size, 0);
  }

  get(groupId: number, id: number): Snapshot | undefined {
    const kept = this.#groups.get(groupId)?.byId.get(id);
    if (kept !== undefined && kept !== this.#inUse) {
      kept.group.byId.delete(id);
      this.#use(kept);
    }
    return kept?.snapshot;
  }

  set(groupId: number, id: number, snapshot: Snapshot): void {
    this.drop(groupId, id);
    let group = this.#groups.get(groupId);
    if (group === undefined) {
      group = { byId: new Map(), bytes: 0 };
      this.#groups.set(groupId, group);
    }
    this.#use({ group, id, snapshot, bytes: 0, usedAt: 0 });
  }

  drop(groupId: number, id: number): void {
    const kept = this.#groups.get(groupId)?.byId.get(id);
    if (kept !== undefined) {
      this.#drop(kept);
    }
  }

  /** Costs the same however many the group has. */
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

  /** Walks over all. */
  dropUnless(isOfUse: (id: number, snapshot: Snapshot) => boolean): void {
    for (const { byId } of this.#groups.values()) {
      for (const kept of byId.values()) {
        if (!isOfUse(kept.id, kept.snapshot)) {
          this.#drop(kept);
        }
      }
    }
  }

  #use(kept: Kept): void {
    if (this.#inUse !== undefined) {
      this.#recount(this.#inUse, this.#inUse.snapshot.bytes);
    }
    this.#inUse = kept;
    while (this.#bytes > this.#bytesMax) {
      const oldest = this.#oldest();
      if (oldest === undefined) {
        break;
      }
      this.#drop(oldest);
    }
    this.#uses++;
    kept.usedAt = this.#uses;
    kept.group.byId.set(kept.id, kept);
  }

  #oldest(): Kept | undefined {
    let oldest: Kept | undefined;
    for (const { byId } of this.#groups.values()) {
      const [first] = byId.values();
      if (first !== undefined && (oldest === undefined || first.usedAt < oldest.usedAt)) {
        oldest = first;
      }
    }
    return oldest;
  }

  #drop(kept: Kept): void {
    kept.group.byId.delete(kept.id);
    this.#recount(kept, 0);
    if (this.#inUse === kept) {
      this.#inUse = undefined;
    }
  }

  #recount(kept: Kept, bytes: number): void {
    const more = bytes - kept.bytes;
    kept.bytes = bytes;
    kept.group.bytes += more;
    this.#bytes += more;
  }
}
