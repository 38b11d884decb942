import { posix } from "node:path";
import { relativeLinksOf } from "./references.ts";

/** A row of a role's table: what is promised, where, and what is known for each fault. */
export interface PromiseRow {
  readonly promise: string;
  /** The sections that make the promise, as in `docs/api.md#limits`. */
  readonly sections: readonly string[];
  /** One for each fault. */
  readonly cells: readonly string[];
}

export interface LegendEntry {
  readonly code: string;
  /** The file of the test, from the root of the repository. */
  readonly file: string;
  readonly title: string;
}

const statements: ReadonlySet<string> = new Set(["no test", "not promised", "–"]);
const codes = /^`[a-z-]+`(?:, `[a-z-]+`)*$/;

function tablesWith(document: string, heading: string): readonly (readonly string[])[] {
  return document
    .split(/\n{2,}/)
    .filter((block) => block.startsWith(`| ${heading} |`))
    .flatMap((table) => table.trim().split("\n").slice(2))
    .map((row) => row.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "").trim()));
}

/** The targets of links, from the root of the repository. */
function targetsIn(text: string, path: string): readonly string[] {
  return relativeLinksOf(text).map((target) => posix.join(posix.dirname(path), target));
}

export function promiseRowsIn(document: string, path: string): readonly PromiseRow[] {
  return tablesWith(document, "promise").map(([promise = "", ...cells]) => ({
    promise,
    sections: targetsIn(promise, path),
    cells,
  }));
}

export function legendIn(document: string, path: string): readonly LegendEntry[] {
  return tablesWith(document, "code").map(([code = "", link = "", title = ""]) => ({
    code: code.replaceAll("`", ""),
    file: targetsIn(link, path)[0] ?? "",
    title: title.replace(/^`|`$/g, ""),
  }));
}

/** The codes of tests in a cell, or undefined for a text that a cell may not have. */
export function codesIn(cell: string): readonly string[] | undefined {
  if (statements.has(cell)) {
    return [];
  }
  return codes.test(cell) ? cell.replaceAll("`", "").split(", ") : undefined;
}
