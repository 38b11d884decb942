import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Actor } from "../../../src/core/evaluation/actor-context.ts";
import type { Toggle } from "../../../src/core/evaluation/toggle.ts";
import { runsOf } from "../../helpers/runs.ts";
import { checkOf, enabledKeys, enabledKeysInSteps, enabledKeysOfList } from "./check-inputs.ts";
import { CycleRule, recursiveAnswer } from "./naive-evaluation.ts";
import {
  actorsWithLastNames,
  anyActors,
  anyFeatures,
  featureNames,
  type Json,
  monotoneFeatures,
  togglesOf,
  withConstantNames,
  withoutCycles,
} from "./random-features.ts";

const numRuns = runsOf(150);
const ways = [enabledKeys, enabledKeysOfList, enabledKeysInSteps] as const;

function answersOf(toggles: ReadonlyMap<string, Toggle>, actors: readonly Actor[]): string[] {
  return enabledKeys(checkOf(toggles, actors), toggles.values());
}

test("without cycles, the answers are those of a recursive evaluation", () => {
  fc.assert(
    fc.property(anyFeatures, actorsWithLastNames, (all, actors) => {
      const toggles = togglesOf(withoutCycles(all));
      const keys = [...toggles.keys()];
      expect(answersOf(toggles, actors)).toEqual(
        keys.filter((key) => recursiveAnswer(toggles, actors, key)),
      );
    }),
    { numRuns },
  );
});

test("with cycles of All, Any and FeatureEnabled, they are too", () => {
  fc.assert(
    fc.property(monotoneFeatures, anyActors, (all, actors) => {
      const toggles = togglesOf(all);
      const keys = [...toggles.keys()];
      expect(answersOf(toggles, actors)).toEqual(
        keys.filter((key) => recursiveAnswer(toggles, actors, key)),
      );
    }),
    { numRuns },
  );
});

test("with cycles of any operators, the answers follow the rule for cycles", () => {
  fc.assert(
    fc.property(anyFeatures, anyActors, (all, actors) => {
      const toggles = togglesOf(withConstantNames(all));
      const rule = new CycleRule(toggles, actors);
      expect(answersOf(toggles, actors)).toEqual(
        [...toggles.keys()].filter((key) => rule.answer(key)),
      );
    }),
    { numRuns },
  );
});

test("an answer does not depend on what else is asked, in which order, how often and how", () => {
  const orders = fc.array(
    fc.tuple(fc.constantFrom(...ways), fc.shuffledSubarray([...featureNames], { minLength: 1 })),
    { minLength: 1, maxLength: 3 },
  );
  fc.assert(
    fc.property(anyFeatures, anyActors, orders, (all, actors, asked) => {
      const toggles = togglesOf(all);
      const alone = new Set(
        [...toggles.values()].flatMap((toggle) => enabledKeys(checkOf(toggles, actors), [toggle])),
      );
      const check = checkOf(toggles, actors);
      for (const [way, names] of asked) {
        const list = names.flatMap((name) => toggles.get(name) ?? []);
        const enabled = way(check, list);
        expect(enabled).toEqual(list.map(({ key }) => key).filter((key) => alone.has(key)));
      }
    }),
    { numRuns },
  );
});

test("no operator is evaluated more than twice for an actor in one check, whatever is asked", () => {
  fc.assert(
    fc.property(anyFeatures, anyActors, fc.array(fc.boolean()), (all, known, asked) => {
      const marks = new Marks();
      const toggles = togglesOf(all, (operator) => marks.around(operator));
      const actors = known.map((actor, index) => marks.given(actor, index));
      const check = checkOf(toggles, actors, { crc32: (bytes, seed) => marks.crc32(bytes, seed) });
      for (const isList of [...asked, false]) {
        const ask = isList ? enabledKeysOfList : enabledKeys;
        ask(check, toggles.values());
      }
      expect(marks.mostEvaluations).toBeLessThanOrEqual(2);
    }),
    { numRuns },
  );
});

/**
 * Counts evaluations: each operator is put beside a `PercentageOfActors` of a text of its own, whose
 * hash is asked for at every evaluation. The texts of actors differ.
 */
class Marks {
  readonly #counts = new Map<string, number>();
  #markCount = 0;

  around(operator: Json): Json {
    this.#markCount += 1;
    const text = { Property: [`mark ${this.#markCount}`] };
    return { All: [{ PercentageOfActors: [text, 100] }, operator] };
  }

  given({ flipperId, properties }: Actor, index: number): Actor {
    const marks = Array.from({ length: this.#markCount }, (_, mark): [string, string] => [
      `mark ${mark + 1}`,
      `mark ${mark + 1} of ${index}`,
    ]);
    return { flipperId, properties: { ...properties, ...Object.fromEntries(marks) } };
  }

  crc32(bytes: Uint8Array, seed?: number): number {
    const text = new TextDecoder().decode(bytes);
    if (text.startsWith("mark ")) {
      this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
    }
    return Bun.hash.crc32(bytes, seed);
  }

  get mostEvaluations(): number {
    return Math.max(0, ...this.#counts.values());
  }
}
