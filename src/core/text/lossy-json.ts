/** Texts, brackets and commas of a JSON text, and all other tokens between them. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/**
 * What `JSON.parse` would lose of a valid JSON text: a member that an object names twice, or an
 * integer that is rounded. The result continues a sentence whose subject is the text. Null if
 * nothing is lost.
 */
export function jsonLoss(json: string): string | null {
  const found = json.match(tokens) ?? [];
  const name = repeatedName(found);
  if (name !== null) {
    return `must not name the member ${JSON.stringify(name)} twice`;
  }
  return found.some(isRounded)
    ? "must not hold an integer outside of -(2^53 - 1) to 2^53 - 1, which would be rounded"
    : null;
}

/** The first member that an object names twice. */
function repeatedName(found: readonly string[]): string | null {
  /** The names of the objects that are open; null for an array. */
  const open: (Set<string> | null)[] = [];
  for (const [index, token] of found.entries()) {
    if (token === "{" || token === "[") {
      open.push(token === "{" ? new Set() : null);
    } else if (token === "}" || token === "]") {
      open.pop();
    } else if (found[index + 1] === ":") {
      const name = String(JSON.parse(token));
      const names = open.at(-1);
      if (names?.has(name) === true) {
        return name;
      }
      names?.add(name);
    }
  }
  return null;
}

function isRounded(token: string): boolean {
  const number = Number(token);
  return Number.isInteger(number) && !Number.isSafeInteger(number);
}
