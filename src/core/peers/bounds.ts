import { allOf, anyOf, negated, type PeerCondition, sameCondition } from "./condition.ts";

/**
 * What is known of a condition of another system. Whenever `lower` is true, the condition is true;
 * whenever the condition is true, `upper` is true. An import stores `lower`, so it never enables
 * more actors than the other system does. Percentages keep their size, but choose other actors.
 */
export interface Bounds {
  readonly lower: PeerCondition;
  readonly upper: PeerCondition;
  /** Why the bounds differ, in words for people. */
  readonly losses: readonly string[];
  /** The properties that the condition compares. */
  readonly properties: ReadonlySet<string>;
  /** The properties below a negation, for which a list must not match (`guarded` of peer-gates.ts). */
  readonly guarded: ReadonlySet<string>;
  readonly draws: Draws;
  /** How deep the condition is nested, at most. */
  readonly depth: number;
  /** How many parts the condition has, at most; parts that are repeated count each time. */
  readonly size: number;
}

/**
 * The percentages in a condition: by the name of their hash function in the other system, whether
 * they are used as they are (1), negated (2) or both (3).
 */
export type Draws = ReadonlyMap<string, number>;

const plain = 1;
const negative = 2;
const none: ReadonlySet<string> = new Set();
const noDraws: Draws = new Map();

/** Conditions that are nested deeper fit into no expression, and are not combined any further. */
const depthMax = 200;
const tooDeep = "it is nested too deep for an expression";

/** Parts can be shared, so that a short document could describe a condition without end. */
const sizeMax = 20_000;
/** What a longer condition can still be joined with, apart from parts of size 1, as in lists of ids. */
const addedMax = 1_000;
const tooLarge = "it is too large for an expression";

const independent = "the other system draws its percentages independently of each other";

/** Hash functions with this prefix are independent of all others here too. */
export const independentDraw = "independent ";

export const always: Bounds = constant(true);
export const never: Bounds = constant(false);

/** A condition with the same result here and there. */
export function exactBounds(condition: PeerCondition, properties: Iterable<string> = none): Bounds {
  return between(condition, condition, [], properties);
}

export function between(
  lower: PeerCondition,
  upper: PeerCondition,
  losses: readonly string[],
  properties: Iterable<string> = none,
): Bounds {
  const compared = properties instanceof Set ? properties : new Set(properties);
  return {
    ...{ lower, upper, losses, properties: compared },
    ...{ guarded: none, draws: noDraws, depth: 1, size: 1 },
  };
}

/**
 * A condition that is true where the first one is, and false where the second one is: the lower
 * bound of the first, and the upper bound of the second.
 */
export function limited(least: Bounds, most: Bounds, loss: string): Bounds {
  const size = least.size + most.size;
  return { ...any([least, most]), lower: least.lower, losses: [loss], size };
}

/** A condition that no expression can describe. */
export function unknown(loss: string): Bounds {
  return between(false, true, [loss]);
}

/** The same condition, as a percentage that a hash function of the other system draws. */
export function drawnBy(hash: string, bounds: Bounds): Bounds {
  return { ...bounds, draws: new Map([[hash, plain]]) };
}

/** Whether the result is the same for every context, or with percentages for as many contexts. */
export function isSame({ lower, upper }: Bounds): boolean {
  return sameCondition(lower, upper);
}

export function isDrawn({ lower, draws }: Bounds): boolean {
  return typeof lower === "object" && draws.size > 0;
}

export function not(bounds: Bounds): Bounds {
  const lower = negated(bounds.upper);
  return {
    ...bounds,
    lower,
    upper: bounds.lower === bounds.upper ? lower : negated(bounds.lower),
    guarded: new Set([...bounds.guarded, ...bounds.properties]),
    draws: new Map([...bounds.draws].map(([hash, sign]) => [hash, swapped(sign)])),
  };
}

export function all(operands: readonly Bounds[]): Bounds {
  return joined("all", operands);
}

export function any(operands: readonly Bounds[]): Bounds {
  return joined("any", operands);
}

/** `then` where the condition is true, and `otherwise` where it is false. */
export function choose(condition: Bounds, then: Bounds, otherwise: Bounds): Bounds {
  if (then.lower === true) {
    return any([condition, otherwise]);
  }
  if (then.upper === false) {
    return all([not(condition), otherwise]);
  }
  if (otherwise.lower === true) {
    return any([not(condition), then]);
  }
  return otherwise.upper === false
    ? all([condition, then])
    : any([all([condition, then]), all([not(condition), otherwise])]);
}

export interface Rule {
  readonly condition: Bounds;
  readonly result: Bounds;
}

