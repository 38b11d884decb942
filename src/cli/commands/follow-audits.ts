import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { isStorageInUse } from "../../storage/open-with-retry.ts";
import { StorageError } from "../../storage/storage-error.ts";
import { ServerStoppedError } from "../administration/administration-error.ts";
import { ApiRefusal, ApiUnreachable } from "../api-client/api-failure.ts";
import { type AuditPageQuery, auditPageMax } from "../options/audit-options.ts";

export type SentAudits = AnswerOf<"GET /environments/:environment/audits">;

export interface FollowOptions {
  /** Requests a page of audits. */
  readonly ask: (query: AuditPageQuery) => Promise<SentAudits>;
  readonly query: AuditPageQuery;
  /** The id after which to start; null for the latest audit. */
  readonly after: number | null;
  readonly onAudits: (audits: SentAudits["audits"]) => void;
  /** Called when the server does not answer, with the time until the next try. */
  readonly onLost: (reason: string, waitMs: number) => void;
  readonly onFound: () => void;
  /** Resolves when there may be another audit, or when the signal aborts. */
  readonly next: () => Promise<void>;
  /** Resolves after so many milliseconds, or when the signal aborts. */
  readonly wait: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
}

const lostMsMin = 1_000;
const lostMsMax = 30_000;
const faultStatusMin = 500;
const tooManyRequests = 429;

/**
 * Passes on each new audit once, in the order of ids, until the signal aborts. If the server does not
 * answer, it retries after 1, 2, 4 … 30 seconds. It continues after the last audit that it passed on.
 * Rejects with a lasting refusal.
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
      // An answer covers a limited number of audits.
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

/** Whether the same request may succeed later. */
function isPassing(error: unknown): error is Error {
  return (
    error instanceof ApiUnreachable ||
    error instanceof ServerStoppedError ||
    (error instanceof StorageError && isStorageInUse(error)) ||
    (error instanceof ApiRefusal &&
      (error.status >= faultStatusMin || error.status === tooManyRequests))
  );
}
