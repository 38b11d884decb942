import { isSmallLogged, loggedChange } from "../../core/model/logged-change.ts";
import { isRecordChange } from "../../core/model/record-change.ts";
import type { Batch } from "../storage.ts";
import type { BatchChains, ChainEnd } from "./batch-chains.ts";
import { JsonList } from "./json-list.ts";
import { NetAuditRows } from "./net-audit-rows.ts";
import { NetGateRows } from "./net-gate-rows.ts";
import { NetRecordRows } from "./net-record-rows.ts";
import { NetRows } from "./net-rows.ts";
import { type RowTexts, rowTexts, type WrittenRows } from "./written-rows.ts";

/** A batch as texts of JSON: its changes for the log, and the rows that it writes. */
export interface BatchTexts extends RowTexts {
  readonly changes: string;
  /** The latest audits of the environments that the batch adds audits to. */
  readonly ends: ReadonlyMap<number, ChainEnd>;
}

/**
 * Writes the texts of a batch, in steps. Each row is written once, in its last state; the changes
 * only show which rows to write.
 */
export function* sharedBatchTexts(batch: Batch, chains: BatchChains): Generator<void, BatchTexts> {
  const audits = new NetAuditRows(batch, chains);
  const parts = [new NetRows(batch), new NetGateRows(), audits, new NetRecordRows()];
  const logged = new JsonList();
  for (const change of batch.changes) {
    for (const part of parts) {
      part.apply(change);
    }
    if (!isRecordChange(change)) {
      const item = loggedChange(change);
      logged.add(item, isSmallLogged(item));
    }
    yield;
  }
  const texts = yield* rowTexts(
    (function* (): WrittenRows {
      for (const part of parts) {
        yield* part.rows(batch);
      }
    })(),
  );
  return { changes: logged.text(), ends: audits.ends, ...texts };
}
