import type { Leadership } from "../writer/leadership.ts";
import { type AuditRetentionOptions, AuditRetentionSchedule } from "./audit-retention-schedule.ts";

/** Removes old audits while this process leads, until the returned function is called. */
export function leadAuditRetention(
  options: AuditRetentionOptions,
  leadership: Leadership,
): () => Promise<void> {
  let schedule: AuditRetentionSchedule | undefined;
  return leadership.lead({
    begin() {
      schedule = new AuditRetentionSchedule({
        ...options,
        isLeading: () => leadership.isLeading,
      });
      schedule.start();
    },
    async end() {
      await schedule?.stop();
      schedule = undefined;
    },
  });
}
