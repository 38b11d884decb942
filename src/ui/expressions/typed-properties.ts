import { evaluationsTexts } from "../texts/evaluations-texts.ts";
import { fill } from "../texts/fill.ts";
import { lineAndColumn } from "./draft-path.ts";
import { numberProblem } from "./draft-problems.ts";
import { type JsonNode, readJson } from "./json-node.ts";

const words = evaluationsTexts.tryIt;

/** Properties in the form of a request, or why they are invalid. */
type TypedProperties =
  | { readonly properties: Readonly<Record<string, unknown>>; readonly problem: null }
  | { readonly properties: null; readonly problem: string };

/**
 * Reads lines such as `seats = 14`, or a whole JSON object. A value that is not JSON is a text, so
 * `007` stays a text; `"14"` is one too.
 */
export function propertiesIn(text: string): TypedProperties {
  const trimmed = text.trim();
  return trimmed.startsWith("{") || trimmed.startsWith("[") ? fromJson(text) : fromLines(text);
}

function fromJson(text: string): TypedProperties {
  const { node, problem } = readJson(text);
  if (problem !== null) {
    return refused(fill(words.jsonWrong, lineAndColumn(text, problem.at)));
  }
  if (node.kind !== "object") {
    return refused(fill(words.jsonNoObject, { open: "{", close: "}" }));
  }
  const unsafe = unsafeNumber(node);
  if (unsafe !== null) {
    return refused(fill(words.numberUnsafe, { line: lineAndColumn(text, unsafe.start).line }));
  }
  return { properties: Object.fromEntries(entriesOfJson(text)), problem: null };
}

function fromLines(text: string): TypedProperties {
  const entries = new Map<string, unknown>();
  for (const [index, line] of text.split("\n").entries()) {
    const number = index + 1;
    const [before, ...after] = line.split("=");
    const name = before?.trim() ?? "";
    if (line.trim() === "") {
      continue;
    }
    if (name === "" || after.length === 0) {
      return refused(fill(words.lineWrong, { line: number }));
    }
    if (entries.has(name)) {
      return refused(fill(words.twice, { line: number, name }));
    }
    const value = after.join("=").trim();
    const { node } = readJson(value);
    if (node !== null && unsafeNumber(node) !== null) {
      return refused(fill(words.numberUnsafe, { line: number }));
    }
    entries.set(name, node === null ? value : JSON.parse(value));
  }
  return { properties: Object.fromEntries(entries), problem: null };
}

function entriesOfJson(text: string): [string, unknown][] {
  const value: unknown = JSON.parse(text);
  return value !== null && typeof value === "object" ? Object.entries(value) : [];
}

function unsafeNumber(node: JsonNode): JsonNode | null {
  switch (node.kind) {
    case "number":
      return numberProblem(node.digits) === null ? null : node;
    case "list":
      return firstUnsafe(node.items);
    case "object":
      return firstUnsafe(node.members.map(({ value }) => value));
    default:
      return null;
  }
}

function firstUnsafe(nodes: readonly JsonNode[]): JsonNode | null {
  for (const node of nodes) {
    const found = unsafeNumber(node);
    if (found !== null) {
      return found;
    }
  }
  return null;
}

function refused(problem: string): TypedProperties {
  return { properties: null, problem };
}
