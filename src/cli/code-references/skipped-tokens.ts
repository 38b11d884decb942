/** How far texts before a token are read. */
const lookBehind = 100;
const beforePattern = /(?:^|[(,=[!&|?{;+~>:*%\n-])\s*$/;
const wordsBeforePattern =
  /(?:^|[^\w.$])(?:return|typeof|case|in|of|if|unless|elsif|when|and|or|not|while|until|then|do)\s*$/;
const operandAndSpace = /\w[ \t]+$/;
const notSpace = /\S/;

/**
 * Whether a slash begins a regular expression, by the code before it. Otherwise it divides. In Ruby
 * `match /a/` is a call with a regular expression.
 */
export function isPatternStart(text: string, at: number, isRuby: boolean): boolean {
  const before = text.slice(Math.max(0, at - lookBehind), at);
  return (
    beforePattern.test(before) ||
    wordsBeforePattern.test(before) ||
    (isRuby && operandAndSpace.test(before) && notSpace.test(text[at + 1] ?? " "))
  );
}

/** The position after a regular expression; undefined if it does not end in its line. */
export function patternEnd(text: string, start: number): number | undefined {
  let isInClass = false;
  for (let at = start + 1; at < text.length && text[at] !== "\n"; at++) {
    const sign = text[at];
    if (sign === "\\") {
      at++;
    } else if (sign === "[") {
      isInClass = true;
    } else if (sign === "]") {
      isInClass = false;
    } else if (sign === "/" && !isInClass) {
      return at + 1;
    }
  }
  return undefined;
}

const blockComment = /^=begin\b/;
const blockCommentEnd = /^=end\b.*$/gm;
const programEnd = /^__END__\r?(?:\n|$)/;
const percentLiteral = /^%[wWiIqQrsx]?[[({<|!/]/;
const characterLiteral = /^[?$]["'`#](?!\w)/;
const afterOperand = /[\w)\]]$/;

/** The position after a token of Ruby that is no code: a comment of lines, `%w[…]`, `?"`, `$'`. */
export function endOfRubyToken(text: string, at: number): number | undefined {
  const sign = text[at];
  if (sign !== "=" && sign !== "_" && sign !== "%" && sign !== "?" && sign !== "$") {
    return undefined;
  }
  const rest = text.slice(at, at + 12);
  if (at === 0 || text[at - 1] === "\n") {
    if (programEnd.test(rest)) {
      return text.length;
    }
    if (blockComment.test(rest)) {
      blockCommentEnd.lastIndex = at;
      return blockCommentEnd.exec(text) === null ? text.length : blockCommentEnd.lastIndex;
    }
  }
  const isAfterOperand = afterOperand.test(text.slice(Math.max(0, at - 1), at));
  if (characterLiteral.test(rest) && !isAfterOperand) {
    return at + 2;
  }
  const [opening] = percentLiteral.exec(rest) ?? [];
  return opening === undefined || isAfterOperand || !isPatternStart(text, at, true)
    ? undefined
    : endOfBrackets(text, at + opening.length);
}

const closings: ReadonlyMap<string | undefined, string> = new Map([
  ["[", "]"],
  ["(", ")"],
  ["{", "}"],
  ["<", ">"],
]);

/** The position after the bracket that closes the one before `from`; brackets may be nested. */
function endOfBrackets(text: string, from: number): number {
  const open = text[from - 1];
  const close = closings.get(open) ?? open;
  let depth = 1;
  let at = from;
  while (at < text.length && depth > 0) {
    if (text[at] === "\\") {
      at++;
    } else if (text[at] === close) {
      depth--;
    } else if (text[at] === open) {
      depth++;
    }
    at++;
  }
  return Math.min(at, text.length);
}

const heredoc = /<<(?:[~-](?<quote>["'`]?)(?<name>[A-Za-z_]\w*)\k<quote>|(?<bare>[A-Z][A-Z\d_]+))/g;
const lineLengthMax = 2000;

/** How many characters after its first line a heredoc may have; a longer one counts as code. */
export const heredocLengthMax = 20_000;

/**
 * At the end of a line that begins heredocs: the position after their last line. Undefined if the
 * line begins none, and null if one has no last line.
 */
export function endOfHeredocs(text: string, at: number): number | null | undefined {
  if (text[at] !== "\n" || at === 0) {
    return undefined;
  }
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  if (!line.includes("<<") || line.length > lineLengthMax) {
    return undefined;
  }
  let end: number | null | undefined;
  for (const { groups } of line.matchAll(heredoc)) {
    end = endOfLine(text, end ?? at, groups?.name ?? groups?.bare ?? "") ?? end ?? null;
  }
  return end;
}

/** The end of the first line after `from` that has only this word. */
function endOfLine(text: string, from: number, word: string): number | undefined {
  let start = from + 1;
  while (start < text.length && start - from < heredocLengthMax) {
    const lineBreak = text.indexOf("\n", start);
    const end = lineBreak === -1 ? text.length : lineBreak;
    if (text.slice(start, end).trim() === word) {
      return end;
    }
    start = end + 1;
  }
  return undefined;
}
