interface Awaited {
  readonly position: number;
  readonly end: () => void;
}

/** The commits that a storage has reported; callers can wait for them. */
export class NoticedCommits {
  #newest = 0;
  #awaited: Awaited | undefined;

  /** The position of the latest one. */
  get newest(): number {
    return this.#newest;
  }

  notice(position: number): void {
    this.#newest = Math.max(this.#newest, position);
    if (this.#awaited !== undefined && this.#newest >= this.#awaited.position) {
      this.#awaited.end();
    }
  }

  /** Must be called when a reported commit is not there. */
  forget(): void {
    this.#newest = 0;
  }

  /** Resolves when a commit at a position is reported, or after this many milliseconds. */
  async until(position: number, waitMs: number): Promise<void> {
    if (this.#newest < position) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, waitMs);
      this.#awaited = { position, end: resolve };
      await promise;
      clearTimeout(timer);
      this.#awaited = undefined;
    }
  }
}
