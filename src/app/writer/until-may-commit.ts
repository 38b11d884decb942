import type { CommitOrder } from "./commit-order.ts";
import type { FollowedState } from "./followed-state.ts";
import type { NoticedCommits } from "./noticed-commits.ts";
import type { SharedCommits } from "./shared-commits.ts";

/** The wait for processes that commit out of order must be limited. */
const roundsMax = 3;

export interface CommitWait {
  readonly order: CommitOrder;
  readonly news: NoticedCommits;
  readonly followed: Pick<FollowedState, "position">;
  readonly commits: Pick<SharedCommits, "catchUp">;
}

/**
 * Resolves when this process may commit next, and has followed all reported commits of others: a
 * batch based on a stale state fails. After some rounds it resolves in any case. Rejects with a
 * `StorageError` if commits cannot be read.
 */
export async function untilMayCommit({
  order,
  news,
  followed,
  commits,
}: CommitWait): Promise<void> {
  for (let round = 0; round < roundsMax; round++) {
    const { position } = followed;
    const { count, waitMs } = order.ahead(performance.now());
    if (count > 0) {
      // Each read of the log takes time from the processes that commit.
      await news.until(position + count, waitMs);
    }
    if (news.latest > position) {
      await commits.catchUp(news.latest);
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
