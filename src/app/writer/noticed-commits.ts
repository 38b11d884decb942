interface Awaited {
  readonly position: number;
  readonly end: () => void;
}

/** The commits that a storage has reported; callers can wait for them. */
export class NoticedCommits {
  #latest = 0;
  #awaited: Awaited | undefined;

  /** The position of the latest one. */
  get latest(): number {
    return this.#latest;
  }

  notice(position: number): void {
    this.#latest = Math.max(this.#latest, position);
    if (this.#awaited !== undefined && this.#latest >= this.#awaited.position) {
      this.#awaited.end();
    }
  }

  /** Must be called when a reported commit is not there. */
  forget(): void {
    this.#latest = 0;
  }

  /** Resolves when a commit at a position is reported, or after this many milliseconds. */
  async until(position: number, waitMs: number): Promise<void> {
    if (this.#latest < position) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, waitMs);
      this.#awaited = { position, end: resolve };
      await promise;
      clearTimeout(timer);
      this.#awaited = undefined;
    }
  }
}
