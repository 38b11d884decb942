import { argumentsAt, isDeclared } from "./call-arguments.ts";
import { escaped, type KeyCall, knownCalls, type OwnCall, ownKeyCall } from "./known-calls.ts";
import type { Language, LanguageName } from "./languages.ts";
import { readKey } from "./literal-key.ts";
import { type MaskedCode, maskCode } from "./mask-code.ts";
import { rubyOfTemplate } from "./ruby-of-template.ts";

/** The key of a feature in a source text. */
export interface KeyReference {
  readonly key: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units; of the first character of the key with its quote. */
  readonly column: number;
  readonly endColumn: number;
}

export interface FoundReferences {
  readonly references: readonly KeyReference[];
  /** How many calls compute their key. */
  readonly dynamic: number;
}

export interface SourceText {
  readonly text: string;
  readonly language: Language;
  /** Whether the text is a template, with Ruby between its tags. */
  readonly isTemplate: boolean;
}

export type FindReferences = (source: SourceText) => FoundReferences;

/** Finds the keys in the arguments of known calls, and of an application's own calls. */
export function referenceFinder(own: readonly OwnCall[]): FindReferences {
  const tables = new Map<LanguageName, CallTable>();
  return ({ text, language, isTemplate }) => {
    const table = tables.get(language.name) ?? callTable(language.name, own);
    tables.set(language.name, table);
    return findIn(isTemplate ? rubyOfTemplate(text) : text, language, table);
  };
}

interface CallTable {
  readonly pattern: RegExp;
  readonly byName: ReadonlyMap<string, readonly KeyCall[]>;
}

function callTable(language: LanguageName, own: readonly OwnCall[]): CallTable {
  const ownCalls = own.filter(({ languages }) => languages.includes(language)).map(ownKeyCall);
  const byName = new Map<string, KeyCall[]>();
  for (const call of [...knownCalls[language], ...ownCalls]) {
    for (const name of call.names) {
      byName.set(name, [...(byName.get(name) ?? []), call]);
    }
  }
  // Longer names first: `enable` is the beginning of `enable_actor`.
  const names = [...byName.keys()].sort((a, b) => b.length - a.length).map(escaped);
  // In Ruby, a name may end with `?` or `!`.
  const after = language === "ruby" ? "[\\w?!]" : "[\\w$]";
  return { pattern: new RegExp(`(?<![\\w$])(?:${names.join("|")})(?!${after})`, "g"), byName };
}

function findIn(text: string, language: Language, { pattern, byName }: CallTable): FoundReferences {
  const masked = maskCode(text, language);
  const found = Array.from(masked.code.matchAll(pattern), ({ 0: name, index }) =>
    keyOf(masked, language, byName.get(name) ?? [], { start: index, end: index + name.length }),
  );
  const keys = found.filter((key) => key !== undefined && key !== "computed");
  const lines = lineCounter(text);
  return {
    references: keys
      .sort((a, b) => a.start - b.start)
      .map(({ key, start, end }) => {
        const { line, column } = lines(start);
        return { key, line, column, endColumn: column + end - start };
      }),
    dynamic: found.filter((key) => key === "computed").length,
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The key of a call; undefined for another call with the same name. */
function keyOf(masked: MaskedCode, language: Language, calls: readonly KeyCall[], name: Span) {
  if (isDeclared(masked.code, name.start)) {
    return undefined;
  }
  const receiver = receiverOf(masked.code, name.start);
  for (const call of calls.filter((each) => isCalledOn(each, receiver))) {
    const given = argumentsAt(masked.code, name.end, call, language.hasBareArguments);
    if (given !== undefined) {
      return readKey(masked, language.name, given);
    }
  }
  return undefined;
}

function isCalledOn(call: KeyCall, receiver: string | undefined): boolean {
  const isFunction = receiver === undefined;
  return (
    (call.isFunction === undefined || call.isFunction === isFunction) &&
    (call.receiver === undefined || (receiver !== undefined && call.receiver.test(receiver)))
  );
}

const lookBehind = 100;
const dot = /[?&!]?\.$/;
const emptyArguments = /\(\s*\)$/;
const lastName = /(?<![\w$@])[\w$@]+$/;

/** The name before the dot before a call, which may be empty; undefined without a dot. */
function receiverOf(code: string, start: number): string | undefined {
  const before = code.slice(Math.max(0, start - lookBehind), start).trimEnd();
  if (!before.endsWith(".")) {
    return undefined;
  }
  const named = before.replace(dot, "").trimEnd().replace(emptyArguments, "");
  return lastName.exec(named)?.[0] ?? "";
}

/** Returns the line and the column of positions that only grow. */
function lineCounter(text: string) {
  let line = 1;
  let lineStart = 0;
  return (position: number) => {
    let next = text.indexOf("\n", lineStart);
    while (next !== -1 && next < position) {
      line++;
      lineStart = next + 1;
      next = text.indexOf("\n", lineStart);
    }
    return { line, column: position - lineStart + 1 };
  };
}
