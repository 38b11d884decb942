import type { KeyArgument } from "./call-arguments.ts";
import type { LanguageName } from "./languages.ts";
import type { MaskedCode } from "./mask-code.ts";

interface LiteralKey {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

const spaces = /\s*/y;
const symbol = /:(?<name>[A-Za-z_]\w*[?!]?)/y;
const pythonPrefix = /[rRuU](?=")/y;
/** What may follow a key in its argument without a change of its value. */
const unchanged: Readonly<Record<LanguageName, RegExp>> = {
  ruby: /^(?:\.(?:freeze|to_s|to_sym))*\s*$/,
  javascript: /^\s*(?:as [\w."\s]+|satisfies [\w.\s]+)?$/,
  python: /^\s*$/,
  go: /^\s*$/,
};
/** What may follow a key if the end of its argument is unknown: no operator and no method. */
const nextAfterBare = /^(?:\.(?:freeze|to_s|to_sym)\b)*(?!\s*[.+*[%<])/;

/** The key that is written in an argument; "computed" if the argument is another expression. */
export function readKey(
  { code, literals }: MaskedCode,
  language: LanguageName,
  { start, end }: KeyArgument,
): LiteralKey | "computed" {
  const at = positionAfter(spaces, code, start) ?? start;
  const found = symbolAt(code, language, at) ?? stringAt({ code, literals }, language, at);
  if (found === undefined) {
    return "computed";
  }
  const isWhole =
    end === undefined
      ? nextAfterBare.test(code.slice(found.end, found.end + 100))
      : unchanged[language].test(code.slice(found.end, end));
  return isWhole ? found : "computed";
}

function stringAt(
  { code, literals }: MaskedCode,
  language: LanguageName,
  at: number,
): LiteralKey | undefined {
  const isQuotedSymbol = language === "ruby" && code[at] === ":";
  const prefixEnd = language === "python" ? positionAfter(pythonPrefix, code, at) : undefined;
  const literal = literals.get(prefixEnd ?? (isQuotedSymbol ? at + 1 : at));
  return literal?.isPlain === true
    ? { key: literal.value, start: at, end: literal.end }
    : undefined;
}

function symbolAt(code: string, language: LanguageName, at: number): LiteralKey | undefined {
  symbol.lastIndex = at;
  const name = language === "ruby" ? symbol.exec(code)?.groups?.name : undefined;
  return name === undefined ? undefined : { key: name, start: at, end: at + 1 + name.length };
}

/** The position after a match at a position; undefined without one. */
function positionAfter(pattern: RegExp, code: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(code) ? pattern.lastIndex : undefined;
}
