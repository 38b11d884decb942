import { clockJump, markAfterHour, markAtStart } from "../../core/model/clock-mark.ts";
import type { StorageReads } from "../../storage/storage.ts";
import {
  environmentsWithRetention,
  lastOldAudit,
  removeOldAudits,
} from "../commands/audit-retention.ts";
import type { Writer } from "../writer/writer.ts";

export interface AuditRetentionOptions {
  readonly reads: StorageReads;
  readonly writer: Writer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called once for each jump of the clock by more than a day, with its milliseconds. */
  readonly onClockJump: (ms: number) => void;
  /** Called with the error of a failed read. The writer reports failed commits. */
  readonly onFailure: (error: unknown) => void;
  /** Whether this process still removes them; always by default. */
  readonly isLeading?: (() => boolean) | undefined;
  /** The time between two runs in ms; an hour by default. */
  readonly hourMs?: number | undefined;
}

const hourMsDefault = 3_600_000;
/** Bounds the time and the memory of one removal: an audit can hold an expression of 64 KiB. */
const auditsPerCommitMax = 200;
const pauseMs = 20;

/**
 * Removes the audits that are older than the plan's retention (docs/decisions.md#retention): at the
 * start, every hour, and after a change of the plan, in small commits between clients' commits.
 * Every hour it also updates the clock mark.
 */
export class AuditRetentionSchedule {
  readonly #options: AuditRetentionOptions;
  #timer: ReturnType<typeof setInterval> | undefined;
  #ignoreWriter: readonly (() => void)[] = [];
  #running: Promise<void> | null = null;
  #isDue = false;
  #isStopped = false;
  #hasJumped = false;

  constructor(options: AuditRetentionOptions) {
    this.#options = options;
  }

  /** Does nothing after `stop`. */
  start(): void {
    if (this.#isStopped) {
      return;
    }
    const { writer, hourMs = hourMsDefault } = this.#options;
    this.#ignoreWriter = [
      writer.onCommit((changes) => {
        if (changes.some(({ kind }) => kind === "organization.saved")) {
          this.#run();
        }
      }),
      writer.onReload(() => this.#run()),
    ];
    this.#timer = setInterval(() => this.#afterHour(), hourMs);
    // The application of the library may end without closing it.
    this.#timer.unref();
    this.#reportJump();
    this.#run();
  }

  /** Resolves when no removal is running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    for (const ignore of this.#ignoreWriter) {
      ignore();
    }
    await this.#running;
  }

  #afterHour(): void {
    this.#reportJump();
    const run = () => this.#run();
    this.#options.writer
      .submit((draft) => {
        const { clockMark } = draft.state;
        const mark = markAfterHour(clockMark ?? markAtStart(null, undefined, draft.now), draft.now);
        draft.record({ kind: "clock.marked", mark });
      })
      .then(run, run);
  }

  #reportJump(): void {
    const { writer, now, onClockJump } = this.#options;
    const { clockMark } = writer.state;
    const jump = clockMark === null ? undefined : clockJump(clockMark, now());
    if (jump !== undefined && !this.#hasJumped) {
      onClockJump(jump);
    }
    this.#hasJumped = jump !== undefined;
  }

  /** Starts a run. If one is running, another run follows it. */
  #run(): void {
    this.#isDue = true;
    this.#running ??= this.#removeWhileDue();
  }

  async #removeWhileDue(): Promise<void> {
    while (this.#isDue && !this.#isStopped) {
      this.#isDue = false;
      try {
        await this.#removeAll();
      } catch (error) {
        this.#options.onFailure(error);
      }
    }
    this.#running = null;
  }

  async #removeAll(): Promise<void> {
    // The commit that led to this run is answered first.
    await Bun.sleep(0);
    for (const environmentId of environmentsWithRetention(this.#options.writer.state)) {
      while (!this.#isStopped && (await this.#removeSome(environmentId))) {
        await Bun.sleep(pauseMs);
      }
      await Bun.sleep(0);
    }
  }

  /** Resolves with whether audits were removed; then there may be more to remove. */
  async #removeSome(environmentId: number): Promise<boolean> {
    const { reads, writer, now, isLeading = () => true } = this.#options;
    if (!isLeading()) {
      return false;
    }
    const audits = await reads.audits({
      environmentId,
      keys: null,
      latestMax: null,
      offset: 0,
      limit: auditsPerCommitMax,
      isOldestFirst: true,
    });
    const oldest = { environmentId, audits };
    if (lastOldAudit(writer.state, oldest, now()) === undefined) {
      return false;
    }
    try {
      await writer.submit((draft) => removeOldAudits(draft, oldest));
      return true;
    } catch {
      // The writer has reported the error. The next run retries.
      return false;
    }
  }
}
