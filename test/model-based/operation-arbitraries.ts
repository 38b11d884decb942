import fc from "fast-check";
import { type Rules, registered } from "./model-rules.ts";

/** The expected answer: exactly this text, or an error with this code. */
export type Answer =
  | { readonly status: number; readonly text: string }
  | { readonly status: number; readonly code: number | string };

export interface Operation {
  readonly method: "GET" | "POST" | "DELETE";
  /** Relative to the mount path, encoded for a URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Applies the request to the model and returns the expected answer. */
  readonly expect: (rules: Rules) => Answer;
}

/**
 * Names as they are sent, with the key that POST /features creates; null if it refuses the name.
 */
const names: readonly (readonly [sent: string, key: string | null])[] = [
  ...'search|a/b|x/clear|x|a,b|100%|pl+us|a b|__proto__|constructor|é🎉|...|a?b#c|"\\'
    .split("|")
    .map((name) => [name, name] as const),
  ["y".repeat(255), "y".repeat(255)],
  ["🦊".repeat(255), "🦊".repeat(255)],
  ["  outer\t", "outer"],
  ["zero\u200bwidth", "zerowidth"],
  ["\u0000", null],
  ["y".repeat(256), null],
];

export const sentName = fc.constantFrom(...names);
export const isEscaped = fc.boolean();
export const flipperId = fc.constantFrom(
  "User;1",
  "A;1",
  "A;2",
  "é🎉;1",
  "a/b",
  "__proto__",
  "a,b",
  "1+1",
);
export const anyGroup = fc.constantFrom("unheard of", "__proto__", ...registered.keys());
/** Names that equal their key. */
export const goodName = fc.constantFrom(
  ...names.flatMap(([sent, key]) => (sent === key ? [key] : [])),
);

/** A slash in a name may be sent unescaped, unless an action such as `/clear` follows it. */
export function pathName(name: string, isSlashEscaped: boolean): string {
  const escaped = encodeURIComponent(name);
  return isSlashEscaped ? escaped : escaped.replaceAll("%2F", "/");
}

export function bodyOf(parameters: Readonly<Record<string, unknown>>, isJson: boolean) {
  if (isJson) {
    return {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(parameters),
    };
  }
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value)) {
      form.append(`${name}[]`, value.join());
    } else if (value !== undefined && value !== null) {
      form.append(name, String(value));
    }
  }
  return {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
  };
}
