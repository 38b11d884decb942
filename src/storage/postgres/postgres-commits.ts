import type { SQL } from "bun";
import { logFormat, logFormatOldest } from "../../core/model/logged-change.ts";
import { runYielding } from "../../core/scheduling/run-yielding.ts";
import {
  type CommitOptions,
  type CommitProgress,
  type LoggedCommit,
  LogLostError,
  StaleBatchError,
} from "../shared-storage.ts";
import { type Batch, CommitInDoubtError, UnstorableChangesError } from "../storage.ts";
import { KnownChains } from "./batch-chains.ts";
import { type BatchTexts, sharedBatchTexts } from "./batch-rows.ts";
import { CommitLease } from "./commit-lease.ts";
import { type PostgresConnections, PostgresTimeoutError } from "./database/postgres-connection.ts";
import { postgresError, postgresFault } from "./database/postgres-errors.ts";
import { DatabaseClock } from "./database-clock.ts";
import { KnownCommits } from "./known-commits.ts";
import type { CommitMark } from "./postgres-load.ts";

/** A row of `commit_3`; the first one is the head, whose `changes` is its epoch. */
interface AnswerRow {
  readonly o_position: number;
  readonly o_batch: string;
  readonly o_format: number | null;
  readonly o_changes: string;
  /** The batch id of the state on which the commit was tried, if the log has it. */
  readonly before: string | null;
  /** See `KnownChains.hear`; null for a commit that was kept. */
  readonly ends: string | null;
}

const commitMsMinDefault = 5_000;
/** A large batch takes the server longer: some megabytes a second. */
const msPerCharacter = 0.002;

const whatFailed = "The changes could not be stored";

/** Writes batches to the database, and reads the log of all processes. */
export class PostgresCommits {
  readonly known = new KnownCommits();
  readonly #chains = new KnownChains();
  readonly clock = new DatabaseClock();
  readonly #connections: PostgresConnections;
  readonly #reading: PostgresConnections;
  readonly #node: string;
  readonly #lease: CommitLease;
  #format = logFormatOldest;
  /** A batch that is sent again until its outcome is known, with its texts. */
  #inDoubt: { readonly batch: Batch; readonly texts: BatchTexts } | undefined;

  /**
   * `connections` must be used for commits only, one at a time. A lease occupies them, so hashes are
   * read with `reading`.
   */
  constructor(connections: PostgresConnections, reading: PostgresConnections, node: string) {
    this.#connections = connections;
    this.#reading = reading;
    this.#node = node;
    this.#lease = new CommitLease(connections);
  }

  /** Continues with the state of another commit. */
  restartAt(mark: CommitMark): void {
    this.known.restartAt(mark);
    this.#chains.clear();
  }

  /** Needs the latest log format that all live nodes read. */
  writeInForm(readByAll: number): void {
    this.#format = Math.max(logFormatOldest, Math.min(logFormat, readByAll));
  }

  /** As `SharedStorage.commit`. */
  async commit(batch: Batch, options: CommitOptions): Promise<number> {
    const { isQueued = false, ranMs = 0, progress } = options;
    const startedAtMs = performance.now();
    const texts = await this.#textsOf(batch, progress);
    const call = this.#callOf(batch, texts);
    const buildMs = ranMs + performance.now() - startedAtMs;
    const { timeoutMs: commitMsMin = commitMsMinDefault } = this.#connections.settings;
    const length = texts.changes.length + texts.rows.length + texts.laterRows.length;
    const extraMs = length * msPerCharacter;
    progress?.onSending(extraMs);
    const timeoutMs = commitMsMin + extraMs;
    let answer: readonly AnswerRow[];
    try {
      answer = isQueued
        ? await this.#lease.run(call, { isKept: isKept(batch), timeoutMs, buildMs })
        : await this.#callOnce(call, timeoutMs);
    } catch (error) {
      const failure = commitFailure(error);
      if (failure instanceof CommitInDoubtError) {
        this.#inDoubt = { batch, texts };
      }
      throw failure;
    }
    this.#inDoubt = undefined;
    if (isKept(batch)(answer)) {
      this.#chains.remember(texts.ends);
    } else {
      this.#chains.hear(answer[0]?.ends);
    }
    if (!isQueued && this.#isUnsure(batch, answer)) {
      throw new StaleBatchError(await this.#readAfter(batch.position));
    }
    return this.#result(batch, answer);
  }

  async #textsOf(batch: Batch, progress: CommitProgress | undefined): Promise<BatchTexts> {
    if (this.#inDoubt?.batch === batch) {
      return this.#inDoubt.texts;
    }
    this.#inDoubt = undefined;
    const chains = await this.#chainsOf(batch);
    progress?.onTexts();
    return runYielding(sharedBatchTexts(batch, chains));
  }

