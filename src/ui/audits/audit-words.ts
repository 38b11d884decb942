import type { Expression } from "../../expressions/expression.ts";
import type { AuditRow, GateDifference } from "../../web/contract/audit-routes.ts";
import { expressionWords } from "../expressions/expression-words.ts";
import { fill, plural } from "../fill.ts";
import { texts } from "../texts.ts";

const { auditWords: words } = texts;

type Line = GateDifference["changes"][number];

/** What a record changed, as in "Percentage of actors 10% → 25%". */
export function auditWords({ action, value, before }: AuditRow): string {
  return changeWords({ action, value, before, count: 1 });
}

/** One change of gates in words; with a count for several members. */
export function changeWords({ action, value, before, count }: Line): string {
  switch (action) {
    case "enable_actor":
    case "disable_actor":
    case "enable_group":
    case "disable_group":
      return count > 1
        ? plural(words.many[action], count)
        : fill(words[action], { value: value ?? "" });
    case "percentage_of_actors":
    case "percentage_of_time":
      return before === null
        ? fill(words[action], { value: value ?? "0" })
        : fill(words.fromTo[action], { before, value: value ?? "0" });
    case "enable_expression":
      return fill(words.enable_expression, { value: expressionText(value) });
    default:
      return words[action];
  }
}

/** The words of an expression's JSON text; the text itself if it cannot be read. */
export function expressionText(json: string | null): string {
  if (json === null) {
    return "";
  }
  try {
    return expressionWords(JSON.parse(json) as Expression);
  } catch {
    return json;
  }
}
