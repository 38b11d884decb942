import type { Change } from "../../core/model/change.ts";
import type { ChangeRequest } from "../../core/model/change-request.ts";
import { type Comment, commentSubject } from "../../core/model/comment.ts";
import type { Rollout } from "../../core/model/rollout.ts";
import type { CommentQuery, RequestQuery, RolloutQuery } from "../governance-queries.ts";

/** All requests, rollouts and comments, by id. */
export class GovernanceLog {
  readonly #requests = new Map<number, ChangeRequest>();
  readonly #rollouts = new Map<number, Rollout>();
  readonly #comments = new Map<number, Comment>();

  apply(change: Change): void {
    switch (change.kind) {
      case "request.saved":
        this.#requests.set(change.request.id, change.request);
        break;
      case "rollout.saved":
        this.#rollouts.set(change.rollout.id, change.rollout);
        break;
      case "comment.saved":
        this.#comments.set(change.comment.id, change.comment);
        break;
      case "comment.edited": {
        const { commentId, text, editedAt } = change;
        const known = this.#comments.get(commentId);
        if (known !== undefined) {
          this.#comments.set(commentId, { ...known, text, editedAt });
        }
        break;
      }
      case "comment.deleted":
        this.#comments.delete(change.commentId);
        break;
      case "feature.removed": {
        const gone = commentSubject("feature", change.feature.id);
        remove(this.#comments, ({ subject }) => subject === gone);
        break;
      }
      case "environment.deleted": {
        const isGone = (each: Pick<Comment, "environmentId">) =>
          each.environmentId === change.environmentId;
        remove(this.#requests, isGone);
        remove(this.#rollouts, isGone);
        remove(this.#comments, isGone);
        break;
      }
      default:
        break;
    }
  }

  requests({ environmentId, states, before, limit }: RequestQuery): readonly ChangeRequest[] {
    return [...this.#requests.values()]
      .filter(
        (each) =>
          each.environmentId === environmentId &&
          each.id < before &&
          (states === null || states.includes(each.state)),
      )
      .sort((left, right) => right.id - left.id)
      .slice(0, limit);
  }

  request(id: number): ChangeRequest | null {
    return this.#requests.get(id) ?? null;
  }

  rollouts({ environmentId, key, states, before, limit }: RolloutQuery): readonly Rollout[] {
    return [...this.#rollouts.values()]
      .filter(
        (each) =>
          each.environmentId === environmentId &&
          each.id < before &&
          (key === null || each.key === key) &&
          (states === null || states.includes(each.state)),
      )
      .sort((left, right) => right.id - left.id)
      .slice(0, limit);
  }

  rollout(id: number): Rollout | null {
    return this.#rollouts.get(id) ?? null;
  }

  comments({ subject, after, limit }: CommentQuery): readonly Comment[] {
    return [...this.#comments.values()]
      .filter((each) => (subject === null || each.subject === subject) && each.id > after)
      .sort((left, right) => left.id - right.id)
      .slice(0, limit);
  }

  commentCount(subject: string): number {
    return this.#comments.values().reduce((sum, each) => sum + Number(each.subject === subject), 0);
  }
}

function remove<Stored>(stored: Map<number, Stored>, isGone: (each: Stored) => boolean): void {
  for (const [id, each] of stored) {
    if (isGone(each)) {
      stored.delete(id);
    }
  }
}
