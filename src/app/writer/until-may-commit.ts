import type { CommitOrder } from "./commit-order.ts";
import type { FollowedState } from "./followed-state.ts";
import type { NoticedCommits } from "./noticed-commits.ts";
import type { SharedCommits } from "./shared-commits.ts";

/** The wait for processes that commit out of order must be limited. */
const spareRounds = 3;
/**
 * How long it waits for a second commit before it follows the first: other processes on the same
 * computer need the processor for theirs.
 */
const restMs = 1;

export interface CommitWait {
  readonly order: CommitOrder;
  readonly news: NoticedCommits;
  readonly followed: Pick<FollowedState, "position">;
  readonly commits: Pick<SharedCommits, "catchUp">;
}

/**
 * Resolves when this process may commit next, and has followed all reported commits of others: a
 * batch based on a stale state fails. It follows them while it waits, so that little is left to do
 * at the end. After some rounds it resolves in any case. Rejects with a `StorageError` if commits
 * cannot be read.
 */
export async function untilMayCommit({
  order,
  news,
  followed,
  commits,
}: CommitWait): Promise<void> {
  const roundsMax = spareRounds + order.ahead(performance.now()).count;
  for (let round = 0; round < roundsMax; round++) {
    const { position } = followed;
    const { count, waitMs } = order.ahead(performance.now());
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
      order.waited(count);
    } else if (count > 0) {
      order.waitedInVain();
    } else {
      return;
    }
  }
}
