import { isJsonObject, type JsonObject } from "../../text/json-object.ts";
import type { ActorIds } from "../actor-ids.ts";
import { Attribute } from "../attribute.ts";
import {
  all,
  always,
  any,
  type Bounds,
  choose,
  firstMatch,
  limited,
  never,
  not,
  type Rule,
  unknown,
} from "../bounds.ts";
import {
  asNumber,
  isGiven,
  listIn,
  memberOf,
  objectIn,
  objectsIn,
  textIn,
  textsIn,
} from "../document-values.ts";
import { reference } from "../reference.ts";
import { constantBounds, servedBounds } from "./launchdarkly-rollouts.ts";
import { isOfUsers, type LaunchDarklySegments } from "./launchdarkly-segments.ts";

/** A flag in one environment. */
export interface LaunchDarklyFlag {
  readonly key: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly isArchived: boolean;
  /** The values of the variations. */
  readonly variations: readonly unknown[];
  readonly state: JsonObject;
}

export function isBooleanFlag({ variations }: LaunchDarklyFlag): boolean {
  return variations.length > 0 && variations.every((value) => typeof value === "boolean");
}

/** Whether a flag becomes a feature: the others are dropped. */
function isImported(flag: LaunchDarklyFlag): boolean {
  return isBooleanFlag(flag) && !flag.isArchived && isGiven(flag.state, "fallthrough");
}

/** How many flags need others in a chain, at most. */
const chainMax = 100;

type IsWanted = (variation: number) => boolean | undefined;

/** When flags are enabled, with the flags that they need. */
export class LaunchDarklyFlags {
  readonly #flags: ReadonlyMap<string, LaunchDarklyFlag>;
  readonly #segments: LaunchDarklySegments;
  readonly #ids: ActorIds;
  /** Undefined while a flag is being read. */
  readonly #bounds = new Map<string, Bounds | undefined>();
  /**
   * The flags whose evaluation can fail, which ends the evaluation of flags that need them too. Also
   * those in chains that are too long, as they may end in a circle.
   */
  readonly #failing = new Set<string>();
  #openCount = 0;

  constructor(flags: readonly LaunchDarklyFlag[], segments: LaunchDarklySegments, ids: ActorIds) {
    this.#flags = new Map(flags.map((flag) => [flag.key, flag]));
    this.#segments = segments;
    this.#ids = ids;
  }

