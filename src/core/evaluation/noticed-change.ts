import { compileExpression } from "../expressions/compile-expression.ts";
import type { Expression } from "../expressions/expression.ts";
import type { ExpressionContext } from "../expressions/expression-context.ts";
import { crc32 } from "../percentages/crc32.ts";
import { type Gates, isClosed } from "./gates.ts";
import { difference } from "./sorted-set.ts";

/** Actors with an id only: an expression is true for a number of them. */
const strangers = Array.from({ length: 20 }, (_, index) => `Stranger;${index}`);
const removedActorsMax = 100;

/** How many actors without known properties have a feature. */
type Reach = "nobody" | "some" | "half" | "everyone";

/**
 * Whether many actors notice a change of gates (docs/decisions.md#confirmation). The gates before
 * and after decide, not the operation. `now` is in milliseconds since the epoch.
 */
export function isNoticedByMany(before: Gates, after: Gates, now: number): boolean {
  return (
    before !== after &&
    (before.boolean !== after.boolean ||
      (isClosed(after) && !isClosed(before)) ||
      isCrossed(reachOf(before, now), reachOf(after, now)) ||
      difference(before.actors, after.actors).length > removedActorsMax)
  );
}

/** The first few actors are not many. */
function isCrossed(from: Reach, to: Reach): boolean {
  return from !== to && !(from === "nobody" && to === "some");
}

function reachOf(gates: Gates, now: number): Reach {
  const { boolean, expression, percentageOfActors, percentageOfTime } = gates;
  const shares = [
    boolean ? 1 : 0,
    percentageOfActors / 100,
    percentageOfTime / 100,
    expression === null ? 0 : shareOf(expression, now),
  ];
  const excluded = shares.reduce((product, share) => product * (1 - share), 1);
  if (excluded === 0) {
    return "everyone";
  }
  return excluded === 1 ? "nobody" : excluded > 1 / 2 ? "some" : "half";
}

/** The features to which it refers count as enabled or as disabled, whichever gives more actors. */
function shareOf(expression: Expression, now: number): number {
  const compiled = compileExpression(expression);
  const shareWith = (enabled: boolean) => {
    const references = compiled.references.map(() => ({ enabled }));
    const matching = strangers.filter((_, index) =>
      compiled.isTrue(strangerContext(index, references, now)),
    );
    return matching.length / strangers.length;
  };
  return compiled.references.length === 0
    ? shareWith(false)
    : Math.max(shareWith(false), shareWith(true));
}

function strangerContext(
  index: number,
  references: ExpressionContext["references"],
  now: number,
): ExpressionContext {
  return {
    featureKey: "",
    properties: { flipper_id: strangers[index] },
    references,
    now: () => now,
    random: () => index / strangers.length,
    crc32,
  };
}
