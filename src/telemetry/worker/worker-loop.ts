import { describeError } from "../../text/describe-error.ts";
import type { Call, FromWorker, RawSubmission, ToWorker } from "../messages/messages.ts";
import { unpack } from "../messages/submission-batch.ts";
import { type OpenedWorker, openWorker } from "./telemetry-engine.ts";

/** How long counts stay in the journal, so that many commits share a posting to the tables. */
const postDelayMs = 1_000;

/** Work in steps of some milliseconds, between which commits are made. */
interface Chore {
  readonly steps: Iterator<void>;
  readonly onEnd: (failure?: unknown) => void;
}

/**
 * The worker's side of the conversation. A commit takes of the submissions that came while the one
 * before it was made, so that commits grow with the load and nobody waits for a timer. Chores are
 * done a step at a time between commits. Sleeps when there is nothing to do.
 */
export class WorkerRoom {
  readonly #post: (message: FromWorker) => void;
  readonly #queue: RawSubmission[] = [];
  readonly #chores: Chore[] = [];
  #opened: OpenedWorker | undefined;
  /** The main thread's, as it last said. */
  #now = 0;
  #isAwake = false;
  #isFailing = false;
  #posting: Timer | undefined;

  constructor(post: (message: FromWorker) => void) {
    this.#post = post;
  }

  receive(message: ToWorker): void {
    try {
      this.#handle(message);
    } catch (error) {
      this.#fault(error);
    }
  }

  #handle(message: ToWorker): void {
    if (message.kind === "open") {
      this.#open(message);
      return;
    }
    const opened = this.#opened;
    if (opened === undefined) {
      throw new Error(`the telemetry worker has no database open for ${message.kind}`);
    }
    switch (message.kind) {
      case "submissions":
        this.#now = message.now;
        for (const submission of unpack(message.parcel)) {
          this.#queue.push(submission);
        }
        this.#wake(opened);
        return;
      case "lessons":
        this.#now = message.now;
        if (opened.learn(message.lessons)) {
          this.#addChore(opened, opened.housekeeping.burials(this.#now), (failure) => {
            if (failure !== undefined) {
              this.#fault(failure);
            }
          });
        }
        return;
      case "call":
        this.#answer(opened, message.id, message.call);
        return;
      case "close":
        this.#close(opened);
        return;
    }
  }

  #open({ path, lessons }: Extract<ToWorker, { kind: "open" }>): void {
    const onClamped = (count: number) => this.#post({ kind: "clamped", count });
    try {
      this.#opened = openWorker({ path, lessons, onClamped });
    } catch (error) {
      this.#post({ kind: "unusable", reason: describeError(error) });
      return;
    }
    this.#post({ kind: "opened" });
  }

  #answer(opened: OpenedWorker, id: number, call: Call): void {
    const fail = (failure: unknown) =>
      this.#post({ kind: "failed", id, reason: describeError(failure) });
    if (call.kind === "housekeeping") {
      this.#now = call.now;
      this.#addChore(opened, opened.housekeeping.round(this.#now), (failure) =>
        failure === undefined ? this.#post({ kind: "done", id, text: "" }) : fail(failure),
      );
      return;
    }
    try {
      this.#post({ kind: "done", id, text: opened.summarize(call) });
    } catch (error) {
      fail(error);
    }
  }

  /** Everything that was sent before is counted first; what is left of chores is not needed. */
  #close(opened: OpenedWorker): void {
    this.#opened = undefined;
    this.#chores.length = 0;
    try {
      while (this.#queue.length > 0) {
        this.#commit(opened);
      }
      clearTimeout(this.#posting);
      opened.close();
    } finally {
      this.#post({ kind: "closed" });
    }
  }

  #addChore(opened: OpenedWorker, steps: Iterator<void>, onEnd: Chore["onEnd"]): void {
    this.#chores.push({ steps, onEnd });
    this.#wake(opened);
  }

  #wake(opened: OpenedWorker): void {
    if (!this.#isAwake) {
      this.#isAwake = true;
      setImmediate(() => this.#work(opened));
    }
  }

  /** One commit and one step of a chore; then messages that came meanwhile are taken. */
  #work(opened: OpenedWorker): void {
    if (this.#opened !== opened) {
      return;
    }
    if (this.#queue.length > 0) {
      this.#commit(opened);
    }
    this.#stepChore(opened);
    if (this.#queue.length > 0 || this.#chores.length > 0) {
      setImmediate(() => this.#work(opened));
    } else {
      this.#isAwake = false;
    }
  }

  #commit(opened: OpenedWorker): void {
    const { accepted, refused, tally, failure } = opened.committer.commit(this.#queue, this.#now);
    this.#post({ kind: "settled", accepted, refused, tally });
    // Once for a row of failures: a full disk would fill the log with every commit.
    if (failure !== undefined && !this.#isFailing) {
      this.#fault(failure);
    }
    this.#isFailing = failure !== undefined;
    this.#posting ??= setTimeout(() => this.#postCounts(opened), postDelayMs);
  }

  /** What cannot be posted now stays in the journal, and is posted with the next commits. */
  #postCounts({ ledger }: OpenedWorker): void {
    this.#posting = undefined;
    try {
      ledger.post(this.#now);
    } catch (error) {
      this.#fault(error);
    }
  }

  #stepChore({ housekeeping, ledger }: OpenedWorker): void {
    const [chore] = this.#chores;
    if (chore === undefined) {
      return;
    }
    try {
      // Chores move and remove what is in the tables, so everything has to be there.
      ledger.post(this.#now);
      if (chore.steps.next().done === true) {
        this.#chores.shift();
        chore.onEnd();
      }
    } catch (error) {
      this.#chores.shift();
      housekeeping.lookAgain();
      chore.onEnd(error);
    }
  }

  #fault(error: unknown): void {
    this.#post({ kind: "fault", reason: describeError(error) });
  }
}
