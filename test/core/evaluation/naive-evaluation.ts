import type { Actor } from "../../../src/core/evaluation/actor-context.ts";
import type { Toggle } from "../../../src/core/evaluation/toggle.ts";
import { Compilation } from "../../../src/core/expressions/compilation.ts";
import { EvaluationError } from "../../../src/core/expressions/evaluation-error.ts";
import type { Argument } from "../../../src/core/expressions/expression.ts";
import { isTruthy } from "../../../src/core/expressions/expression-value.ts";
import { findOperator } from "../../../src/core/expressions/operator-registry.ts";
import { toTextOrNull } from "../../../src/core/expressions/text-conversion.ts";

type Toggles = ReadonlyMap<string, Toggle>;
type Enabled = (key: string) => boolean;

/** All arguments first, then the operator. Throws an `EvaluationError`. */
function evaluated(argument: Argument, toggle: Toggle, actor: Actor, enabled: Enabled): unknown {
  if (typeof argument !== "object") {
    return argument;
  }
  const [[name, args] = ["", []]] = Object.entries(argument);
  const values = args.map((arg) => evaluated(arg, toggle, actor, enabled));
  if (name === "FeatureEnabled") {
    const key = toTextOrNull(values[0]);
    return key !== null && enabled(key);
  }
  const terms = values.map((value) => ({ evaluate: () => value, fallible: false }));
  return findOperator(name)
    ?.compile(terms, new Compilation())
    .evaluate({
      featureKey: toggle.key,
      properties: { ...actor.properties, flipper_id: actor.flipperId },
      references: [],
      now: () => 0,
      random: () => 0,
      crc32: Bun.hash.crc32,
    });
}

const nobody: Actor = { flipperId: "", properties: {} };

/** Whether one of the actors makes it true; for whom it fails, it is false. */
function isForSome(actors: readonly Actor[], isTrue: (actor: Actor) => boolean): boolean {
  return (actors.length === 0 ? [nobody] : actors).some((actor) => {
    try {
      return isTrue(actor);
    } catch (error) {
      if (error instanceof EvaluationError) {
        return false;
      }
      throw error;
    }
  });
}

function isNamed({ gates }: Toggle, actors: readonly Actor[]): boolean {
  return actors.some(({ flipperId }) => [...gates.actors].includes(flipperId));
}

/**
 * Asks a feature whenever an expression does, as version 0.1.0 did: a feature that is being
 * evaluated is disabled. Takes time for every path.
 */
export function recursiveAnswer(
  toggles: Toggles,
  actors: readonly Actor[],
  key: string,
  evaluating: readonly string[] = [],
): boolean {
  const toggle = toggles.get(key);
  if (toggle === undefined || evaluating.includes(key)) {
    return false;
  }
  const { expression } = toggle.gates;
  const enabled = (other: string) => recursiveAnswer(toggles, actors, other, [...evaluating, key]);
  return (
    isNamed(toggle, actors) ||
    (expression !== null &&
      isForSome(actors, (actor) => isTruthy(evaluated(expression, toggle, actor, enabled))))
  );
}

/**
 * The rule for cycles (docs/decisions.md#expressions), for names that are constants: by search for
 * all features that lead to each other, and by repetition until no answer changes.
 */
export class CycleRule {
  readonly #toggles: Toggles;
  readonly #actors: readonly Actor[];
  readonly #answers = new Map<string, boolean>();

  constructor(toggles: Toggles, actors: readonly Actor[]) {
    this.#toggles = toggles;
    this.#actors = actors;
  }

  answer(key: string): boolean {
    const known = this.#answers.get(key);
    if (known !== undefined) {
      return known;
    }
    const reached = this.#reachedFrom(key);
    const others = [...reached].filter((other) => this.#reachedFrom(other).has(key));
    const cycle = [...new Set([key, ...others])];
    const answers = this.#leastAnswers(cycle, this.#leastAnswers(cycle, new Set()));
    for (const each of cycle) {
      this.#answers.set(each, answers.has(each));
    }
    return answers.has(key);
  }

  /** `before` are the features of the cycle that operators other than `All` and `Any` see enabled. */
  #leastAnswers(cycle: readonly string[], before: ReadonlySet<string>): ReadonlySet<string> {
    const enabled = new Set<string>();
    for (let size = -1; size < enabled.size; ) {
      size = enabled.size;
      for (const key of cycle.filter((each) => this.#isEnabled(each, cycle, enabled, before))) {
        enabled.add(key);
      }
    }
    return enabled;
  }

  #isEnabled(
    key: string,
    cycle: readonly string[],
    enabled: ReadonlySet<string>,
    before: ReadonlySet<string>,
  ): boolean {
    const toggle = this.#toggles.get(key);
    if (toggle === undefined) {
      return false;
    }
    const { expression } = toggle.gates;
    const within = (known: ReadonlySet<string>) => (other: string) =>
      other !== key && (cycle.includes(other) ? known.has(other) : this.answer(other));
    const holds = (argument: Argument, actor: Actor): boolean => {
      const [[name, args] = ["", []]] =
        typeof argument === "object" ? Object.entries(argument) : [];
      if (name === "All" || name === "Any") {
        // Every part is evaluated, as one that fails makes the whole expression fail.
        const parts = args.map((arg) => holds(arg, actor));
        return name === "All" ? parts.every(Boolean) : parts.some(Boolean);
      }
      const known = within(name === "FeatureEnabled" ? enabled : before);
      return isTruthy(evaluated(argument, toggle, actor, known));
    };
    return (
      isNamed(toggle, this.#actors) ||
      (expression !== null && isForSome(this.#actors, (actor) => holds(expression, actor)))
    );
  }

  /** Without the feature itself, unless a way leads back to it. */
  #reachedFrom(key: string): ReadonlySet<string> {
    const reached = new Set<string>();
    const next = [key];
    for (let from = next.pop(); from !== undefined; from = next.pop()) {
      for (const name of namesIn(this.#toggles.get(from)?.gates.expression ?? "")) {
        if (!reached.has(name)) {
          reached.add(name);
          next.push(name);
        }
      }
    }
    return reached;
  }
}

function namesIn(argument: Argument): readonly string[] {
  return typeof argument !== "object"
    ? []
    : Object.entries(argument).flatMap(([name, args]) =>
        name === "FeatureEnabled" ? args.map(String) : args.flatMap(namesIn),
      );
}
