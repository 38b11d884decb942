import type { Option } from "../src/config/option.ts";

const head = ["Flag", "Variable", "Default", "Mode", "Meaning"];
const opening = "<!-- settings -->";
const closing = "<!-- /settings -->";

/** A Markdown table with a row for each setting, made from the executable's own options. */
export function settingsTable(options: readonly Option<unknown>[]): string {
  const rows = [head, head.map(() => "---"), ...options.map(cells)];
  return rows.map((row) => `| ${row.map(escaped).join(" | ")} |\n`).join("");
}

/**
 * Replaces the table between the two marks of a document. Throws unless each mark occurs once, in
 * order.
 */
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
