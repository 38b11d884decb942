import { timeInShort } from "../past/time-words.ts";
import { fill, plural } from "../texts/fill.ts";
import { requestsTexts } from "../texts/requests-texts.ts";
import type { RequestRow } from "./open-requests.ts";

const { requests: words } = requestsTexts;

export interface Badge {
  readonly look: "plain" | "good" | "warning" | "danger";
  readonly text: string;
}

/** The state of a request; while it waits, how many approvals it has. */
export function stateBadge({ state, apply, rules }: RequestRow): Badge {
  const text = words.states[state === "approved" && apply.kind === "at" ? "scheduled" : state];
  switch (state) {
    case "waiting":
      return { look: "plain", text: approvalCount(rules) };
    case "approved":
    case "applied":
      return {
        look: "good",
        text: apply.kind === "at" ? fill(text, { time: timeInShort(apply.at) }) : text,
      };
    case "drifted":
    case "held":
      return { look: "warning", text };
    case "changes_asked":
      return { look: "danger", text };
    default:
      return { look: "plain", text };
  }
}

/** As in "1 of 2". */
export function approvalCount(rules: RequestRow["rules"]): string {
  const need = rules.reduce((sum, { rule }) => sum + rule.count, 0);
  const have = rules.reduce((sum, { approvals }) => sum + approvals, 0);
  return fill(words.ofNeeded, { have, need });
}

/** As in "search, 3 changes". */
export function contentWords({ keys, commandCount }: RequestRow): string {
  const [first, ...others] = keys;
  const what =
    first === undefined
      ? words.policyChange
      : others.length === 0
        ? first
        : plural(words.features, keys.length);
  return plural(words.changes, commandCount).replace("{keys}", () => what);
}

/** The name of an author, or what is known of one that is gone. */
export function nameOf(
  actor: { readonly id: string | number; readonly name: string | null } | null,
) {
  return actor === null ? words.server : (actor.name ?? words.someone);
}
