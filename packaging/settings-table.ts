import type { Option } from "../src/config/option.ts";
import { withSection } from "./document-section.ts";

const head = ["Flag", "Variable", "Default", "Mode", "Meaning"];

/** A Markdown table with a row per setting, generated from the executable's own options. */
export function settingsTable(options: readonly Option<unknown>[]): string {
  const rows = [head, head.map(() => "---"), ...options.map(cells)];
  return rows.map((row) => `| ${row.map(escaped).join(" | ")} |\n`).join("");
}

/** The document with the table between its marks `settings`. Throws as `withSection` does. */
export function withTable(document: string, table: string): string {
  return withSection(document, "settings", table);
}

function cells(option: Option<unknown>): readonly string[] {
  const { flag, variable, placeholder, fallback, kind, mode, description } = option;
  const isList = kind === "list";
  const value = placeholder === undefined ? "" : ` ${placeholder}`;
  return [
    flag === undefined ? "" : code(`--${flag}${value}`),
    variable === undefined ? "" : code(variable),
    fallback ? code(fallback) : "",
    mode ?? "both",
    isList ? `${description} Repeatable; comma-separated in the variable.` : description,
  ];
}

function code(text: string): string {
  return `\`${text}\``;
}

/** Escapes bars, which end a cell even inside code. */
function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|");
}
