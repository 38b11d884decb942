import type { Change } from "../../core/model/change.ts";
import { commentSubject } from "../../core/model/comment.ts";
import type { State } from "../../core/model/state.ts";
import type { RowChangeOf, Rows } from "../rows/row-change.ts";
import { rowChanges } from "../rows/row-changes.ts";
import type { Batch } from "../storage.ts";
import { NetWebhookRows } from "./net-webhook-rows.ts";
import { type StateTable, stateTables } from "./state-tables.ts";
import { columnsOf, isRowOperation, type WrittenRows } from "./written-rows.ts";

/** A row that a batch saves, updates or removes. */
interface TouchedRow {
  readonly table: StateTable;
  /** The key if the batch removes the row, even if it saves another one later. */
  readonly removed: object | undefined;
  readonly find: (state: State) => object | undefined;
  /** What the batch stores of it so far; null for a removed row. */
  readonly row: object | null;
  /** Of a row that the state does not have: it is deleted with this environment or this subject. */
  readonly environmentId: number | null | undefined;
  readonly subject: string | undefined;
}

/** The rows that a batch writes, except those of gates and audits. */
export class NetRows {
  /** By table and key. */
  readonly #touched = new Map<string, TouchedRow>();
  readonly #revisions = new Set<number>();
  readonly #credentials = new Set<number>();
  readonly #webhooks: NetWebhookRows;

  constructor({ before }: Batch) {
    this.#webhooks = new NetWebhookRows(before);
  }

  apply(change: Change): void {
    switch (change.kind) {
      case "gates.written":
      case "override.dropped":
      case "audit.recorded":
      case "audits.recorded":
      case "audits.removed":
      case "act.recorded":
      case "acts.copied":
      case "signing_key.saved":
      case "installation.identified":
        break;
      case "revision.advanced":
        this.#revisions.add(change.projectId);
        break;
      case "credentials.removed":
        this.#credentials.add(change.userId);
        break;
      default:
        if (change.kind === "environment.deleted") {
          this.#forget(({ environmentId }) => environmentId === change.environmentId);
        } else if (change.kind === "feature.removed") {
          const subject = commentSubject("feature", change.feature.id);
          this.#forget((touched) => touched.subject === subject);
        }
        for (const each of rowChanges(change)) {
          this.#webhooks.apply(each);
          if (each.table !== "events" && each.table !== "deliveries") {
            this.#touch(each);
          }
        }
    }
  }

  *rows({ before, after }: Batch): WrittenRows {
    yield* endedPreviewTokens(before, after);
    for (const user_id of this.#credentials) {
      yield ["credentials removed", { user_id }];
      yield* personalTokensOf(user_id, before);
    }
    for (const { table, removed, find } of this.#touched.values()) {
      const removal = `${isSubject(removed) ? "comments of subjects" : table} removed`;
      if (removed !== undefined && isRowOperation(removal)) {
        yield [removal, columnsOf(removed)];
      }
      const row = find(after);
      if (row !== undefined) {
        const columns = columnsOf(row);
        yield [isEdit(row) ? "comments edited" : table, columns];
        // `commit_1` is older than these columns.
        if (table === "projects") {
          const { id, issue_pattern, samples_actors } = columns;
          yield ["later project columns", { id, issue_pattern, samples_actors }];
        }
      }
    }
    for (const id of this.#revisions) {
      if (!this.#touched.has(`projects ${id}`)) {
        yield ["revisions", { id, revision: after.revisions.get(id) ?? 0 }];
      }
    }
    yield* this.#webhooks.rows();
  }

  #touch<Table extends StateTable>(change: RowChangeOf<Table>): void {
    const { table } = change;
    const asked: Partial<Rows[Table]> = change.kind === "row.saved" ? change.row : change.where;
    const { key, find } = stateTables[table];
    const name = [table, ...key.map((column) => asked[column])].join(" ");
    const earlier = this.#touched.get(name);
    const isUpdate = change.kind === "row.updated";
    if (isUpdate && earlier?.row === null) {
      return;
    }
    const row = isUpdate ? { ...earlier?.row, ...asked, ...change.row } : asked;
    this.#touched.set(name, {
      table,
      removed: change.kind === "rows.removed" ? row : earlier?.removed,
      row: change.kind === "rows.removed" ? null : row,
      find: (state) => find(state, row),
      ...(table === "requests" || table === "comments" ? goneWith(row) : nothing),
    });
  }

  /** An environment with the same id may be created later in the batch. */
  #forget(isGone: (touched: TouchedRow) => boolean): void {
    for (const [name, touched] of this.#touched) {
      if (isGone(touched)) {
        this.#touched.delete(name);
      }
    }
  }
}

/** Whether all comments of a subject are removed. */
function isSubject(removed: object | undefined): boolean {
  return removed !== undefined && "subject" in removed && !("id" in removed);
}

/** An edit of a comment, which another server may delete at the same time, has no author. */
function isEdit(row: object): boolean {
  return "subject" in row && !("author" in row);
}

const nothing = { environmentId: undefined, subject: undefined };

function goneWith(row: { readonly environmentId?: number | null; readonly subject?: string }) {
  return { environmentId: row.environmentId, subject: row.subject };
}

function* personalTokensOf(userId: number, { personalTokens }: State): WrittenRows {
  for (const token of personalTokens.values()) {
    if (token.userId === userId) {
      yield ["personal tokens removed", { hash: token.hash }];
    }
  }
}

function* endedPreviewTokens(before: State, after: State): WrittenRows {
  if (after.endedPreviewTokens !== before.endedPreviewTokens) {
    for (const [hash, environment_id] of after.endedPreviewTokens) {
      if (!before.endedPreviewTokens.has(hash)) {
        yield ["preview tokens ended", { hash, environment_id }];
      }
    }
  }
}
