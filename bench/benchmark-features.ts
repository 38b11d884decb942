/** The gates of one feature in an import (docs/api.md#import-and-export). */
interface ImportedGates {
  readonly boolean: string | null;
  readonly groups: readonly string[];
  readonly actors: readonly string[];
  readonly expression: object | null;
  readonly percentage_of_actors: string | null;
  readonly percentage_of_time: string | null;
}

export interface BenchFeature {
  readonly key: string;
  readonly gates: ImportedGates;
  /**
   * The result for an actor that no gate names; undefined if it depends on the actor or on chance.
   */
  readonly expected: boolean | undefined;
}

export const featureCount = 100;
/** The length of every key, so that all write requests have the same length. */
export const keyLength = 20;

export function featureKey(index: number): string {
  return `release_of_screen_${String(index).padStart(2, "0")}`;
}

/** Typical features of a team: most without conditions, some in rollout, a few with expressions. */
export function mixedFeatures(): readonly BenchFeature[] {
  return Array.from({ length: featureCount }, (_, index) => ({
    key: featureKey(index),
    ...mixedGates(index),
  }));
}

/** Every feature has an expression with ten conditions, which must all be evaluated. */
export function expressionFeatures(): readonly BenchFeature[] {
  return Array.from({ length: featureCount }, (_, index) => ({
    key: featureKey(index),
    gates: { ...closed, expression: { All: tenConditions(index) } },
    expected: index % 2 === 0,
  }));
}

/** Properties of an actor for whom the `expressionFeatures` with an even index are enabled. */
export const expressionProperties = {
  plan: "pro",
  country: "nl",
  age: 42,
  verified: true,
  language: "en",
  seats: 12,
  version: 210,
  beta: false,
  team: "platform",
};

export function importDocument(features: readonly BenchFeature[]): string {
  const entries = features.map(({ key, gates }) => [key, gates]);
  return JSON.stringify({ version: 1, features: Object.fromEntries(entries) });
}

const closed: ImportedGates = {
  boolean: null,
  groups: [],
  actors: [],
  expression: null,
  percentage_of_actors: null,
  percentage_of_time: null,
};

/** The gates of a feature in a mix of ten. */
export function mixedGates(index: number): Omit<BenchFeature, "key"> {
  switch (index % 10) {
    case 0:
    case 1:
      return { gates: { ...closed, boolean: "true" }, expected: true };
    case 2:
    case 3:
      return { gates: closed, expected: false };
    case 4:
      return { gates: { ...closed, actors: actors(index, 5) }, expected: false };
    case 5:
      return {
        gates: { ...closed, actors: actors(index, 20), groups: ["staff"] },
        expected: false,
      };
    case 6:
      return { gates: { ...closed, percentage_of_actors: "25" }, expected: undefined };
    case 7:
      return {
        gates: {
          ...closed,
          percentage_of_actors: "60",
          groups: ["staff", "early_access"],
        },
        expected: undefined,
      };
    case 8:
      return {
        gates: { ...closed, percentage_of_time: String(index % 20) },
        expected: undefined,
      };
    default:
      return {
        gates: { ...closed, expression: threeConditions(index) },
        expected: false,
      };
  }
}

function actors(index: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, nth) => `User;${index * 1_000 + nth}`);
}

function threeConditions(index: number): object {
  return {
    Any: [
      { Equal: [{ Property: ["plan"] }, "enterprise"] },
      { GreaterThan: [{ Property: ["seats"] }, index] },
      { Equal: [{ Property: ["flipper_id"] }, `Admin;${index}`] },
    ],
  };
}

function tenConditions(index: number): readonly object[] {
  return [
    { Equal: [{ Property: ["plan"] }, { String: ["pro"] }] },
    { NotEqual: [{ Property: ["country"] }, "us"] },
    { GreaterThanOrEqualTo: [{ Property: ["age"] }, 18] },
    { Equal: [{ Boolean: [{ Property: ["verified"] }] }, true] },
    { Any: [{ Equal: [{ Property: ["language"] }, "en"] }] },
    { GreaterThan: [{ Number: [{ Property: ["seats"] }] }, 10] },
    { LessThan: [{ Property: ["version"] }, 300] },
    { NotEqual: [{ Property: ["beta"] }, true] },
    { Equal: [{ Property: ["team"] }, "platform"] },
    { Equal: [index % 2, 0] },
  ];
}
