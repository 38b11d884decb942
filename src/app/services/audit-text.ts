import type { HistoryAudit } from "../../core/model/audit.ts";
import type { State } from "../../core/model/state.ts";

export type AuditMatch = (audit: HistoryAudit) => boolean;

/**
 * Whether an audit has a text, in any letter case: in the feature's key, in the value, in the reason
 * or in the name of the author.
 */
export function auditsWith(state: State, text: string): AuditMatch {
  const wanted = foldedText(text);
  const has = (part: string | null) => part !== null && foldedText(part).includes(wanted);
  const authors = new Set<string>();
  for (const [type, named] of [
    ["User", state.users],
    ["Token", state.tokens],
  ] as const) {
    for (const { id, name } of named.values()) {
      if (has(name)) {
        authors.add(`${type}:${id}`);
      }
    }
  }
  return ({ featureKey, value, reason, actor }) =>
    has(featureKey) || has(value) || has(reason) || authors.has(`${actor.type}:${actor.id}`);
}

/** Characters that look alike are equal, such as `é` and `e` with an accent. */
export function foldedText(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
