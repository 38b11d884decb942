import type { FollowedState } from "../../app/writer/followed-state.ts";
import { type LoggedChange, replayLoggedChanges } from "../../core/model/logged-change.ts";
import type { State } from "../../core/model/state.ts";
import { runYielding } from "../../core/scheduling/run-yielding.ts";
import { describeError } from "../../core/text/describe-error.ts";
import type { JsonObject } from "../../core/text/json-object.ts";
import { type Batch, CommitInDoubtError, UnstorableChangesError } from "../../storage/storage.ts";
import type { CopyDirectory } from "../local-copy/copy-directory.ts";
import type { CopyStorage } from "../local-copy/copy-storage.ts";
import { type CommitPosition, parsePosition, textOfPosition } from "../primary/commit-position.ts";
import type { ReplicatedCommits } from "../primary/replicated-commits.ts";
import type { CurrentTime } from "./current-time.ts";
import type { PrimaryClient } from "./primary-client.ts";
import { PrimaryError } from "./primary-error.ts";
import {
  checkFormat,
  copyOfPrimary,
  loggedIn,
  positionIn,
  type ReplicaCopy,
} from "./replica-copy.ts";

export interface PrimaryFollowerOptions {
  readonly client: Pick<PrimaryClient, "changes" | "snapshot">;
  readonly copies: CopyDirectory;
  readonly storage: CopyStorage;
  readonly opened: ReplicaCopy;
  /** Its commits are also the ones for the replicas of this replica. */
  readonly followed: FollowedState;
  /** The commits for the replicas of this replica. */
  readonly commits: ReplicatedCommits;
  readonly current: CurrentTime;
  /** Called with the reason when following fails, and with null when it works again. */
  readonly onChange: (reason: string | null) => void;
}

const retryMsMin = 100;
const retryMsMax = 5_000;
const refusedMs = 5_000;
const commitRetryMs = 1_000;

/** The copy does not fit the primary's changes: a new one is needed. */
class CopyLostError extends Error {
  override readonly name = "CopyLostError";
}

/** Applies the primary's commits to the copy and the state of a replica, for as long as it runs. */
export class PrimaryFollower {
  readonly #options: PrimaryFollowerOptions;
  readonly #stop = new AbortController();
  readonly #waiting = new Set<() => void>();
  /** The latest commit of the primary that the copy has. */
  #latest: CommitPosition;
  #storagePosition: number;
  #needsCopy = false;
  #failures = 0;
  #isConnected = false;
  #reason: string | null = "not connected yet";
  #running: Promise<void> = Promise.resolve();

  constructor(options: PrimaryFollowerOptions) {
    this.#options = options;
    this.#latest = options.opened.latest;
    this.#storagePosition = options.opened.position;
  }

  /** Whether the primary sent anything recently. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** Resolves when this replica has a commit of the primary, or after a time. */
  async reached(text: string, msMax: number): Promise<void> {
    const position = parsePosition(text)?.position ?? 0;
    const deadlineMs = performance.now() + msMax;
    while (this.#latest.position < position && performance.now() < deadlineMs) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, Math.max(0, deadlineMs - performance.now()));
      this.#waiting.add(resolve);
      await promise;
      clearTimeout(timer);
      this.#waiting.delete(resolve);
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await (this.#needsCopy ? this.#takeCopy() : this.#follow());
      } catch (error) {
        if (!signal.aborted) {
          await this.#failed(error);
        }
      }
    }
  }

  async #failed(error: unknown): Promise<void> {
    if (error instanceof CopyLostError) {
      this.#needsCopy = true;
      return;
    }
    this.#failures++;
    this.#report(describeError(error));
    const isRefused = error instanceof PrimaryError && error.isRefused;
    const growing = Math.min(retryMsMax, retryMsMin * 2 ** Math.min(this.#failures, 10));
    await this.#sleep(isRefused ? refusedMs : growing);
  }

  /** The stream of a running primary has no end, so that an end is a failure. */
  async #follow(): Promise<void> {
    const { client } = this.#options;
    for await (const lines of client.changes(textOfPosition(this.#latest), this.#stop.signal)) {
      await this.#receive(lines);
    }
    throw new PrimaryError("The origin ended the connection");
  }

  async #receive(lines: readonly JsonObject[]): Promise<void> {
    const logged: LoggedChange[] = [];
    let position: string | undefined;
    for (const line of lines) {
      if ("gone" in line) {
        throw new CopyLostError("The origin does not have the commits after this copy any more");
      }
      if ("commit" in line) {
        checkFormat(line);
        position = positionIn(line, "commit");
        logged.push(...loggedIn(line));
      }
    }
    if (position !== undefined) {
      await this.#apply(logged, position);
    }
    const status = lines.findLast((line) => "newest" in line);
    if (status?.newest === textOfPosition(this.#latest)) {
      this.#options.current.markCurrent(Number(status.age));
      this.#failures = 0;
      this.#report(null);
    }
  }

  async #apply(logged: readonly LoggedChange[], text: string): Promise<void> {
    const { followed } = this.#options;
    const before = followed.state;
    const commit = parsePosition(text) ?? this.#latest;
    const { state: after, changes } = await this.#replayed(before, logged);
    const batch = { id: text, changes, before, after, position: this.#storagePosition };
    this.#storagePosition = await this.#committed(batch);
    this.#latest = commit;
    await followed.advance({ ...commit, changes, state: after });
    this.#wakeWaiting();
  }

  async #replayed(before: State, logged: readonly LoggedChange[]) {
    try {
      return await runYielding(replayLoggedChanges(before, logged));
    } catch (error) {
      throw new CopyLostError("The origin's changes do not fit the copy", { cause: error });
    }
  }

  /** Retries until the batch is committed: later commits need it. */
  async #committed(batch: Batch): Promise<number> {
    const { storage } = this.#options;
    let isInDoubt = false;
    for (;;) {
      try {
        const found = isInDoubt ? await storage.findCommit(batch.id) : null;
        return found ?? (await storage.commit(batch));
      } catch (error) {
        if (error instanceof UnstorableChangesError) {
          throw new CopyLostError("The copy cannot hold the origin's changes", { cause: error });
        }
        isInDoubt ||= error instanceof CommitInDoubtError;
        this.#report(describeError(error));
      }
      await this.#sleep(commitRetryMs);
      this.#stop.signal.throwIfAborted();
    }
  }

  async #takeCopy(): Promise<void> {
    const { client, copies, storage, followed, commits } = this.#options;
    const made = await copyOfPrimary(copies, client, this.#stop.signal);
    await storage.replace(made);
    copies.removeOld();
    this.#needsCopy = false;
    this.#storagePosition = made.position;
    this.#latest = made.latest;
    commits.restart({ ...made.latest, state: made.state });
    await followed.replace(made.state, made.latest.position);
    this.#wakeWaiting();
  }

  #wakeWaiting(): void {
    for (const resolve of [...this.#waiting]) {
      resolve();
    }
  }

  #report(reason: string | null): void {
    if (reason !== this.#reason) {
      this.#reason = reason;
      this.#isConnected = reason === null;
      this.#options.onChange(reason);
    }
  }

  async #sleep(ms: number): Promise<void> {
    const { signal } = this.#stop;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    clearTimeout(timer);
  }
}
