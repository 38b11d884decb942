import type { AuditRow, GateDifference } from "../../api/admin/contract/audit-models.ts";
import type { Expression } from "../../core/expressions/expression.ts";
import { expressionSummary } from "../expressions/expression-summary.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { auditSummary: words } = texts;

type Line = GateDifference["changes"][number];

/** The change of a record, as in "Percentage of actors 10% → 25%". */
export function auditSummary({ action, value, before, removed }: AuditRow): string {
  const what = changeSummary({ action, value, before, count: 1 });
  const members = removed === null ? "" : removedWords(removed);
  return members === "" ? what : fill(words.withRemoved, { what, members });
}

/** The author of a change by name, or by id if the person or token was deleted. */
export function authorName({ type, id, name }: AuditRow["actor"]): string {
  if (type === "Token") {
    return fill(words.byToken, { name: name ?? fill(words.goneToken, { id }) });
  }
  return fill(words.by, { name: name ?? fill(words.goneUser, { id }) });
}

/**
 * One change of gates in words; with a count for several members. The preview of an import only
 * counts, and has no value.
 */
export function changeSummary({ action, value, before, count }: Line): string {
  switch (action) {
    case "enable_actor":
    case "disable_actor":
    case "enable_group":
    case "disable_group":
      return count > 1 || value === null
        ? plural(words.many[action], count)
        : fill(words[action], { value });
    case "percentage_of_actors":
    case "percentage_of_time":
      if (value === null) {
        return words.changed[action];
      }
      return before === null
        ? fill(words[action], { value })
        : fill(words.fromTo[action], { before, value });
    case "enable_expression":
      if (value === null) {
        return words.changed[action];
      }
      return fill(before === null ? words.enable_expression : words.changedExpression, {
        value: expressionText(value),
      });
    case "disable_expression":
      return before === null
        ? words.disable_expression
        : fill(words.removedExpression, { before: expressionText(before) });
    default:
      return words[action];
  }
}

/** The replaced expression in words; null for all other changes. */
export function replacedExpression({ action, before }: Pick<Line, "action" | "before">) {
  return action === "enable_expression" && before !== null ? expressionText(before) : null;
}

/** The words of an expression's JSON text; the text itself if it cannot be read. */
export function expressionText(json: string | null): string {
  if (json === null) {
    return "";
  }
  try {
    return expressionSummary(JSON.parse(json) as Expression);
  } catch {
    return json;
  }
}

function removedWords({ actors, groups }: NonNullable<AuditRow["removed"]>): string {
  return [
    ...(actors === 0 ? [] : [plural(texts.gateSummary.actors, actors)]),
    ...(groups === 0 ? [] : [plural(texts.gateSummary.groups, groups)]),
  ].join(", ");
}
