import type { Language, StringForm } from "./languages.ts";
import {
  endOfHeredocs,
  endOfRubyToken,
  heredocLengthMax,
  isPatternStart,
  patternEnd,
} from "./skipped-tokens.ts";

/** A string in the source text. */
export interface Literal {
  readonly value: string;
  /** The position after its closing quote. */
  readonly end: number;
  /** False if the string holds expressions, so that its value is only known when the code runs. */
  readonly isPlain: boolean;
}

/**
 * A source text whose comments and strings are spaces, and its strings by their position. A string
 * has a quotation mark at both ends.
 */
export interface MaskedCode {
  /** As long as the source text, with the same line breaks. */
  readonly code: string;
  readonly literals: ReadonlyMap<number, Literal>;
}

const lineBreak = 10;
const space = 32;
const quoteMark = 34;
const interpolationDepthMax = 10;
const escaped = /\\([\s\S])/g;
const formatted = /(?<![\w])[rRbB]?[fFtT][rRbB]?$/;
/** Characters that begin nothing but code, in every language. */
const code = /[A-Za-z0-9 \t.,;()]+/y;
const decoder = new TextDecoder("utf-16le", { ignoreBOM: true });

/** Replaces comments and strings by spaces. Unfinished ones end with their line or the text. */
export function maskCode(text: string, language: Language): MaskedCode {
  return new CodeReader(text, language).read();
}

class CodeReader {
  readonly #text: string;
  readonly #language: Language;
  readonly #units: Uint16Array;
  readonly #literals = new Map<number, Literal>();
  /** By quote: before this position no string of this form ends in its line. */
  readonly #unfinishedUntil = new Map<string, number>();

  constructor(text: string, language: Language) {
    this.#text = text;
    this.#language = language;
    this.#units = Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  }

  read(): MaskedCode {
    this.#readCode(0, 0);
    return { code: decoder.decode(this.#units), literals: this.#literals };
  }

  #blank(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      if (this.#units[at] !== lineBreak) {
        this.#units[at] = space;
      }
    }
  }

  /** Reads code until the text ends, or until the brace that ends an expression in a string. */
  #readCode(from: number, depth: number): number {
    const text = this.#text;
    let braces = 0;
    let at = from;
    while (at < text.length) {
      code.lastIndex = at;
      if (code.test(text)) {
        at = code.lastIndex;
        continue;
      }
      const end = this.#skippedEnd(at) ?? this.#stringEnd(at, depth);
      if (end !== undefined) {
        at = end;
        continue;
      }
      if (text[at] === "{") {
        braces++;
      } else if (text[at] === "}") {
        if (depth > 0 && braces === 0) {
          return at + 1;
        }
        braces--;
      }
      at++;
    }
    return at;
  }

  /** Blanks what is neither code nor a string, and returns its end. */
  #skippedEnd(at: number): number | undefined {
    const end = this.#commentEnd(at) ?? this.#otherEnd(at);
    if (end !== undefined) {
      this.#blank(at, end);
    }
    return end;
  }

  #commentEnd(at: number): number | undefined {
    const { lineComment, hasBlockComments } = this.#language;
    if (this.#text.startsWith(lineComment, at)) {
      return endOr(this.#text.indexOf("\n", at), this.#text);
    }
    return hasBlockComments && this.#text.startsWith("/*", at)
      ? endOr(this.#text.indexOf("*/", at + 2), this.#text, 2)
      : undefined;
  }

  /** Regular expressions, and Ruby's other forms of strings. */
  #otherEnd(at: number): number | undefined {
    const { name, hasPatterns } = this.#language;
    const end = name === "ruby" ? this.#rubyEnd(at) : undefined;
    return end ?? (hasPatterns && this.#text[at] === "/" ? this.#patternEnd(at) : undefined);
  }

  #rubyEnd(at: number): number | undefined {
    const end = endOfRubyToken(this.#text, at);
    if (end !== undefined || at < (this.#unfinishedUntil.get("<<") ?? 0)) {
      return end;
    }
    const heredocsEnd = endOfHeredocs(this.#text, at);
    if (heredocsEnd === null) {
      this.#unfinishedUntil.set("<<", at + heredocLengthMax);
    }
    return heredocsEnd ?? undefined;
  }

  #patternEnd(at: number): number | undefined {
    const isPossible =
      at >= (this.#unfinishedUntil.get("/") ?? 0) &&
      isPatternStart(this.#text, at, this.#language.name === "ruby");
    if (!isPossible) {
      return undefined;
    }
    const end = patternEnd(this.#text, at);
    if (end === undefined) {
      this.#unfinishedUntil.set("/", endOr(this.#text.indexOf("\n", at), this.#text));
    }
    return end;
  }

  #stringEnd(at: number, depth: number): number | undefined {
    const form = this.#language.strings.find(({ quote }) => this.#text.startsWith(quote, at));
    if (form === undefined || at < (this.#unfinishedUntil.get(form.quote) ?? 0)) {
      return undefined;
    }
    const end = this.#readString(at, this.#withExpressions(form, at), depth);
    if (end === undefined) {
      this.#unfinishedUntil.set(form.quote, endOr(this.#text.indexOf("\n", at), this.#text));
    }
    return end;
  }

  /** In Python, a letter before the quote decides. */
  #withExpressions(form: StringForm, at: number): StringForm {
    const isFormatted =
      this.#language.name === "python" && formatted.test(this.#text.slice(Math.max(0, at - 4), at));
    return isFormatted ? { ...form, interpolation: "{" } : form;
  }

  /** Returns the position after a string; undefined if it does not end in its line. */
  #readString(start: number, form: StringForm, depth: number): number | undefined {
    const { quote, isMultiline, hasEscapes, interpolation } = form;
    const text = this.#text;
    const first = start + quote.length;
    let isPlain = true;
    let blankFrom = start;
    let at = first;
    while (at < text.length && !text.startsWith(quote, at)) {
      if (!isMultiline && text[at] === "\n") {
        return undefined;
      }
      if (hasEscapes && text[at] === "\\") {
        at += 2;
      } else if (interpolation === undefined || !text.startsWith(interpolation, at)) {
        at++;
      } else if (interpolation === "{" && text[at + 1] === "{") {
        at += 2;
      } else {
        isPlain = false;
        at += interpolation.length;
        if (depth < interpolationDepthMax) {
          this.#blank(blankFrom, at);
          at = this.#readCode(at, depth + 1);
          blankFrom = at - 1;
        }
      }
    }
    const last = Math.min(at, text.length);
    const end = Math.min(last + quote.length, text.length);
    this.#blank(blankFrom, end);
    this.#units[start] = quoteMark;
    this.#units[end - 1] = quoteMark;
    const content = text.slice(first, last);
    const value = hasEscapes ? content.replace(escaped, "$1") : content;
    this.#literals.set(start, { value, end, isPlain });
    return end;
  }
}

/** The position after what `indexOf` found; the end of the text if it found nothing. */
function endOr(index: number, { length }: string, added = 0): number {
  return index === -1 ? length : index + added;
}
