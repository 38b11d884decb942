import type { Option } from "../src/config/option.ts";

const head = ["Flag", "Variable", "Default", "Mode", "What it says"];
const opening = "<!-- settings -->";
const closing = "<!-- /settings -->";

/** A Markdown table with a row for each setting, made from what the executable itself reads. */
export function settingsTable(options: readonly Option<unknown>[]): string {
  const rows = [head, head.map(() => "---"), ...options.map(cells)];
  return rows.map((row) => `| ${row.map(escaped).join(" | ")} |\n`).join("");
}

/** The document with the table between its two marks. Throws if the marks are not there once. */
export function withTable(document: string, table: string): string {
  const [before, middle, ...more] = document.split(`${opening}\n`);
  const [, after, ...others] = (middle ?? "").split(closing);
  if (before === undefined || after === undefined || more.length > 0 || others.length > 0) {
    throw new Error(`The document must hold ${opening} and ${closing} once, in this order`);
  }
  return `${before}${opening}\n\n${table}\n${closing}${after}`;
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
    isList ? `${description} Repeatable; in the variable between commas.` : description,
  ];
}

function code(text: string): string {
  return `\`${text}\``;
}

/** A bar ends a cell, even inside code. */
function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|");
}
