import { type TSchema, TypeGuard } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Document, LineCounter } from "yaml";
import { ConfigError } from "../../config/config-error.ts";
import { quote } from "../../core/text/quote.ts";
import { similarWord } from "../../core/text/similar-word.ts";
import { readTextFile } from "../output/text-files.ts";
import { FeatureFile } from "./feature-file-schema.ts";

const fileBytesMax = 4 * 1024 * 1024;
/** Bounds what a few lines of a file with references can become. */
const aliasesMax = 100;

/** A valid file of features, and its document with the comments. */
export interface ReadFeatureFile {
  readonly file: FeatureFile;
  readonly document: Document;
  /** The text before an error about a part of the file, such as `flags.yaml:3:5: `. */
  readonly position: (path: readonly string[]) => string;
}

/** Reads a file of features. Throws a ConfigError that names the line and the column. */
export async function readFeatureFile(path: string): Promise<ReadFeatureFile> {
  return parseFeatureFile(await readTextFile(path, fileBytesMax), path === "-" ? "stdin" : path);
}

/** As `readFeatureFile`, for the text of the file with that name. */
export async function parseFeatureFile(text: string, name: string): Promise<ReadFeatureFile> {
  const { LineCounter, parseDocument } = await import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined) {
    throw new ConfigError(`${at(name, lines, error.pos[0])}${firstLine(error.message)}`);
  }
  const position = (path: readonly string[]) => positionOf(document, path, { name, lines });
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: aliasesMax });
  } catch {
    throw new ConfigError(`${name}: it has more than ${aliasesMax} references`);
  }
  if (!Value.Check(FeatureFile, value)) {
    throw new ConfigError(problemIn(value, position));
  }
  return { file: value, document, position };
}

function firstLine(message: string): string {
  return message.split("\n")[0] ?? message;
}

interface Located {
  readonly name: string;
  readonly lines: LineCounter;
}

function at(name: string, lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${name}:${line}:${col}: `;
}

/** The position of a value, or of what contains it. */
function positionOf(document: Document, path: readonly string[], { name, lines }: Located): string {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length).map(indexOrKey), true);
    if (hasRange(node)) {
      return at(name, lines, node.range[0]);
    }
  }
  return at(name, lines, 0);
}

const digits = /^\d+$/;

function indexOrKey(part: string): string | number {
  return digits.test(part) ? Number(part) : part;
}

function hasRange(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range);
}

function problemIn(value: unknown, position: (path: readonly string[]) => string): string {
  const error = Value.Errors(FeatureFile, value).First();
  const path = (error?.path ?? "")
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const field = path.at(-1) ?? "";
  if (error?.value !== undefined && error.message === "Unexpected property") {
    const known = knownFields(path.slice(0, -1));
    const similar = similarWord(field, known);
    const hint =
      similar === undefined
        ? `; the fields here are ${known.join(", ")}`
        : `; did you mean ${quote(similar)}?`;
    return `${position(path)}there is no field ${quote(field)}${hint}`;
  }
  const where = path.length === 0 ? "the file" : quote(path.join("."));
  return `${position(path)}${where} is not valid: ${error?.message ?? "unknown problem"}`;
}

/** The names of the fields at a path of the file. */
function knownFields(path: readonly string[]): readonly string[] {
  let schema: TSchema = FeatureFile;
  for (const part of path) {
    if (TypeGuard.IsRecord(schema)) {
      schema = Object.values(schema.patternProperties)[0] ?? schema;
    } else {
      schema = schema.properties?.[part] ?? schema;
    }
  }
  return Object.keys(schema.properties ?? {});
}
