import { expressionBytes } from "./gate-bytes.ts";
import { bytesOfSet } from "./set-bytes.ts";
import type { ExpressionKeeper, Toggle } from "./toggle.ts";

/** The features of an environment, by key. */
export interface PricedFeatures {
  find(key: string): Toggle | undefined;
  all(): Iterable<Toggle>;
  readonly expressions: ExpressionKeeper;
}

/** The price of a feature that has no expression and no groups. */
const bytesPerFeature = 64;

/**
 * The highest price of checking these toggles for one actor: the bytes of the expressions and groups
 * that the check may read, including the features that expressions refer to. If the key of such a
 * feature depends on the actor, every feature of the environment counts. Yields after each feature.
 */
export function* checkPrice(
  toggles: readonly Toggle[],
  features: PricedFeatures,
): Generator<void, number> {
  const waiting = [...toggles];
  const counted = new Set<string>();
  let price = 0;
  for (let toggle = waiting.pop(); toggle !== undefined; toggle = waiting.pop()) {
    if (counted.has(toggle.key)) {
      continue;
    }
    counted.add(toggle.key);
    price += ownPrice(toggle);
    const compiled = toggle.gates.boolean ? null : toggle.compiledExpression(features.expressions);
    if (compiled?.references.some((reference) => typeof reference !== "string") === true) {
      return yield* priceOfAll(features.all());
    }
    for (const reference of compiled?.references ?? []) {
      const referenced = typeof reference === "string" ? features.find(reference) : undefined;
      if (referenced !== undefined) {
        waiting.push(referenced);
      }
    }
    yield;
  }
  return price;
}

function* priceOfAll(toggles: Iterable<Toggle>): Generator<void, number> {
  let price = 0;
  for (const toggle of toggles) {
    price += ownPrice(toggle);
    yield;
  }
  return price;
}

function ownPrice({ gates }: Toggle): number {
  return bytesPerFeature + expressionBytes(gates.expression) + bytesOfSet(gates.groups);
}
