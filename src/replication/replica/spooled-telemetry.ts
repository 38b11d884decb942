import { QueueShares } from "../../telemetry/queue-shares.ts";
import type { SubmissionBody, SubmissionSender, Upload } from "../../telemetry/submission-queue.ts";
import { UploadDeadlines } from "../../telemetry/upload-deadlines.ts";
import { readOutcomes } from "../../telemetry/worker/reading/outcome-reader.ts";
import { SubmissionReader } from "../../telemetry/worker/reading/submission-reader.ts";
import type { TelemetrySpool } from "./spool/telemetry-spool.ts";

/** Bounds the memory of submissions that are being received; a token may use a part of it. */
const receivedLimits = { submissionsMax: 1_024, bytesMax: 64 * 1024 * 1024 };
const deadlines = { timeoutMs: 10_000, checkEveryMs: 1_000 };

/**
 * Telemetry of a replica: it checks a submission as the primary does, and spools it. So the primary
 * does not refuse a submission that was accepted here.
 */
export class SpooledTelemetry {
  readonly #spool: TelemetrySpool;
  readonly #reader = new SubmissionReader();
  readonly #deadlines = new UploadDeadlines({
    ...deadlines,
    monotonicMs: () => performance.now(),
  });
  readonly #received = new QueueShares(receivedLimits);

  constructor(spool: TelemetrySpool) {
    this.#spool = spool;
  }

  /** As `Telemetry.submit`; resolves when the submission is on the disk. */
  async submit(
    { environmentId, projectId, tokenId }: SubmissionSender,
    limitMs: number,
    receive: (upload: Upload) => Promise<SubmissionBody>,
  ): Promise<void> {
    this.#spool.requireRoom(0);
    const received = this.#received.take({ projectId, tokenId });
    try {
      const { bytes, encoding, outcomesMinute } = await this.#deadlines.limit(
        limitMs,
        (onTimeout) =>
          receive({
            reserve: (count) => {
              this.#spool.requireRoom(count);
              received.reserve(count);
            },
            onTimeout,
          }),
      );
      const copy = new Uint8Array(bytes);
      if (outcomesMinute === undefined) {
        this.#reader.read(copy, encoding);
        await this.#spool.add({ environmentId, encoding, bytes: copy });
      } else {
        readOutcomes(copy, encoding);
        await this.#spool.add({ environmentId, encoding, bytes: copy, outcomesMinute });
      }
    } finally {
      received.release();
    }
  }
}
