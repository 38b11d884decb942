import type { Expression } from "../../core/expressions/expression.ts";
import { expressionSummary } from "../expressions/expression-summary.ts";
import type { SentCommand } from "../feature-gates/draft-commands.ts";
import { namesIn } from "../gates/gate-words.ts";
import { planWords } from "../rollouts/plan-words.ts";
import { fill } from "../texts/fill.ts";
import { requestsTexts } from "../texts/requests-texts.ts";

const { commands: words } = requestsTexts;

/** A command of a request in words. */
export function commandWords(command: SentCommand): string {
  switch (command.kind) {
    case "policy":
      return command.rules === null ? words.no_policy : words.policy;
    case "percentage_of_actors":
    case "percentage_of_time":
      return fill(words[command.kind], { key: command.key, value: String(command.value) });
    case "expression":
      return command.value === null
        ? fill(words.no_expression, command)
        : fill(words.expression, { key: command.key, value: expressionText(command.value) });
    case "actors":
    case "groups":
      return fill(words[command.kind], { key: command.key, what: membersText(command) });
    case "rollout":
      return fill(words.rollout, { key: command.key, plan: planWords(command) });
    case "resume":
      return fill(words.resume, { key: command.key, step: command.step + 1 });
    default:
      return fill(words[command.kind], { key: command.key });
  }
}

function membersText({
  add,
  remove,
}: {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}): string {
  return [
    ...(add.length > 0 ? [fill(words.added, { names: namesIn(add) })] : []),
    ...(remove.length > 0 ? [fill(words.taken, { names: namesIn(remove) })] : []),
  ].join(", ");
}

/** A link can have anything as its expression, which only the server checks. */
function expressionText(value: unknown): string {
  try {
    return expressionSummary(value as Expression);
  } catch {
    return JSON.stringify(value);
  }
}

/** The commands of a link; null if they are not in the form of commands. */
export function commandsIn(text: string | null): readonly SentCommand[] | null {
  try {
    const commands: unknown = JSON.parse(text ?? "");
    return Array.isArray(commands) && commands.length > 0 && commands.every(isCommand)
      ? commands
      : null;
  } catch {
    return null;
  }
}

/** Whether it can be shown; the server checks the rest. */
function isCommand(value: unknown): value is SentCommand {
  if (!(value instanceof Object) || !("kind" in value) || typeof value.kind !== "string") {
    return false;
  }
  const isList = (list: unknown) => Array.isArray(list);
  return (
    Object.hasOwn(words, value.kind) &&
    (value.kind === "policy" || ("key" in value && typeof value.key === "string")) &&
    (value.kind !== "rollout" || ("steps" in value && isList(value.steps))) &&
    ((value.kind !== "actors" && value.kind !== "groups") ||
      ("add" in value && isList(value.add) && "remove" in value && isList(value.remove))) &&
    (value.kind !== "rollout" || ("steps" in value && isList(value.steps)))
  );
}
