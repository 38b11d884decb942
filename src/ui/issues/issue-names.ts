/** A piece of a reason: a text, or the name of an issue with its address. */
interface ReasonPart {
  readonly text: string;
  readonly href?: string;
}

/** Such as OPS-12, on its own. */
const issueName = /(?<![\w-])[A-Z][A-Z0-9_]{0,19}-\d{1,9}(?![\w-])/g;

/** Splits a reason at the names of issues; `pattern` has `{issue}` in it, null for no links. */
export function reasonParts(reason: string, pattern: string | null): readonly ReasonPart[] {
  if (pattern === null) {
    return [{ text: reason }];
  }
  const parts: ReasonPart[] = [];
  let end = 0;
  for (const { 0: text, index } of reason.matchAll(issueName)) {
    if (index > end) {
      parts.push({ text: reason.slice(end, index) });
    }
    parts.push({ text, href: pattern.replaceAll("{issue}", text) });
    end = index + text.length;
  }
  return end < reason.length ? [...parts, { text: reason.slice(end) }] : parts;
}
