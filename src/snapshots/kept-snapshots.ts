import type { Snapshot } from "./snapshot.ts";

interface Kept {
  readonly snapshot: Snapshot;
  /** As counted last. */
  bytes: number;
}

/**
 * Snapshots by the id of what they picture, up to so many bytes in all; those that were not used
 * for longest go first. A snapshot grows only while it is used, so it is counted when the next one
 * is used. The one in use is kept, however large it is.
 */
export class KeptSnapshots {
  readonly #bytesMax: number;
  /** The one in use comes last. */
  readonly #byId = new Map<number, Kept>();
  #inUse: Kept | undefined;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get count(): number {
    return this.#byId.size;
  }

  get(id: number): Snapshot | undefined {
    const kept = this.#byId.get(id);
    if (kept !== undefined && kept !== this.#inUse) {
      this.#byId.delete(id);
      this.#use(id, kept);
    }
    return kept?.snapshot;
  }

  set(id: number, snapshot: Snapshot): void {
    const known = this.#byId.get(id);
    if (known !== undefined) {
      this.#drop(id, known);
    }
    this.#use(id, { snapshot, bytes: 0 });
  }

  #use(id: number, kept: Kept): void {
    if (this.#inUse !== undefined) {
      const { bytes } = this.#inUse.snapshot;
      this.#bytes += bytes - this.#inUse.bytes;
      this.#inUse.bytes = bytes;
    }
    this.#inUse = kept;
    for (const [oldestId, oldest] of this.#byId) {
      if (this.#bytes <= this.#bytesMax) {
        break;
      }
      this.#drop(oldestId, oldest);
    }
    this.#byId.set(id, kept);
  }

  #drop(id: number, kept: Kept): void {
    this.#byId.delete(id);
    this.#bytes -= kept.bytes;
    if (this.#inUse === kept) {
      this.#inUse = undefined;
    }
  }
}
