import { printable } from "../../core/text/printable.ts";
import { quote } from "../../core/text/quote.ts";
import { counted } from "../output/counted-text.ts";
import type { Layout } from "../targets/daily-subcommand.ts";
import { type CodeReport, type Location, staleIn } from "./code-report.ts";

const placesMax = 5;
const skippedMax = 10;

/** The report for a terminal; each place is `FILE:LINE:COLUMN`, which editors open. */
export function reportText(report: CodeReport, { paint, where }: Layout): string {
  const { unknown, used, unused, skipped, dynamic } = report;
  const group = (title: string, rows: readonly string[]) =>
    rows.length === 0 ? "" : `${title}\n${rows.join("")}\n`;
  return [
    group(
      paint("bad", "unknown keys"),
      unknown.map(({ key, similar, locations }) =>
        keyRows(`${quote(key)}${meantText(similar)}`, locations),
      ),
    ),
    group(
      paint("warning", "stale features that the code still uses"),
      staleIn(used).map(({ key, locations }) => keyRows(printable(key), locations)),
    ),
    group(
      "features that the code does not use",
      unused.map(({ key, stale }) => `  ${printable(key)}${stale === true ? " (stale)" : ""}\n`),
    ),
    group(
      "files that were not read",
      shortened(
        skipped.map(({ file, reason }) => `  ${printable(file)}: ${reason}\n`),
        skippedMax,
      ),
    ),
    `${summaryText(report)} ${where}\n`,
    dynamic > 0 && unused.length > 0
      ? `${counted(dynamic, "call")} with a computed key may use more features\n`
      : "",
  ].join("");
}

function meantText(similar: string | null): string {
  return similar === null ? "" : `; did you mean ${quote(similar)}?`;
}

function keyRows(title: string, locations: readonly Location[]): string {
  const rows = locations.map(
    ({ file, line, column }) => `    ${printable(file)}:${line}:${column}\n`,
  );
  return [`  ${title}\n`, ...shortened(rows, placesMax)].join("");
}

function shortened(rows: readonly string[], lengthMax: number): readonly string[] {
  return rows.length <= lengthMax
    ? rows
    : [...rows.slice(0, lengthMax), `    and ${rows.length - lengthMax} more\n`];
}

function summaryText({ files, references, dynamic, ...lists }: CodeReport): string {
  const { used, unknown, unused } = lists;
  const counts = [
    `${used.length} used`,
    `${unknown.length} unknown`,
    `${staleIn(used).length} stale`,
    `${unused.length} unused`,
  ].join(", ");
  const found = `${counted(references, "reference")} in ${counted(files, "file")}`;
  return `${found}, ${dynamic} computed: ${counts}`;
}

const rowsMax = 50;

/** The report for a comment on a pull request. */
export function reportMarkdown(report: CodeReport): string {
  const { unknown, used, unused } = report;
  const table = (title: string, head: string, rows: readonly string[]) =>
    rows.length === 0 ? "" : `### ${title}\n\n${head}\n${tableRows(rows)}\n`;
  return [
    `## Features in the code\n\n${summaryText(report)}\n\n`,
    table(
      "Unknown keys",
      "| key | probably | where |\n| --- | --- | --- |",
      unknown.map(
        ({ key, similar, locations }) =>
          `| ${codeText(key)} | ${similar === null ? "" : codeText(similar)} | ${placesText(locations)} |`,
      ),
    ),
    table(
      "Stale features that the code still uses",
      "| feature | where |\n| --- | --- |",
      staleIn(used).map(({ key, locations }) => `| ${codeText(key)} | ${placesText(locations)} |`),
    ),
    table(
      "Features that the code does not use",
      "| feature | stale |\n| --- | --- |",
      unused.map(({ key, stale }) => `| ${codeText(key)} | ${stale === true ? "yes" : ""} |`),
    ),
  ].join("");
}

function tableRows(rows: readonly string[]): string {
  const more = rows.length > rowsMax ? `\nand ${rows.length - rowsMax} more\n` : "";
  return `${rows.slice(0, rowsMax).join("\n")}\n${more}`;
}

function placesText(locations: readonly Location[]): string {
  return shortened(
    locations.map(({ file, line }) => codeText(`${file}:${line}`)),
    placesMax,
  )
    .map((text) => text.trim())
    .join(", ");
}

const special = /[&<>|`\\]/g;

/** As code, also in a table: keys and paths may have any characters. */
function codeText(text: string): string {
  const escaped = printable(text).replace(special, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<code>${escaped}</code>`;
}
