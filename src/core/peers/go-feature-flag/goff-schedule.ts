import { isJsonObject, type JsonObject } from "../../text/json-object.ts";
import { isGiven, memberOf, objectIn, objectsIn, textIn } from "../document-values.ts";
import { timeIn } from "./goff-time.ts";

/** A flag with the scheduled steps whose time has come. */
interface ScheduledFlag {
  readonly flag: JsonObject;
  readonly notes: readonly string[];
  /** The time of the first step that is not applied, in milliseconds since the epoch. */
  readonly nextStep?: number;
  /** Why the steps cannot be imported. */
  readonly loss?: string;
}

/** Applies the steps until `now` as GO Feature Flag does, and names the others. */
export function scheduledFlag(sent: JsonObject, now: number | undefined): ScheduledFlag {
  const steps = objectsIn(sent, "scheduledRollout");
  if (steps.length === 0) {
    return { flag: sent, notes: [] };
  }
  const timeOf = (step: JsonObject) => timeIn(step, "date");
  if (now === undefined || steps.some((step) => !Number.isFinite(timeOf(step)))) {
    return { flag: sent, notes: [], loss: "the time of a scheduled step cannot be read" };
  }
  const due = steps.filter((step) => timeOf(step) <= now);
  const later = steps.filter((step) => timeOf(step) > now);
  const notes = later.map(
    (step) => `its scheduled step of ${textIn(step, "date")} is not imported`,
  );
  // An added rule is lost there with the next step.
  if (due.slice(0, -1).some((step) => addsRule(sent, step))) {
    return { flag: sent, notes, loss: "more than one of its scheduled steps adds rules" };
  }
  const nextStep = later.length > 0 ? { nextStep: Math.min(...later.map(timeOf)) } : {};
  return { flag: due.reduce(withStep, sent), notes, ...nextStep };
}

function addsRule(flag: JsonObject, step: JsonObject): boolean {
  const names = new Set(objectsIn(flag, "targeting").map(nameOf));
  return objectsIn(step, "targeting").some((rule) => !names.has(nameOf(rule)));
}

function nameOf(rule: JsonObject): string {
  return textIn(rule, "name") ?? "";
}

function withStep(flag: JsonObject, step: JsonObject): JsonObject {
  const defaultRule = objectIn(step, "defaultRule");
  return {
    ...flag,
    ...given(step, ["disable"]),
    targeting: mergedRules(objectsIn(flag, "targeting"), objectsIn(step, "targeting")),
    variations: { ...objectIn(flag, "variations"), ...objectIn(step, "variations") },
    experimentation: {
      ...objectIn(flag, "experimentation"),
      ...given(objectIn(step, "experimentation") ?? {}, ["start", "end"]),
    },
    ...(defaultRule === undefined
      ? {}
      : { defaultRule: mergedRule(objectIn(flag, "defaultRule") ?? {}, defaultRule) }),
  };
}

/** A rule with a name changes the rules with this name; every other one is added. */
function mergedRules(
  rules: readonly JsonObject[],
  changes: readonly JsonObject[],
): readonly JsonObject[] {
  const byName = new Map(
    changes.filter((rule) => isGiven(rule, "name")).map((rule) => [nameOf(rule), rule]),
  );
  const known = new Set(rules.map(nameOf).filter((name) => byName.has(name)));
  return [
    ...rules.map((rule) => mergedRule(rule, byName.get(nameOf(rule)) ?? {})),
    ...changes.filter((rule) => !known.has(nameOf(rule))),
  ];
}

function mergedRule(rule: JsonObject, change: JsonObject): JsonObject {
  const progressive = objectIn(change, "progressiveRollout");
  const percentages = objectIn(change, "percentage");
  return {
    ...rule,
    ...given(change, ["disable", "query", "variation"]),
    ...(progressive === undefined
      ? {}
      : {
          progressiveRollout: mergedRollout(
            objectIn(rule, "progressiveRollout") ?? {},
            progressive,
          ),
        }),
    ...(percentages === undefined
      ? {}
      : { percentage: mergedPercentages(objectIn(rule, "percentage") ?? {}, percentages) }),
  };
}

function mergedRollout(rollout: JsonObject, change: JsonObject): JsonObject {
  const merged = (name: string) => ({ ...objectIn(rollout, name), ...objectIn(change, name) });
  return { initial: merged("initial"), end: merged("end") };
}

/** A negative percentage removes the variation. */
function mergedPercentages(percentages: JsonObject, change: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries({ ...percentages, ...change }).filter(
      ([, value]) => !(typeof value === "number" && value < 0),
    ),
  );
}

function given(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = memberOf(object, name) ?? null;
      return value === null || isJsonObject(value) ? [] : [[name, value]];
    }),
  );
}
