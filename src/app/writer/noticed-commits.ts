interface Awaited {
  readonly position: number;
  readonly end: () => void;
}

/** The commits of which a storage has told; one may wait for them. */
export class NoticedCommits {
  #newest = 0;
  #awaited: Awaited | undefined;

  /** The position of the newest one. */
  get newest(): number {
    return this.#newest;
  }

  notice(position: number): void {
    this.#newest = Math.max(this.#newest, position);
    if (this.#awaited !== undefined && this.#newest >= this.#awaited.position) {
      this.#awaited.end();
    }
  }

  /** Must be called when a commit of which the storage told is not there. */
  forget(): void {
    this.#newest = 0;
  }

  /** Resolves when a commit at a position is noticed, or after so many milliseconds. */
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
