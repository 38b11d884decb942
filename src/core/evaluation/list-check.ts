import { ActorCheck, isSimple } from "./actor-check.ts";
import type { GateKey } from "./gates.ts";
import { type ListPlan, listPlanOf } from "./list-plan.ts";
import { runSteps } from "./run-steps.ts";
import type { Toggle } from "./toggle.ts";

/**
 * A check that also takes lists of toggles. Faster than single checks, as results are put into a
 * map only if a feature refers to others.
 */
export class ListCheck extends ActorCheck {
  #list: AnsweredList | undefined;

  /** The indexes of the toggles that are enabled, in any order; the list has no toggle twice. */
  enabledAmong(toggles: readonly Toggle[]): readonly number[] {
    if (this.#hasAnswered) {
      return runSteps(this.#enabledOneByOne(toggles));
    }
    const answered = this.#answerAlone(toggles);
    return answered.referring.length === 0 ? answered.enabled : runSteps(this.#enabledOf(answered));
  }

  /** As `enabledAmong`; each step takes time for a few expressions at most. */
  *enabledAmongInSteps(toggles: readonly Toggle[]): Generator<void, readonly number[]> {
    if (this.#hasAnswered) {
      return yield* this.#enabledOneByOne(toggles);
    }
    this.#list = yield* this.#answerAloneInSteps(toggles);
    return yield* this.#enabledOf(this.#list);
  }

  /** The matching gate of each toggle; null without one. The list has no toggle twice. */
  openGatesAmong(toggles: readonly Toggle[]): readonly (GateKey | null)[] {
    if (this.#hasAnswered) {
      return runSteps(this.#openGatesOneByOne(toggles));
    }
    const answered = this.#answerAlone(toggles);
    return answered.referring.length === 0
      ? openGatesAlone(answered)
      : runSteps(this.#openGatesOf(answered));
  }

  /** As `openGatesAmong`; each step takes time for a few expressions at most. */
  *openGatesAmongInSteps(toggles: readonly Toggle[]): Generator<void, readonly (GateKey | null)[]> {
    if (this.#hasAnswered) {
      return yield* this.#openGatesOneByOne(toggles);
    }
    this.#list = yield* this.#answerAloneInSteps(toggles);
    return yield* this.#openGatesOf(this.#list);
  }

  protected override alreadyKnown(): Map<string, GateKey | null> {
    const known = super.alreadyKnown();
    const list = this.#list;
    if (list !== undefined) {
      const openGates = new Map(list.enabled.map((index, at) => [index, list.openGates[at]]));
      const referring = new Set(list.referring);
      for (const [index, toggle] of list.toggles.entries()) {
        if (!isSimple(toggle) && !referring.has(index)) {
          known.set(toggle.key, openGates.get(index) ?? null);
        }
      }
    }
    return known;
  }

  get #hasAnswered(): boolean {
    return this.graph !== undefined || this.#list !== undefined;
  }

  *#enabledOneByOne(toggles: readonly Toggle[]): Generator<void, readonly number[]> {
    const enabled: number[] = [];
    for (const [index, toggle] of toggles.entries()) {
      if ((yield* this.openGateInSteps(toggle)) !== null) {
        enabled.push(index);
      }
    }
    return enabled;
  }

  /** Checks the features that refer to others, after all features that do not. */
  *#enabledOf({
    toggles,
    enabled: alone,
    referring,
  }: AnsweredList): Generator<void, readonly number[]> {
    const enabled = [...alone];
    for (const place of referring) {
      const toggle = toggles[place];
      if (toggle !== undefined && (yield* this.openGateInSteps(toggle)) !== null) {
        enabled.push(place);
      }
      yield;
    }
    return enabled;
  }

  *#openGatesOneByOne(toggles: readonly Toggle[]): Generator<void, readonly (GateKey | null)[]> {
    const gates: (GateKey | null)[] = [];
    for (const toggle of toggles) {
      gates.push(yield* this.openGateInSteps(toggle));
    }
    return gates;
  }

  *#openGatesOf(answered: AnsweredList): Generator<void, readonly (GateKey | null)[]> {
    const { toggles, referring } = answered;
    const gates = openGatesAlone(answered);
    for (const place of referring) {
      const toggle = toggles[place];
      if (toggle !== undefined) {
        gates[place] = yield* this.openGateInSteps(toggle);
      }
      yield;
    }
    return gates;
  }

  *#answerAloneInSteps(toggles: readonly Toggle[]): Generator<void, AnsweredList> {
    const answered = emptyAnswers(toggles);
    for (let start = 0; start < toggles.length; start += togglesPerStep) {
      this.#answerAloneFrom(answered, start, Math.min(start + togglesPerStep, toggles.length));
      yield;
    }
    return answered;
  }

  #answerAlone(toggles: readonly Toggle[]): AnsweredList {
    const answered = emptyAnswers(toggles);
    const plan = listPlanOf(toggles);
    if (this.gates.isNamedIn(plan.names)) {
      this.#answerAloneFrom(answered, 0, toggles.length);
    } else {
      this.#answerUnnamed(answered, plan);
    }
    this.#list = answered;
    return answered;
  }

  /** As `#answerAloneFrom`, without the gates that match only actors whom they list. */
  #answerUnnamed({ toggles, enabled, openGates, referring }: AnsweredList, plan: ListPlan) {
    for (const index of plan.percentages) {
      const toggle = toggles[index];
      if (toggle !== undefined && this.gates.isInPercentageOfActors(toggle)) {
        enabled.push(index);
        openGates.push("percentage_of_actors");
      }
    }
    for (const index of plan.others) {
      const toggle = toggles[index];
      const openGate = toggle === undefined ? null : this.gates.openGate(toggle);
      if (openGate === undefined) {
        referring.push(index);
      } else if (openGate !== null) {
        enabled.push(index);
        openGates.push(openGate);
      }
    }
  }

  /** A loop of its own, not in a generator, because most of the time of a check is spent here. */
  #answerAloneFrom(
    { toggles, enabled, openGates, referring }: AnsweredList,
    start: number,
    end: number,
  ) {
    for (let index = start; index < end; index++) {
      const toggle = toggles[index];
      const openGate = toggle === undefined ? null : this.gates.openGate(toggle);
      if (openGate === undefined) {
        referring.push(index);
      } else if (openGate !== null) {
        enabled.push(index);
        openGates.push(openGate);
      }
    }
  }
}

/** So few that compiling their largest expressions takes some milliseconds. */
const togglesPerStep = 8;

/** A checked list. */
interface AnsweredList {
  readonly toggles: readonly Toggle[];
  /** The indexes of features enabled without other features, and the gates that match. */
  readonly enabled: number[];
  readonly openGates: GateKey[];
  /** The indexes of features that refer to others. */
  readonly referring: number[];
}

/** By the indexes of the toggles; null for features that refer to others. */
function openGatesAlone({ toggles, enabled, openGates }: AnsweredList): (GateKey | null)[] {
  const gates = new Array<GateKey | null>(toggles.length).fill(null);
  for (let at = 0; at < enabled.length; at++) {
    gates[enabled[at] ?? 0] = openGates[at] ?? null;
  }
  return gates;
}

function emptyAnswers(toggles: readonly Toggle[]): AnsweredList {
  return { toggles, enabled: [], openGates: [], referring: [] };
}
