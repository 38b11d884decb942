import { ActorCheck } from "../../core/evaluation/actor-check.ts";
import type { Actor } from "../../core/evaluation/actor-context.ts";
import { expectedShare } from "../../core/evaluation/expected-share.ts";
import { withFixedDraws } from "../../core/evaluation/explain-check.ts";
import { closedGates, type Gates } from "../../core/evaluation/gates.ts";
import { Toggle } from "../../core/evaluation/toggle.ts";
import type { Caller } from "../../core/model/caller.ts";
import { inSlices } from "../../core/scheduling/shared-slices.ts";
import { isJsonObject } from "../../core/text/json-object.ts";
import type { ExpensiveAnswers } from "../services/expensive-answers.ts";
import type { CheckedFeatures, FeatureReads } from "../services/feature-reads.ts";
import { checkPriceMax } from "../services/large-checks.ts";
import type { ActorSamples } from "./actor-samples.ts";
import type { SampledActor } from "./bottom-sample.ts";
import type { GateSides, GateSidesSteps } from "./gates-after.ts";
import { type FeatureEstimate, SampledCounts } from "./sampled-counts.ts";

/** What changes do to checks, as far as the gates and the sample say. */
export interface ImpactEstimate {
  /** How many actors were evaluated; null if the project keeps no sample. */
  readonly sampleSize: number | null;
  readonly features: ReadonlyMap<string, FeatureEstimate>;
}

interface Sides {
  readonly before: CheckedFeatures;
  readonly after: CheckedFeatures;
}

/** Estimates which share of the actors has features before and after changes. */
export class ImpactEstimates {
  readonly #features: FeatureReads;
  readonly #samples: ActorSamples | undefined;
  readonly #answers: ExpensiveAnswers;

  constructor(
    features: FeatureReads,
    samples: ActorSamples | undefined,
    answers: ExpensiveAnswers,
  ) {
    this.#features = features;
    this.#samples = samples;
    this.#answers = answers;
  }

  /** Rejects with `unavailable` while too many estimates wait, and with errors of the changes. */
  estimate(caller: Caller, changes: GateSidesSteps, signal: AbortSignal): Promise<ImpactEstimate> {
    return this.#answers.run(caller, () => inSlices(this.#steps(caller, changes)), signal);
  }

  *#steps(caller: Caller, changes: GateSidesSteps): Generator<void, ImpactEstimate> {
    const changed = yield* changes;
    const sample = this.#samples?.of(caller.environment) ?? null;
    const sides = this.#sides(caller, changed);
    const sizeMax = sample === null ? 0 : yield* this.#sizeMax(caller, changed, sides);
    const actors = sample?.actors.slice(0, sizeMax) ?? [];
    const counts = new Map<string, SampledCounts>();
    for (const [key, { before, after }] of changed) {
      counts.set(key, new SampledCounts(expected(before), expected(after)));
    }
    for (const actor of actors) {
      yield* this.#evaluate(caller, actor, sides, counts);
    }
    return {
      sampleSize: sample === null ? null : actors.length,
      features: new Map(Array.from(counts, ([key, each]) => [key, each.estimate()])),
    };
  }

  #sides(caller: Caller, changed: ReadonlyMap<string, GateSides>): Sides {
    const before = this.#features.snapshot(caller);
    const toggles = new Map<string, Toggle | undefined>();
    for (const [key, { after }] of changed) {
      toggles.set(key, after === null ? undefined : new Toggle(key, after));
    }
    const find = (key: string) => (toggles.has(key) ? toggles.get(key) : before.find(key));
    const all = function* (): Generator<Toggle> {
      for (const toggle of before.eachToggle()) {
        yield find(toggle.key) ?? toggle;
      }
    };
    return { before, after: { find, eachToggle: all } };
  }

  /** How many actors can be evaluated: the smaller sample of an expensive check is one too. */
  *#sizeMax(
    caller: Caller,
    changed: ReadonlyMap<string, GateSides>,
    sides: Sides,
  ): Generator<void, number> {
    let price = 1;
    for (const features of [sides.before, sides.after]) {
      const toggles = [...changed.keys()].flatMap((key) => features.find(key) ?? []);
      price += yield* this.#features.priceOfCheck(caller, toggles, features);
    }
    return Math.floor(checkPriceMax / price);
  }

  *#evaluate(
    caller: Caller,
    sampled: SampledActor,
    sides: Sides,
    counts: ReadonlyMap<string, SampledCounts>,
  ): Generator<void, void> {
    const actor = actorOf(sampled);
    const groups = new Set(sampled.groups);
    const inputs = withFixedDraws(
      this.#features.checkInputs(caller, groups, undefined, sides.before),
    );
    // With the same draws, so that chance alone is no difference.
    const check = (features: CheckedFeatures) =>
      new ActorCheck([actor], { ...inputs, find: (key) => features.find(key) });
    const [before, after] = [check(sides.before), check(sides.after)];
    for (const [key, each] of counts) {
      const isBefore = yield* isEnabled(before, sides.before.find(key));
      const isAfter = yield* isEnabled(after, sides.after.find(key));
      each.add(isBefore, isAfter, sampled.properties !== null);
      yield;
    }
  }
}

function expected(gates: Gates | null) {
  return expectedShare(gates ?? closedGates);
}

function* isEnabled(check: ActorCheck, toggle: Toggle | undefined): Generator<void, boolean> {
  return toggle !== undefined && (yield* check.openGateInSteps(toggle)) !== null;
}

function actorOf({ flipperId, properties }: SampledActor): Actor {
  const parsed: unknown = JSON.parse(properties ?? "{}");
  return { flipperId, properties: isJsonObject(parsed) ? parsed : {} };
}
