import { ActorCheck, type CheckInputs } from "../../core/evaluation/actor-check.ts";
import type { Actor } from "../../core/evaluation/actor-context.ts";
import {
  type ActorFeature,
  actorFeatureOf,
  isClose,
  pointsMissing,
} from "../../core/evaluation/actor-feature.ts";
import { ExplainedFeatures, withFixedDraws } from "../../core/evaluation/explain-check.ts";
import { expressionsOfChance } from "../../core/evaluation/expressions-of-chance.ts";
import type { GateKey } from "../../core/evaluation/gates.ts";
import { ListCheck } from "../../core/evaluation/list-check.ts";
import type { Toggle } from "../../core/evaluation/toggle.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { State } from "../../core/model/state.ts";
import { ownToggle } from "../../core/model/state-lookups.ts";
import { hashIds } from "../../core/percentages/bucket.ts";
import { inSlices } from "../../core/scheduling/shared-slices.ts";
import { compareUtf8 } from "../../core/text/compare-utf8.ts";
import { foldCase } from "../../core/text/fold-case.ts";
import type { ExpensiveAnswers } from "./expensive-answers.ts";
import { termsMax } from "./explain-service.ts";
import type { CheckedFeatures, DeclaredGroups, FeatureReads } from "./feature-reads.ts";
import { refuseExpensiveCheck } from "./large-checks.ts";
import { pastInputs } from "./past-inputs.ts";
import type { AskedMoment, PastMoment } from "./past-moment.ts";
import type { PastReader } from "./past-reader.ts";
import type { PastSnapshot } from "./past-snapshot.ts";

export interface ActorQuestion {
  readonly actor: Actor;
  readonly declaredGroups: DeclaredGroups;
  readonly isKnownGroup: (group: string) => boolean;
  readonly others: readonly Environment[];
  /** Null for now. */
  readonly moment: AskedMoment | null;
  readonly page: ActorFeaturePage;
  readonly requestIdOf: () => string | null;
  readonly signal: AbortSignal;
}

export interface ActorFeaturePage {
  readonly only: "on" | "off" | "close" | undefined;
  /** In any letter case. */
  readonly text: string | undefined;
  /** The key of the last feature of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** A feature in another environment. */
export interface ElsewhereResult {
  readonly enabled: boolean;
  readonly mirrorsProduction: boolean;
}

export interface ListedActorFeature extends ActorFeature {
  readonly toggle: Toggle;
  /** In the order of `others`. */
  readonly environments: readonly ElsewhereResult[];
}

export interface ActorFeatureList {
  readonly counts: {
    readonly all: number;
    readonly on: number;
    readonly off: number;
    readonly close: number;
  };
  readonly features: readonly ListedActorFeature[];
  readonly next: string | null;
  /** Null for now. */
  readonly moment: PastMoment | null;
}

/** The features of one environment with what decides about them. */
interface CheckedPlace {
  readonly found: CheckedFeatures;
  readonly inputs: CheckInputs;
  /** Whether the environment has no own gates of a feature. */
  readonly isMirrored: (key: string) => boolean;
}

/** The asked environment, and the others in their order. */
interface CheckedPlaces {
  readonly here: CheckedPlace;
  readonly others: readonly CheckedPlace[];
  readonly moment: PastMoment | null;
}

/** A checked feature. */
interface Checked {
  readonly toggle: Toggle;
  readonly gate: GateKey | null;
  readonly isClose: boolean;
}

/** The results of all features for one actor; they do not count as evaluations. */
export class ActorFeatures {
  readonly #features: FeatureReads;
  readonly #past: PastReader;
  readonly #answers: ExpensiveAnswers;
  readonly #state: () => State;

  constructor(
    features: FeatureReads,
    past: PastReader,
    answers: ExpensiveAnswers,
    state: () => State,
  ) {
    this.#features = features;
    this.#past = past;
    this.#answers = answers;
    this.#state = state;
  }

