/** An actor of checks, with what a later evaluation needs. */
export interface SampledActor {
  readonly flipperId: string;
  /** A keyed hash of the id. */
  readonly hash: number;
  /** JSON of the properties; null if properties and groups are too long to be kept. */
  properties: string | null;
  /** The groups that the checks named. */
  groups: readonly string[];
  /** Milliseconds since the epoch: when the properties were kept. */
  keptAt: number;
  /** An estimate of the memory. */
  bytes: number;
}

/**
 * The actors with the smallest hashes among all that were added: a sample in which each actor has
 * the same chance, however often it is added. Holds every added actor up to `threshold`.
 */
export class BottomSample {
  readonly actors = new Map<string, SampledActor>();
  #threshold = Number.POSITIVE_INFINITY;
  #bytes = 0;

  /** Actors with a higher hash are not in the sample, even if they were added. */
  get threshold(): number {
    return this.#threshold;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Replaces the actor with the same id. `sizeMax` actors are kept, and up to twice as many. */
  add(actor: SampledActor, sizeMax: number): void {
    this.#bytes += actor.bytes - (this.actors.get(actor.flipperId)?.bytes ?? 0);
    this.actors.set(actor.flipperId, actor);
    if (this.actors.size >= 2 * sizeMax) {
      this.shrink(sizeMax);
    }
  }

  /** Keeps the `size` actors with the smallest hashes. */
  shrink(size: number): void {
    if (this.actors.size <= size) {
      return;
    }
    const sorted = [...this.actors.values()].sort((left, right) => left.hash - right.hash);
    this.#threshold = sorted[size - 1]?.hash ?? 0;
    for (const actor of sorted.slice(size)) {
      this.#remove(actor);
    }
  }

  /** Removes the actors whose properties were kept before a time. */
  removeBefore(time: number): void {
    for (const actor of this.actors.values()) {
      if (actor.keptAt < time) {
        this.#remove(actor);
      }
    }
  }

  #remove({ flipperId, bytes }: SampledActor): void {
    this.actors.delete(flipperId);
    this.#bytes -= bytes;
  }
}
