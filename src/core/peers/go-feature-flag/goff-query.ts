import type { ActorIds } from "../actor-ids.ts";
import { Attribute } from "../attribute.ts";
import { all, any, type Bounds, not, unknown } from "../bounds.ts";
import { type QueryValue, queryCondition } from "./goff-operators.ts";

const token =
  /\s*(?:([()[\],])|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)*(?:-[\w.-]+)?(?!\w))|(==|!=|<=|>=|<|>)|([A-Za-z][\w:.-]*))/y;

type TokenKind = "sign" | "text" | "number" | "operator" | "word";
const kinds: readonly TokenKind[] = ["sign", "text", "number", "operator", "word"];

interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const operators: ReadonlyMap<string, string> = new Map([
  ["==", "eq"],
  ["!=", "ne"],
  ["<", "lt"],
  ["<=", "le"],
  [">", "gt"],
  [">=", "ge"],
]);
const words = ["eq", "ne", "gt", "lt", "ge", "le", "co", "sw", "ew", "in"];
const upperWords: ReadonlyMap<string, string> = new Map(
  words.map((word) => [word.toUpperCase(), word]),
);
const integer = /^-?(?:0|[1-9]\d*)$/;
const decimal = /^-?(?:0|[1-9]\d*)\.\d+$/;
const lengthMax = 16 * 1024;

/** A query that GO Feature Flag reads in another way, or not at all. */
class Unreadable extends Error {}

/** The condition of a query of a rule; unknown if it has another form than GO Feature Flag documents. */
export function goffQuery(query: string, ids: ActorIds): Bounds {
  const text = query.trim();
  if (text === "") {
    return all([]);
  }
  if (text.startsWith("{")) {
    return unknown("a query is JsonLogic");
  }
  try {
    return new QueryReader(tokensOf(text), ids).read();
  } catch (error) {
    if (error instanceof Unreadable) {
      return unknown(`a query cannot be read: ${text.slice(0, 100)}`);
    }
    throw error;
  }
}

function tokensOf(text: string): readonly Token[] {
  if (text.length > lengthMax) {
    throw new Unreadable();
  }
  const tokens: Token[] = [];
  for (let position = 0; position < text.length; position = token.lastIndex) {
    token.lastIndex = position;
    const match = token.exec(text);
    const index = match?.slice(1).findIndex((group) => group !== undefined) ?? -1;
    const kind = kinds[index];
    if (match === null || kind === undefined) {
      throw new Unreadable();
    }
    tokens.push({ kind, text: match[index + 1] ?? "" });
  }
  return tokens;
}

/** `and` and `or` bind equally strong, from left to right; `not` stands before brackets only. */
class QueryReader {
  readonly #tokens: readonly Token[];
  readonly #ids: ActorIds;
  #position = 0;
  #depth = 0;
  /** What makes GO Feature Flag refuse the whole query in some cases. */
  readonly #failures: Bounds[] = [];

  constructor(tokens: readonly Token[], ids: ActorIds) {
    this.#tokens = tokens;
    this.#ids = ids;
  }

  read(): Bounds {
    const query = this.#query();
    if (this.#position < this.#tokens.length) {
      throw new Unreadable();
    }
    return all([query, ...this.#failures]);
  }

  #query(): Bounds {
    let left = this.#operand();
    for (;;) {
      const word = this.#peek()?.text;
      if (word !== "and" && word !== "or") {
        return left;
      }
      this.#next();
      const right = this.#operand();
      left = word === "and" ? all([left, right]) : any([left, right]);
    }
  }

  #operand(): Bounds {
    const first = this.#next();
    const isNegated = first.text === "not" || first.text === "NOT";
    const bracket = isNegated ? this.#next() : first;
    if (bracket.kind === "sign" && bracket.text === "(") {
      this.#depth++;
      if (this.#depth > 100) {
        throw new Unreadable();
      }
      const query = this.#query();
      this.#require(")");
      this.#depth--;
      return isNegated ? not(query) : query;
    }
    if (isNegated || first.kind !== "word") {
      throw new Unreadable();
    }
    return this.#comparison(first.text);
  }

  #comparison(path: string): Bounds {
    const { kind, text } = this.#next();
    const operator = operators.get(text) ?? upperWords.get(text) ?? text;
    if (kind === "word" && text === "pr") {
      return this.#condition(path, "pr", { kind: "null" });
    }
    if (!words.includes(operator)) {
      throw new Unreadable();
    }
    return this.#condition(path, operator, this.#value());
  }

  #condition(path: string, operator: string, value: QueryValue): Bounds {
    if (path.includes(".")) {
      const nested = unknown(`it compares ${path}, a part of an attribute`);
      this.#failures.push(nested);
      return nested;
    }
    const isId = path === "key" || path === "targetingKey";
    const result = queryCondition(
      new Attribute(path, isId ? this.#ids : undefined),
      operator,
      value,
    );
    if (result === undefined) {
      this.#failures.push(
        unknown(`it compares ${path} with ${operator} and another kind of value`),
      );
    }
    return result ?? unknown(`it compares ${path} with ${operator}`);
  }

  #value(): QueryValue {
    const value = this.#next();
    if (value.text !== "[" || value.kind !== "sign") {
      return queryValue(value);
    }
    const list: (string | number)[] = [];
    const kindsOfList = new Set<string>();
    do {
      const element = queryValue(this.#next());
      if (element.kind !== "text" && element.kind !== "integer" && element.kind !== "decimal") {
        throw new Unreadable();
      }
      kindsOfList.add(element.kind);
      list.push(element.value);
    } while (this.#isNext(","));
    this.#require("]");
    if (kindsOfList.size !== 1) {
      throw new Unreadable();
    }
    return { kind: "list", values: list };
  }

  #isNext(text: string): boolean {
    const found = this.#peek()?.text === text;
    this.#position += found ? 1 : 0;
    return found;
  }

  #require(text: string): void {
    if (!this.#isNext(text)) {
      throw new Unreadable();
    }
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#position];
  }

  #next(): Token {
    const next = this.#peek();
    if (next === undefined) {
      throw new Unreadable();
    }
    this.#position++;
    return next;
  }
}

function queryValue({ kind, text }: Token): QueryValue {
  if (kind === "text") {
    // Escapes stay in the text there.
    return { kind: "text", value: text.slice(1, -1) };
  }
  if (kind === "number") {
    return integer.test(text)
      ? { kind: "integer", value: Number(text) }
      : decimal.test(text)
        ? { kind: "decimal", value: Number(text) }
        : { kind: "version" };
  }
  switch (text) {
    case "true":
    case "false":
      return { kind: "boolean", value: text === "true" };
    case "null":
      return { kind: "null" };
    default:
      throw new Unreadable();
  }
}
