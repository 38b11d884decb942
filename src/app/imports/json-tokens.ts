import { importInvalid } from "./import-invalid.ts";
import { type JsonScalar, parsedScalars, scalarsEnd } from "./json-scalars.ts";
import { JsonString, quotationMark, stringEnd } from "./json-string.ts";

/** The result of `JsonTokens.next`; `text_needed` means that a token may continue in the next text. */
export type JsonToken =
  | "text_needed"
  | "object"
  | "object_end"
  | "array"
  | "array_end"
  | "key"
  | "value"
  | "document_end";

/** What the grammar of JSON allows next. */
type Expected =
  | "value"
  | "value_or_array_end"
  | "key"
  | "key_or_object_end"
  | "colon"
  | "comma_or_end"
  | "document_end";

/** The same limit as for all bodies (docs/api.md#requests). */
const depthMax = 512;
/** Far more digits than a number can hold. */
const numberLengthMax = 2_048;

const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Splits a JSON document that arrives in pieces of text into tokens. It checks the grammar itself,
 * and leaves strings, numbers and literals to `JSON.parse`, so both accept the same documents. It
 * stores at most one token. Throws import_invalid for malformed JSON, nesting deeper than 512
 * levels, unpaired surrogates, a number over 2,048 characters, and a stored string over 65,536
 * characters.
 */
export class JsonTokens {
  /** The last `key`; empty if it was not stored. */
  key = "";
  /** The last `value`; a string is empty if it was not stored. */
  value: JsonScalar = null;
  /** The text of the last `value` that is a number or a literal: a number may lose digits. */
  word = "";
  #text = "";
  #at = 0;
  /** The characters before `#text`. */
  #offset = 0;
  #isComplete = false;
  #expected: Expected = "value";
  /** Whether each open container is an object, from the outermost in. */
  readonly #isObject: boolean[] = [];
  #isInString = false;
  readonly #string = new JsonString();

  /** Adds the next text; call it only after `text_needed`, as tokens may not wait for long. */
  push(text: string): void {
    this.#offset += this.#at;
    this.#text = this.#at < this.#text.length ? this.#text.slice(this.#at) + text : text;
    this.#at = 0;
  }

  /** Marks the end of the document: no more text follows. */
  complete(): void {
    this.#isComplete = true;
  }

  /** Reads the next token. Unless `isKept`, strings are checked but not stored. */
  next(isKept = true): JsonToken {
    if (this.#isInString) {
      return this.#readString(isKept);
    }
    for (;;) {
      const code = this.#skipWhiteSpace();
      if (Number.isNaN(code)) {
        return this.#endOfText();
      }
      switch (this.#expected) {
        case "colon":
          this.#take(code, colon);
          this.#expected = "value";
          break;
        case "comma_or_end":
          if (code !== comma) {
            return this.#close(code);
          }
          this.#at++;
          this.#expected = this.#isObject.at(-1) === true ? "key" : "value";
          break;
        case "value_or_array_end":
          return code === closeBracket ? this.#close(code) : this.#readValue(code, isKept);
        case "value":
          return this.#readValue(code, isKept);
        case "key_or_object_end":
          if (code === closeBrace) {
            return this.#close(code);
          }
          return this.#startString(code, isKept);
        case "key":
          return this.#startString(code, isKept);
        case "document_end":
          throw this.#malformed();
      }
    }
  }

  /**
   * Takes the plain scalars that follow in an array, as far as one call of `JSON.parse` can read
   * them. This is many times faster than token by token. Empty if `next` has to continue.
   */
  takeScalars(): readonly JsonScalar[] {
    if (this.#isInString || this.#isObject.at(-1) !== false || this.#expected === "colon") {
      return [];
    }
    const isAfterValue = this.#expected === "comma_or_end";
    const code = this.#skipWhiteSpace();
    const from = isAfterValue ? this.#at + 1 : this.#at;
    if (isAfterValue && code !== comma) {
      return [];
    }
    const end = scalarsEnd(this.#text, from);
    const scalars = end === undefined ? undefined : parsedScalars(this.#text.slice(from, end));
    if (end === undefined || scalars === undefined) {
      return [];
    }
    this.#at = end;
    this.#expected = "comma_or_end";
    return scalars;
  }

  /** Returns the next character after white space without consuming it; NaN at the end of the text. */
  #skipWhiteSpace(): number {
    const text = this.#text;
    let at = this.#at;
    let code = text.charCodeAt(at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      at++;
      code = text.charCodeAt(at);
    }
    this.#at = at;
    return code;
  }

  #endOfText(): JsonToken {
    if (!this.#isComplete) {
      return "text_needed";
    }
    if (this.#expected !== "document_end") {
      throw incomplete();
    }
    return "document_end";
  }

