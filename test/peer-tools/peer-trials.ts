import { createRequire } from "node:module";
import { join } from "node:path";
import fc from "fast-check";
import type { PeerFeature, PeerOptions } from "../../src/core/peers/peer-import.ts";
import { ImportedChecks } from "../core/peers/imported-checks.ts";
import { runsOf } from "../helpers/runs.ts";

/** Where `make test-peers` has installed packaging/peer-tools. */
const tools = process.env.PEER_TOOLS ?? join(import.meta.dir, "../../build/peer-tools");

const load = createRequire(import.meta.url);

/** A file of an installed package. */
export function loadTool<Module>(path: string): Module {
  return load(join(tools, "node_modules", path));
}

/** The properties of an actor; `flipper_id` is the id. */
export type Properties = Readonly<Record<string, unknown>>;

/** Whether a feature is enabled for a context, as the other system says; undefined if it cannot say. */
export type Evaluate = (
  key: string,
  properties: Properties,
) => boolean | undefined | Promise<boolean | undefined>;

export interface Trials<Document> {
  readonly peer: string;
  /** Documents without percentages between 0 and 100, so that contexts can be compared. */
  readonly documents: fc.Arbitrary<Document>;
  readonly evaluatorOf: (document: Document) => Promise<Evaluate>;
  /** What is imported; the document itself by default. */
  readonly imported?: (document: Document) => unknown;
  readonly options?: PeerOptions;
  /** Whether the other system evaluates a context without an id, which is no actor here. */
  readonly hasNobody?: boolean;
}

export interface Counts {
  exact: number;
  narrower: number;
  readonly differences: string[];
}

const contextsPerDocument = 20;

export const texts = [
  "",
  "a",
  "ab",
  "b",
  "1",
  "5",
  "10.5",
  "true",
  "null",
  "pro",
  "Zürich",
] as const;
export const numbers = [-1, 0, 1, 5, 10.5, 18] as const;
export const attributes = ["plan", "age", "beta"] as const;
export const ids = ["1", "5", "a", "User;7"] as const;

const value = fc.oneof(
  { arbitrary: fc.constantFrom(...texts), weight: 5 },
  { arbitrary: fc.constantFrom(...numbers), weight: 4 },
  { arbitrary: fc.boolean(), weight: 2 },
  { arbitrary: fc.constantFrom(undefined), weight: 3 },
  {
    arbitrary: fc.array(fc.oneof(fc.constantFrom(...texts), fc.constantFrom(...numbers)), {
      maxLength: 2,
    }),
    weight: 1,
  },
);
const contexts: fc.Arbitrary<Properties> = fc
  .record({
    flipper_id: fc.constantFrom(...ids),
    plan: value,
    age: value,
    beta: value,
  })
  .map((properties) =>
    Object.fromEntries(Object.entries(properties).filter(([, each]) => each !== undefined)),
  );

/**
 * Checks the law for random documents and contexts: no context is enabled here and disabled there;
 * and a feature that is exact has the same result for every context with an id and without lists.
 */
export async function runTrials<Document>(
  trials: Trials<Document>,
  documents = 100,
): Promise<Counts> {
  const counts: Counts = { exact: 0, narrower: 0, differences: [] };
  await fc.assert(
    fc.asyncProperty(
      trials.documents,
      fc.array(contexts, { minLength: contextsPerDocument, maxLength: contextsPerDocument }),
      async (document, given) => {
        const differences = await differencesOf(trials, document, given, counts);
        counts.differences.push(...differences);
        if (differences.length > 0) {
          throw new Error(`${differences[0]}\n${JSON.stringify(document)}`);
        }
      },
    ),
    { numRuns: runsOf(documents) },
  );
  return counts;
}

async function differencesOf<Document>(
  {
    peer,
    evaluatorOf,
    imported = (document) => document,
    options = {},
    hasNobody = true,
  }: Trials<Document>,
  document: Document,
  given: readonly Properties[],
  counts: Counts,
): Promise<readonly string[]> {
  const evaluate = await evaluatorOf(document);
  const checks = new ImportedChecks(imported(document), peer, options);
  const differences: string[] = [];
  for (const feature of checks.imported.features) {
    for (const properties of hasNobody ? [...given, ...withoutActor(given)] : given) {
      const ours = checks.isEnabled(feature.key, properties, { now: Date.now });
      const theirs = await evaluate(feature.key, properties);
      if (theirs === undefined) {
        continue;
      }
      counts[feature.class === "exact" ? "exact" : "narrower"]++;
      if (ours !== theirs && (ours || isComparable(feature, properties))) {
        const shown = `${JSON.stringify(feature)} for ${JSON.stringify(properties)}`;
        differences.push(`here ${ours}, there ${theirs}: ${shown}`);
      }
    }
  }
  return differences;
}

/** The other system reads the properties of these contexts, and a check without an actor has none. */
function withoutActor(contexts: readonly Properties[]): readonly Properties[] {
  return [{}, ...contexts.map(({ flipper_id: _, ...properties }) => properties)];
}

function isComparable(feature: PeerFeature, properties: Properties): boolean {
  return (
    feature.class === "exact" &&
    properties.flipper_id !== undefined &&
    !Object.values(properties).some(Array.isArray)
  );
}

/** How many of some ids enable each feature, here and there. */
export async function sharesOf(
  peer: string,
  document: unknown,
  evaluate: Evaluate,
  count = 2_000,
): Promise<Readonly<Record<string, { readonly class: string; readonly deviations: number }>>> {
  const checks = new ImportedChecks(document, peer);
  const shares: Record<string, { class: string; deviations: number }> = {};
  for (const { key, class: kind } of checks.imported.features) {
    let ours = 0;
    let theirs = 0;
    for (let index = 0; index < count; index++) {
      const properties = {
        flipper_id: `user-${index}`,
        plan: `plan-${index * 7}`,
        age: 18,
        beta: true,
      };
      const inputs = { now: Date.now, random: Math.random };
      ours += checks.isEnabled(key, properties, inputs) ? 1 : 0;
      theirs += (await evaluate(key, properties)) ? 1 : 0;
    }
    const rate = Math.max(ours + theirs, 1) / 2 / count;
    // Of the difference of two counts.
    const deviation = Math.sqrt(2 * count * rate * (1 - rate)) || 1;
    shares[key] = { class: kind, deviations: (ours - theirs) / deviation };
  }
  return shares;
}

/**
 * Checks the percentages of random documents: never more ids than there, and as many if the feature
 * is as large there. Chance alone exceeds the five deviations once in some million features.
 */
export async function runShareTrials<Document>(
  { peer, documents, evaluatorOf, imported = (document) => document }: Trials<Document>,
  count = 20,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      const evaluate = await evaluatorOf(document);
      const shares = await sharesOf(peer, imported(document), evaluate, 500);
      for (const [key, { class: kind, deviations }] of Object.entries(shares)) {
        if (deviations > 5 || (kind === "share" && deviations < -5)) {
          throw new Error(`${kind} ${key} by ${deviations}: ${JSON.stringify(document)}`);
        }
      }
    }),
    { numRuns: runsOf(count) },
  );
}
