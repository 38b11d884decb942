import type { FollowedState } from "./followed-state.ts";
import { NoticedCommits } from "./noticed-commits.ts";

export interface FollowingOptions {
  readonly followed: Pick<FollowedState, "position">;
  /** Applies the commits of others: all, or those up to a position. */
  readonly catchUp: (through: number | undefined) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** When the commits of others are to be read: after they were told of, and now and then. */
export class Following {
  readonly news = new NoticedCommits();
  readonly #options: FollowingOptions;
  /** Whether the log is to be read in any case. */
  #isPolled = false;
  #isEnded = false;
  #wake: () => void = () => undefined;

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  /** The storage told of a commit, or asks to read the log. */
  notice(position: number | undefined): void {
    this.#isPolled ||= position === undefined;
    this.news.notice(position ?? 0);
    this.#wake();
  }

  /** Not of an own commit whose answer has come; one whose answer is on its way counts as another's. */
  get isDue(): boolean {
    return !this.#isEnded && (this.#isPolled || this.hasNews);
  }

  get hasNews(): boolean {
    return this.news.newest > this.#options.followed.position;
  }

  /** Nothing is to be read any more. */
  end(): void {
    this.#isEnded = true;
  }

  /** The storage asks for it again soon, so that a failure needs no other try. */
  async follow(): Promise<void> {
    const { followed, catchUp, onFailure } = this.#options;
    const before = followed.position;
    const through = this.#isPolled ? undefined : this.news.newest;
    this.#isPolled = false;
    try {
      await catchUp(through);
    } catch (error) {
      if (!this.#isEnded) {
        onFailure(error);
      }
    }
    if (followed.position === before) {
      // It told of what is not there, or does not answer.
      this.news.forget();
    }
  }

  /** Follows until work ends that commits nothing, and resolves with its result. */
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
