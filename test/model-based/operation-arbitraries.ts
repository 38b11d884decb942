import fc from "fast-check";
import { type Rules, registered } from "./model-rules.ts";

/** What the server has to answer: this very text, or an error of this code. */
export type Answer =
  | { readonly status: number; readonly text: string }
  | { readonly status: number; readonly code: number | string };

export interface Operation {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below the mount path, ready for a URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Does to the model what the request does to the server. */
  readonly expect: (rules: Rules) => Answer;
}

/** Names as they are sent, and the key they amount to; null where there is none. */
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
/** Names that are the key they amount to. */
export const goodName = fc.constantFrom(
  ...names.flatMap(([sent, key]) => (sent === key ? [key] : [])),
);

/** In a path a slash of a name may stand as it is, unless what follows it would be an action. */
export function pathName(name: string, isEscapedWhole: boolean): string {
  const escaped = encodeURIComponent(name);
  return isEscapedWhole ? escaped : escaped.replaceAll("%2F", "/");
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
