import type { CommitTurns } from "./commit-turns.ts";
import type { FollowedState } from "./followed-state.ts";
import type { NoticedCommits } from "./noticed-commits.ts";
import type { SharedCommits } from "./shared-commits.ts";

/** Others who never pause must not be waited for without end. */
const roundsMax = 3;

export interface TurnWait {
  readonly turns: CommitTurns;
  readonly news: NoticedCommits;
  readonly followed: Pick<FollowedState, "position">;
  readonly commits: Pick<SharedCommits, "catchUp">;
}

/**
 * Resolves when it is the turn of this process to commit, and it has the commits of others that it
 * was told of: a batch that is made on an old state is sent for nothing. After some rounds it
 * resolves in any case. Rejects with a `StorageError` if these cannot be read.
 */
export async function untilTurn({ turns, news, followed, commits }: TurnWait): Promise<void> {
  for (let round = 0; round < roundsMax; round++) {
    const { position } = followed;
    const { count, waitMs } = turns.ahead(performance.now());
    if (count > 0) {
      // They are read at once: while others are at it, each question takes time from them.
      await news.until(position + count, waitMs);
    }
    if (news.newest > position) {
      await commits.catchUp(news.newest);
      if (followed.position === position) {
        news.forget();
      }
      turns.waited(count);
    } else if (count > 0) {
      turns.waitedInVain();
    } else {
      return;
    }
  }
}