  #take(code: number, expected: number): void {
    if (code !== expected) {
      throw this.#malformed();
    }
    this.#at++;
  }

  #readValue(code: number, isKept: boolean): JsonToken {
    switch (code) {
      case quotationMark:
        return this.#startString(code, isKept);
      case openBrace:
        return this.#open(true);
      case openBracket:
        return this.#open(false);
      default:
        return this.#readWord();
    }
  }

  #open(isObject: boolean): JsonToken {
    if (this.#isObject.length >= depthMax) {
      throw importInvalid(`the JSON is nested deeper than ${depthMax} levels`);
    }
    this.#isObject.push(isObject);
    this.#at++;
    this.#expected = isObject ? "key_or_object_end" : "value_or_array_end";
    return isObject ? "object" : "array";
  }

  #close(code: number): JsonToken {
    const isObject = this.#isObject.pop();
    this.#take(code, isObject === true ? closeBrace : closeBracket);
    this.#expectAfterValue();
    return isObject === true ? "object_end" : "array_end";
  }

  #expectAfterValue(): void {
    this.#expected = this.#isObject.length === 0 ? "document_end" : "comma_or_end";
  }

  /** Reads a number or a literal, which ends before the first character that neither can contain. */
  #readWord(): JsonToken {
    const text = this.#text;
    let end = this.#at;
    while (isWordCharacter(text.charCodeAt(end))) {
      end++;
    }
    if (end - this.#at > numberLengthMax) {
      throw importInvalid(`the JSON holds a number over ${numberLengthMax} characters`);
    }
    if (end === text.length && !this.#isComplete) {
      return "text_needed";
    }
    this.word = text.slice(this.#at, end);
    this.value = this.#parse(this.word);
    this.#at = end;
    this.#expectAfterValue();
    return "value";
  }

  #startString(code: number, isKept: boolean): JsonToken {
    this.#take(code, quotationMark);
    this.#string.start();
    const text = this.#text;
    const end = stringEnd(text, this.#at);
    if (text.charCodeAt(end) !== quotationMark) {
      this.#isInString = true;
      return this.#readString(isKept);
    }
    this.#string.add(String(this.#parse(text.slice(this.#at - 1, end + 1))), isKept);
    this.#at = end;
    return this.#endString();
  }

  /** Reads the current string up to its end or the end of the text, in whole escapes. */
  #readString(isKept: boolean): JsonToken {
    const text = this.#text;
    const end = stringEnd(text, this.#at);
    const isClosed = text.charCodeAt(end) === quotationMark;
    if (!isClosed && this.#isComplete) {
      throw incomplete();
    }
    this.#string.add(String(this.#parse(`"${text.slice(this.#at, end)}"`)), isKept);
    this.#at = end;
    return isClosed ? this.#endString() : "text_needed";
  }

  #endString(): JsonToken {
    const text = this.#string.end();
    this.#at++;
    this.#isInString = false;
    if (this.#expected === "key" || this.#expected === "key_or_object_end") {
      this.key = text;
      this.#expected = "colon";
      return "key";
    }
    this.value = text;
    this.#expectAfterValue();
    return "value";
  }

  #parse(scalar: string): JsonScalar {
    try {
      return JSON.parse(scalar);
    } catch (error) {
      throw this.#malformed(error);
    }
  }

  #malformed(cause?: unknown) {
    const character = this.#offset + this.#at + 1;
    return importInvalid(`the JSON is malformed at character ${character}`, cause);
  }
}

/** True for the characters of numbers and literals. */
function isWordCharacter(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x2b ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0x45
  );
}

function incomplete() {
  return importInvalid("the JSON is not complete");
}
