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

/** The commands of a request as writes of one feature; null if they are more than that. */
export function writesOfCommands(commands: readonly SentCommand[]): Write[] | null {
  const keys = new Set(commands.map((each) => (each.kind === "policy" ? "" : each.key)));
  const writes = commands.map(writesOfCommand);
  return keys.size === 1 && writes.every((each) => each !== null) ? writes.flat() : null;
}

function writesOfCommand(command: SentCommand): Write[] | null {
  switch (command.kind) {
    case "enable":
    case "disable":
      return [{ gate: "boolean", action: command.kind }];
    case "percentage_of_actors":
    case "percentage_of_time":
      return [{ gate: command.kind, action: "enable", value: command.value }];
    case "expression":
      return command.value === null
        ? [{ gate: "expression", action: "disable" }]
        : [{ gate: "expression", action: "enable", value: command.value }];
    case "actors":
    case "groups": {
      const writes: Write[] = [
        { gate: command.kind, action: "disable", values: [...command.remove] },
        { gate: command.kind, action: "enable", values: [...command.add] },
      ];
      return writes.filter(({ values = [] }) => values.length > 0);
    }
    default:
      return null;
  }
}
