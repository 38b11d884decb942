import type { InputOf } from "../api/call.ts";
import type { writesOf } from "../drafts/feature-draft.ts";

type Write = ReturnType<typeof writesOf>[number];
export type SentCommand =
  InputOf<"POST /environments/:environment/requests">["body"]["commands"][number];

/** The writes of a draft, as the commands of a request. */
export function commandsOfWrites(key: string, writes: readonly Write[]): SentCommand[] {
  return writes.map((write) => commandOf(key, write));
}

function commandOf(key: string, { gate, action, value, values = [] }: Write): SentCommand {
  const adds = action === "enable";
  switch (gate) {
    case "boolean":
      return { kind: action, key };
    case "expression":
      return { kind: "expression", key, value: adds ? value : null };
    case "actors":
    case "groups":
      return {
        kind: gate,
        key,
        add: adds ? [...values] : [],
        remove: adds ? [] : [...values],
      };
    default:
      return { kind: gate, key, value: adds ? Number(value) : 0 };
  }
}