  /** When a flag serves true. */
  enabled(flag: LaunchDarklyFlag): Bounds {
    const { key, variations } = flag;
    const known = this.#bounds.get(key);
    if (known !== undefined) {
      return known;
    }
    if (this.#bounds.has(key)) {
      this.#failing.add(key);
      return unknown(`the flag ${key} needs itself`);
    }
    if (this.#openCount === chainMax) {
      this.#failing.add(key);
      return unknown("it needs features in a chain that is too long");
    }
    this.#openCount++;
    this.#bounds.set(key, undefined);
    const bounds = this.#serves(flag, (index) =>
      index in variations ? variations[index] === true : undefined,
    );
    this.#openCount--;
    this.#bounds.set(key, bounds);
    return bounds;
  }

  /** When a flag serves one of the wanted variations. */
  #serves({ key, state }: LaunchDarklyFlag, isWanted: IsWanted): Bounds {
    const offVariation = memberOf(state, "offVariation");
    const off = constantBounds(
      typeof offVariation === "number" ? isWanted(offVariation) : undefined,
    );
    if (memberOf(state, "on") !== true) {
      return off;
    }
    const prerequisites = objectsIn(state, "prerequisites");
    const needed = all([always, ...prerequisites.map((each) => this.#prerequisite(each))]);
    const served: IsWanted = (variation) => {
      const wanted = isWanted(variation);
      if (wanted === undefined) {
        this.#failing.add(key);
      }
      return wanted;
    };
    const serve = (rule: JsonObject) => servedBounds(rule, served, `flag ${key}`, this.#ids);
    const rules = objectsIn(state, "rules")
      .filter((rule) => Array.isArray(rule.clauses))
      .map((rule) => this.#rule(key, rule, serve));
    const on = firstMatch(
      [...this.#targets(state, served), ...rules],
      serve(objectIn(state, "fallthrough") ?? {}),
    );
    if (!prerequisites.some((each) => this.#failing.has(textIn(each, "key") ?? ""))) {
      return choose(needed, on, off);
    }
    this.#failing.add(key);
    const loss = "a flag that it needs fails in LaunchDarkly, or is in a chain that is too long";
    return limited(all([needed, on]), always, loss);
  }

  /** A rule that fails in LaunchDarkly ends the evaluation with the caller's default. */
  #rule(key: string, rule: JsonObject, serve: (rule: JsonObject) => Bounds): Rule {
    const clauses = objectsIn(rule, "clauses");
    if (clauses.some((each) => this.#segments.isFailing(each))) {
      this.#failing.add(key);
      const failed = unknown("it has a rule that fails in LaunchDarkly");
      return { condition: failed, result: failed };
    }
    const conditions = clauses.map((each) => this.#segments.clause(each));
    return { condition: all([always, ...conditions]), result: serve(rule) };
  }

  #targets(state: JsonObject, isWanted: IsWanted): readonly Rule[] {
    const targets = objectsIn(state, "targets");
    const contextTargets = objectsIn(state, "contextTargets");
    const ordered =
      contextTargets.length === 0
        ? targets
        : contextTargets.map((each) =>
            isOfUsers(each)
              ? (targets.find(({ variation }) => variation === each.variation) ?? {})
              : each,
          );
    const id = new Attribute("key", this.#ids);
    return ordered
      .filter((target) => listIn(target, "values").length > 0)
      .map(
        (target): Rule => ({
          condition: isOfUsers(target)
            ? any([never, ...textsIn(target, "values").map((value) => id.equals(value))])
            : unknown(`it uses the context kind ${textIn(target, "contextKind") ?? ""}`),
          result: constantBounds(isWanted(asNumber(memberOf(target, "variation") ?? -1))),
        }),
      );
  }

  /** Whether another flag is on and serves a certain variation. */
  #prerequisite(prerequisite: JsonObject): Bounds {
    const key = textIn(prerequisite, "key") ?? "";
    const wanted = memberOf(prerequisite, "variation");
    const flag = this.#flags.get(key);
    if (flag === undefined) {
      return unknown(`the flag ${key} that it needs is not in the document`);
    }
    if (memberOf(flag.state, "on") !== true) {
      return never;
    }
    const bounds = this.enabled(flag);
    const value = flag.variations[asNumber(wanted)];
    const isOnly = flag.variations.filter((each) => each === value).length === 1;
    if (!isImported(flag) || !isOnly) {
      return unknown(`it needs a variation of the flag ${key}`);
    }
    const enabled = reference(key, bounds);
    return value === true ? enabled : not(enabled);
  }
}

/** A flag as the REST API describes it, in one environment. */
export function flagOfApi(flag: JsonObject, environment: string): LaunchDarklyFlag {
  return {
    ...described(flag, textIn(flag, "key") ?? ""),
    variations: objectsIn(flag, "variations").map(({ value }) => value),
    state: objectIn(objectIn(flag, "environments") ?? {}, environment) ?? {},
  };
}

/** A flag as the SDKs receive it, by its key. */
export function flagOfSdk(key: string, flag: unknown): LaunchDarklyFlag {
  const state = isJsonObject(flag) ? flag : {};
  return { ...described(state, key), variations: listIn(state, "variations"), state };
}

function described(flag: JsonObject, key: string) {
  return {
    key,
    description: textIn(flag, "description") || null,
    tags: textsIn(flag, "tags"),
    isArchived: memberOf(flag, "archived") === true || memberOf(flag, "deleted") === true,
  };
}