/** The result of the first rule whose condition is true. */
export function firstMatch(rules: readonly Rule[], otherwise: Bounds): Bounds {
  let result = otherwise;
  // Neighbors with one result are one rule, as each rule needs two levels of an expression.
  let open: Rule[] = [];
  const close = () => {
    const [rule] = open;
    if (rule !== undefined) {
      const conditions = open.map(({ condition }) => condition).reverse();
      result = choose(any(conditions), rule.result, result);
    }
    open = [];
  };
  for (const rule of rules.toReversed()) {
    const [last] = open;
    if (last !== undefined && !haveOneResult(last, rule)) {
      close();
    }
    open.push(rule);
  }
  close();
  return result;
}

function haveOneResult(left: Rule, right: Rule): boolean {
  const { lower, upper } = left.result;
  return (
    typeof lower === "boolean" &&
    lower === upper &&
    right.result.lower === lower &&
    right.result.upper === lower
  );
}

function constant(value: boolean): Bounds {
  return between(value, value, []);
}

function joined(kind: "all" | "any", operands: readonly Bounds[]): Bounds {
  const [only] = operands;
  if (operands.length === 1 && only !== undefined) {
    return only;
  }
  const depth = 1 + operands.reduce((most, operand) => Math.max(most, operand.depth), 0);
  if (depth > depthMax) {
    return unknown(tooDeep);
  }
  const size = operands.reduce((sum, operand) => sum + operand.size, 0);
  if (size > sizeMax && isRepetitive(operands, size)) {
    return unknown(tooLarge);
  }
  const join = kind === "all" ? allOf : anyOf;
  const lower = join(operands.map((operand) => operand.lower));
  const upper = operands.every((operand) => operand.lower === operand.upper)
    ? lower
    : join(operands.map((operand) => operand.upper));
  const isConstant = typeof lower === "boolean" && typeof upper === "boolean";
  const result: Bounds = {
    lower,
    upper,
    losses: [...new Set(operands.flatMap(({ losses }) => losses))],
    properties: union(operands.map(({ properties }) => properties)),
    guarded: union(operands.map(({ guarded }) => guarded)),
    draws: joinedDraws(operands),
    depth,
    size: isConstant ? 1 : size,
  };
  return isConstant || result.draws.size < 2 ? result : withDependentDraws(kind, operands, result);
}

/** Whether operands may repeat long parts; the operands of a long list have the size 1. */
function isRepetitive(operands: readonly Bounds[], size: number): boolean {
  const largest = operands.reduce((most, operand) => Math.max(most, operand.size), 0);
  return size - largest > addedMax && operands.filter((each) => each.size > 1).length > 1;
}

/**
 * Here all percentages of a feature draw from one bucket of an actor. Two that are independent
 * there enable fewer or more actors here, depending on how they are joined.
 */
function withDependentDraws(
  kind: "all" | "any",
  operands: readonly Bounds[],
  result: Bounds,
): Bounds {
  const drawn = operands.filter(
    ({ lower, upper, draws }) =>
      dependentOf(draws).length > 0 && !(typeof lower === "boolean" && lower === upper),
  );
  const hashes = drawn.map(({ draws }) => dependentOf(draws).map(([hash]) => hash));
  const distinct = new Set(hashes.flat());
  if (drawn.length < 2 || distinct.size < 2) {
    return result;
  }
  const losses = [...result.losses, independent];
  const isFewer = kind === "any" ? haveOneSign(drawn) : areOpposed(drawn);
  return { ...result, lower: isFewer ? result.lower : false, upper: true, losses };
}

function haveOneSign(drawn: readonly Bounds[]): boolean {
  return signsOf(drawn) !== (plain | negative);
}

function areOpposed(drawn: readonly Bounds[]): boolean {
  const [left, right, third] = drawn.map((each) => signsOf([each]));
  return third === undefined && left !== undefined && right !== undefined && (left & right) === 0;
}

function signsOf(drawn: readonly Bounds[]): number {
  return drawn
    .flatMap(({ draws }) => dependentOf(draws))
    .reduce((signs, [, sign]) => signs | sign, 0);
}

function dependentOf(draws: Draws): readonly (readonly [string, number])[] {
  return [...draws].filter(([hash]) => !hash.startsWith(independentDraw));
}

function joinedDraws(operands: readonly Bounds[]): Draws {
  const signs = new Map<string, number>();
  for (const { draws } of operands) {
    for (const [hash, sign] of draws) {
      signs.set(hash, (signs.get(hash) ?? 0) | sign);
    }
  }
  return signs.size === 0 ? noDraws : signs;
}

function swapped(sign: number): number {
  return ((sign & plain) << 1) | ((sign & negative) >> 1);
}

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  // Long lists compare one property.
  const [first = none, second, ...others] = new Set(sets.filter(({ size }) => size > 0));
  return second === undefined
    ? first
    : new Set([first, second, ...others].flatMap((set) => [...set]));
}
