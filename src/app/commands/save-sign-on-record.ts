import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import { type SignOnRecord, signOnKey, signOnRecordsMax } from "../../core/model/sign-on.ts";

/** Saves a record of sign-on. Throws `quota_exceeded` for too many. */
export function saveRecord(draft: Draft, record: SignOnRecord): void {
  const { signOn } = draft.state;
  if (signOn.size >= signOnRecordsMax && !signOn.has(signOnKey(record))) {
    throw new GatehouseError("quota_exceeded", {
      message: `An installation can have at most ${signOnRecordsMax} roles and rules of sign-on`,
    });
  }
  draft.record({ kind: "sign_on.saved", record });
}

export function removeRecords(draft: Draft, records: readonly SignOnRecord[]): void {
  for (const record of records) {
    draft.record({ kind: "sign_on.removed", key: signOnKey(record) });
  }
}
