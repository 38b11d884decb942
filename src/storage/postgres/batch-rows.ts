import { isSmallLogged, loggedChange } from "../../core/model/logged-change.ts";
import type { Batch } from "../storage.ts";
import { JsonList } from "./json-list.ts";
import { NetAccountRows } from "./net-account-rows.ts";
import { NetAuditRows } from "./net-audit-rows.ts";
import { NetFeatureRows } from "./net-feature-rows.ts";
import { NetOrganizationRows } from "./net-organization-rows.ts";
import { NetWebhookRows } from "./net-webhook-rows.ts";
import { type RowTexts, rowTexts, type WrittenRows } from "./written-rows.ts";

/** A batch as texts of JSON: its changes for the log, and the rows that it writes. */
export interface BatchTexts extends RowTexts {
  readonly changes: string;
}

/**
 * Writes the texts of a batch, in steps. Each row is written once, in its last state; the changes
 * only show which rows to write.
 */
export function* sharedBatchTexts(batch: Batch): Generator<void, BatchTexts> {
  const organizations = new NetOrganizationRows();
  const features = new NetFeatureRows();
  const audits = new NetAuditRows(batch);
  const accounts = new NetAccountRows();
  const webhooks = new NetWebhookRows(batch);
  const parts = [organizations, features, audits, accounts, webhooks];
  const logged = new JsonList();
  for (const change of batch.changes) {
    for (const part of parts) {
      part.apply(change);
    }
    const item = loggedChange(change);
    logged.add(item, isSmallLogged(item));
    yield;
  }
  const { after } = batch;
  const texts = yield* rowTexts(
    (function* (): WrittenRows {
      yield* organizations.rows(batch);
      yield* features.rows(batch, organizations.removedEnvironments);
      yield* audits.rows(after);
      yield* accounts.rows(after);
      yield* webhooks.rows(after);
    })(),
  );
  return { changes: logged.text(), ...texts };
}
