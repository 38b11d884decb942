import type { Change } from "../../core/model/change.ts";
import { type ChangeRequest, isOpenRequest } from "../../core/model/change-request.ts";
import type { Comment } from "../../core/model/comment.ts";
import { isActiveRollout, type Rollout } from "../../core/model/rollout.ts";
import type { State } from "../../core/model/state.ts";
import type { StorageReads } from "../storage.ts";

const requestsPerPage = 20;
const rolloutsPerPage = 20;
const commentsPerPage = 200;

/** The ended requests and rollouts, which the state does not have, and all comments, in pages. */
export async function* governanceChanges(
  state: State,
  reads: StorageReads,
): AsyncGenerator<readonly Change[], void> {
  for (const environmentId of state.environments.keys()) {
    for await (const requests of requestPages(reads, environmentId)) {
      const ended = requests.filter((request) => !isOpenRequest(request));
      if (ended.length > 0) {
        yield ended.map((request): Change => ({ kind: "request.saved", request }));
      }
    }
    for await (const rollouts of rolloutPages(reads, environmentId)) {
      const ended = rollouts.filter((rollout) => !isActiveRollout(rollout));
      if (ended.length > 0) {
        yield ended.map((rollout): Change => ({ kind: "rollout.saved", rollout }));
      }
    }
  }
  for await (const comments of commentPages(reads)) {
    yield comments.map((comment): Change => ({ kind: "comment.saved", comment }));
  }
}

/** The requests of an environment, latest first. */
export async function* requestPages(
  reads: StorageReads,
  environmentId: number,
): AsyncGenerator<readonly ChangeRequest[], void> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await reads.requests({
      ...{ environmentId, states: null, before, limit: requestsPerPage },
    });
    const oldest = page.at(-1);
    if (oldest === undefined) {
      return;
    }
    yield page;
    before = oldest.id;
  }
}

/** The rollouts of an environment, latest first. */
async function* rolloutPages(
  reads: StorageReads,
  environmentId: number,
): AsyncGenerator<readonly Rollout[], void> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const page = await reads.rollouts({
      ...{ environmentId, key: null, states: null, before, limit: rolloutsPerPage },
    });
    const oldest = page.at(-1);
    if (oldest === undefined) {
      return;
    }
    yield page;
    before = oldest.id;
  }
}

/** All comments, oldest first. */
async function* commentPages(reads: StorageReads): AsyncGenerator<readonly Comment[], void> {
  for (let after = 0; ; ) {
    const page = await reads.comments({ subject: null, after, limit: commentsPerPage });
    const newest = page.at(-1);
    if (newest === undefined) {
      return;
    }
    yield page;
    after = newest.id;
  }
}

/** Whether two storages have the same requests in an environment. */
export function sameRequests(
  left: StorageReads,
  right: StorageReads,
  environmentId: number,
): Promise<boolean> {
  return samePages(requestPages(left, environmentId), requestPages(right, environmentId));
}

/** Whether two storages have the same rollouts in an environment. */
export function sameRollouts(
  left: StorageReads,
  right: StorageReads,
  environmentId: number,
): Promise<boolean> {
  return samePages(rolloutPages(left, environmentId), rolloutPages(right, environmentId));
}

export function sameComments(left: StorageReads, right: StorageReads): Promise<boolean> {
  return samePages(commentPages(left), commentPages(right));
}

async function samePages(
  pages: AsyncGenerator<readonly object[], void>,
  others: AsyncGenerator<readonly object[], void>,
): Promise<boolean> {
  for await (const page of pages) {
    const other = await others.next();
    if (!Bun.deepEquals(page, other.value)) {
      return false;
    }
  }
  return (await others.next()).done === true;
}