  async #chainsOf(batch: Batch) {
    try {
      return await this.#chains.of(batch, (query) => this.#reading.run(query));
    } catch (error) {
      throw postgresError(whatFailed, error);
    }
  }

  /**
   * Whether the answer's commits may follow another commit than the batch's state: the log did not
   * have that one when the server looked it up.
   */
  #isUnsure({ id, position }: Batch, [head]: readonly AnswerRow[]): boolean {
    return head?.before === null && head.o_batch !== id && this.known.batchAt(position) !== null;
  }

  async #readAfter(position: number): Promise<readonly LoggedCommit[]> {
    try {
      return await this.#connections.run((client) => this.commitsAfter(client, position));
    } catch (error) {
      throw error instanceof LogLostError ? error : postgresError(whatFailed, error);
    }
  }

  #callOf({ id, position, after }: Batch, texts: BatchTexts) {
    const before = this.known.batchAt(position);
    return (client: SQL) => client<AnswerRow[]>`
      select o_position::float8, o_batch::text, o_format, o_changes,
        (select batch::text from commits where position = ${position}) as before,
        case when o_format is null and o_batch <> ${id}::uuid
          then chain_ends_1(${this.#chains.askedIds}::text::json) end as ends
      from commit_3(
        ${position}, ${before}::uuid, coalesce(${this.known.epoch}::uuid, (select epoch from head)),
        ${id}::uuid, ${this.#node}, ${this.#format}, ${texts.changes}::text,
        ${JSON.stringify(after.lastIds)}::text, ${texts.rows}::text::json,
        ${texts.laterRows}::text::json)`;
  }

  async #callOnce(
    call: (client: SQL) => Promise<AnswerRow[]>,
    timeoutMs: number,
  ): Promise<readonly AnswerRow[]> {
    await this.#lease.giveUp();
    return this.#connections.runOnce(call, timeoutMs);
  }

  #result(batch: Batch, [head, ...rows]: readonly AnswerRow[]): number {
    if (head === undefined) {
      throw new CommitInDoubtError("The database gave no answer");
    }
    const { o_position: position, o_batch: batchId, o_changes: epoch } = head;
    if (this.known.epoch !== undefined && epoch !== this.known.epoch) {
      throw new LogLostError("The database was restored");
    }
    const isNext = position === batch.position + 1;
    if (isNext && batchId === batch.id) {
      this.known.remember({ position, batchId, epoch });
      return position;
    }
    const commits = rows.map(loggedCommit);
    const known = this.known.batchAt(batch.position);
    const isSame = known === null || head.before === null || head.before === known;
    if (commits[0]?.position !== batch.position + 1 || !isSame) {
      throw new LogLostError(
        "The log of the database does not continue at the position of the batch",
      );
    }
    this.#rememberAll(commits, epoch);
    throw new StaleBatchError(commits);
  }

  /** As `SharedStorage.commitsAfter`. */
  async commitsAfter(client: SQL, position: number): Promise<readonly LoggedCommit[]> {
    const rows = await this.clock.heard(
      () => client<LogRow[]>`
        select position::float8, epoch::text, batch::text as newest,
          (select batch::text from commits where position = ${position}) as before,
          (select chain_ends_1(${this.#chains.askedIds}::text::json)) as ends,
          o_position::float8, o_batch::text, o_format, o_changes,
          extract(epoch from clock_timestamp())::float8 * 1000 as clock_ms
        from head left join log_after_1(${position}) on true
        where id = 1 order by o_position`,
    );
    const [head] = rows;
    this.#chains.hear(head?.ends);
    const before = this.known.batchAt(position);
    const found = head?.position === position ? head.newest : head?.before;
    const commits = rows.flatMap((row) => (row.o_position === null ? [] : [loggedCommit(row)]));
    const isNext =
      commits.length === 0 ? head?.position === position : commits[0]?.position === position + 1;
    const isSame = before === null || found === null || found === before;
    if (head === undefined || !isNext || !isSame || !this.known.isSameEpoch(head.epoch)) {
      throw new LogLostError("The log of the database does not continue at this position");
    }
    this.#rememberAll(commits, head.epoch);
    return commits;
  }

  /** As `SharedStorage.acquireLease`. */
  async acquireLease(ranMs: number): Promise<void> {
    try {
      await this.#lease.take(ranMs);
    } catch (error) {
      throw postgresError("The lock of commits could not be taken", error);
    }
  }

  /** As `SharedStorage.releaseLease`. */
  releaseLease(): Promise<void> {
    return this.#lease.giveUp();
  }

  #rememberAll(commits: readonly LoggedCommit[], epoch: string): void {
    for (const { position, batchId } of commits) {
      this.known.remember({ position, batchId, epoch });
    }
  }
}

interface LogRow {
  readonly clock_ms: number;
  readonly position: number;
  readonly epoch: string;
  readonly newest: string;
  /** Null if the log was trimmed there. */
  readonly before: string | null;
  readonly ends: string | null;
  readonly o_position: number | null;
  readonly o_batch: string;
  readonly o_format: number;
  readonly o_changes: string;
}

function loggedCommit({
  o_position,
  o_batch: batchId,
  o_format,
  o_changes: changes,
}: AnswerRow | LogRow): LoggedCommit {
  return { position: o_position ?? 0, batchId, format: o_format ?? 0, changes };
}

/** Whether an answer shows that the batch was committed. */
function isKept({ id, position }: Batch): (answer: readonly AnswerRow[]) => boolean {
  return ([head]) => head?.o_batch === id && head.o_position === position + 1;
}

function commitFailure(error: unknown): Error {
  const { message } = postgresError(whatFailed, error);
  if (error instanceof PostgresTimeoutError) {
    return new CommitInDoubtError(message, { cause: error });
  }
  switch (postgresFault(error)) {
    case "data":
      return new UnstorableChangesError(message, { cause: error });
    case "in doubt":
      return new CommitInDoubtError(message, { cause: error });
    case "nothing kept":
      return postgresError(whatFailed, error);
  }
}
