import { contextOperator, exactly, type Operator } from "./define-operator.ts";
import type { ExpressionContext } from "./expression-context.ts";
import type { Value } from "./expression-value.ts";
import type { Term } from "./term.ts";
import { toTextOrNull } from "./text-conversion.ts";

/** All expressions share the terms of the first slots, as the largest ones are mostly references. */
const sharedTerms: (Term | undefined)[] = [];
const sharedTermsMax = 1_024;

/**
 * Operators that read a property of the actor or the result of another feature. A list or an object
 * is never such a name.
 */
export const lookupOperators = [
  contextOperator({ name: "Property", arity: exactly(1), fallible: false, evaluate: propertyOf }),
  featureEnabledOperator(),
] as const;

/** The property with exactly this name (a dot is part of the name), or null. */
function propertyOf({ properties }: ExpressionContext, name: Value): Value {
  const key = toTextOrNull(name);
  return key !== null && Object.hasOwn(properties, key) ? (properties[key] ?? null) : null;
}

/**
 * Reads a result that the context already has. The name is evaluated before the expression, which
 * fails with it, so the operator itself cannot fail.
 */
function featureEnabledOperator(): Operator<"FeatureEnabled"> {
  return {
    name: "FeatureEnabled",
    arity: exactly(1),
    compile: ([name = neverEnabled], compilation) => {
      const reference = name.constant === undefined ? name : toTextOrNull(name.constant);
      return reference === null ? neverEnabled : referenceTerm(compilation.slotOf(reference));
    },
  };
}

const neverEnabled: Term = { evaluate: () => false, fallible: false };

function referenceTerm(slot: number): Term {
  if (slot >= sharedTermsMax) {
    return newReferenceTerm(slot);
  }
  const term = sharedTerms[slot] ?? newReferenceTerm(slot);
  sharedTerms[slot] = term;
  return term;
}

function newReferenceTerm(slot: number): Term {
  return {
    evaluate: ({ references }) => references[slot]?.enabled === true,
    fallible: false,
    condition: { kind: "reference", slot },
  };
}
