import { argumentsAt, isDeclared } from "./call-arguments.ts";
import { type KeyCall, knownCalls, type OwnCall, ownKeyCall } from "./known-calls.ts";
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

/** The calls by their names. */
type CallTable = ReadonlyMap<string, readonly KeyCall[]>;

function callTable(language: LanguageName, own: readonly OwnCall[]): CallTable {
  const ownCalls = own.filter(({ languages }) => languages.includes(language)).map(ownKeyCall);
  const byName = new Map<string, KeyCall[]>();
  for (const call of [...knownCalls[language], ...ownCalls]) {
    for (const name of call.names) {
      byName.set(name, [...(byName.get(name) ?? []), call]);
    }
  }
  return byName;
}

const anyName = /[\w$]+/g;
/** In Ruby, a name may end with a sign. */
const rubyName = /[\w$]+[?!]?/g;

/** The part of a name such as `test_flipper` before the name that is known. */
const ownFlipper = /^\w+_(?=flipper$)/;

function findIn(text: string, language: Language, table: CallTable): FoundReferences {
  const masked = maskCode(text, language);
  const names = masked.code.matchAll(language.name === "ruby" ? rubyName : anyName);
  const found = names
    .map(({ 0: name, index }) => {
      const calls = table.get(name) ?? table.get(name.replace(ownFlipper, ""));
      const span = { start: index, end: index + name.length };
      return calls === undefined ? undefined : keyOf(masked, language, calls, span);
    })
    .filter((key) => key !== undefined)
    .toArray();
  const keys = found.filter((key) => key !== "computed");
  const lines = lineCounter(text);
  return {
    references: keys
      .sort((a, b) => a.start - b.start)
      .map(({ key, start, end }) => {
        const { line, column } = lines(start);
        return { key, line, column, endColumn: column + end - start };
      }),
    dynamic: found.length - keys.length,
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
    (call.receiver === undefined || (!isFunction && isReceiver(call.receiver, receiver)))
  );
}

function isReceiver(expected: RegExp | string, receiver: string): boolean {
  return typeof expected === "string" ? expected === receiver : expected.test(receiver);
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
