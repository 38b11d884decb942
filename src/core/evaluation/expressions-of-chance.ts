import type { Argument } from "../expressions/expression.ts";
import type { Toggle } from "./toggle.ts";

/** What decides an expression in addition to the actor: chance, and other features. */
interface Influences {
  isRandom: boolean;
  readonly features: Set<string>;
}

/**
 * The features whose expressions may have another result in the next check of the same actor: by the
 * operator `Random`, or through features that chance enables. If the name of such a feature depends
 * on the actor, it counts as chance. Some features in each step.
 */
export function* expressionsOfChance(
  toggles: Iterable<Toggle>,
): Generator<void, ReadonlySet<string>> {
  const ofChance = new Set<string>();
  const changing = new Set<string>();
  const referring = new Map<string, string[]>();
  for (const { key, gates } of toggles) {
    if (!gates.boolean && gates.percentageOfTime < 100) {
      const { isRandom, features } = influencesOn(gates.expression);
      if (isRandom) {
        ofChance.add(key);
      }
      if (isRandom || gates.percentageOfTime > 0) {
        changing.add(key);
      }
      for (const feature of features) {
        const keys = referring.get(feature) ?? [];
        keys.push(key);
        referring.set(feature, keys);
      }
    }
    yield;
  }
  // The loop also visits the features that it adds.
  for (const key of changing) {
    for (const other of referring.get(key) ?? []) {
      ofChance.add(other);
      changing.add(other);
    }
    yield;
  }
  return ofChance;
}

function influencesOn(expression: Argument | null): Influences {
  const influences: Influences = { isRandom: false, features: new Set() };
  if (expression !== null) {
    collect(expression, influences);
  }
  return influences;
}

/** Recursive; the depth is at most 32. */
function collect(argument: Argument, influences: Influences): void {
  if (typeof argument !== "object") {
    return;
  }
  for (const [operator, args] of Object.entries(argument)) {
    const [first] = args;
    const isReference = operator === "FeatureEnabled";
    if (operator === "Random" || (isReference && typeof first === "object")) {
      influences.isRandom = true;
    } else if (isReference) {
      influences.features.add(String(first));
    }
    for (const each of args) {
      collect(each, influences);
    }
  }
}
