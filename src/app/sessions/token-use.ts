import type { Token } from "../../core/model/token.ts";
import { minuteMs } from "../../core/time-units.ts";
import { recordTokenUses } from "../commands/token-commands.ts";
import type { Writer } from "../writer/writer.ts";

export interface TokenUseOptions {
  readonly writer: Writer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How long a first use waits for others; a second by default. */
  readonly secondMs?: number;
}

/**
 * Stores when tokens were last used: at most once a minute, in one command for all tokens used
 * since. So the stored time lags by up to a minute.
 */
export class TokenUse {
  readonly #options: TokenUseOptions;
  readonly #used = new Set<string>();
  /** Most requests come with the same token as the one before. */
  #latest: Token | undefined;
  #timer: Timer | undefined;
  #storedAtMs = Number.NEGATIVE_INFINITY;
  #storing: Promise<void> = Promise.resolve();

  constructor(options: TokenUseOptions) {
    this.#options = options;
  }

  /** Called with the token of every request that is authenticated. */
  used(token: Token): void {
    if (token !== this.#latest) {
      this.#add(token);
    }
  }

  /** Stores the uses so far. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#store();
    await this.#storing;
  }

  #add(token: Token): void {
    this.#latest = token;
    this.#used.add(token.hash);
    if (this.#timer === undefined) {
      const { secondMs = 1_000 } = this.#options;
      const waitMs = Math.max(secondMs, this.#storedAtMs + minuteMs - performance.now());
      this.#timer = setTimeout(() => this.#store(), waitMs);
      this.#timer.unref();
    }
  }

  #store(): void {
    const hashes = [...this.#used];
    this.#used.clear();
    this.#latest = undefined;
    this.#timer = undefined;
    this.#storedAtMs = performance.now();
    if (hashes.length > 0) {
      const { writer, now } = this.#options;
      const usedAt = now();
      // The writer reports a failed commit; the next use of a token is stored again.
      this.#storing = writer
        .submit((draft) => recordTokenUses(draft, hashes, usedAt))
        .catch(() => undefined);
    }
  }
}
