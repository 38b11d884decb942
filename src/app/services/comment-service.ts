import { GatehouseError } from "../../core/errors.ts";
import type { Caller } from "../../core/model/caller.ts";
import { type Comment, commentsPerSubjectMax } from "../../core/model/comment.ts";
import { OneAtATime } from "../../core/scheduling/one-at-a-time.ts";
import type { CommentQuery } from "../../storage/governance-queries.ts";
import type { StorageReads } from "../../storage/storage.ts";
import {
  addComment,
  type CommentedSubject,
  deleteComment,
  editComment,
  subjectOf,
} from "../commands/comment-commands.ts";
import { orUnavailable } from "../sessions/or-unavailable.ts";
import type { Writer } from "../writer/writer.ts";
import { BoundedCallers } from "./bounded-callers.ts";

/** A comment that a caller names. */
export interface NamedComment {
  readonly on: CommentedSubject;
  readonly id: number;
}

/**
 * The comments on requests, features and acts. They are outside of the state, as nothing depends on
 * them, so a change reads the storage first: in this process one change after the other, and a bounded
 * number waits. An edit of a comment that another server deletes at the same time does nothing.
 */
export class CommentService {
  readonly #reads: StorageReads;
  readonly #writer: Writer;
  readonly #turns = new OneAtATime();
  readonly #callers = new BoundedCallers();

  constructor(reads: StorageReads, writer: Writer) {
    this.#reads = reads;
    this.#writer = writer;
  }

  /** Oldest first. Rejects with `unavailable`, as all methods do: changes also if too many wait. */
  list(
    on: CommentedSubject,
    page: Pick<CommentQuery, "after" | "limit">,
  ): Promise<readonly Comment[]> {
    return orUnavailable(this.#reads.comments({ subject: subjectOf(on), ...page }));
  }

  /** Rejects with `comment_limit`, and as `addComment`. */
  add(caller: Caller, on: CommentedSubject, text: string): Promise<Comment> {
    return this.#inTurn(caller, async () => {
      for (;;) {
        const { comment: latest } = this.#writer.state.lastIds;
        const count = await orUnavailable(this.#reads.commentCount(subjectOf(on)));
        if (count >= commentsPerSubjectMax) {
          throw new GatehouseError("comment_limit");
        }
        // Another server may have saved a comment since they were counted.
        const added = await this.#writer.submit((draft) =>
          draft.state.lastIds.comment === latest ? addComment(draft, caller, on, text) : null,
        );
        if (added !== null) {
          return added;
        }
      }
    });
  }

  /** Rejects with `comment_not_found`, and as `editComment`. */
  edit(caller: Caller, { on, id }: NamedComment, text: string): Promise<Comment> {
    return this.#inTurn(caller, async () => {
      const comment = await this.#find({ on, id });
      return this.#writer.submit((draft) => editComment(draft, caller, { on, comment }, text));
    });
  }

  /** Rejects with `comment_not_found`, and as `deleteComment`. */
  delete(caller: Caller, { on, id }: NamedComment): Promise<void> {
    return this.#inTurn(caller, async () => {
      const comment = await this.#find({ on, id });
      await this.#writer.submit((draft) => deleteComment(draft, caller, { on, comment }));
    });
  }

  #inTurn<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
    return this.#callers.run(caller, () => this.#turns.run(work));
  }

  async #find({ on, id }: NamedComment): Promise<Comment> {
    const [found] = Number.isNaN(id) ? [] : await this.list(on, { after: id - 1, limit: 1 });
    if (found?.id !== id) {
      throw new GatehouseError("comment_not_found");
    }
    return found;
  }
}
