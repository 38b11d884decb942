import { describeError } from "../../core/text/describe-error.ts";
import { CommitEngine } from "./commit-engine.ts";
import { isAboutChanges } from "./commit-errors.ts";
import type { MessageFromCommitWorker, MessageToCommitWorker } from "./commit-messages.ts";
import { checkDatabaseFiles } from "./database/database-files-check.ts";
import { withStorageErrors } from "./database/storage-errors.ts";
import { openCommitConnection } from "./gatehouse-database.ts";
import { checkStructure, damageOf } from "./quick-check.ts";
import type { StoredChange } from "./stored-change.ts";

type OpenMessage = Extract<MessageToCommitWorker, { kind: "open" }>;

/** A batch of more texts leaves so much garbage that it is collected at once. */
const largeTextsMin = 8;

/** The worker's side of commits: handles the messages of the main thread, in their order. */
export class CommitLoop {
  readonly #post: (message: MessageFromCommitWorker) => void;
  /** The parts of the next batch that have arrived. */
  #parts: string[] = [];
  #engine: CommitEngine | undefined;

  constructor(post: (message: MessageFromCommitWorker) => void) {
    this.#post = post;
    post({ kind: "loaded" });
  }

  receive(message: MessageToCommitWorker): void {
    switch (message.kind) {
      case "check":
        this.#post({ kind: "checked", damage: damageOf(message.path) });
        return;
      case "open":
        this.#open(message);
        return;
      case "part":
        this.#parts.push(message.text);
        return;
      default:
        if (this.#engine !== undefined) {
          this.#use(this.#engine, message);
        }
    }
  }

  #open({ path, files, busyWaitMsMax, checks }: OpenMessage): void {
    try {
      // Before opening, which would create a missing file.
      checkDatabaseFiles(files);
      const client = openCommitConnection(path);
      if (checks) {
        withStorageErrors(path, () => checkStructure(client));
      }
      this.#engine = new CommitEngine({ client, files, busyWaitMsMax });
      this.#post({ kind: "opened" });
    } catch (error) {
      this.#post({ kind: "open_failed", reason: describeError(error) });
    }
  }

  #use(
    engine: CommitEngine,
    message: Exclude<MessageToCommitWorker, { kind: "open" | "part" | "check" }>,
  ): void {
    switch (message.kind) {
      case "commit": {
        const texts = [...this.#parts, message.text];
        this.#parts = [];
        const outcome = engine.commit(message.batchId, () => parsed(texts));
        this.#answer(message.call, outcome);
        if (texts.length > largeTextsMin) {
          // After the answer, when this thread has no other work.
          const collect = () => Bun.gc(true);
          outcome.then(collect, collect);
        }
        return;
      }
      case "find_commit":
        this.#answer(message.call, engine.findCommit(message.batchId));
        return;
      case "probe":
        this.#answer(
          message.call,
          engine.probe(message.probe).then(() => null),
        );
        return;
      case "close": {
        const closed = () => this.#post({ kind: "closed" });
        engine.close().then(closed, closed);
        return;
      }
    }
  }

  #answer(call: number, outcome: Promise<number | null>): void {
    outcome.then(
      (position) => this.#post({ kind: "done", call, position }),
      (error: unknown) =>
        this.#post({
          kind: "failed",
          call,
          reason: describeError(error),
          isAboutChanges: isAboutChanges(error),
        }),
    );
  }
}

function* parsed(texts: readonly string[]): Generator<StoredChange, void> {
  for (const text of texts) {
    const changes: readonly StoredChange[] = JSON.parse(text);
    yield* changes;
  }
}
