import type { FollowedState } from "./followed-state.ts";
import { NoticedCommits } from "./noticed-commits.ts";

export interface FollowingOptions {
  readonly followed: Pick<FollowedState, "position">;
  /** Applies the commits of other processes: all, or up to a position. */
  readonly catchUp: (through: number | undefined) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Reads other processes' commits on notification and at intervals. */
export class Following {
  readonly news = new NoticedCommits();
  readonly #options: FollowingOptions;
  /** Whether to read the log in any case. */
  #isPolled = false;
  #isEnded = false;
  #wake: () => void = () => undefined;

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  /** The storage reported a commit, or asks to read the log. */
  notice(position: number | undefined): void {
    this.#isPolled ||= position === undefined;
    this.news.notice(position ?? 0);
    this.#wake();
  }

  /**
   * An own commit with an answer is not due. Before its answer arrives, it counts as another
   * process's.
   */
  get isDue(): boolean {
    return !this.#isEnded && (this.#isPolled || this.hasNews);
  }

  get hasNews(): boolean {
    return this.news.latest > this.#options.followed.position;
  }

  /** Stops reading. */
  end(): void {
    this.#isEnded = true;
  }

  /** The storage soon asks for it again, so a failure needs no retry. */
  async follow(): Promise<void> {
    const { followed, catchUp, onFailure } = this.#options;
    const before = followed.position;
    const through = this.#isPolled ? undefined : this.news.latest;
    this.#isPolled = false;
    try {
      await catchUp(through);
    } catch (error) {
      if (!this.#isEnded) {
        onFailure(error);
      }
    }
    if (followed.position === before) {
      // The storage reported a commit that is not there, or does not answer.
      this.news.forget();
    }
  }

  /** Follows until `work` ends, which commits nothing, and resolves with its result. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = false;
    const over = work.finally(() => {
      isOver = true;
      this.#wake();
    });
    while (!isOver) {
      if (this.isDue) {
        await this.follow();
      } else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
    return over;
  }
}
