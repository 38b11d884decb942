import type { Compilation } from "./compilation.ts";
import { contextOperator, exactly, type Operator } from "./define-operator.ts";
import type { ExpressionContext } from "./expression-context.ts";
import type { Value } from "./expression-value.ts";
import type { Term } from "./term.ts";
import { toTextOrNull } from "./text-conversion.ts";

/** For the first slots. All expressions share them, as the largest ones consist of little else. */
const referenceTerms = Array.from({ length: 1_024 }, (_, slot) => newReferenceTerm(slot));

/**
 * Operators that read a property of the actor or the result of another feature. A list or an object
 * is not a name of either.
 */
export const lookupOperators = [propertyOperator(), featureEnabledOperator()] as const;

/** The name of a property is nearly always a constant, so it is then converted at compilation. */
function propertyOperator(): Operator<"Property"> {
  return {
    ...contextOperator({
      name: "Property",
      arity: exactly(1),
      fallible: false,
      evaluate: (context, name) => propertyOf(context, toTextOrNull(name)),
    }),
    compileConstant: (name) => {
      const key = toTextOrNull(name);
      return { evaluate: (context) => propertyOf(context, key), fallible: false };
    },
  };
}

/** The property with exactly this name (a dot is part of the name), or null. */
function propertyOf({ properties }: ExpressionContext, key: string | null): Value {
  return key !== null && Object.hasOwn(properties, key) ? (properties[key] ?? null) : null;
}

/**
 * Reads a result that the context has already. The name is evaluated before the expression, and
 * closes the gate if it fails, so the operator itself cannot fail.
 */
function featureEnabledOperator(): Operator<"FeatureEnabled"> {
  const compileConstant = (name: Value, compilation: Compilation): Term => {
    const key = toTextOrNull(name);
    return key === null ? neverEnabled : referenceTerm(compilation.slotOf(key));
  };
  return {
    name: "FeatureEnabled",
    arity: exactly(1),
    compileConstant,
    compile: ([name = neverEnabled], compilation) =>
      name.constant === undefined
        ? referenceTerm(compilation.slotOfTerm(name))
        : compileConstant(name.constant.value, compilation),
  };
}

const neverEnabled: Term = { evaluate: () => false, fallible: false };

function referenceTerm(slot: number): Term {
  return referenceTerms[slot] ?? newReferenceTerm(slot);
}

function newReferenceTerm(slot: number): Term {
  return {
    evaluate: ({ references }) => references[slot]?.enabled === true,
    fallible: false,
    condition: { kind: "reference", slot },
  };
}
