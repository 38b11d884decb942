import type { ActBody } from "../../core/model/act.ts";
import { foldedText } from "./audit-text.ts";

export type ActMatch = (act: ActBody) => boolean;

/** Details that are ids of people. */
const people: ReadonlySet<string> = new Set(["user", "owner"]);

/** Details of random letters, in which a short name is found by chance: only a whole one counts. */
const wholeOnly: ReadonlySet<string> = new Set(["hash", "sha256", "signature", "public"]);

/**
 * Whether an act has a text, in any letter case: in the name of its author, in its reason or links,
 * or in a value of its details, where people and tokens count by their names.
 */
export function actsWith(names: ReadonlyMap<string, string>, text: string): ActMatch {
  const wanted = foldedText(text);
  const has = (part: string) => foldedText(part).includes(wanted);
  const hasValue = (value: unknown, name: string): boolean => {
    if (value !== null && typeof value === "object") {
      return Object.entries(value).some(([member, each]) =>
        hasValue(each, Array.isArray(value) ? name : member),
      );
    }
    const shown = String(value);
    return (
      value !== null &&
      (wholeOnly.has(name)
        ? foldedText(shown) === wanted
        : has(names.get(people.has(name) ? `User:${shown}` : shown) ?? shown))
    );
  };
  return ({ kind, actor, details, reason, links = [] }) =>
    has(names.get(`${actor.type}:${actor.id}`) ?? "") ||
    has(reason ?? "") ||
    // The signed text of a checkpoint is a list of hashes.
    hasValue(kind === "checkpoint.signed" ? { ...details, text: null } : details, "") ||
    links.some(has);
}
