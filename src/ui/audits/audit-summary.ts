import type { AuditRow, GateDifference } from "../../api/admin/contract/audit-models.ts";
import type { Expression } from "../../core/expressions/expression.ts";
import { expressionSummary } from "../expressions/expression-summary.ts";
import { auditsTexts } from "../texts/audits-texts.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { auditSummary: words } = auditsTexts;

type Line = GateDifference["changes"][number];

/** The change of a record, as in "Percentage of actors 10% → 25%". */
export function auditSummary({ action, value, before, removed }: AuditRow): string {
  const what = changeSummary({ action, value, before, count: 1 });
  const members = removed === null ? "" : removedWords(removed);
  return members === "" ? what : fill(words.withRemoved, { what, members });
}

/** The name of an author, or the id if the person or token was deleted. */
export function authorName({ type, id, name }: AuditRow["actor"]): string {
  return name ?? fill(type === "Token" ? words.goneToken : words.goneUser, { id });
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
