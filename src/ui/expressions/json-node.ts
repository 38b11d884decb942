/** A range of a JSON text, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * JSON with the details that `JSON.parse` loses: the notation of numbers, members with the same name,
 * and positions.
 */
export type JsonNode = TextRange &
  (
    | { readonly kind: "object"; readonly members: readonly JsonMember[] }
    | { readonly kind: "list"; readonly items: readonly JsonNode[] }
    | { readonly kind: "text"; readonly value: string }
    | { readonly kind: "number"; readonly digits: string }
    | { readonly kind: "boolean"; readonly value: boolean }
    | { readonly kind: "null" }
  );

interface JsonMember {
  readonly name: string;
  readonly value: JsonNode;
}

/** Why a text is not JSON: the name of a message, and the position. */
export interface JsonProblem {
  readonly reason: "end" | "unexpected" | "text" | "deep";
  readonly at: number;
}

type ParsedJson =
  | { readonly node: JsonNode; readonly problem: null }
  | { readonly node: null; readonly problem: JsonProblem };

/** Far deeper than an expression may be; it protects the stack. */
const depthMax = 100;
const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;
/** A text without control characters (`Cc`; `readJson` accepts those above U+007E). */
const quoted = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;

/** Reads a JSON text. */
export function readJson(text: string): ParsedJson {
  const reader = new JsonReader(text);
  try {
    return { node: reader.whole(), problem: null };
  } catch (error) {
    if (error instanceof JsonError) {
      return { node: null, problem: error.problem };
    }
    throw error;
  }
}

class JsonError extends Error {
  readonly problem: JsonProblem;

  constructor(problem: JsonProblem) {
    super(problem.reason);
    this.problem = problem;
  }
}

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): JsonNode {
    const node = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length) {
      throw this.#problem();
    }
    return node;
  }

  #value(depth: number): JsonNode {
    this.#skip();
    const start = this.#at;
    const first = this.#text[start];
    if (first === "{" || first === "[") {
      if (depth === depthMax) {
        throw this.#problem("deep");
      }
      return first === "{" ? this.#object(depth) : this.#list(depth);
    }
    if (first === '"') {
      const value = this.#quoted();
      return { kind: "text", value, start, end: this.#at };
    }
    const digits = this.#match(number);
    if (digits !== null) {
      return { kind: "number", digits, start, end: this.#at };
    }
    const name = this.#match(word);
    if (name === null) {
      throw this.#problem();
    }
    const range = { start, end: this.#at };
    return name === "null"
      ? { kind: "null", ...range }
      : { kind: "boolean", value: name === "true", ...range };
  }

  #object(depth: number): JsonNode {
    const start = this.#at;
    const members = this.#between("}", () => {
      this.#skip();
      const name = this.#quoted();
      this.#expect(":");
      return { name, value: this.#value(depth + 1) };
    });
    return { kind: "object", members, start, end: this.#at };
  }

  #list(depth: number): JsonNode {
    const start = this.#at;
    const items = this.#between("]", () => this.#value(depth + 1));
    return { kind: "list", items, start, end: this.#at };
  }

  #between<Item>(close: string, read: () => Item): readonly Item[] {
    this.#at += 1;
    this.#skip();
    const items: Item[] = [];
    if (this.#text[this.#at] === close) {
      this.#at += 1;
      return items;
    }
    for (;;) {
      items.push(read());
      this.#skip();
      if (this.#text[this.#at] === close) {
        this.#at += 1;
        return items;
      }
      this.#expect(",");
    }
  }

  #quoted(): string {
    const text = this.#match(quoted);
    if (text === null) {
      throw this.#problem(this.#text[this.#at] === '"' ? "text" : undefined);
    }
    return String(JSON.parse(text));
  }

  #expect(character: string): void {
    this.#skip();
    if (this.#text[this.#at] !== character) {
      throw this.#problem();
    }
    this.#at += 1;
  }

  #skip(): void {
    this.#match(space);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    this.#at += found?.length ?? 0;
    return found;
  }

  #problem(reason?: JsonProblem["reason"]): JsonError {
    const otherwise = this.#at >= this.#text.length ? "end" : "unexpected";
    return new JsonError({ reason: reason ?? otherwise, at: this.#at });
  }
}
