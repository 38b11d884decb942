import type { ExportedPage } from "../../../app/services/audit-export.ts";
import type { AuditRow } from "../contract/audit-models.ts";
import { auditRow } from "./audit-rows.ts";

/** How audits are written to a file. */
export interface ExportForm {
  readonly type: string;
  /** At the start of the file. */
  readonly head: string;
  readonly line: (environment: string, audit: AuditRow) => string;
}

const columns = [
  ...["environment", "id", "step", "at", "action", "feature", "value", "before"],
  ...["actor_type", "actor_id", "actor_name", "reason", "links"],
];
const csvEnd = "\r\n";

export const exportForms: Readonly<Record<"csv" | "jsonl", ExportForm>> = {
  csv: {
    type: "text/csv;charset=utf-8",
    head: columns.join(",") + csvEnd,
    line: (
      environment,
      { id, step, at, action, featureKey, value, before, actor, reason, links },
    ) =>
      [
        ...[environment, id, step, new Date(at).toISOString(), action, featureKey, value, before],
        ...[actor.type, actor.id, actor.name, reason, links.join(" ")],
      ]
        .map(csvCell)
        .join(",") + csvEnd,
  },
  jsonl: {
    type: "application/jsonl;charset=utf-8",
    head: "",
    line: (environment, audit) => `${JSON.stringify({ environment, ...audit })}\n`,
  },
};

/** A spreadsheet takes a cell that begins like this for a formula, also after outer quotes. */
const formulaStart = /^[=+\-@\t\r]/;
const quotedCharacters = /[",\r\n]/;

function csvCell(value: string | number | null): string {
  const text = String(value ?? "");
  const safe = typeof value === "string" && formulaStart.test(text) ? `'${text}` : text;
  return quotedCharacters.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The lines of a page of an export. */
export function exportedLines(
  { environment, audits }: ExportedPage,
  { line }: ExportForm,
  names: ReadonlyMap<string, string>,
): string {
  return audits.map((audit) => line(environment.slug, auditRow(audit, names))).join("");
}