  /**
   * Rejects as `ExplainService.explainEach`, whose explanations wait in the same queue. A moment of the
   * past waits in the queue of the past, and rejects as `PastReader.all` in addition.
   */
  list(caller: Caller, question: ActorQuestion): Promise<ActorFeatureList> {
    const answers = question.moment === null ? this.#answers : this.#past.answers;
    return answers.run(
      caller,
      async () => {
        const places =
          question.moment === null
            ? this.#placesNow(caller, question)
            : await this.#placesThen(caller, question, question.moment);
        return inSlices(this.#listSteps(caller, question, places));
      },
      question.signal,
    );
  }

  *#listSteps(
    caller: Caller,
    question: ActorQuestion,
    { here, others, moment }: CheckedPlaces,
  ): Generator<void, ActorFeatureList> {
    const { actor, page, isKnownGroup } = question;
    const inputs = withFixedDraws(here.inputs);
    const elsewhere = others.map((place) => resultsElsewhere(actor, place, inputs));
    const toggles = yield* collected(here.found.eachToggle());
    yield* refuseExpensiveCheck(this.#features, caller, toggles, 1, here.found);
    const gates = yield* new ListCheck([actor], inputs).openGatesAmongInSteps(toggles);
    const checked = yield* checkedSteps(toggles, gates, actor, inputs);
    const ofChance = yield* expressionsOfChance(toggles);
    const { listed, next } = pageOf(checked, page);
    const explained = new ExplainedFeatures([actor], { ...inputs, isKnownGroup }, termsMax);
    const features: ListedActorFeature[] = [];
    for (const { toggle, gate } of listed) {
      const explanation = yield* explained.explain(toggle);
      const feature = actorFeatureOf(toggle, gate, explanation, ofChance.has(toggle.key));
      const environments: ElsewhereResult[] = [];
      for (const resultOf of elsewhere) {
        environments.push(yield* resultOf(toggle.key));
      }
      features.push({ ...feature, toggle, environments });
      yield;
    }
    return { counts: countsOf(checked), features, next, moment };
  }

  #placesNow(caller: Caller, question: ActorQuestion): CheckedPlaces {
    const state = this.#state();
    const placeIn = (environment: Environment): CheckedPlace => {
      const there = { ...caller, environment };
      const found = this.#features.snapshot(there);
      const isCopy = environment.kind !== "production";
      return {
        found,
        inputs: this.#inputsIn(there, question, found),
        isMirrored: (key) => isCopy && ownToggle(state, environment, key) === undefined,
      };
    };
    const here = placeIn(caller.environment);
    return { here, others: question.others.map(placeIn), moment: null };
  }

  async #placesThen(
    caller: Caller,
    question: ActorQuestion,
    moment: AskedMoment,
  ): Promise<CheckedPlaces> {
    const [first, ...others] = await this.#past.all(caller, moment, question.others);
    const placeOf = (snapshot: PastSnapshot): CheckedPlace => ({
      found: snapshot,
      inputs: pastInputs(this.#inputsIn(caller, question, snapshot), first.moment),
      isMirrored: (key) => snapshot.isMirrored(key),
    });
    return { here: placeOf(first), others: others.map(placeOf), moment: first.moment };
  }

  #inputsIn(caller: Caller, question: ActorQuestion, found: CheckedFeatures): CheckInputs {
    const { declaredGroups, requestIdOf } = question;
    return this.#features.checkInputs(caller, declaredGroups, requestIdOf, found);
  }
}

/** A function that checks a feature in another environment, at the moment of the first check. */
function resultsElsewhere(
  actor: Actor,
  { found, inputs, isMirrored }: CheckedPlace,
  { now, random }: CheckInputs,
) {
  const check = new ActorCheck([actor], { ...inputs, now, random });
  return function* resultOf(key: string): Generator<void, ElsewhereResult> {
    const toggle = found.find(key);
    const gate = toggle === undefined ? null : yield* check.openGateInSteps(toggle);
    return { enabled: gate !== null, mirrorsProduction: isMirrored(key) };
  };
}

function* collected(toggles: Iterable<Toggle>): Generator<void, readonly Toggle[]> {
  const found: Toggle[] = [];
  for (const toggle of toggles) {
    found.push(toggle);
    yield;
  }
  return found;
}

function* checkedSteps(
  toggles: readonly Toggle[],
  gates: readonly (GateKey | null)[],
  { flipperId }: Actor,
  { crc32 }: CheckInputs,
): Generator<void, readonly Checked[]> {
  const hashed = hashIds([flipperId], crc32);
  const checked: Checked[] = [];
  for (const [index, toggle] of toggles.entries()) {
    const gate = gates[index] ?? null;
    const percentage = toggle.gates.percentageOfActors;
    const points =
      gate === null && percentage > 0
        ? pointsMissing(toggle.buckets(crc32).of(hashed), percentage)
        : null;
    checked.push({ toggle, gate, isClose: isClose(points) });
    yield;
  }
  return checked;
}

function countsOf(checked: readonly Checked[]): ActorFeatureList["counts"] {
  const on = checked.filter(({ gate }) => gate !== null).length;
  const close = checked.filter((each) => each.isClose).length;
  return { all: checked.length, on, off: checked.length - on, close };
}

function pageOf(checked: readonly Checked[], { only, text, after, limit }: ActorFeaturePage) {
  const folded = foldCase(text ?? "");
  const matching = checked.filter(
    ({ toggle: { key }, ...each }) =>
      (only === undefined || isAmong(only, each)) &&
      (folded === "" || foldCase(key).includes(folded)) &&
      (after === undefined || compareUtf8(key, after) > 0),
  );
  const listed = matching.slice(0, limit);
  const next = matching.length > limit ? (listed.at(-1)?.toggle.key ?? null) : null;
  return { listed, next };
}

function isAmong(
  only: NonNullable<ActorFeaturePage["only"]>,
  each: Pick<Checked, "gate" | "isClose">,
): boolean {
  return only === "close" ? each.isClose : (each.gate !== null) === (only === "on");
}
