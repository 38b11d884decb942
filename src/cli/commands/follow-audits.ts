import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { isStorageInUse } from "../../storage/open-with-retry.ts";
import { StorageError } from "../../storage/storage-error.ts";
import { ServerStoppedError } from "../administration/administration-error.ts";
import { ApiRefusal, ApiUnreachable } from "../api-client/api-failure.ts";
import { type AuditPageQuery, auditPageMax } from "../options/audit-options.ts";

export type SentAudits = AnswerOf<"GET /environments/:environment/audits">;

export interface FollowOptions {
  /** Asks for a page of audits. */
  readonly ask: (query: AuditPageQuery) => Promise<SentAudits>;
  readonly query: AuditPageQuery;
  /** The id after which to begin; null for the newest audit. */
  readonly after: number | null;
  readonly onAudits: (audits: SentAudits["audits"]) => void;
  /** Called when the server does not answer, with the time until it is asked again. */
  readonly onLost: (reason: string, waitMs: number) => void;
  readonly onFound: () => void;
  /** Resolves when there may be another audit, and at once when the following is ended. */
  readonly next: () => Promise<void>;
  /** Resolves after so many milliseconds, and at once when the following is ended. */
  readonly wait: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
}

const lostMsMin = 1_000;
const lostMsMax = 30_000;
const faultStatusMin = 500;
const tooManyRequests = 429;

/**
 * Passes on each new audit once, in the order of their ids, until the signal ends it. While the server
 * does not answer it is asked again after 1, 2, 4 … 30 seconds, for what comes after the last audit
 * that was passed on. Rejects with what refuses the question for good.
 */
export async function followAudits(options: FollowOptions): Promise<void> {
  const { ask, query, onAudits, signal, next: nextChange, wait } = options;
  let { after } = options;
  let failures = 0;
  while (!signal.aborted) {
    let isMore = false;
    try {
      if (after === null) {
        const newest = await ask({ ...query, limit: 1 });
        after = newest.audits[0]?.id ?? 0;
      }
      const page = await ask({ ...query, after, limit: auditPageMax });
      if (failures > 0) {
        failures = 0;
        options.onFound();
      }
      onAudits(page.audits);
      const next = page.next ?? page.audits.at(-1)?.id ?? after;
      // An answer looks at a limited number of audits.
      isMore = next > after;
      after = next;
    } catch (error) {
      if (signal.aborted) {
        return;
      }
      if (!isPassing(error)) {
        throw error;
      }
      failures++;
      const waitMs = Math.min(lostMsMin * 2 ** (failures - 1), lostMsMax);
      options.onLost(error.message, waitMs);
      await wait(waitMs);
      continue;
    }
    if (!isMore) {
      await nextChange();
    }
  }
}

/** Whether the same question may be answered later. */
function isPassing(error: unknown): error is Error {
  return (
    error instanceof ApiUnreachable ||
    error instanceof ServerStoppedError ||
    (error instanceof StorageError && isStorageInUse(error)) ||
    (error instanceof ApiRefusal &&
      (error.status >= faultStatusMin || error.status === tooManyRequests))
  );
}
