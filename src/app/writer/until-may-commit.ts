import type { CommitOrder } from "./commit-order.ts";
import type { FollowedState } from "./followed-state.ts";
import type { NoticedCommits } from "./noticed-commits.ts";
import type { SharedCommits } from "./shared-commits.ts";

/** Others who commit out of turn must not be waited for without end. */
const spareRounds = 3;
/**
 * How long it waits for a second commit before it follows the first: others on the same machine need
 * the processor to make it.
 */
const restMs = 1;

export interface CommitWait {
  readonly turns: CommitOrder;
  readonly news: NoticedCommits;
  readonly followed: Pick<FollowedState, "position">;
  readonly commits: Pick<SharedCommits, "catchUp">;
}

/**
 * Resolves when it is the turn of this process to commit, and it has the commits of others that it
 * was told of: a batch that is made on an old state is sent for nothing. They are followed while it
 * waits, so that little is left to do when the turn comes. After some rounds it resolves
 * in any case. Rejects with a `StorageError` if commits cannot be read.
 */
export async function untilMayCommit({
  turns,
  news,
  followed,
  commits,
}: CommitWait): Promise<void> {
  const roundsMax = spareRounds + turns.ahead(performance.now()).count;
  for (let round = 0; round < roundsMax; round++) {
    const { position } = followed;
    const { count, waitMs } = turns.ahead(performance.now());
    if (count > 0) {
      await news.until(position + 1, waitMs);
    }
    if (count > 1) {
      await news.until(position + 2, restMs);
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
